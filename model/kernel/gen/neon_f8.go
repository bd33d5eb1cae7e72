package main

// F(8x8,3x3) for arm64; for the coefficients see points.go.

func (n *neon) dot(c quad, x [4]quad) quad {
	r := n.mul(x[0], lane{c, 0})
	for k := 1; k < 4; k++ {
		n.fma(r, x[k], lane{c, k})
	}
	return r
}

// input10 transforms the eight values of a line of the board; emit gets the ten
// points in their order.
func (n *neon) input10(c []quad, x [8]quad, emit func(i int, r quad)) {
	odd, even := [4]quad{x[0], x[2], x[4], x[6]}, [4]quad{x[1], x[3], x[5], x[7]}
	emit(0, n.dot(c[0], even))
	for a := range 4 {
		e, o := n.dot(c[2+a], even), n.dot(c[6+a], odd)
		emit(1+2*a, n.sum(e, o))
		emit(2+2*a, n.diff(e, o))
	}
	emit(9, n.dot(c[1], odd))
}

func (n *neon) in8(t tables) {
	n.begin("in8", "in8", "")
	act, v, ps, tmp := n.arg("act"), n.arg("v"), n.stride("ps"), n.arg("tmp")
	ps10 := n.times(10, ps)
	c := n.constants(append(append([][4]float32{t.zero, t.inf}, t.even[:]...), t.odd[:]...)...)
	line := func(p register, step int) (d [8]quad) {
		for i := range d {
			d[i] = n.load(p, i*step)
		}
		return d
	}
	n.lanes([]register{act, v}, func() {
		from, to := n.copyOf(act), n.copyOf(tmp)
		n.loop(8, func() {
			n.input10(c, line(from, 512), func(i int, r quad) { n.store(r, to, i*512) })
			n.advance(64, from, to)
		})
		row, q := n.copyOf(tmp), n.copyOf(v)
		n.loop(10, func() {
			p := n.copyOf(q)
			n.input10(c, line(row, 64), func(_ int, r quad) { n.put(r, p, ps) })
			n.advance(512, row)
			n.move(ps10, q)
		})
	})
	n.end()
}

// output8 transforms ten points back to the eight values of a line; next loads
// the points in their order.
func (n *neon) output8(c []quad, next func() quad, emit func(i int, r quad)) {
	var sum, diff [4]quad
	zero := next()
	for a := range sum {
		p, q := next(), next()
		sum[a], diff[a] = n.sum(p, q), n.diff(p, q)
	}
	inf := next()
	r := n.sum(n.sum(sum[0], sum[1]), n.sum(sum[2], sum[3]))
	n.addTo(r, zero)
	emit(0, r)
	for i := 1; i < 8; i++ {
		x := sum
		if i%2 == 1 {
			x = diff
		}
		r := n.dot(c[i-1], x)
		if i == 7 {
			n.addTo(r, inf)
		}
		emit(i, r)
	}
}

func (n *neon) out8(t tables, e epilogue) {
	n.begin("out8"+e.name(), "out8"+e.name(), "")
	m, ps, act, tmp := n.arg("m"), n.stride("ps"), n.arg("act"), n.arg("tmp")
	r := n.operands(e)
	ps10, c := n.times(10, ps), n.constants(t.power[1:]...)
	n.lanes(append(r.all(), m, act), func() {
		q, column := n.copyOf(m), n.copyOf(tmp)
		n.loop(10, func() {
			p := n.copyOf(q)
			n.output8(c, func() quad { return n.take(p, ps10) }, func(i int, o quad) { n.store(o, column, i*640) })
			n.move(ps, q)
			n.advance(64, column)
		})
		row, to, at := n.copyOf(tmp), n.copyOf(act), n.copies(r)
		n.loop(8, func() {
			i := -1
			next := func() quad { i++; return n.load(row, i*64) }
			n.output8(c, next, func(x int, o quad) {
				n.finish(e, at, o, x*64)
				n.store(o, to, x*64)
			})
			n.advance(640, row)
			n.advance(512, append(at.boards(), to)...)
		})
	})
	n.end()
}
