package kernel

import "unsafe"

// portable is plain Go: for processors without assembly, and the twin the assembly is tested against.
var portable = kernels{
	gemm8: gemm8Go, gemm4: gemm4Go,
	in:     [2]inFunc{in8Go, in4Go},
	out:    [2]outFunc{out8Go, out4Go},
	outRes: [2]outResFunc{out8ResGo, out4ResGo},

	outMask: out4MaskGo, outMaskRes: out4MaskResGo, adj: adj4Go,
	gemmT: gemmTGo, filter: filter4Go, filterAdj: filterAdj4Go,
}

// lane is the block of 16 float32 at p[i].
func lane(p *float32, i int) *[16]float32 { return (*[16]float32)(unsafe.Pointer(at(p, i))) }

func gemm8Go(a, b, c *float32, kb, tiles, panels, aBlock, aTile, cBlock, cTile int, next *float32) {
	gemm4Go(a, b, c, kb, tiles, panels, aBlock, aTile, cBlock, cTile, next)
	gemm4Go(at(a, 64), b, at(c, 64), kb, tiles, panels, aBlock, aTile, cBlock, cTile, next)
}

// gemm4Go holds 4x4 sums at a time: on arm64 the compiler fuses each product and sum into one instruction.
func gemm4Go(a, b, c *float32, kb, tiles, panels, aBlock, aTile, cBlock, cTile int, _ *float32) {
	for p := range panels {
		for t := range tiles {
			for j := 0; j < 16; j += 4 {
				var c00, c01, c02, c03, c10, c11, c12, c13, c20, c21, c22, c23, c30, c31, c32, c33 float32
				for q := range kb {
					row := t*aTile + q*aBlock
					r0, r1, r2, r3 := lane(a, row), lane(a, row+16), lane(a, row+32), lane(a, row+48)
					w := (*[256]float32)(unsafe.Pointer(at(b, (p*kb+q)*256)))
					for k := range 16 {
						v := w[k*16+j : k*16+j+4]
						b0, b1, b2, b3 := v[0], v[1], v[2], v[3]
						x := r0[k]
						c00 += x * b0
						c01 += x * b1
						c02 += x * b2
						c03 += x * b3
						x = r1[k]
						c10 += x * b0
						c11 += x * b1
						c12 += x * b2
						c13 += x * b3
						x = r2[k]
						c20 += x * b0
						c21 += x * b1
						c22 += x * b2
						c23 += x * b3
						x = r3[k]
						c30 += x * b0
						c31 += x * b1
						c32 += x * b2
						c33 += x * b3
					}
				}
				to := t*cTile + p*cBlock + j
				*(*[4]float32)(unsafe.Pointer(at(c, to))) = [4]float32{c00, c01, c02, c03}
				*(*[4]float32)(unsafe.Pointer(at(c, to+16))) = [4]float32{c10, c11, c12, c13}
				*(*[4]float32)(unsafe.Pointer(at(c, to+32))) = [4]float32{c20, c21, c22, c23}
				*(*[4]float32)(unsafe.Pointer(at(c, to+48))) = [4]float32{c30, c31, c32, c33}
			}
		}
	}
}

// gemmTGo takes four channels of A by four columns of B at a time.
func gemmTGo(a, b, c *float32, tiles, panels, aTile, bTile, cBlock, add int) {
	for p := range panels {
		for i := 0; i < 16; i += 4 {
			for j := 0; j < 16; j += 4 {
				var s [4]*[4]float32
				for r := range s {
					s[r] = (*[4]float32)(unsafe.Pointer(at(c, p*cBlock+(i+r)*16+j)))
					if add == 0 {
						*s[r] = [4]float32{}
					}
				}
				s0, s1, s2, s3 := *s[0], *s[1], *s[2], *s[3]
				for t := range tiles {
					x := (*[128]float32)(unsafe.Pointer(at(a, t*aTile)))
					y := (*[128]float32)(unsafe.Pointer(at(b, t*bTile+p*128)))
					for row := 0; row < 128; row += 16 {
						u := x[row+i : row+i+4]
						v := y[row+j : row+j+4]
						v0, v1, v2, v3 := v[0], v[1], v[2], v[3]
						s0[0] += u[0] * v0
						s0[1] += u[0] * v1
						s0[2] += u[0] * v2
						s0[3] += u[0] * v3
						s1[0] += u[1] * v0
						s1[1] += u[1] * v1
						s1[2] += u[1] * v2
						s1[3] += u[1] * v3
						s2[0] += u[2] * v0
						s2[1] += u[2] * v1
						s2[2] += u[2] * v2
						s2[3] += u[2] * v3
						s3[0] += u[3] * v0
						s3[1] += u[3] * v1
						s3[2] += u[3] * v2
						s3[3] += u[3] * v3
					}
				}
				*s[0], *s[1], *s[2], *s[3] = s0, s1, s2, s3
			}
		}
	}
}

// finish is what the output transforms do to the square at offset sq of a block, nil pointers standing for nothing: y + res + bias, positive part; or,
// with a mask, y + res where the mask is positive and 0 elsewhere.
func finish(y *[16]float32, bias, mask, res *float32, sq int, act *float32) {
	o := lane(act, sq)
	if bias != nil {
		for l, b := range lane(bias, 0) {
			y[l] += b
		}
	}
	if res != nil {
		for l, r := range lane(res, sq) {
			y[l] += r
		}
	}
	if mask == nil {
		for l, v := range y {
			o[l] = max(v, 0)
		}
		return
	}
	for l, f := range lane(mask, sq) {
		if f > 0 {
			o[l] = y[l]
		} else {
			o[l] = 0
		}
	}
}
