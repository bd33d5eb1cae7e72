package model

import (
	"fmt"
	"slices"

	"othellier/model/kernel"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// towerFunc adds a tower to a graph: from the planes (B, Planes, 8, 8) to the
// trunk (B, C, 8, 8).
type towerFunc[T float] func(g *graph[T], planes *G.Node) *G.Node

// kernelTower returns the tower of stockTower as one operation over package
// kernel, and its gradient as another.
//
// The two share a kernel.Trainer: the way forward leaves the activations there
// for the way back, outside of what Gorgonia knows of. It cannot go wrong as
// long as a run of the graph goes each way once, because the way back has the
// gradient of the trunk for its input and so comes after the way forward.
func kernelTower(isa kernel.ISA) towerFunc[float32] {
	return func(g *graph[float32], planes *G.Node) *G.Node {
		s := g.spec
		t, err := kernel.NewTrainer(isa, Planes, s.Channels, s.Blocks, g.batch, s.pooled(), s.lined())
		if err != nil {
			panic(fmt.Sprintf("model: kernels: %v", err)) // a valid spec and an instruction set of this machine
		}
		in := G.Nodes{planes}
		for _, f := range s.layout()[:2*(1+2*s.Blocks)+s.Pooled+s.Lines] {
			shape := f.shape
			if f.bias() {
				shape = []int{1, s.Channels}
			}
			in = append(in, g.param(f.name, shape...))
		}
		convs := shapedConvs(s)
		o := &operation[float32]{
			name:     fmt.Sprintf("tower{%+v %d}", s, g.batch),
			shape:    tensor.Shape{g.batch, s.Channels, 8, 8},
			constant: make([]bool, len(in)),
		}
		o.constant[0] = true
		o.run = func(dst []float32, src [][]float32) {
			tensors := src[1:]
			s.fill(convs, func(int) (x []float32) {
				x, tensors = tensors[0], tensors[1:]
				return x
			})
			t.Forward(src[0], convs, dst)
		}
		o.gradient = func(in G.Nodes, _, dy *G.Node) (G.Nodes, error) { return kernelTowerGradient(t, o.name, s, in, dy) }
		return G.Must(o.apply(in...))
	}
}

// kernelTowerGradient adds one operation that computes the gradients of all
// weights into one row, and an operation for every weight that takes its own.
func kernelTowerGradient(t *kernel.Trainer, name string, s Spec, in G.Nodes, dy *G.Node) (G.Nodes, error) {
	n := 0
	for _, w := range in[1:] {
		n += size(w.Shape())
	}
	convs := shapedConvs(s)
	all := &operation[float32]{name: name + "dw", shape: tensor.Shape{1, n}}
	all.run = func(dst []float32, src [][]float32) {
		s.fill(convs, func(n int) (x []float32) {
			x, dst = dst[:n], dst[n:]
			return x
		})
		t.Backward(src[0], convs)
	}
	row, err := all.apply(dy)
	if err != nil {
		return nil, err
	}
	grads := make(G.Nodes, len(in))
	first := 0
	for i, w := range in[1:] {
		from := first
		part := &operation[float32]{name: fmt.Sprint(all.name, i), shape: w.Shape().Clone()}
		part.run = func(dst []float32, src [][]float32) { copy(dst, src[0][from:]) }
		if grads[1+i], err = part.apply(row); err != nil {
			return nil, err
		}
		first += size(w.Shape())
	}
	return grads, nil
}

// fill gives the convolutions of a tower their tensors, which next hands out in
// the order of the layout and by their sizes.
func (s Spec) fill(convs []kernel.Conv, next func(n int) []float32) {
	for i := range convs {
		c := &convs[i]
		c.W, c.B = next(c.In*c.Out*9), next(c.Out)
		if i > 0 && i%2 == 0 && slices.Contains(s.pooled(), i/2-1) {
			c.Pool = next(c.Out * 2 * c.In)
		}
		if i > 0 && i%2 == 0 && slices.Contains(s.lined(), i/2-1) {
			c.Lines = next(c.Out * 4 * lineChannels(c.In))
		}
	}
}

// shapedConvs are the convolutions of a tower without numbers.
func shapedConvs(s Spec) []kernel.Conv {
	l := []kernel.Conv{{In: Planes, Out: s.Channels}}
	for range 2 * s.Blocks {
		l = append(l, kernel.Conv{In: s.Channels, Out: s.Channels})
	}
	return l
}
