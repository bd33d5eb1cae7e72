package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"unsafe"

	"othellier/env/alike"
)

// Tensor is one tensor of a network: row-major float32 numbers under a name.
type Tensor struct {
	Name  string
	Shape []int
	Data  []float32
}

// Weights are the numbers of a network. They are plain data: whoever holds them
// may read and change them, and nothing else keeps a reference to them.
type Weights struct {
	Spec    Spec
	tensors []Tensor // in the order of Spec.layout, all within flat
	flat    []float32
}

// NewWeights draws a new network from rng, tensor after tensor in their order:
// equal generators give equal networks. It panics if s is not valid.
func NewWeights(s Spec, rng *rand.Rand) *Weights {
	if err := s.Validate(); err != nil {
		panic(err)
	}
	w := zeroWeights(s)
	for i, f := range s.layout() {
		if f.deviation == 0 {
			continue
		}
		for k := range w.tensors[i].Data {
			w.tensors[i].Data[k] = float32(alike.Normal(rng) * f.deviation)
		}
	}
	return w
}

// line is the alignment of every tensor, in float32 numbers: 64 bytes. It is
// not only for speed. The vector code of gonum's dot product sums up to the
// next 16-byte boundary first, so the last bits of a matrix product would
// depend on where the allocator had put the weights.
const line = 16

// zeroWeights returns a network of zeros.
func zeroWeights(s Spec) *Weights {
	l := s.layout()
	n := line
	for _, f := range l {
		n += (size(f.shape) + line - 1) / line * line
	}
	flat := make([]float32, n)
	for uintptr(unsafe.Pointer(&flat[0]))%(4*line) != 0 {
		flat = flat[1:]
	}
	flat = flat[:n-line]
	w := &Weights{Spec: s, flat: flat, tensors: make([]Tensor, len(l))}
	for i, f := range l {
		k := size(f.shape)
		w.tensors[i] = Tensor{Name: f.name, Shape: f.shape, Data: flat[:k:k]}
		flat = flat[(k+line-1)/line*line:]
	}
	return w
}

// Tensors returns all tensors in their fixed order; their Data is w's own.
func (w *Weights) Tensors() []Tensor { return slices.Clone(w.tensors) }

// Tensor returns the tensor of that name, whose Data is w's own. It panics if
// there is none: names are written in code, never read from a file.
func (w *Weights) Tensor(name string) Tensor {
	for _, t := range w.tensors {
		if t.Name == name {
			return t
		}
	}
	panic(fmt.Sprintf("model: a network %v has no tensor %q", w.Spec, name))
}

// Params returns the number of weights.
func (w *Weights) Params() int { return w.Spec.Params() }

// Clone returns a copy that shares nothing with w.
func (w *Weights) Clone() *Weights {
	c := zeroWeights(w.Spec)
	copy(c.flat, w.flat)
	return c
}

// Equal says whether v has the same size and the same numbers as w, bit for
// bit.
func (w *Weights) Equal(v *Weights) bool {
	return w.Spec == v.Spec && slices.EqualFunc(w.flat, v.flat, func(a, b float32) bool {
		return math.Float32bits(a) == math.Float32bits(b)
	})
}

// check reports the first number that is not finite.
func (w *Weights) check() error {
	for _, t := range w.tensors {
		for i, x := range t.Data {
			if !finite(x) {
				return fmt.Errorf("tensor %s holds %v at index %d of %d: weights must be finite", t.Name, x, i, len(t.Data))
			}
		}
	}
	return nil
}

func finite[T float](x T) bool { return x-x == 0 }
