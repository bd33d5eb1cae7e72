package main

// What is fused into the output transforms, and what looks over the whole board,
// for arm64; see epilogue.go, pool.go and lines.go.

// aside are the pointers an epilogue reads from, each empty where it has no use.
type aside struct{ bias, mask, res register }

func (n *neon) operands(e epilogue) (x aside) {
	if e.backward {
		x.mask = n.arg("mask")
	} else {
		x.bias = n.arg("bias")
	}
	if e.residual {
		x.res = n.arg("res")
	}
	return x
}

// boards are the pointers that move with the board's squares.
func (x aside) boards() (l []register) {
	for _, r := range []register{x.mask, x.res} {
		if r != "" {
			l = append(l, r)
		}
	}
	return l
}

// all are the pointers that move with the channels.
func (x aside) all() []register {
	if x.bias != "" {
		return append(x.boards(), x.bias)
	}
	return x.boards()
}

// copies are x with pointers to boards that may be moved.
func (n *neon) copies(x aside) aside {
	for _, r := range []*register{&x.mask, &x.res} {
		if *r != "" {
			*r = n.copyOf(*r)
		}
	}
	return x
}

// finish applies the epilogue in place to the vector at byte offset disp of the
// board. The positive part clears what is below 0 and so lets NaN and -0 be, as
// VMAXPS does.
func (n *neon) finish(e epilogue, x aside, o quad, disp int) {
	if x.bias != "" {
		n.addTo(o, n.load(x.bias, 0))
	}
	if x.res != "" {
		n.addTo(o, n.load(x.res, disp))
	}
	f := n.quad()
	if e.backward {
		n.zeroWord(fcmgt0, f, n.load(x.mask, disp))
		n.word(and, o, o, f)
		return
	}
	n.zeroWord(fcmlt0, f, o)
	n.word(bic, o, o, f)
}

// mostTo is most = x where x is greater, for which VMAXPS is the same.
func (n *neon) mostTo(most, x quad) { n.word(bit, most, x, n.op(fcmgt, x, most)) }

func (n *neon) pool() {
	n.begin("pool", "pool", "")
	act, onBoard, mean, most := n.arg("act"), n.arg("squares"), n.arg("mean"), n.arg("most")
	scale := n.scalar("scale")
	n.lanes([]register{act, mean, most}, func() {
		var sum, top [4]quad
		for i := range sum {
			sum[i], top[i] = n.zero(), n.zero()
		}
		from, m := n.copyOf(act), n.copyOf(onBoard)
		n.loop(16, func() {
			four := n.load(m, 0)
			for i := range sum {
				z := n.mul(n.load(from, i*64), lane{four, i})
				n.addTo(sum[i], z)
				n.mostTo(top[i], z)
			}
			n.advance(256, from)
			n.advance(16, m)
		})
		n.store(n.mul(n.sum(n.sum(sum[0], sum[1]), n.sum(sum[2], sum[3])), scale), mean, 0)
		n.mostTo(top[0], top[1])
		n.mostTo(top[2], top[3])
		n.mostTo(top[0], top[2])
		n.store(top[0], most, 0)
	})
	n.end()
}

func (n *neon) unpool() {
	n.begin("unpool", "unpool", "")
	act, onBoard, most, dMean, dMost, d := n.arg("act"), n.arg("squares"), n.arg("most"), n.arg("dMean"), n.arg("dMost"), n.arg("d")
	scale := n.scalar("scale")
	n.lanes([]register{act, most, dMean, dMost, d}, func() {
		top, all, share := n.load(most, 0), n.load(dMost, 0), n.mul(n.load(dMean, 0), scale)
		zero := n.zero()
		open := n.op(fcmeq, zero, zero)
		from, m, to := n.copyOf(act), n.copyOf(onBoard), n.copyOf(d)
		n.loop(16, func() {
			four := n.load(m, 0)
			for i := range 4 {
				hit := n.op(fcmeq, top, n.mul(n.load(from, i*64), lane{four, i}))
				n.word(and, hit, hit, open)
				n.word(bic, open, open, hit)
				o := n.op(and, hit, all)
				n.addTo(o, share)
				n.store(n.mul(o, lane{four, i}), to, i*64)
			}
			n.advance(256, from, to)
			n.advance(16, m)
		})
	})
	n.end()
}

func (n *neon) gather() {
	n.begin("gather", "gather", "")
	act, onBoard, scale, lines := n.arg("act"), n.arg("squares"), n.arg("scale"), n.arg("lines")
	n.lanes([]register{act, lines}, func() {
		zero := n.zero()
		for i := diagonalsAt; i < lineCount; i++ {
			n.store(zero, lines, i*64)
		}
		var column [8]quad
		for x := range column {
			column[x] = n.zero()
		}
		from, m, to := n.copyOf(act), n.copyOf(onBoard), n.copyOf(lines)
		down, up := n.offset(lines, (diagonalsAt+7)*64), n.offset(lines, antidiagonalsAt*64)
		n.loop(8, func() {
			row, half := n.zero(), n.line(m, 0, 8)
			for x := range column {
				z := n.mul(n.load(from, x*64), lane{half[x/4], x % 4})
				n.addTo(row, z)
				n.addTo(column[x], z)
				for _, p := range []register{down, up} {
					n.store(n.sum(z, n.load(p, x*64)), p, x*64)
				}
			}
			n.store(row, to, 0)
			n.advance(512, from)
			n.advance(32, m)
			n.advance(64, to, up)
			n.advance(-64, down)
		})
		for x, q := range column {
			n.store(q, lines, (columnsAt+x)*64)
		}
		line, k := n.copyOf(lines), n.copyOf(scale)
		n.loop(lineCount/4, func() {
			four := n.load(k, 0)
			for i := range 4 {
				n.store(n.mul(n.load(line, i*64), lane{four, i}), line, i*64)
			}
			n.advance(256, line)
			n.advance(16, k)
		})
	})
	n.end()
}

func (n *neon) scatter() {
	n.begin("scatter", "scatter", "")
	lines, onBoard, res, dst := n.arg("lines"), n.arg("squares"), n.arg("res"), n.arg("dst")
	n.lanes([]register{lines, res, dst}, func() {
		rows, m, from, to := n.copyOf(lines), n.copyOf(onBoard), n.copyOf(res), n.copyOf(dst)
		down, up := n.offset(lines, (diagonalsAt+7)*64), n.offset(lines, antidiagonalsAt*64)
		n.loop(8, func() {
			row, half := n.load(rows, 0), n.line(m, 0, 8)
			for x := range 8 {
				o := n.sum(row, n.load(lines, (columnsAt+x)*64))
				n.addTo(o, n.load(down, x*64))
				n.addTo(o, n.load(up, x*64))
				o = n.mul(o, lane{half[x/4], x % 4})
				n.addTo(o, n.load(from, x*64))
				n.store(o, to, x*64)
			}
			n.advance(512, from, to)
			n.advance(32, m)
			n.advance(64, rows, up)
			n.advance(-64, down)
		})
	})
	n.end()
}
