package kernel

import "fmt"

// Matrix holds the weights of a dense layer, or of a 1x1 convolution, packed
// for one instruction set. It is read-only and may be shared. Inputs and
// outputs are padded with zeros to multiples of 16.
type Matrix struct {
	k       *kernels
	in, out int // blocks
	w       []float32
}

// NewMatrix packs in x out weights.
func NewMatrix(i ISA, in, out int, weight func(in, out int) float32) (*Matrix, error) {
	if !i.Supported() {
		return nil, fmt.Errorf("kernel: %v is not supported by this processor", i)
	}
	if in < 1 || out < 1 {
		return nil, fmt.Errorf("kernel: matrix of %d inputs and %d outputs", in, out)
	}
	m := &Matrix{k: sets[i], in: blocks(in), out: blocks(out)}
	m.w = aligned(m.in * m.out * 256)
	for o := range out {
		for j := range in {
			m.w[(o/16*m.in*16+j)*16+o%16] = weight(j, o)
		}
	}
	return m, nil
}

// Conv is the 1x1 convolution of one board: trunk [in/16][64][16] to dst
// [out/16][64][16], no bias.
func (m *Matrix) Conv(dst, trunk []float32) {
	_, _ = dst[m.out*board-1], trunk[m.in*board-1]
	m.k.gemm8(&trunk[0], &m.w[0], &dst[0], m.in, squares/8, m.out, board, 128, board, 128, &m.w[0])
}

// Rows multiplies n vectors, in the layout of RowIndex over in, to n vectors
// over out. Vectors up to the next multiple of 8 are read and written too.
func (m *Matrix) Rows(dst, src []float32, n int) {
	tiles := (n + 7) / 8
	if tiles == 0 {
		return
	}
	_, _ = dst[tiles*m.out*128-1], src[tiles*m.in*128-1]
	m.k.gemm8(&src[0], &m.w[0], &dst[0], m.in, tiles, m.out, 128, m.in*128, 128, m.out*128, &m.w[0])
}

// RowIndex is the place of entry k of vector b, of vectors with the given
// number of entries, for Rows: [b/8][entries/16][8][16].
func RowIndex(b, k, entries int) int {
	return (b/8*blocks(entries)+k/16)*128 + b%8*16 + k%16
}

// RowsSize is the number of float32 that n such vectors take.
func RowsSize(n, entries int) int { return (n + 7) / 8 * blocks(entries) * 128 }

// NewBuffer is a slice of n zeros that begins on a cache line, where the
// kernels are fastest.
func NewBuffer(n int) []float32 { return aligned(n) }
