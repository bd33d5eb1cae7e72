package kernel

// The transforms of F(8x8,3x3), for the points see gen/points.go.

func dot4(c *[4]float32, x0, x1, x2, x3 float32) float32 {
	return float32(c[0]*x0) + float32(c[1]*x1) + float32(c[2]*x2) + float32(c[3]*x3)
}

// line8 transforms 16 lanes of a line of eight squares, d step apart, to ten
// points, o to apart.
func line8(d *float32, step int, o *float32, to int) {
	for l := range 16 {
		x := func(i int) float32 { return lane(d, i*step)[l] }
		d1, d2, d3, d4, d5, d6, d7, d8 := x(0), x(1), x(2), x(3), x(4), x(5), x(6), x(7)
		lane(o, 0)[l] = dot4(&f8Zero, d2, d4, d6, d8)
		lane(o, 9*to)[l] = dot4(&f8Inf, d1, d3, d5, d7)
		for a := range f8Even {
			e, f := dot4(&f8Even[a], d2, d4, d6, d8), dot4(&f8Odd[a], d1, d3, d5, d7)
			lane(o, (1+2*a)*to)[l] = e + f
			lane(o, (2+2*a)*to)[l] = e - f
		}
	}
}

func in8Go(act, v *float32, ps int, tmp *float32) {
	for x := range 8 {
		line8(at(act, x*16), 128, at(tmp, x*16), 128)
	}
	for i := range 10 {
		line8(at(tmp, i*128), 16, at(v, i*10*ps), ps)
	}
}

// points8 transforms 16 lanes of ten points, step apart, back to eight squares.
func points8(m *float32, step int, o *[8][16]float32) {
	for l := range 16 {
		var s, d [4]float32
		for a := range s {
			p, q := lane(m, (1+2*a)*step)[l], lane(m, (2+2*a)*step)[l]
			s[a], d[a] = p+q, p-q
		}
		o[0][l] = (s[0] + s[1]) + (s[2] + s[3]) + lane(m, 0)[l]
		for i := 1; i < 7; i += 2 {
			o[i][l] = dot4(&f8Power[i], d[0], d[1], d[2], d[3])
			o[i+1][l] = dot4(&f8Power[i+1], s[0], s[1], s[2], s[3])
		}
		o[7][l] = dot4(&f8Power[7], d[0], d[1], d[2], d[3]) + lane(m, 9*step)[l]
	}
}

func out8Go(m *float32, ps int, bias, act, tmp *float32) { out8ResGo(m, ps, bias, nil, act, tmp) }

func out8ResGo(m *float32, ps int, bias, res, act, tmp *float32) {
	var o [8][16]float32
	for j := range 10 {
		points8(at(m, j*ps), 10*ps, &o)
		for y := range o {
			*lane(tmp, (y*10+j)*16) = o[y]
		}
	}
	for y := range 8 {
		points8(at(tmp, y*160), 16, &o)
		for x := range o {
			finish(&o[x], bias, nil, res, (y*8+x)*16, act)
		}
	}
}
