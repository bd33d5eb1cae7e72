package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func (t *target) dot(c [4]float32, x [4]vec) vec {
	r := t.mul(c[0], x[0])
	for k := 1; k < 4; k++ {
		t.fma(c[k], x[k], r)
	}
	return r
}

// input10 transforms the eight values of a line of the board; emit gets the ten
// points.
func (t *target) input10(c tables, x [8]vec, emit func(i int, r vec)) {
	odd, even := [4]vec{x[0], x[2], x[4], x[6]}, [4]vec{x[1], x[3], x[5], x[7]}
	emit(0, t.dot(c.zero, even))
	emit(9, t.dot(c.inf, odd))
	for a := range c.even {
		e, o := t.dot(c.even[a], even), t.dot(c.odd[a], odd)
		emit(1+2*a, t.add(e, o))
		emit(2+2*a, t.sub(e, o))
	}
}

// output8 transforms ten points in memory back to the eight values of a line.
func (t *target) output8(c tables, from func(i int) operand.Mem, emit func(i int, r vec)) {
	var sum, diff [4]vec
	for a := range sum {
		p, q := t.load(from(1+2*a)), from(2+2*a)
		sum[a], diff[a] = t.vec(), t.vec()
		t.VADDPS(q, p, sum[a])
		t.VSUBPS(q, p, diff[a])
	}
	r := t.add(t.add(sum[0], sum[1]), t.add(sum[2], sum[3]))
	t.VADDPS(from(0), r, r)
	emit(0, r)
	for i := 1; i < 8; i++ {
		x := sum
		if i%2 == 1 {
			x = diff
		}
		r := t.dot(c.power[i], x)
		if i == 7 {
			t.VADDPS(from(9), r, r)
		}
		emit(i, r)
	}
}

// in8 writes the 100 points of one board and 16 channels.
func (t *target) in8(c tables) {
	t.fn("in8", "func(act, v *float32, ps int, tmp *float32)", "transforms act [64][16] into the F(8x8,3x3) tile of v: point p at v[p*ps].")
	act, v, ps, tmp := t.arg("act"), t.arg("v"), t.stride("ps"), t.arg("tmp")
	ps10 := t.GP64()
	t.LEAQ(operand.Mem{Base: ps, Index: ps, Scale: 4}, ps10)
	t.ADDQ(ps10, ps10)
	t.lanes([]reg.Register{act, v}, func() {
		t.loop(8, func() {
			var d [8]vec
			for y := range d {
				d[y] = t.load(at(act, y*512))
			}
			t.input10(c, d, func(i int, r vec) { t.VMOVUPS(r, at(tmp, i*512)) })
			t.advance(64, act, tmp)
		})
		t.advance(-512, act, tmp)
		row, q := t.GP64(), t.GP64()
		t.MOVQ(tmp, row)
		t.MOVQ(v, q)
		t.loop(10, func() {
			var d [8]vec
			for x := range d {
				d[x] = t.load(at(row, x*64))
			}
			to := t.stepsOf(q, ps, 10)
			t.input10(c, d, func(i int, r vec) { t.VMOVUPS(r, to.at(i)) })
			t.advance(512, row)
			t.ADDQ(ps10, q)
		})
	})
	t.end()
}

// out8 turns 100 points into one board and 16 channels, with the epilogue e.
func (t *target) out8(c tables, e epilogue) {
	t.fn("out8"+e.name(), "func(m *float32, ps int, "+e.params()+", act, tmp *float32)",
		"transforms back the F(8x8,3x3) tile of m into act [64][16]"+e.doc()+".")
	m, ps, act, tmp := t.arg("m"), t.stride("ps"), t.arg("act"), t.arg("tmp")
	x := t.operands(e)
	ps10 := t.GP64()
	t.LEAQ(operand.Mem{Base: ps, Index: ps, Scale: 4}, ps10)
	t.ADDQ(ps10, ps10)
	t.lanes(append(x.all(), m, act), func() {
		q := t.GP64()
		t.MOVQ(m, q)
		t.loop(10, func() {
			from := t.stepsOf(q, ps10, 10)
			t.output8(c, from.at, func(i int, r vec) { t.VMOVUPS(r, at(tmp, i*640)) })
			t.ADDQ(ps, q)
			t.advance(64, tmp)
		})
		t.advance(-640, tmp)
		t.loop(8, func() {
			t.output8(c, func(i int) operand.Mem { return at(tmp, i*64) }, func(i int, r vec) {
				t.finish(e, x, r, i*64)
				t.VMOVUPS(r, at(act, i*64))
			})
			t.advance(640, tmp)
			t.advance(512, append(x.boards(), act)...)
		})
		t.advance(-640*8, tmp)
		t.advance(-4096, append(x.boards(), act)...)
	})
	t.end()
}
