package kernel

// The transforms of F(4x4,3x3), for the matrices see gen/f4.go.

func input4(d0, d1, d2, d3, d4, d5 float32) (o0, o1, o2, o3, o4, o5 float32) {
	e, f := d4-4*d2, d3-4*d1
	g, h := d4-d2, 2*(d3-d1)
	return 4*d0 - 5*d2 + d4, e + f, e - f, g + h, g - h, 4*d1 - 5*d3 + d5
}

func output4(m0, m1, m2, m3, m4, m5 float32) (o0, o1, o2, o3 float32) {
	a, b, c, d := m1+m2, m1-m2, m3+m4, m3-m4
	return m0 + a + c, b + 2*d, a + 4*c, b + 8*d + m5
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
