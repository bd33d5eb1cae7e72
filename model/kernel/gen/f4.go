package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// F(4x4,3x3): four tiles of 6x6 points cover the board. Interpolation points 0,
// 1, -1, 2, -2 and infinity; the three transforms are
//
//	B^T = | 4  0 -5  0  1  0 |   A^T = | 1  1  1  1  1  0 |   G = |  1/4     0     0  |
//	      | 0 -4 -4  1  1  0 |         | 0  1 -1  2 -2  0 |       | -1/6  -1/6  -1/6  |
//	      | 0  4 -4 -1  1  0 |         | 0  1  1  4  4  0 |       | -1/6   1/6  -1/6  |
//	      | 0 -2 -1  2  1  0 |         | 0  1 -1  8 -8  1 |       | 1/24  1/12   1/6  |
//	      | 0  2 -1 -2  1  0 |                                    | 1/24 -1/12   1/6  |
//	      | 0  4  0 -5  0  1 |                                    |   0     0     1   |
//
// (Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2015).

// input is B^T d; nil entries are known zeros (d[0] or d[5] outside the board).
func (t *target) input(d [6]vec, c2, c4, c5 vec) (o [6]vec) {
	o[0] = t.copy(d[4]) // 4 d0 - 5 d2 + d4
	t.VFNMADD231PS(c5, d[2], o[0])
	if d[0] != nil {
		t.VFMADD231PS(c4, d[0], o[0])
	}
	o[5] = t.copy(d[5]) // 4 d1 - 5 d3 + d5
	t.VFNMADD231PS(c5, d[3], o[5])
	t.VFMADD231PS(c4, d[1], o[5])
	e, f := t.copy(d[4]), t.copy(d[3])
	t.VFNMADD231PS(c4, d[2], e) // d4 - 4 d2
	t.VFNMADD231PS(c4, d[1], f) // d3 - 4 d1
	o[1], o[2] = t.add(e, f), t.sub(e, f)
	g, h := t.sub(d[4], d[2]), t.sub(d[3], d[1])
	o[3], o[4] = t.copy(g), g
	t.VFMADD231PS(c2, h, o[3])
	t.VFNMADD231PS(c2, h, o[4])
	return o
}

// output is A^T m.
func (t *target) output(m [6]vec, c2, c4, c8 vec) (o [4]vec) {
	a, b, c, d := t.add(m[1], m[2]), t.sub(m[1], m[2]), t.add(m[3], m[4]), t.sub(m[3], m[4])
	o[0] = t.add(m[0], a)
	t.VADDPS(c, o[0], o[0])
	o[1] = t.copy(b)
	t.VFMADD231PS(c2, d, o[1])
	t.VFMADD231PS(c4, c, a)
	o[2] = a
	t.VADDPS(m[5], b, b)
	t.VFMADD231PS(c8, d, b)
	o[3] = b
	return o
}

// adjoint is A y, the transpose of output.
func (t *target) adjoint(y [4]vec, c2, c4 vec) (o [6]vec) {
	a, b := t.add(y[0], y[2]), t.add(y[1], y[3])
	p, q := t.copy(y[0]), t.copy(y[1])
	t.VFMADD231PS(c4, y[2], p) // y0 + 4 y2
	t.VFMADD231PS(c4, y[3], q) // y1 + 4 y3
	o[0], o[5] = y[0], y[3]
	o[1], o[2] = t.add(a, b), t.sub(a, b)
	o[3], o[4] = t.copy(p), p
	t.VFMADD231PS(c2, q, o[3])
	t.VFNMADD231PS(c2, q, o[4])
	return o
}

// in4 writes the 36 points of the four tiles of one board and 16 channels.
func (t *target) in4() {
	t.fn("in4", "func(act, v *float32, ps int, tmp *float32)",
		"transforms act [64][16] into the four F(4x4,3x3) tiles of v: point p of tile i at v[p*ps + i*16].")
	act, v, ps, tmp := t.arg("act"), t.arg("v"), t.stride("ps"), t.arg("tmp")
	c2, c4, c5 := t.spread(2), t.spread(4), t.spread(5)
	ps6 := t.GP64()
	t.LEAQ(operand.Mem{Base: ps, Index: ps, Scale: 2}, ps6)
	t.ADDQ(ps6, ps6)
	t.lanes([]reg.Register{act, v}, func() {
		for ty := 0; ty < 2; ty++ { // the upper tiles start one row above the board, the lower end one below
			t.loop(8, func() {
				var d [6]vec
				for r := range d {
					if y := ty*4 - 1 + r; y >= 0 && y < 8 {
						d[r] = t.load(at(act, y*512))
					}
				}
				for i, o := range t.input(d, c2, c4, c5) {
					t.VMOVUPS(o, at(tmp, i*512))
				}
				t.advance(64, act, tmp)
			})
			t.advance(-512, act, tmp)
			row, q := t.GP64(), t.GP64()
			t.MOVQ(tmp, row)
			t.MOVQ(v, q)
			t.loop(6, func() {
				to := t.stepsOf(q, ps, 6)
				for tx := 0; tx < 2; tx++ {
					var d [6]vec
					for c := range d {
						if x := tx*4 - 1 + c; x >= 0 && x < 8 {
							d[c] = t.load(at(row, x*64))
						}
					}
					for j, o := range t.input(d, c2, c4, c5) {
						m := to.at(j)
						m.Disp = (ty*2 + tx) * 64
						t.VMOVUPS(o, m)
					}
				}
				t.advance(512, row)
				t.ADDQ(ps6, q)
			})
		}
	})
	t.end()
}

