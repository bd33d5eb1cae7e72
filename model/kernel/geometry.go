package kernel

// geometry is the shape of the transform domain for a group of boards.
type geometry struct {
	points int
	tiles  int // rows a board
	rows   int // in a row block: 8, or 4 where that fills up fewer rows
	count  int // row blocks
	ps     int // float32 from one point to the next
}

// newGeometry is for n boards of at most the given channel blocks. The distance
// of points is a cache line more than they need, for powers of two would fall
// on the same cache sets.
func newGeometry(s Scheme, n, blocks int) geometry {
	g := geometry{points: s.points(), tiles: s.tiles(), rows: 8}
	if rest := n * g.tiles % 8; rest > 0 && rest <= 4 {
		g.rows = 4
	}
	g.count = (n*g.tiles + g.rows - 1) / g.rows
	g.ps = g.count*g.rows*blocks*16 + 16
	return g
}

// row is the offset within a point of the first row of board b, channel block q
// of cb.
func (g geometry) row(b, q, cb int) int {
	r := b * g.tiles
	return ((r/g.rows*cb+q)*g.rows + r%g.rows) * 16
}

// multiply is the product with the weights u [point][out][in*16][16], point by
// point. Points has one slot more than there are points: the input of point p
// lies in slot p+1 and its product overwrites slot p, whose input has just been
// used and is still in the nearest cache.
func (g geometry) multiply(k *kernels, points, u []float32, in, out int) {
	gemm := k.gemm8
	if g.rows == 4 {
		gemm = k.gemm4
	}
	block, size := g.rows*16, in*out*256
	for p := range g.points {
		next := min(p+1, g.points-1)
		gemm(&points[(p+1)*g.ps], &u[p*size], &points[p*g.ps], in, g.count, out, block, in*block, block, out*block, &u[next*size])
	}
}
