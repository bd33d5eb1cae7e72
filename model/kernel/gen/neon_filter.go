package main

// The filter transforms of F(4x4,3x3) for arm64, see filter.go.

// filterConstants of G.
type filterConstants struct{ quarter, minusSixth, part24, part12, sixth lane }

func (n *neon) filterConstants() filterConstants {
	c := n.constants([4]float32{1. / 4, -1. / 6, 1. / 24, 1. / 12}, [4]float32{1. / 6})
	return filterConstants{lane{c[0], 0}, lane{c[0], 1}, lane{c[0], 2}, lane{c[0], 3}, lane{c[1], 0}}
}

func (n *neon) filter4() {
	n.begin("filter4", "filter4", "")
	w, u, us, count, tmp := n.arg("w"), n.arg("u"), n.stride("us"), n.arg("n"), n.arg("tmp")
	us6, c := n.times(6, us), n.filterConstants()
	line := func(p register, step int) (o [6]quad) {
		g0, g1, g2 := n.load(p, 0), n.load(p, step), n.load(p, 2*step)
		o[0] = n.mul(g0, c.quarter)
		a := n.sum(g0, g2)
		o[1], o[2] = n.mul(n.sum(a, g1), c.minusSixth), n.mul(n.diff(a, g1), c.minusSixth)
		p0, q := n.mul(g0, c.part24), n.mul(g1, c.part12)
		n.fma(p0, g2, c.sixth)
		o[3], o[4] = n.sum(p0, q), n.diff(p0, q)
		o[5] = g2
		return o
	}
	n.count(count, func() {
		n.lanes([]register{w, u}, func() {
			from, to := n.copyOf(w), n.copyOf(tmp)
			n.loop(3, func() {
				for i, o := range line(from, 3*64) {
					n.store(o, to, i*3*64)
				}
				n.advance(64, from, to)
			})
			row, q := n.copyOf(tmp), n.copyOf(u)
			n.loop(6, func() {
				p := n.copyOf(q)
				for _, o := range line(row, 64) {
					n.put(o, p, us)
				}
				n.advance(3*64, row)
				n.move(us6, q)
			})
		})
		n.advance(576-64, w)
	})
	n.end()
}

func (n *neon) filterAdj4() {
	n.begin("filterAdj4", "filterAdj4", "")
	u, w, us, count, tmp := n.arg("u"), n.arg("w"), n.stride("us"), n.arg("n"), n.arg("tmp")
	us6, c := n.times(6, us), n.filterConstants()
	line := func(m [6]quad) (o [3]quad) {
		a, b, s, d := n.sum(m[1], m[2]), n.diff(m[1], m[2]), n.sum(m[3], m[4]), n.diff(m[3], m[4])
		o[0] = n.mul(m[0], c.quarter)
		n.fma(o[0], a, c.minusSixth)
		n.fma(o[0], s, c.part24)
		o[1] = n.mul(d, c.part12)
		n.fma(o[1], b, c.minusSixth)
		o[2] = n.copy(m[5])
		n.fma(o[2], n.diff(s, a), c.sixth)
		return o
	}
	n.count(count, func() {
		n.lanes([]register{u, w}, func() {
			q, to := n.copyOf(u), n.copyOf(tmp)
			n.loop(6, func() {
				p := n.copyOf(q)
				var m [6]quad
				for j := range m {
					m[j] = n.take(p, us)
				}
				for x, o := range line(m) {
					n.store(o, to, x*6*64)
				}
				n.advance(64, to)
				n.move(us6, q)
			})
			column, filter := n.copyOf(tmp), n.copyOf(w)
			n.loop(3, func() {
				var m [6]quad
				for i := range m {
					m[i] = n.load(column, i*64)
				}
				for y, o := range line(m) {
					n.store(o, filter, y*3*64)
				}
				n.advance(6*64, column)
				n.advance(64, filter)
			})
		})
		n.advance(576-64, w)
	})
	n.end()
}
