package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"othellier/env"
)

// numeric returns the derivative of f with respect to *x by central
// differences.
func numeric(x *float64, f func() float64) float64 {
	const h = 1e-5
	old := *x
	*x = old + h
	up := f()
	*x = old - h
	down := f()
	*x = old
	return (up - down) / (2 * h)
}

// closeTo compares derivatives: central differences in float64 are good to
// about h² and to the rounding of the loss over h.
func closeTo(got, want float64) bool {
	return math.Abs(got-want) <= 1e-6*max(1, math.Abs(want))
}

// operand is an input of an operation under test.
type operand struct {
	shape    []int
	constant bool
	draw     func(rng *rand.Rand) float64
}

func normal(rng *rand.Rand) float64   { return rng.NormFloat64() }
func positive(rng *rand.Rand) float64 { return max(rng.NormFloat64(), 0) }
func coin(rng *rand.Rand) float64     { return float64(rng.IntN(2)) }
func within(rng *rand.Rand) float64   { return 2*rng.Float64() - 1 }

func TestOperationGradients(t *testing.T) {
	for _, c := range []struct {
		name  string
		in    []operand
		build func(in []*G.Node) (*G.Node, error)
	}{
		{"heads", []operand{{shape: []int{2, 3, 8, 8}}, {shape: []int{1, 3}}, {shape: []int{2, 3}}, {shape: []int{1, 2}}},
			func(in []*G.Node) (*G.Node, error) {
				return heads[float64](in[0], head{weight: in[1]}, head{weight: in[2], bias: in[3]})
			}},
		{"pool", []operand{{shape: []int{2, 3, 8, 8}, draw: positive}, {shape: []int{2, 2, 8, 8}, constant: true, draw: coin}},
			func(in []*G.Node) (*G.Node, error) { return pool[float64](in[0], in[1]) }},
		{"lines", []operand{{shape: []int{2, 2, 8, 8}}, {shape: []int{2, 2, 8, 8}, constant: true, draw: coin}},
			func(in []*G.Node) (*G.Node, error) { return lineMeans[float64](in[0], in[1]) }},
		{"same", []operand{{shape: []int{2, 3}}}, func(in []*G.Node) (*G.Node, error) { return same[float64](in[0]) }},
		{"columns", []operand{{shape: []int{3, 5}}},
			func(in []*G.Node) (*G.Node, error) { return columns[float64](in[0], 1, 3) }},
		{"cross-entropy", []operand{{shape: []int{4, 3}}, {shape: []int{4, 3}, constant: true, draw: within}},
			func(in []*G.Node) (*G.Node, error) { return crossEntropy[float64](in[0], in[1], nil) }},
		{"masked cross-entropy", []operand{{shape: []int{16, 4}}, {shape: []int{16, 4}, constant: true, draw: within}, {shape: []int{16, 4}, constant: true, draw: coin}},
			func(in []*G.Node) (*G.Node, error) { return crossEntropy[float64](in[0], in[1], in[2]) }},
		{"logistic", []operand{{shape: []int{3, 5}}, {shape: []int{3, 5}, constant: true, draw: within}, {shape: []int{3, 5}, constant: true, draw: coin}},
			func(in []*G.Node) (*G.Node, error) { return logistic[float64](in[0], in[1], in[2]) }},
		{"convolution", []operand{{shape: []int{2, Planes, 8, 8}, constant: true, draw: coin}, {shape: []int{2, Planes, 3, 3}}, {shape: []int{1, 2, 1, 1}}},
			func(in []*G.Node) (*G.Node, error) {
				y, err := G.Conv2d(in[0], in[1], tensor.Shape{3, 3}, []int{1, 1}, []int{1, 1}, []int{1, 1})
				if err != nil {
					return nil, err
				}
				return G.BroadcastAdd(y, in[2], nil, []byte{0, 2, 3})
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 4))
			g := G.NewGraph()
			var in, wrt G.Nodes
			var numbers [][]float64
			for i, o := range c.in {
				x := make([]float64, size(o.shape))
				for k := range x {
					if o.draw == nil {
						o.draw = normal
					}
					x[k] = o.draw(rng)
				}
				n := G.NewTensor(g, tensor.Float64, len(o.shape), G.WithShape(o.shape...), G.WithName(fmt.Sprint("in", i)),
					G.WithValue(tensor.New(tensor.WithShape(o.shape...), tensor.WithBacking(x))))
				in = append(in, n)
				if !o.constant {
					wrt, numbers = append(wrt, n), append(numbers, x)
				}
			}
			y := G.Must(c.build(in))
			up := make([]float64, size(y.Shape())) // gradient from above, different for every entry
			for k := range up {
				up[k] = rng.NormFloat64()
			}
			r := G.NewTensor(g, tensor.Float64, y.Dims(), G.WithShape(y.Shape()...), G.WithName("up"),
				G.WithValue(tensor.New(tensor.WithShape(y.Shape()...), tensor.WithBacking(up))))
			loss := G.Must(G.Sum(G.Must(G.HadamardProd(y, r))))
			grads, err := G.Grad(loss, wrt...)
			if err != nil {
				t.Fatal(err)
			}
			values := make([]G.Value, len(grads)+1)
			for i, n := range grads {
				G.Read(n, &values[i])
			}
			G.Read(loss, &values[len(grads)])
			m := G.NewTapeMachine(g)
			run := func() float64 {
				m.Reset()
				if err := m.RunAll(); err != nil {
					t.Fatal(err)
				}
				return values[len(grads)].Data().(float64)
			}
			run()
			var found [][]float64
			for i := range grads {
				found = append(found, append([]float64(nil), data[float64](values[i])...))
			}
			for i, x := range numbers {
				for k := range x {
					if want := numeric(&x[k], run); !closeTo(found[i][k], want) {
						t.Errorf("d/d %v[%d] is %v: expected %v", wrt[i].Name(), k, found[i][k], want)
					}
				}
			}
		})
	}
}

