package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// filter4 is G w G^T for n filters, 16 of their outputs at once.
func (t *target) filter4() {
	t.fn("filter4", "func(w, u *float32, us, n int, tmp *float32)",
		"transforms n filters w [n][9][16] for F(4x4,3x3): point p of filter i at u[p*us + i*16].")
	w, u, us, n, tmp := t.arg("w"), t.arg("u"), t.stride("us"), t.arg("n"), t.arg("tmp")
	us6 := t.GP64()
	t.LEAQ(operand.Mem{Base: us, Index: us, Scale: 2}, us6)
	t.ADDQ(us6, us6)
	line := func(g [3]vec) (o [6]vec) {
		o[0] = t.mul(1./4, g[0])
		a := t.add(g[0], g[2])
		o[1], o[2] = t.mul(-1./6, t.add(a, g[1])), t.mul(-1./6, t.sub(a, g[1]))
		p, q := t.mul(1./24, g[0]), t.mul(1./12, g[1])
		t.fma(1./6, g[2], p)
		o[3], o[4] = t.add(p, q), t.sub(p, q)
		o[5] = g[2]
		return o
	}
	t.count(n, func() {
		t.lanes([]reg.Register{w, u}, func() {
			t.loop(3, func() {
				var g [3]vec
				for y := range g {
					g[y] = t.load(at(w, y*3*64))
				}
				for i, o := range line(g) {
					t.VMOVUPS(o, at(tmp, i*3*64))
				}
				t.advance(64, w, tmp)
			})
			t.advance(-3*64, w, tmp)
			q := t.GP64()
			t.MOVQ(u, q)
			t.loop(6, func() {
				var g [3]vec
				for x := range g {
					g[x] = t.load(at(tmp, x*64))
				}
				to := t.stepsOf(q, us, 6)
				for j, o := range line(g) {
					t.VMOVUPS(o, to.at(j))
				}
				t.advance(3*64, tmp)
				t.ADDQ(us6, q)
			})
			t.advance(-18*64, tmp)
		})
		rewind := 0
		if !t.wide {
			rewind = 64 // lanes went one block on
		}
		t.advance(576-rewind, w)
		if t.wide {
			t.advance(64, u)
		}
	})
	t.end()
}

// filterAdj4 is the transpose of filter4: gradients of points to gradients of
// filters.
func (t *target) filterAdj4() {
	t.fn("filterAdj4", "func(u, w *float32, us, n int, tmp *float32)",
		"is the transpose of filter4: point p of filter i at u[p*us + i*16] to w [n][9][16].")
	u, w, us, n, tmp := t.arg("u"), t.arg("w"), t.stride("us"), t.arg("n"), t.arg("tmp")
	us6 := t.GP64()
	t.LEAQ(operand.Mem{Base: us, Index: us, Scale: 2}, us6)
	t.ADDQ(us6, us6)
	line := func(m [6]vec) (o [3]vec) {
		a, b, c, d := t.add(m[1], m[2]), t.sub(m[1], m[2]), t.add(m[3], m[4]), t.sub(m[3], m[4])
		o[0] = t.mul(1./4, m[0])
		t.fma(-1./6, a, o[0])
		t.fma(1./24, c, o[0])
		o[1] = t.mul(1./12, d)
		t.fma(-1./6, b, o[1])
		o[2] = t.copy(m[5])
		t.fma(1./6, t.sub(c, a), o[2])
		return o
	}
	t.count(n, func() {
		t.lanes([]reg.Register{u, w}, func() {
			q := t.GP64()
			t.MOVQ(u, q)
			t.loop(6, func() {
				from := t.stepsOf(q, us, 6)
				var m [6]vec
				for j := range m {
					m[j] = t.load(from.at(j))
				}
				for x, o := range line(m) {
					t.VMOVUPS(o, at(tmp, x*6*64))
				}
				t.advance(64, tmp)
				t.ADDQ(us6, q)
			})
			t.advance(-6*64, tmp)
			t.loop(3, func() {
				var m [6]vec
				for i := range m {
					m[i] = t.load(at(tmp, i*64))
				}
				for y, o := range line(m) {
					t.VMOVUPS(o, at(w, y*3*64))
				}
				t.advance(6*64, tmp)
				t.advance(64, w)
			})
			t.advance(-18*64, tmp)
			t.advance(-3*64, w)
		})
		rewind := 0
		if !t.wide {
			rewind = 64
		}
		t.advance(576-rewind, w)
		if t.wide {
			t.advance(64, u)
		}
	})
	t.end()
}
