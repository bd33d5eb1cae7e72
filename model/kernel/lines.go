package kernel

// The lines of a block. Of y, conv1 after its positive part, the first 16
// channels are averaged over every row, column, diagonal and antidiagonal of the
// board; a matrix for each of the four directions takes the averages to all
// channels; and every square of the board adds to its sum in the block what the
// four lines through it give. As the matrices are the same along a line they are
// applied to the lines, of which there are fewer than squares.

// lineCount is the number of places for lines: 8 rows, 8 columns, 15 diagonals
// and an empty place, 15 antidiagonals and another.
const lineCount = 48

// directions are the lines of one direction: their first place, over 8, and
// their places, over 8.
var directions = [4]struct{ first, blocks int }{{0, 1}, {1, 1}, {2, 2}, {4, 2}}

// linesOf are the places of the four lines through a square: row, column,
// diagonal, antidiagonal.
func linesOf(s int) (row, column, down, up int) {
	y, x := s/8, s%8
	return y, 8 + x, 16 + x - y + 7, 32 + x + y
}

// lineChannels is how many of the channels are averaged.
func lineChannels(channels int) int { return min(channels, 16) }

// lineScales writes one over the number of squares of every line, 0 for none.
func lineScales(dst, plane []float32) {
	clear(dst)
	for s, m := range plane[:squares] {
		r, c, d, u := linesOf(s)
		dst[r] += m
		dst[c] += m
		dst[d] += m
		dst[u] += m
	}
	for i, n := range dst {
		if n > 0 {
			dst[i] = 1 / n
		}
	}
}

// lineIndex is the place in packed weights [4][blocks][16][16], and in their
// gradient, of the weight from channel i in a direction to output o.
func lineIndex(direction, i, o, blocks int) int {
	return ((direction*blocks+o/16)*16+i)*16 + o%16
}

// loadLines packs weights [channels][lineChannels][4].
func loadLines(w, lines []float32, channels int) {
	n := lineChannels(channels)
	for i, x := range lines[:channels*n*4] {
		w[lineIndex(i%4, i/4%n, i/4/n, blocks(channels))] = x
	}
}

// mapLines takes the averages of the lines [48][16] of a board to dst
// [cb][48][16].
func (k *kernels) mapLines(dst, means, w []float32, cb int) {
	for d, g := range directions {
		from, to := g.first*128, d*cb*256
		k.gemm8(&means[from], &w[to], &dst[from], 1, g.blocks, cb, 128, 128, lineCount*16, 128, &w[to])
	}
}
