package model

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"othellier/env"
	"othellier/model/kernel"

	G "gorgonia.org/gorgonia"
)

// gameBatch is a batch of played positions with random targets.
func gameBatch(rng *rand.Rand, rules env.Rules, n int) *Batch {
	b := NewBatch(n)
	for i, p := range played(rng, rules, n) {
		Encode(rules, p, b.Planes[i*Planes*64:])
		total := float32(0)
		for s, ok := range rules.Mask(p) {
			if ok && s < 64 {
				b.Legal[i*64+s] = 1
				b.Policy[i*64+s] = rng.Float32()
				total += b.Policy[i*64+s]
			}
		}
		if total > 0 {
			for s := range 64 {
				b.Policy[i*64+s] /= total
			}
		}
		b.PolicyWeight[i] = rng.Float32()
		if empty := rules.Squares() &^ (p.Own | p.Opp); empty != 0 {
			b.Reply[i*64+bits.TrailingZeros64(empty)] = 1
			b.ReplyWeight[i] = rng.Float32()
		}
		b.WDL[i*3+rng.IntN(3)] = 1
		for s := range 64 {
			b.Ownership[i*64+s] = float32(rng.IntN(3) - 1)
		}
		b.Margin[i] = 2*rng.Float32() - 1
	}
	return b
}

// oneStep runs a graph on a batch and returns the losses and all gradients.
func oneStep[T float](t *testing.T, w *Weights, b *Batch, tower towerFunc[T]) (Losses, map[string][]float64) {
	t.Helper()
	c := TrainerConfig{Batch: b.N, ValueWeight: 1, OwnershipWeight: .25, MarginWeight: .25, ReplyWeight: .25, SoftPolicyWeight: 2}
	g := newLossGraph(w.Spec, c, func(name string) []T {
		x := make([]T, len(w.Tensor(name).Data))
		convert(x, w.Tensor(name).Data, 1)
		return x
	}, tower)
	g.feed(b)
	m := G.NewTapeMachine(g.ExprGraph, G.BindDualValues(g.ordered()...))
	defer m.Close()
	if err := m.RunAll(); err != nil {
		t.Fatal(err)
	}
	grads := map[string][]float64{}
	for _, n := range g.ordered() {
		v, err := n.Grad()
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range data[T](v) {
			grads[n.Name()] = append(grads[n.Name()], float64(x))
		}
	}
	return g.losses(), grads
}

// furthest is the largest difference between two sets of gradients, relative to the
// largest entry of the tensor.
func furthest(got, want map[string][]float64) (name string, worst float64) {
	for n, x := range want {
		most, d := 0.0, 0.0
		for i := range x {
			most = max(most, math.Abs(x[i]))
			d = max(d, math.Abs(got[n][i]-x[i])) // NaN if there is one
		}
		r := d
		if most > 0 {
			r = d / most
		}
		if math.IsNaN(r) {
			return n, r
		}
		if r >= worst {
			name, worst = n, r
		}
	}
	return name, worst
}

// The tower of kernels against the tower of Gorgonia's own operations in float64:
// losses to 1e-5 of their size, every gradient to 2e-5 of the largest of its
// tensor. Gorgonia in float32 errs as much.
func TestKernelTowerAgainstStock(t *testing.T) {
	for _, c := range []struct {
		spec  Spec
		batch int
		rules env.Rules
	}{
		{Spec{Channels: 8, Blocks: 0, ValueChannels: 1, ValueHidden: 8}, 3, env.Rules{}},
		{Spec{Channels: 8, Blocks: 2, ValueChannels: 2, ValueHidden: 16}, 33, env.Rules{}},
		{Spec{Channels: 20, Blocks: 1, ValueChannels: 2, ValueHidden: 16, Reply: true, SoftPolicy: true}, 1, env.Rules{}},
		{Spec{Channels: 32, Blocks: 2, ValueChannels: 4, ValueHidden: 32}, 16, env.Rules{}},
		{Spec{Channels: 20, Blocks: 3, ValueChannels: 2, ValueHidden: 16, Pooled: 2, Lines: 1}, 35, env.Rules{}},
		{Spec{Channels: 16, Blocks: 2, ValueChannels: 2, ValueHidden: 16, Pooled: 1, Lines: 2}, 9, env.Rules{Board: env.Board4}},
	} {
		rng := rand.New(rand.NewPCG(30, uint64(c.batch)))
		w, b := lively(c.spec, 7), gameBatch(rng, c.rules, c.batch)
		wantLoss, want := oneStep(t, w, b, stockTower[float64])
		stockLoss, stock := oneStep(t, w, b, stockTower[float32])
		name, d := furthest(stock, want)
		t.Logf("%+v: stock float32: loss %.1e, gradient %.1e (%s)", c.spec, math.Abs(stockLoss.Total-wantLoss.Total), d, name)
		for _, isa := range kernel.Available() {
			t.Run(fmt.Sprintf("%+v/%v", c.spec, isa), func(t *testing.T) {
				loss, grads := oneStep(t, w, b, kernelTower(isa))
				name, d := furthest(grads, want)
				t.Logf("loss %.1e, gradient %.1e (%s)", math.Abs(loss.Total-wantLoss.Total), d, name)
				for i, pair := range [][2]float64{{loss.Total, wantLoss.Total}, {loss.Policy, wantLoss.Policy}, {loss.Value, wantLoss.Value},
					{loss.Ownership, wantLoss.Ownership}, {loss.Margin, wantLoss.Margin}} {
					if !(math.Abs(pair[0]-pair[1]) <= 1e-5*math.Abs(pair[1])) {
						t.Errorf("loss %d is %v: expected %v", i, pair[0], pair[1])
					}
				}
				if !(d <= 2e-5) {
					t.Errorf("the gradient of %s differs by %.1e of its largest entry", name, d)
				}
			})
		}
	}
}

func BenchmarkTrainer(b *testing.B) {
	for _, s := range []Spec{{Channels: 32, Blocks: 4, ValueChannels: 4, ValueHidden: 64}, {Channels: 64, Blocks: 5, ValueChannels: 8, ValueHidden: 64}} {
		b.Run(s.String(), func(b *testing.B) {
			c := DefaultTrainerConfig()
			t, err := NewTrainer(lively(s, 8), c)
			if err != nil {
				b.Fatal(err)
			}
			batch := gameBatch(rand.New(rand.NewPCG(31, 31)), env.Rules{}, c.Batch)
			for b.Loop() {
				if _, err := t.Step(batch, 1e-3); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(c.Batch)*float64(b.N)/b.Elapsed().Seconds(), "samples/s")
		})
	}
}
