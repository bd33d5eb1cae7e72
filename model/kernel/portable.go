package kernel

import "unsafe"

// portable is plain Go: for processors without assembly, and the twin the
// assembly is tested against. Every product is converted before it is added to
// something, for a compiler may fuse the two where the processor can, and the
// results would not be the same everywhere.
var portable = kernels{
	gemm8: gemm8Go, gemm4: gemm4Go,
	in:     [2]inFunc{in8Go, in4Go},
	out:    [2]outFunc{out8Go, out4Go},
	outRes: [2]outResFunc{out8ResGo, out4ResGo},
	pool:   poolGo, unpool: unpoolGo,
	gather: gatherGo, scatter: scatterGo,

	outMask: out4MaskGo, outMaskRes: out4MaskResGo, adj: adj4Go,
	gemmT: gemmTGo, filter: filter4Go, filterAdj: filterAdj4Go,
}

// lane is the block of 16 float32 at p[i].
func lane(p *float32, i int) *[16]float32 { return (*[16]float32)(unsafe.Pointer(at(p, i))) }

func gemm8Go(a, b, c *float32, kb, tiles, panels, aBlock, aTile, cBlock, cTile int, next *float32) {
	gemm4Go(a, b, c, kb, tiles, panels, aBlock, aTile, cBlock, cTile, next)
	gemm4Go(at(a, 64), b, at(c, 64), kb, tiles, panels, aBlock, aTile, cBlock, cTile, next)
}

// gemm4Go holds 4x4 sums at a time.
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
						c00 += float32(x * b0)
						c01 += float32(x * b1)
						c02 += float32(x * b2)
						c03 += float32(x * b3)
						x = r1[k]
						c10 += float32(x * b0)
						c11 += float32(x * b1)
						c12 += float32(x * b2)
						c13 += float32(x * b3)
						x = r2[k]
						c20 += float32(x * b0)
						c21 += float32(x * b1)
						c22 += float32(x * b2)
						c23 += float32(x * b3)
						x = r3[k]
						c30 += float32(x * b0)
						c31 += float32(x * b1)
						c32 += float32(x * b2)
						c33 += float32(x * b3)
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

// gemmTGo holds 4x4 sums at a time, like gemm4Go.
func gemmTGo(a, b, c *float32, tiles, panels, aTile, bTile, cBlock, add int) {
	for p := range panels {
		for i := 0; i < 16; i += 4 {
			for j := 0; j < 16; j += 4 {
				var c00, c01, c02, c03, c10, c11, c12, c13, c20, c21, c22, c23, c30, c31, c32, c33 float32
				to := func(row int) *[4]float32 { return (*[4]float32)(unsafe.Pointer(at(c, p*cBlock+(i+row)*16+j))) }
				t0, t1, t2, t3 := to(0), to(1), to(2), to(3)
				if add != 0 {
					c00, c01, c02, c03 = t0[0], t0[1], t0[2], t0[3]
					c10, c11, c12, c13 = t1[0], t1[1], t1[2], t1[3]
					c20, c21, c22, c23 = t2[0], t2[1], t2[2], t2[3]
					c30, c31, c32, c33 = t3[0], t3[1], t3[2], t3[3]
				}
				for t := range tiles {
					x := (*[128]float32)(unsafe.Pointer(at(a, t*aTile)))
					y := (*[128]float32)(unsafe.Pointer(at(b, t*bTile+p*128)))
					for row := 0; row < 128; row += 16 {
						u, v := x[row+i:row+i+4], y[row+j:row+j+4]
						v0, v1, v2, v3 := v[0], v[1], v[2], v[3]
						z := u[0]
						c00 += float32(z * v0)
						c01 += float32(z * v1)
						c02 += float32(z * v2)
						c03 += float32(z * v3)
						z = u[1]
						c10 += float32(z * v0)
						c11 += float32(z * v1)
						c12 += float32(z * v2)
						c13 += float32(z * v3)
						z = u[2]
						c20 += float32(z * v0)
						c21 += float32(z * v1)
						c22 += float32(z * v2)
						c23 += float32(z * v3)
						z = u[3]
						c30 += float32(z * v0)
						c31 += float32(z * v1)
						c32 += float32(z * v2)
						c33 += float32(z * v3)
					}
				}
				*t0, *t1 = [4]float32{c00, c01, c02, c03}, [4]float32{c10, c11, c12, c13}
				*t2, *t3 = [4]float32{c20, c21, c22, c23}, [4]float32{c30, c31, c32, c33}
			}
		}
	}
}

// finish is what the output transforms do to the square at offset sq of a
// block, nil pointers standing for nothing: y + res + bias, positive part; or,
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
