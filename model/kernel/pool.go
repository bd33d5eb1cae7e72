package kernel

// The pooled bias of a block. With y of conv1 after its positive part and m the
// squares of the board (the last input plane, zeros and ones), every channel c
// gives
//
//	mean_c = Σ_s m_s y_cs / Σ_s m_s,  max_c = max_s m_s y_cs
//
// and the pool of conv2, a matrix from these 2*In numbers to Out, gives what is
// added to its bias on this board. A pooled vector has the means of all channels
// and then the maxima, each padded to whole blocks.

// newPool is an empty matrix for a pool over blocks of channels.
func newPool(i ISA, blocks int) *Matrix {
	return &Matrix{k: sets[i], in: 2 * blocks, out: blocks, w: aligned(2 * blocks * blocks * 256)}
}

// poolIndex is the place in a matrix of newPool, and in its gradient, of the
// weight from entry i of [mean of every channel, maximum of every channel] to
// output o.
func (m *Matrix) poolIndex(i, o, channels int) int {
	if i >= channels {
		i += m.out*16 - channels
	}
	return (o/16*m.in*16+i)*16 + o%16
}

// load brings a pool [channels][2*channels] into m.
func (m *Matrix) load(pool []float32, channels int) {
	for o := range channels {
		for i, x := range pool[o*2*channels:][:2*channels] {
			m.w[m.poolIndex(i, o, channels)] = x
		}
	}
}

// pooled finds the means and maxima of channel block q of cb, of the board that
// is vector b.
func (k *kernels) pooled(vectors []float32, b, q, cb int, act, squares *float32, scale float32) {
	mean, most := RowIndex(b, q*16, 2*cb*16), RowIndex(b, (cb+q)*16, 2*cb*16)
	k.pool(act, squares, &vectors[mean], &vectors[most], scale)
}

// poolBiases are the biases of n boards, vectors of cb blocks.
func poolBiases(biases, vectors []float32, pool *Matrix, bias []float32, n int) {
	pool.Rows(biases, vectors, n)
	for b := range n {
		for q := range pool.out {
			to := biases[RowIndex(b, q*16, pool.out*16):][:16]
			for l, x := range bias[q*16:][:16] {
				to[l] += x
			}
		}
	}
}

// poolScale is one over the number of squares, 0 without any.
func poolScale(plane []float32) float32 {
	n := float32(0)
	for _, m := range plane[:squares] {
		n += m
	}
	if n == 0 {
		return 0
	}
	return 1 / n
}
