package kernel

import "unsafe"

// Layouts. Channels go in blocks of 16, the lanes of the widest vector. One board of one
// block is [64 squares][16]. In the transform domain the rows of a matrix are
// tiles (F4: four a board, F8: one a board) in blocks of 8 (or 4) rows, [row
// block][channel block][8][16]; every point has its own such matrix, "ps"
// float32 from the next. Weights are [point][16-block of outputs][inputs][16].
type (
	inFunc     func(act, v *float32, ps int, tmp *float32)
	outFunc    func(m *float32, ps int, bias, act, tmp *float32)
	outResFunc func(m *float32, ps int, bias, res, act, tmp *float32)
	// gemmFunc: for every 16-block of outputs ("panel") and every row block
	// ("tile") C[tile][panel] = A[tile]*B[panel]; kb is the number of
	// 16-blocks of inputs. aBlock, aTile, cBlock, cTile are the distances
	// of channel and row blocks in A and C.
	gemmFunc func(a, b, c *float32, kb, tiles, panels, aBlock, aTile, cBlock, cTile int, next *float32)

	// poolFunc: mean and most [16] of act [64][16], which is not negative, over
	// the squares of the board, zeros and ones [64]; scale is one over their
	// number.
	poolFunc func(act, squares, mean, most *float32, scale float32)

	// gatherFunc: sums of act [64][16] over every line of the board, times scale
	// [48], to lines [48][16] (see lines.go).
	gatherFunc func(act, squares, scale, lines *float32)
	// scatterFunc: dst [64][16] is res and, on the board, the sum of the four
	// lines through the square.
	scatterFunc func(lines, squares, res, dst *float32)

	maskFunc    func(m *float32, ps int, mask, act, tmp *float32)
	maskResFunc func(m *float32, ps int, mask, res, act, tmp *float32)
	// gemmTFunc: for every panel of B, C[panel] = A^T*B[panel], or += if
	// add is not 0, over row blocks of 8, for one channel block of A.
	gemmTFunc  func(a, b, c *float32, tiles, panels, aTile, bTile, cBlock, add int)
	filterFunc func(from, to *float32, us, n int, tmp *float32)
	// unpoolFunc: d [64][16] is the gradient of act from those of mean and
	// most; that of a maximum goes to the first square that has it, and anywhere
	// on the board if it is 0, where act's own positive part lets nothing through.
	unpoolFunc func(act, squares, most, dMean, dMost, d *float32, scale float32)
)

// kernels is one instruction set's implementation. Pairs are indexed by Scheme.
// All must agree with portable to rounding; those in assembly agree to the bit.
type kernels struct {
	gemm8, gemm4 gemmFunc // row blocks of 8 and of 4
	in           [2]inFunc
	out          [2]outFunc    // + bias, positive part
	outRes       [2]outResFunc // + bias + residual, positive part
	pool         poolFunc
	gather       gatherFunc
	scatter      scatterFunc

	// Training, F4 only.
	outMask    maskFunc    // zero where the forward activation was
	outMaskRes maskResFunc // the same after adding a gradient
	adj        inFunc      // transpose of out
	gemmT      gemmTFunc
	unpool     unpoolFunc
	filter     filterFunc // filters [n][9][16] to points
	filterAdj  filterFunc // its transpose: gradients of points to gradients of filters
}

const (
	squares = 64
	board   = squares * 16 // one board of one channel block
	scratch = 10 * 8 * 16  // float32 of tmp that a transform may use
)

// at is the address i float32 after p.
func at(p *float32, i int) *float32 { return (*float32)(unsafe.Add(unsafe.Pointer(p), i*4)) }

// aligned is a zeroed slice that begins on a cache line.
func aligned(n int) []float32 {
	s := make([]float32, n+15)
	skip := -int(uintptr(unsafe.Pointer(&s[0]))/4) & 15
	return s[skip : skip+n : skip+n]
}

// blocks is the number of blocks of 16 that hold n channels.
func blocks(n int) int { return (n + 15) / 16 }
