package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
)

// prefetched is the number of cache lines of the next weights asked for with
// every four steps of the inner loop.
const prefetched = 2

// gemm multiplies packed rows by packed weights with rows x 16*blocks sums in
// registers:
//
//	for panel in [0,panels): for t in [0,tiles): C[t][panel] = A[t] * B[panel]
//
// Row i, channel k of 16-block q of row block t is a[t*aTile + q*aBlock + i*16
// + k]. B is [16-blocks of outputs][kb*16][16]. Row i of 16-block q of C is
// c[t*cTile + q*cBlock + i*16]. Strides count float32.
func (t *target) gemm(rows, blocks int) {
	t.fn(fmt.Sprintf("gemm%dx%d", rows, blocks*16), "func(a, b, c *float32, kb, tiles, panels, aBlock, aTile, cBlock, cTile int, next *float32)",
		fmt.Sprintf("multiplies with %d rows and %d columns in registers; strides count float32, next is prefetched.", rows, blocks*16))
	half := 1 // vectors to a block
	if !t.wide {
		half = 2
	}
	b0, c0, next := t.arg("b"), t.arg("c"), t.arg("next")
	cBlock, cTile := t.stride("cBlock"), t.stride("cTile")
	aSkip := t.stride("aBlock") // from one 16-block of A to the next
	aNext := t.stride("aTile")  // from the end of a row block to the next
	used := t.GP64()
	t.MOVQ(aSkip, used)
	t.IMULQ(t.slot("kb"), used)
	t.SUBQ(used, aNext)
	t.SUBQ(operand.Imm(64), aSkip)
	bBlock := t.arg("kb") // bytes of one 16-block of B
	t.SHLQ(operand.Imm(10), bBlock)

	t.count(t.slot("panels"), func() {
		a, c, tiles := t.arg("a"), t.GP64(), t.arg("tiles")
		t.MOVQ(c0, c)
		t.count(tiles, func() {
			acc := make([][]vec, rows)
			for i := range acc {
				for j := 0; j < blocks*half; j++ {
					acc[i] = append(acc[i], t.zero())
				}
			}
			b := t.GP64()
			t.MOVQ(b0, b)
			t.count(t.arg("kb"), func() {
				t.loop(4, func() {
					for i := 0; i < prefetched; i++ {
						t.PREFETCHT1(at(next, i*64))
					}
					t.advance(prefetched*64, next)
					for k := 0; k < 4; k++ {
						bv := make([]vec, blocks*half)
						for j := range bv {
							m := at(b, k*64+j%half*32)
							if j/half == 1 {
								m.Index, m.Scale = bBlock, 1
							}
							bv[j] = t.load(m)
						}
						for i := range acc {
							x := t.vec()
							t.VBROADCASTSS(at(a, i*64+k*4), x)
							for j := range bv {
								t.VFMADD231PS(x, bv[j], acc[i][j])
							}
						}
					}
					t.advance(256, b)
					t.advance(16, a)
				})
				t.ADDQ(aSkip, a)
			})
			p := t.GP64()
			t.MOVQ(c, p)
			for j := 0; j < blocks*half; j++ {
				if j > 0 && j%half == 0 {
					t.ADDQ(cBlock, p)
				}
				for i := range acc {
					t.VMOVUPS(acc[i][j], at(p, i*64+j%half*32))
				}
			}
			t.ADDQ(cTile, c)
			t.ADDQ(aNext, a)
		})
		for j := 0; j < blocks; j++ {
			t.ADDQ(bBlock, b0)
			t.ADDQ(cBlock, c0)
		}
	})
	t.end()
}

// gemmT sums C[i][j] = sum over rows of A[row][i]*B[row][j] for the 16 channels
// i of one block of A and panels of columns j of B, on top of what C holds if
// add is not 0. Both are packed in blocks of 8 rows as in gemm; C is
// [16-blocks][16][16], cBlock apart. A panel has the given number of 16-blocks.
func (t *target) gemmT(blocks int) {
	t.fn(fmt.Sprintf("gemmT%d", blocks*16), "func(a, b, c *float32, tiles, panels, aTile, bTile, cBlock, add int)",
		fmt.Sprintf("is A^T*B over blocks of 8 rows, 16 channels of A by panels of %d columns of B, added to C if add != 0; strides count float32.", blocks*16))
	half := 1
	outs := 16 / blocks // channels of A held in registers
	if !t.wide {
		half, outs = 2, 4
	}
	b0, c0 := t.arg("b"), t.arg("c")
	aTile, bTile, cBlock := t.stride("aTile"), t.stride("bTile"), t.stride("cBlock")
	t.count(t.slot("panels"), func() {
		a0, c := t.arg("a"), t.GP64()
		t.MOVQ(c0, c)
		t.loop(16/outs, func() {
			cell := func(i, j int) operand.Mem {
				m := at(c, i*64+j%half*32)
				if j/half == 1 {
					m.Index, m.Scale = cBlock, 1
				}
				return m
			}
			acc := make([][]vec, outs)
			for i := range acc {
				for j := 0; j < blocks*half; j++ {
					acc[i] = append(acc[i], t.zero())
				}
			}
			t.labels++
			fresh := fmt.Sprintf("fresh%d", t.labels)
			t.CMPQ(t.slot("add"), operand.Imm(0))
			t.JEQ(operand.LabelRef(fresh))
			for i := range acc {
				for j := range acc[i] {
					t.VMOVUPS(cell(i, j), acc[i][j])
				}
			}
			t.Label(fresh)
			a, b := t.GP64(), t.GP64()
			t.MOVQ(a0, a)
			t.MOVQ(b0, b)
			t.count(t.arg("tiles"), func() {
				for row := 0; row < 8; row++ {
					var bv []vec
					for j := 0; j < blocks*half; j++ {
						bv = append(bv, t.load(at(b, row*64+j/half*512+j%half*32)))
					}
					for i := range acc {
						x := t.vec()
						t.VBROADCASTSS(at(a, row*64+i*4), x)
						for j := range bv {
							t.VFMADD231PS(x, bv[j], acc[i][j])
						}
					}
				}
				t.ADDQ(aTile, a)
				t.ADDQ(bTile, b)
			})
			for i := range acc {
				for j := range acc[i] {
					t.VMOVUPS(acc[i][j], cell(i, j))
				}
			}
			t.advance(outs*4, a0)
			t.advance(outs*64, c)
		})
		t.advance(blocks*512, b0)
		for j := 0; j < blocks; j++ {
			t.ADDQ(cBlock, c0)
		}
	})
	t.end()
}
