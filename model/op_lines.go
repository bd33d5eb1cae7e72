package model

import (
	"fmt"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// lineSteps are the directions of the lines of a board, as rows and columns from
// one square to the next: row, column, diagonal, antidiagonal.
var lineSteps = [4][2]int{{0, 1}, {1, 0}, {1, 1}, {-1, 1}}

// lineChannels is how many of a tower's planes are averaged over lines.
func lineChannels(channels int) int { return min(channels, 16) }

// lines are the squares on the line of a direction through a square, itself among
// them.
var lines = func() (l [4][64][]int) {
	for d, step := range lineSteps {
		for i := range 64 * 64 {
			if s, t := i/64, i%64; (t/8-s/8)*step[1] == (t%8-s%8)*step[0] {
				l[d][s] = append(l[d][s], t)
			}
		}
	}
	return l
}()

// lineMeans takes, for the first K planes of y (B, C, 8, 8), at most 16, the mean
// over the squares of the board, the last of the input planes, on every line,
//
//	(B, 4K, 8, 8): for every plane and each direction, the mean on the line through the square; 0 off the board
func lineMeans[T float](y, planes *G.Node) (*G.Node, error) {
	batch, channels, inputs := y.Shape()[0], y.Shape()[1], planes.Shape()[1]
	k := lineChannels(channels)
	o := &operation[T]{
		name:     fmt.Sprintf("lines{%v}", y.Shape()),
		shape:    tensor.Shape{batch, 4 * k, 8, 8},
		constant: []bool{false, true},
	}
	// each calls f with the places of a square's mean and of the inputs of it, and
	// how many there are.
	each := func(planes []T, f func(mean int, from []int, n T)) {
		from := make([]int, 0, 8)
		for i := range 4 * k * batch * 64 {
			b, c, d, s := i/64/4/k, i/64/4%k, i/64%4, i%64
			board := planes[((b+1)*inputs-1)*64:][:64]
			from = from[:0]
			for _, t := range lines[d][s] {
				if board[s] > 0 && board[t] > 0 {
					from = append(from, (b*channels+c)*64+t)
				}
			}
			f(i, from, T(len(from)))
		}
	}
	o.run = func(dst []T, src [][]T) {
		each(src[1], func(mean int, from []int, n T) {
			dst[mean] = 0
			for _, t := range from {
				dst[mean] += src[0][t] / n
			}
		})
	}
	o.gradient = func(in G.Nodes, _, g *G.Node) (G.Nodes, error) {
		d := &operation[T]{name: o.name + "dy", shape: y.Shape().Clone()}
		d.run = func(dst []T, src [][]T) {
			clear(dst)
			each(src[0], func(mean int, from []int, n T) {
				for _, t := range from {
					dst[t] += src[1][mean] / n
				}
			})
		}
		dy, err := d.apply(in[1], g)
		return G.Nodes{dy, nil}, err
	}
	return o.apply(y, planes)
}

// same is x, so that what is used three times has two uses here and two there:
// sums of gradients then have two terms, whose order does not matter.
func same[T float](x *G.Node) (*G.Node, error) {
	o := &operation[T]{name: fmt.Sprintf("same{%v}", x.Shape()), shape: x.Shape().Clone()}
	o.run = func(dst []T, src [][]T) { copy(dst, src[0]) }
	o.gradient = func(_ G.Nodes, _, g *G.Node) (G.Nodes, error) {
		d := &operation[T]{name: o.name + "dx", shape: x.Shape().Clone(), run: o.run}
		dx, err := d.apply(g)
		return G.Nodes{dx}, err
	}
	return o.apply(x)
}
