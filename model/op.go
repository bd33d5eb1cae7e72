package model

import (
	"fmt"
	"hash"
	"hash/fnv"

	"github.com/chewxy/hm"
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// float is the type of the numbers in a graph: float32 in use; float64 in the
// tests, which compare gradients with finite differences.
type float interface{ float32 | float64 }

// dtype returns Gorgonia's name for T.
func dtype[T float]() tensor.Dtype {
	var x T
	if _, ok := any(x).(float64); ok {
		return tensor.Float64
	}
	return tensor.Float32
}

// data returns the numbers of a tensor.
func data[T float](v G.Value) []T { return v.Data().([]T) }

// operation is an operation of ours in a Gorgonia graph. It owns its result and
// reuses it in every run, so it belongs to one node of one graph.
type operation[T float] struct {
	name  string       // with every parameter: Gorgonia merges nodes of equal names over equal inputs
	in    []int        // number of dimensions of each input
	shape tensor.Shape // of the result
	out   *tensor.Dense

	// run fills the result from the inputs. It reads nothing else, because
	// Gorgonia would not know that it is still needed.
	run func(dst []T, src [][]T)
	// gradient adds to the graph, for every input, the gradient of the loss with
	// respect to it (nil for data), given the gradient g with respect to the
	// result y. The operations of a gradient have no gradient of their own.
	gradient func(in G.Nodes, y, g *G.Node) (G.Nodes, error)
	constant []bool // inputs that are data and have no gradient; nil: none
	src      [][]T
}

// apply adds the node that applies o to the inputs.
func (o *operation[T]) apply(in ...*G.Node) (*G.Node, error) {
	for _, n := range in {
		o.in = append(o.in, n.Dims())
	}
	o.out = tensor.New(tensor.Of(dtype[T]()), tensor.WithShape(o.shape...))
	o.src = make([][]T, len(in))
	n, err := G.ApplyOp(o, in...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.name, err)
	}
	return n, nil
}

// Do runs the operation.
func (o *operation[T]) Do(v ...G.Value) (G.Value, error) {
	for i := range v {
		o.src[i] = data[T](v[i])
	}
	o.run(data[T](o.out), o.src)
	return o.out, nil
}

// Type says that inputs and result are tensors over one kind of number.
func (o *operation[T]) Type() hm.Type {
	a := hm.TypeVariable('a')
	var ts []hm.Type
	for _, d := range o.in {
		ts = append(ts, G.TensorType{Dims: d, Of: a})
	}
	return hm.NewFnType(append(ts, G.TensorType{Dims: o.shape.Dims(), Of: a})...)
}

// DiffWRT says which inputs have a gradient.
func (o *operation[T]) DiffWRT(n int) []bool {
	if o.gradient == nil {
		return nil
	}
	d := make([]bool, n)
	for i := range d {
		d[i] = o.constant == nil || !o.constant[i]
	}
	return d
}

// SymDiff adds the gradient to the graph.
func (o *operation[T]) SymDiff(in G.Nodes, y, g *G.Node) (G.Nodes, error) {
	return o.gradient(in, y, g)
}

func (o *operation[T]) InferShape(...G.DimSizer) (tensor.Shape, error) { return o.shape.Clone(), nil }
func (o *operation[T]) Arity() int                                     { return len(o.in) }
func (o *operation[T]) ReturnsPtr() bool                               { return true }
func (o *operation[T]) CallsExtern() bool                              { return false } // true would make every run allocate a result
func (o *operation[T]) OverwritesInput() int                           { return -1 }
func (o *operation[T]) WriteHash(h hash.Hash)                          { fmt.Fprint(h, o.name) }
func (o *operation[T]) String() string                                 { return o.name }

// Hashcode identifies the operation by its name.
func (o *operation[T]) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}

var _ G.SDOp = (*operation[float32])(nil)