// out4 turns 36 points of four tiles into one board and 16 channels, with the
// epilogue e.
func (t *target) out4(e epilogue) {
	t.fn("out4"+e.name(), "func(m *float32, ps int, "+e.params()+", act, tmp *float32)",
		"transforms back the four F(4x4,3x3) tiles of m into act [64][16]"+e.doc()+".")
	m, ps, act, tmp := t.arg("m"), t.stride("ps"), t.arg("act"), t.arg("tmp")
	r := t.operands(e)
	c2, c4, c8 := t.spread(2), t.spread(4), t.spread(8)
	ps6 := t.GP64()
	t.LEAQ(operand.Mem{Base: ps, Index: ps, Scale: 2}, ps6)
	t.ADDQ(ps6, ps6)
	back := t.GP64() // six columns of points
	t.MOVQ(ps6, back)
	t.NEGQ(back)
	t.lanes(append(r.all(), m, act), func() {
		t.loop(2, func() {
			t.loop(2, func() {
				from := t.stepsOf(m, ps6, 6)
				column := func() [4]vec {
					var d [6]vec
					for i := range d {
						d[i] = t.load(from.at(i))
					}
					t.ADDQ(ps, m)
					t.ADDQ(ps, from.hi)
					return t.output(d, c2, c4, c8)
				}
				row := func(d [6]vec, y int) {
					for x, o := range t.output(d, c2, c4, c8) {
						t.finish(e, r, o, y*512+x*64)
						t.VMOVUPS(o, at(act, y*512+x*64))
					}
				}
				if t.wide { // 24 vectors stay in registers
					var u [6][4]vec
					for j := range u {
						u[j] = column()
					}
					for y := 0; y < 4; y++ {
						row([6]vec{u[0][y], u[1][y], u[2][y], u[3][y], u[4][y], u[5][y]}, y)
					}
				} else {
					t.loop(6, func() {
						for y, o := range column() {
							t.VMOVUPS(o, at(tmp, y*6*64))
						}
						t.advance(64, tmp)
					})
					t.advance(-6*64, tmp)
					for y := 0; y < 4; y++ {
						var d [6]vec
						for j := range d {
							d[j] = t.load(at(tmp, (y*6+j)*64))
						}
						row(d, y)
					}
				}
				t.ADDQ(back, m)
				t.advance(64, m)
				t.advance(4*64, append(r.boards(), act)...) // the tile to the right
			})
			t.advance(2048-8*64, append(r.boards(), act)...) // the lower tiles
		})
		t.advance(-4*64, m)
		t.advance(-4096, append(r.boards(), act)...)
	})
	t.end()
}

// adj4 is the transpose of the output transform, for the gradient of the
// weights.
func (t *target) adj4() {
	t.fn("adj4", "func(act, d *float32, ps int, tmp *float32)",
		"is the transpose of out4: act [64][16] to 36 points of four tiles, point p of tile i at d[p*ps + i*16].")
	act, d, ps, tmp := t.arg("act"), t.arg("d"), t.stride("ps"), t.arg("tmp")
	c2, c4 := t.spread(2), t.spread(4)
	ps6 := t.GP64()
	t.LEAQ(operand.Mem{Base: ps, Index: ps, Scale: 2}, ps6)
	t.ADDQ(ps6, ps6)
	t.lanes([]reg.Register{act, d}, func() {
		t.loop(2, func() {
			t.loop(2, func() {
				t.loop(4, func() {
					var y [4]vec
					for r := range y {
						y[r] = t.load(at(act, r*512))
					}
					for i, o := range t.adjoint(y, c2, c4) {
						t.VMOVUPS(o, at(tmp, i*4*64))
					}
					t.advance(64, act, tmp)
				})
				t.advance(-4*64, tmp)
				q, row := t.GP64(), t.GP64()
				t.MOVQ(d, q)
				t.MOVQ(tmp, row)
				t.loop(6, func() {
					var y [4]vec
					for x := range y {
						y[x] = t.load(at(row, x*64))
					}
					to := t.stepsOf(q, ps, 6)
					for j, o := range t.adjoint(y, c2, c4) {
						t.VMOVUPS(o, to.at(j))
					}
					t.advance(4*64, row)
					t.ADDQ(ps6, q)
				})
				t.advance(64, d)
			})
			t.advance(2048-8*64, act)
		})
		t.advance(-4*64, d)
		t.advance(-4096, act)
	})
	t.end()
}
