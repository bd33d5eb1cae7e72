package model

import (
	"fmt"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// pool takes, for every plane of y (B, C, 8, 8), which has nothing below 0, the
// mean and the maximum over the squares of the board, the last of the input
// planes,
//
//	(B, 2C, 1, 1): mean of every plane, then maximum of every plane
//
// so that squares off a smaller board do not count. Where several squares have
// the maximum, its gradient is that of the first.
func pool[T float](y, planes *G.Node) (*G.Node, error) {
	batch, channels, inputs := y.Shape()[0], y.Shape()[1], planes.Shape()[1]
	// each calls f with the place of a channel's mean in the pool, its maximum's
	// being c further, its plane, and the squares of its board.
	each := func(y, planes []T, f func(mean int, plane, board []T)) {
		for i := range batch {
			for c := range channels {
				f(i*2*channels+c, y[(i*channels+c)*64:][:64], planes[((i+1)*inputs-1)*64:][:64])
			}
		}
	}
	o := &operation[T]{
		name:     fmt.Sprintf("pool{%v}", y.Shape()),
		shape:    tensor.Shape{batch, 2 * channels, 1, 1},
		constant: []bool{false, true},
	}
	o.run = func(dst []T, src [][]T) {
		each(src[0], src[1], func(mean int, plane, board []T) {
			sum, n, s := pooledOver(plane, board)
			dst[mean], dst[mean+channels] = 0, 0
			if n > 0 {
				dst[mean], dst[mean+channels] = T(sum/n), plane[s]
			}
		})
	}
	o.gradient = func(in G.Nodes, _, g *G.Node) (G.Nodes, error) {
		d := &operation[T]{name: o.name + "dy", shape: y.Shape().Clone()}
		d.run = func(dst []T, src [][]T) {
			k := 0
			each(src[0], src[1], func(mean int, plane, board []T) {
				to := dst[k*64:][:64]
				k++
				clear(to)
				_, n, top := pooledOver(plane, board)
				for s, m := range board {
					if m > 0 {
						to[s] = src[2][mean] / T(n)
					}
				}
				if n > 0 {
					to[top] += src[2][mean+channels]
				}
			})
		}
		dy, err := d.apply(in[0], in[1], g)
		return G.Nodes{dy, nil}, err
	}
	return o.apply(y, planes)
}

// pooledOver returns the sum of a plane over the squares of the board, their
// number, and the first of them that has the maximum.
func pooledOver[T float](plane, board []T) (sum, n float64, top int) {
	for s, m := range board {
		if m > 0 {
			if n == 0 || plane[s] > plane[top] {
				top = s
			}
			n++
			sum += float64(plane[s])
		}
	}
	return sum, n, top
}