// The whole network, in float64: every kind of layer, every loss alone and all
// together.
func TestNetworkGradients(t *testing.T) {
	s := Spec{Channels: 3, Blocks: 2, ValueChannels: 2, ValueHidden: 5, Reply: true, SoftPolicy: true, Pooled: 1, Lines: 1}
	const rows = 3
	for _, c := range []struct {
		name                          string
		policy                        float32
		value, own, marg, reply, soft float64
	}{
		{"policy", 1, 0, 0, 0, 0, 0},
		{"value", 0, 1, 0, 0, 0, 0},
		{"ownership", 0, 0, 1, 0, 0, 0},
		{"margin", 0, 0, 0, 1, 0, 0},
		{"reply", 0, 0, 0, 0, 1, 0},
		{"soft policy", 1, 0, 0, 0, 0, 8},
		{"all", 0.5, 1.5, 0.75, 2.5, 0.15, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, 6))
			numbers := map[string][]float64{}
			for _, f := range s.layout() {
				x := make([]float64, size(f.shape))
				for k := range x {
					x[k] = rng.NormFloat64() * 0.3
				}
				numbers[f.name] = x
			}
			b := randomBatch(env.Rules{}, rows, 9)
			for i := range b.PolicyWeight {
				b.PolicyWeight[i] = c.policy * float32(i)
			}
			g := newLossGraph(s, TrainerConfig{Batch: rows, ValueWeight: c.value, OwnershipWeight: c.own, MarginWeight: c.marg, ReplyWeight: c.reply, SoftPolicyWeight: c.soft},
				func(name string) []float64 { return numbers[name] }, stockTower)
			g.feed(b)
			m := G.NewTapeMachine(g.ExprGraph, G.BindDualValues(g.ordered()...))
			run := func() float64 {
				m.Reset()
				if err := m.RunAll(); err != nil {
					t.Fatal(err)
				}
				return g.losses().Total
			}
			run()
			found := map[string][]float64{}
			for _, n := range g.ordered() {
				v, err := n.Grad()
				if err != nil {
					t.Fatal(err)
				}
				found[n.Name()] = append([]float64(nil), data[float64](v)...)
			}
			for _, f := range s.layout() {
				x := numbers[f.name]
				for range min(len(x), 12) {
					k := rng.IntN(len(x))
					if want := numeric(&x[k], run); !closeTo(found[f.name][k], want) {
						t.Errorf("d/d %s[%d] is %v: expected %v", f.name, k, found[f.name][k], want)
					}
				}
			}
		})
	}
}
