package main

import "fmt"

// gemm multiplies as target.gemm does, with rows x columns = 8x8 or 4x16 sums in
// registers: sixteen, which keep four multipliers of four cycles busy. A is read
// four inputs at a time, of which each is a lane.
func (n *neon) gemm(rows, columns int) {
	n.begin(fmt.Sprintf("gemm%dx%d", rows, columns), "gemm4x16",
		fmt.Sprintf("multiplies with %d rows and %d columns in registers; strides count float32, next is not used.", rows, columns))
	b0, c0 := n.arg("b"), n.arg("c")
	cBlock, cTile := n.stride("cBlock"), n.stride("cTile")
	aBlock, aTile := n.stride("aBlock"), n.stride("aTile")
	kb, panels := n.arg("kb"), n.arg("panels")
	n.count(panels, func() {
		a, c, tiles := n.arg("a"), n.copyOf(c0), n.arg("tiles")
		n.count(tiles, func() {
			b, to := n.copyOf(b0), n.copyOf(c)
			n.loop(16/columns, func() {
				sums := n.sums(rows, columns)
				block, weights, count := n.copyOf(a), n.copyOf(b), n.copyOf(kb)
				n.count(count, func() {
					row := n.copyOf(block)
					n.loop(4, func() {
						x := make([]quad, rows)
						for i := range x {
							x[i] = n.load(row, i*64)
						}
						w := n.line(weights, 0, columns)
						for k := range 4 {
							var following []quad
							if k < 3 {
								following = n.line(weights, (k+1)*64, columns)
							}
							for i := range sums {
								for j := range w {
									n.fma(sums[i][j], w[j], lane{x[i], k})
								}
							}
							w = following
						}
						n.advance(16, row)
						n.advance(256, weights)
					})
					n.move(aBlock, block)
				})
				n.cells(sums, func(q quad, at int) { n.store(q, to, at) })
				n.advance(columns*4, b, to)
			})
			n.move(aTile, a)
			n.move(cTile, c)
		})
		size := n.gpr() // bytes of a panel
		n.emit("LSL $10, %s, %s", kb, size)
		n.move(size, b0)
		n.move(cBlock, c0)
	})
	n.end()
}

// line loads consecutive vectors.
func (n *neon) line(p register, disp, columns int) (l []quad) {
	for j := range columns / 4 {
		l = append(l, n.load(p, disp+j*16))
	}
	return l
}

// sums are rows x columns zeros.
func (n *neon) sums(rows, columns int) [][]quad {
	l := make([][]quad, rows)
	for i := range l {
		for range columns / 4 {
			l[i] = append(l[i], n.zero())
		}
	}
	return l
}

// cells calls f for every sum with its place in a matrix of 16 columns.
func (n *neon) cells(sums [][]quad, f func(q quad, at int)) {
	for i := range sums {
		for j, q := range sums[i] {
			f(q, i*64+j*16)
		}
	}
}

// gemmT sums as target.gemmT does, with 8x8 sums in registers.
func (n *neon) gemmT() {
	n.begin("gemmT16", "gemmT16", "")
	b0, c0 := n.arg("b"), n.arg("c")
	aTile, bTile, cBlock := n.stride("aTile"), n.stride("bTile"), n.stride("cBlock")
	add, panels := n.arg("add"), n.arg("panels")
	n.count(panels, func() {
		a0, upper := n.arg("a"), n.copyOf(c0)
		n.loop(2, func() { // channels of A
			left, to := n.copyOf(b0), n.copyOf(upper)
			n.loop(2, func() { // columns of B
				sums := n.sums(8, 8)
				n.unless(add, func() { n.cells(sums, func(q quad, at int) { n.loadTo(q, to, at) }) })
				a, b, tiles := n.copyOf(a0), n.copyOf(left), n.arg("tiles")
				n.count(tiles, func() {
					for row := range 8 {
						x, y := n.line(a, row*64, 8), n.line(b, row*64, 8)
						for i := range sums {
							for j := range y {
								n.fma(sums[i][j], y[j], lane{x[i/4], i % 4})
							}
						}
					}
					n.move(aTile, a)
					n.move(bTile, b)
				})
				n.cells(sums, func(q quad, at int) { n.store(q, to, at) })
				n.advance(32, left, to)
			})
			n.advance(32, a0)
			n.advance(8*64, upper)
		})
		n.advance(512, b0)
		n.move(cBlock, c0)
	})
	n.end()
}
