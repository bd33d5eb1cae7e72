package kernel

// The transforms of F(4x4,3x3), for the matrices see gen/f4.go.

func input4(d0, d1, d2, d3, d4, d5 float32) (o0, o1, o2, o3, o4, o5 float32) {
	e, f := d4-float32(4*d2), d3-float32(4*d1)
	g, h := d4-d2, float32(2*(d3-d1))
	return float32(4*d0) - float32(5*d2) + d4, e + f, e - f, g + h, g - h, float32(4*d1) - float32(5*d3) + d5
}

func output4(m0, m1, m2, m3, m4, m5 float32) (o0, o1, o2, o3 float32) {
	a, b, c, d := m1+m2, m1-m2, m3+m4, m3-m4
	return m0 + a + c, b + float32(2*d), a + float32(4*c), b + float32(8*d) + m5
}

// offBoard is a square outside the board.
var offBoard [16]float32

func in4Go(act, v *float32, ps int, _ *float32) {
	var t [6][10][16]float32 // columns -1 to 8
	var d [6]*[16]float32
	for ty := range 2 {
		for x := range 8 {
			for r := range d {
				d[r] = &offBoard
				if y := ty*4 - 1 + r; y >= 0 && y < 8 {
					d[r] = lane(act, (y*8+x)*16)
				}
			}
			for l := range 16 {
				t[0][x+1][l], t[1][x+1][l], t[2][x+1][l], t[3][x+1][l], t[4][x+1][l], t[5][x+1][l] =
					input4(d[0][l], d[1][l], d[2][l], d[3][l], d[4][l], d[5][l])
			}
		}
		for i := range t {
			for tx := range 2 {
				r := (*[6][16]float32)(t[i][tx*4:])
				p := i*6*ps + (ty*2+tx)*16
				o0, o1, o2, o3, o4, o5 := lane(v, p), lane(v, p+ps), lane(v, p+2*ps), lane(v, p+3*ps), lane(v, p+4*ps), lane(v, p+5*ps)
				for l := range 16 {
					o0[l], o1[l], o2[l], o3[l], o4[l], o5[l] = input4(r[0][l], r[1][l], r[2][l], r[3][l], r[4][l], r[5][l])
				}
			}
		}
	}
}

func out4Go(m *float32, ps int, bias, act, _ *float32) { back4(m, ps, bias, nil, nil, act) }

func out4ResGo(m *float32, ps int, bias, res, act, _ *float32) { back4(m, ps, bias, nil, res, act) }

func out4MaskGo(m *float32, ps int, mask, act, _ *float32) { back4(m, ps, nil, mask, nil, act) }

func out4MaskResGo(m *float32, ps int, mask, res, act, _ *float32) { back4(m, ps, nil, mask, res, act) }

func back4(m *float32, ps int, bias, mask, res, act *float32) {
	var u [4][6][16]float32
	var o [4][16]float32
	for t := range 4 {
		for j := range 6 {
			p := j*ps + t*16
			m0, m1, m2, m3, m4, m5 := lane(m, p), lane(m, p+6*ps), lane(m, p+12*ps), lane(m, p+18*ps), lane(m, p+24*ps), lane(m, p+30*ps)
			for l := range 16 {
				u[0][j][l], u[1][j][l], u[2][j][l], u[3][j][l] = output4(m0[l], m1[l], m2[l], m3[l], m4[l], m5[l])
			}
		}
		for y := range u {
			r := &u[y]
			for l := range 16 {
				o[0][l], o[1][l], o[2][l], o[3][l] = output4(r[0][l], r[1][l], r[2][l], r[3][l], r[4][l], r[5][l])
			}
			for x := range o {
				finish(&o[x], bias, mask, res, ((t/2*4+y)*8+t%2*4+x)*16, act)
			}
		}
	}
}

// adjoint4 is the transpose of output4.
func adjoint4(y0, y1, y2, y3 float32) (o0, o1, o2, o3, o4, o5 float32) {
	a, b, p, q := y0+y2, y1+y3, y0+float32(4*y2), float32(2*(y1+float32(4*y3)))
	return y0, a + b, a - b, p + q, p - q, y3
}

func adj4Go(act, d *float32, ps int, _ *float32) {
	var u [6][4][16]float32
	for t := range 4 {
		for x := range 4 {
			y := at(act, (t/2*32+t%2*4+x)*16)
			y0, y1, y2, y3 := lane(y, 0), lane(y, 128), lane(y, 256), lane(y, 384)
			for l := range 16 {
				u[0][x][l], u[1][x][l], u[2][x][l], u[3][x][l], u[4][x][l], u[5][x][l] = adjoint4(y0[l], y1[l], y2[l], y3[l])
			}
		}
		for i := range u {
			r := &u[i]
			p := i*6*ps + t*16
			o0, o1, o2, o3, o4, o5 := lane(d, p), lane(d, p+ps), lane(d, p+2*ps), lane(d, p+3*ps), lane(d, p+4*ps), lane(d, p+5*ps)
			for l := range 16 {
				o0[l], o1[l], o2[l], o3[l], o4[l], o5[l] = adjoint4(r[0][l], r[1][l], r[2][l], r[3][l])
			}
		}
	}
}

func filter4Go(w, u *float32, us, n int, _ *float32) {
	line := func(g0, g1, g2 float32) (o [6]float32) {
		a, p, q := g0+g2, g0/24+g2/6, g1/12
		return [6]float32{g0 / 4, -(a + g1) / 6, -(a - g1) / 6, p + q, p - q, g2}
	}
	var rows [3][6]float32
	for i := range n {
		for l := range 16 {
			x := func(k int) float32 { return lane(w, i*144+k*16)[l] }
			for c := range rows {
				rows[c] = line(x(c), x(3+c), x(6+c))
			}
			for a := range 6 {
				for b, v := range line(rows[0][a], rows[1][a], rows[2][a]) {
					lane(u, i*16+(a*6+b)*us)[l] = v
				}
			}
		}
	}
}

func filterAdj4Go(u, w *float32, us, n int, _ *float32) {
	line := func(m [6]float32) [3]float32 {
		a, b, c, d := m[1]+m[2], m[1]-m[2], m[3]+m[4], m[3]-m[4]
		return [3]float32{float32(m[0]/4) - a/6 + c/24, d/12 - b/6, m[5] + (c-a)/6}
	}
	var columns [3][6]float32
	for i := range n {
		for l := range 16 {
			for a := range 6 {
				var m [6]float32
				for b := range m {
					m[b] = lane(u, i*16+(a*6+b)*us)[l]
				}
				for x, v := range line(m) {
					columns[x][a] = v
				}
			}
			for x := range columns {
				for y, v := range line(columns[x]) {
					lane(w, i*144+(y*3+x)*16)[l] = v
				}
			}
		}
	}
}
