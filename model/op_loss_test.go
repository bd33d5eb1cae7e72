package model

import (
	"fmt"
	"math"
	"testing"

	G "gorgonia.org/gorgonia"
)

// onGraph runs an operation on float32 matrices of the given numbers of columns.
func onGraph(t *testing.T, in [][]float32, columns []int, build func(in []*G.Node) (*G.Node, error)) (y, grad []float32) {
	t.Helper()
	g := &graph[float32]{ExprGraph: G.NewGraph()}
	var nodes G.Nodes
	for i, x := range in {
		nodes = append(nodes, g.leaf(fmt.Sprint("in", i), x, []int{len(x) / columns[i], columns[i]}))
	}
	n := G.Must(build(nodes))
	loss := G.Must(G.Sum(n))
	d, err := G.Grad(loss, nodes[0])
	if err != nil {
		t.Fatal(err)
	}
	var values [2]G.Value
	G.Read(n, &values[0])
	G.Read(d[0], &values[1])
	if err := G.NewTapeMachine(g.ExprGraph).RunAll(); err != nil {
		t.Fatal(err)
	}
	return data[float32](values[0]), data[float32](values[1])
}

// Rows with a single legal square anywhere, without one, and with logits far
// apart: finite, right, and alone with themselves.
func TestCrossEntropyRows(t *testing.T) {
	const rows, n = 66, 64
	z, target, mask := make([]float32, rows*n), make([]float32, rows*n), make([]float32, rows*n)
	for i := range rows {
		for s := range n {
			z[i*n+s] = float32(1000 * math.Sin(float64(7*i+s)))
			target[i*n+s] = float32(math.NaN()) // not read outside of the mask
		}
	}
	for i := range n { // row i: only square i; row 0 is the one with only a1
		mask[i*n+i], target[i*n+i] = 1, 1
	}
	// row 64: none; row 65: two, two apart
	for k, s := range []int{3, 60} {
		mask[65*n+s], target[65*n+s], z[65*n+s] = 1, 0.5, float32(2*k)
	}
	y, grad := onGraph(t, [][]float32{z, target, mask}, []int{n, n, n}, func(in []*G.Node) (*G.Node, error) {
		return crossEntropy[float32](in[0], in[1], in[2])
	})
	for i := range 65 {
		if y[i] != 0 {
			t.Errorf("row %d: loss %v, expected 0", i, y[i])
		}
	}
	if want := math.Log(1+math.Exp(-2)) + 1; math.Abs(float64(y[65])-want) > 1e-6 {
		t.Errorf("two legal squares: loss %v, expected %v", y[65], want)
	}
	p := 1 / (1 + math.Exp(2))
	for k, x := range grad {
		want := 0.0
		switch k {
		case 65*n + 3:
			want = p - 0.5
		case 65*n + 60:
			want = 0.5 - p
		}
		if !(math.Abs(float64(x)-want) <= 1e-6) {
			t.Errorf("gradient of row %d, square %d: %v, expected %v", k/n, k%n, x, want)
		}
	}
}

// At both ends of the range and far beyond, the loss is 0 at the target, finite
// and right elsewhere.
func TestLogistic(t *testing.T) {
	z := []float32{0, 0, 0, 20, -20, 20, 1000, -1000, 0.5, float32(math.Atanh(0.25))}
	target := []float32{0, 1, -1, 1, 1, 0, 1, 1, -0.25, 0.25}
	weight := []float32{1, 1, 1, 1, 1, 1, 1, 1, 2, 1}
	want := []float64{0, math.Ln2, math.Ln2, 0, 40, 20 - math.Ln2, 0, 2000, 0, 0}
	kl := func(t, m float64) float64 {
		return (1+t)/2*math.Log((1+t)/(1+m)) + (1-t)/2*math.Log((1-t)/(1-m))
	}
	want[8] = 2 * kl(-0.25, math.Tanh(0.5))
	y, grad := onGraph(t, [][]float32{z, target, weight}, []int{1, 1, 1}, func(in []*G.Node) (*G.Node, error) {
		return logistic[float32](in[0], in[1], in[2])
	})
	for i := range z {
		if !(math.Abs(float64(y[i])-want[i]) <= 1e-6*max(1, want[i])) {
			t.Errorf("z %v, target %v: loss %v, expected %v", z[i], target[i], y[i], want[i])
		}
		d := float64(weight[i]) * (math.Tanh(float64(z[i])) - float64(target[i]))
		if !(math.Abs(float64(grad[i])-d) <= 1e-6) {
			t.Errorf("z %v, target %v: gradient %v, expected %v", z[i], target[i], grad[i], d)
		}
	}
}
