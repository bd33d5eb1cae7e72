package model

import (
	"fmt"

	"gonum.org/v1/gonum/blas"
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// head is a 1x1 convolution: weight (planes, C), and bias (1, planes) or nil.
type head struct{ weight, bias *G.Node }

// heads applies several 1x1 convolutions to x (B, C, 8, 8) at once and returns
// their planes one after the other as the rows of a matrix (B, planes*64).
//
// One operation does them all, so that the gradient with respect to x is one
// product and not a sum of terms in an order that Gorgonia chooses; and the
// result is a matrix, because Gorgonia's Reshape shares memory behind the back
// of its register allocation.
func heads[T float](x *G.Node, hs ...head) (*G.Node, error) {
	l := headLayout{batch: x.Shape()[0], channels: x.Shape()[1]}
	in := G.Nodes{x}
	for _, h := range hs {
		p := part{first: l.planes, planes: h.weight.Shape()[0], weight: len(in)}
		in = append(in, h.weight)
		if h.bias != nil {
			p.bias = len(in)
			in = append(in, h.bias)
		}
		l.parts = append(l.parts, p)
		l.planes += p.planes
	}
	name := fmt.Sprintf("heads%v", l)
	o := &operation[T]{name: name, shape: tensor.Shape{l.batch, l.planes * 64}, run: headsRun[T](l)}
	o.gradient = func(in G.Nodes, _, g *G.Node) (grads G.Nodes, err error) {
		grads = make(G.Nodes, len(in))
		dx := &operation[T]{name: name + "dx", shape: x.Shape().Clone(), run: headsDX[T](l)}
		if grads[0], err = dx.apply(append(G.Nodes{g}, in[1:]...)...); err != nil {
			return nil, err
		}
		for _, p := range l.parts {
			dw := &operation[T]{name: fmt.Sprint(name, "dw", p), shape: tensor.Shape{p.planes, l.channels}, run: headsDW[T](l, p)}
			if grads[p.weight], err = dw.apply(in[0], g); err != nil {
				return nil, err
			}
			if p.bias == 0 {
				continue
			}
			db := &operation[T]{name: fmt.Sprint(name, "db", p), shape: tensor.Shape{1, p.planes}, run: headsDB[T](l, p)}
			if grads[p.bias], err = db.apply(g); err != nil {
				return nil, err
			}
		}
		return grads, nil
	}
	return o.apply(in...)
}

// columns returns the columns from lo to before hi of the matrix x.
func columns[T float](x *G.Node, lo, hi int) (*G.Node, error) {
	rows, all, n := x.Shape()[0], x.Shape()[1], hi-lo
	o := &operation[T]{name: fmt.Sprintf("columns{%d:%d %v}", lo, hi, x.Shape()), shape: tensor.Shape{rows, n}}
	o.run = func(dst []T, src [][]T) {
		for i := range rows {
			copy(dst[i*n:][:n], src[0][i*all+lo:])
		}
	}
	o.gradient = func(_ G.Nodes, _, g *G.Node) (G.Nodes, error) {
		d := &operation[T]{name: o.name + "dx", shape: tensor.Shape{rows, all}}
		d.run = func(dst []T, src [][]T) {
			clear(dst)
			for i := range rows {
				copy(dst[i*all+lo:], src[0][i*n:][:n])
			}
		}
		dx, err := d.apply(g)
		return G.Nodes{dx}, err
	}
	return o.apply(x)
}

// headLayout says where the heads lie among the planes and the inputs.
type headLayout struct {
	batch, channels, planes int
	parts                   []part
}

// part is one head: its planes, and which inputs are its weight and bias; a
// bias of 0 is none.
type part struct{ first, planes, weight, bias int }

// pack copies the weights of all heads into one matrix (planes, C). Input 0
// may be anything.
func pack[T float](dst []T, l headLayout, src [][]T) {
	for _, p := range l.parts {
		copy(dst[p.first*l.channels:], src[p.weight])
	}
}

// headsRun: x, weights and biases to planes.
func headsRun[T float](l headLayout) func(dst []T, src [][]T) {
	w := make([]T, l.planes*l.channels)
	return func(dst []T, src [][]T) {
		pack(w, l, src)
		clear(dst)
		for i := range l.batch {
			y := dst[i*l.planes*64:][:l.planes*64]
			for _, p := range l.parts {
				if p.bias == 0 {
					continue
				}
				for k, v := range src[p.bias] {
					plane := y[(p.first+k)*64:][:64]
					for s := range plane {
						plane[s] = v
					}
				}
			}
			x := src[0][i*l.channels*64:]
			gemm(blas.NoTrans, blas.NoTrans, l.planes, 64, l.channels, w, l.channels, x, 64, y, 64)
		}
	}
}

// headsDX: gradient of the planes, weights and biases to gradient of x.
func headsDX[T float](l headLayout) func(dst []T, src [][]T) {
	w := make([]T, l.planes*l.channels)
	return func(dst []T, src [][]T) {
		pack(w, l, src)
		clear(dst)
		for i := range l.batch {
			g, dx := src[0][i*l.planes*64:], dst[i*l.channels*64:]
			gemm(blas.Trans, blas.NoTrans, l.channels, 64, l.planes, w, l.channels, g, 64, dx, 64)
		}
	}
}

// headsDW: x and gradient of the planes to gradient of a weight, summed over
// the batch in order.
func headsDW[T float](l headLayout, p part) func(dst []T, src [][]T) {
	return func(dst []T, src [][]T) {
		clear(dst)
		for i := range l.batch {
			x, g := src[0][i*l.channels*64:], src[1][(i*l.planes+p.first)*64:]
			gemm(blas.NoTrans, blas.Trans, p.planes, l.channels, 64, g, 64, x, 64, dst, l.channels)
		}
	}
}

// headsDB: gradient of the planes to gradient of a bias.
func headsDB[T float](l headLayout, p part) func(dst []T, src [][]T) {
	return func(dst []T, src [][]T) {
		for k := range dst {
			sum := 0.0
			for i := range l.batch {
				for _, g := range src[0][(i*l.planes+p.first+k)*64:][:64] {
					sum += float64(g)
				}
			}
			dst[k] = T(sum)
		}
	}
}

// gemm adds the product of a (m, k) and b (k, n), transposed on request, to c
// (m, n).
func gemm[T float](transA, transB blas.Transpose, m, n, k int, a []T, lda int, b []T, ldb int, c []T, ldc int) {
	impl := G.WhichBLAS()
	switch a := any(a).(type) {
	case []float32:
		impl.Sgemm(transA, transB, m, n, k, 1, a, lda, any(b).([]float32), ldb, 1, any(c).([]float32), ldc)
	case []float64:
		impl.Dgemm(transA, transB, m, n, k, 1, a, lda, any(b).([]float64), ldb, 1, any(c).([]float64), ldc)
	}
}
