package main

// F(4x4,3x3) for arm64; for the matrices see f4.go.

// f4 are the constants of the transforms.
type f4 struct{ two, four, five, eight lane }

func (n *neon) f4() f4 {
	c := n.constants([4]float32{2, 4, 5, 8})[0]
	return f4{lane{c, 0}, lane{c, 1}, lane{c, 2}, lane{c, 3}}
}

// outside stands for a vector of zeros, beyond the board.
const outside quad = -1

// input is B^T d; d[0] or d[5] may be outside.
func (n *neon) input(d [6]quad, c f4) (o [6]quad) {
	from := func(x quad) quad {
		if x == outside {
			return n.zero()
		}
		return n.copy(x)
	}
	o[0] = n.copy(d[4])
	n.fms(o[0], d[2], c.five)
	if d[0] != outside {
		n.fma(o[0], d[0], c.four)
	}
	o[5] = from(d[5])
	n.fms(o[5], d[3], c.five)
	n.fma(o[5], d[1], c.four)
	e, f := n.copy(d[4]), n.copy(d[3])
	n.fms(e, d[2], c.four)
	n.fms(f, d[1], c.four)
	o[1], o[2] = n.sum(e, f), n.diff(e, f)
	g, h := n.diff(d[4], d[2]), n.diff(d[3], d[1])
	o[3], o[4] = n.copy(g), g
	n.fma(o[3], h, c.two)
	n.fms(o[4], h, c.two)
	return o
}

// output is A^T m.
func (n *neon) output(m [6]quad, c f4) (o [4]quad) {
	a, b := n.sum(m[1], m[2]), n.diff(m[1], m[2])
	s, d := n.sum(m[3], m[4]), n.diff(m[3], m[4])
	o[0] = n.sum(m[0], a)
	n.addTo(o[0], s)
	o[1] = n.copy(b)
	n.fma(o[1], d, c.two)
	n.fma(a, s, c.four)
	o[2] = a
	n.addTo(b, m[5])
	n.fma(b, d, c.eight)
	o[3] = b
	return o
}

// adjoint is A y, the transpose of output.
func (n *neon) adjoint(y [4]quad, c f4) (o [6]quad) {
	a, b := n.sum(y[0], y[2]), n.sum(y[1], y[3])
	p, q := n.copy(y[0]), n.copy(y[1])
	n.fma(p, y[2], c.four)
	n.fma(q, y[3], c.four)
	o[0], o[5] = y[0], y[3]
	o[1], o[2] = n.sum(a, b), n.diff(a, b)
	o[3], o[4] = n.copy(p), p
	n.fma(o[3], q, c.two)
	n.fms(o[4], q, c.two)
	return o
}

func (n *neon) in4() {
	n.begin("in4", "in4", "")
	act, v, ps, tmp := n.arg("act"), n.arg("v"), n.stride("ps"), n.arg("tmp")
	ps6, c := n.times(6, ps), n.f4()
	// line loads the six vectors of a tile along one axis.
	line := func(p register, tile, step int) (d [6]quad) {
		for i := range d {
			d[i] = outside
			if x := tile*4 - 1 + i; x >= 0 && x < 8 {
				d[i] = n.load(p, x*step)
			}
		}
		return d
	}
	n.lanes([]register{act, v}, func() {
		for ty := range 2 {
			from, to := n.copyOf(act), n.copyOf(tmp)
			n.loop(8, func() {
				for i, o := range n.input(line(from, ty, 512), c) {
					n.store(o, to, i*512)
				}
				n.advance(64, from, to)
			})
			row, q := n.copyOf(tmp), n.offset(v, ty*128)
			n.loop(6, func() {
				for tx := range 2 {
					p := n.offset(q, tx*64)
					for _, o := range n.input(line(row, tx, 64), c) {
						n.put(o, p, ps)
					}
				}
				n.advance(512, row)
				n.move(ps6, q)
			})
		}
	})
	n.end()
}

func (n *neon) out4(e epilogue) {
	n.begin("out4"+e.name(), "out4"+e.name(), "")
	m, ps, act := n.arg("m"), n.stride("ps"), n.arg("act")
	r := n.operands(e)
	ps6, c := n.times(6, ps), n.f4()
	n.lanes(append(r.all(), m, act), func() {
		tile, to, at := n.copyOf(m), n.copyOf(act), n.copies(r)
		boards := append(at.boards(), to)
		n.loop(2, func() {
			n.loop(2, func() {
				var u [6][4]quad
				column, p := n.copyOf(tile), n.gpr()
				for j := range u {
					n.set(p, column)
					var d [6]quad
					for i := range d {
						d[i] = n.take(p, ps6)
					}
					u[j] = n.output(d, c)
					n.move(ps, column)
				}
				for y := range 4 {
					for x, o := range n.output([6]quad{u[0][y], u[1][y], u[2][y], u[3][y], u[4][y], u[5][y]}, c) {
						n.finish(e, at, o, y*512+x*64)
						n.store(o, to, y*512+x*64)
					}
				}
				n.advance(64, tile)
				n.advance(4*64, boards...) // the tile to the right
			})
			n.advance(2048-8*64, boards...) // the lower tiles
		})
	})
	n.end()
}

func (n *neon) adj4() {
	n.begin("adj4", "adj4", "")
	act, d, ps, tmp := n.arg("act"), n.arg("d"), n.stride("ps"), n.arg("tmp")
	ps6, c := n.times(6, ps), n.f4()
	n.lanes([]register{act, d}, func() {
		from, tile := n.copyOf(act), n.copyOf(d)
		n.loop(2, func() {
			n.loop(2, func() {
				to := n.copyOf(tmp)
				n.loop(4, func() {
					var y [4]quad
					for r := range y {
						y[r] = n.load(from, r*512)
					}
					for i, o := range n.adjoint(y, c) {
						n.store(o, to, i*4*64)
					}
					n.advance(64, from, to)
				})
				q, row := n.copyOf(tile), n.copyOf(tmp)
				n.loop(6, func() {
					var y [4]quad
					for x := range y {
						y[x] = n.load(row, x*64)
					}
					p := n.copyOf(q)
					for _, o := range n.adjoint(y, c) {
						n.put(o, p, ps)
					}
					n.advance(4*64, row)
					n.move(ps6, q)
				})
				n.advance(64, tile)
			})
			n.advance(2048-8*64, from)
		})
	})
	n.end()
}
