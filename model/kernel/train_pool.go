package kernel

// trainPool is the pool of a layer in training. Its gradient in a chunk has the
// layout of its weights.
type trainPool struct {
	*Matrix
	turned  []float32 // the same with inputs and outputs exchanged, for the way back
	vectors []float32 // pooled vectors of the batch in the layout of RowIndex; those beyond it stay zero
}

func newTrainPool(i ISA, blocks, batch int) *trainPool {
	m := newPool(i, blocks)
	return &trainPool{Matrix: m, turned: aligned(len(m.w)), vectors: aligned(RowsSize(batch, m.in*16))}
}

// of are the vectors from board first on, which begins a group.
func (p *trainPool) of(first int) []float32 { return p.vectors[RowIndex(first, 0, p.in*16):] }

// set brings new weights [channels][2*channels] into p.
func (p *trainPool) set(pool []float32, channels int) {
	p.load(pool, channels)
	in, out := p.in*16, p.out*16
	for o := range out {
		for i := range in {
			p.turned[(i/16*out+o)*16+i%16] = p.w[(o/16*in+i)*16+o%16]
		}
	}
}

// store is the way back of load.
func (p *trainPool) store(pool, from []float32, channels int) {
	for o := range channels {
		for i := range 2 * channels {
			pool[o*2*channels+i] = from[p.poolIndex(i, o, channels)]
		}
	}
}

// pools is the part of a chunk that belongs to the pool of the layer.
func (y *layer) pools(chunk []float32) []float32 {
	return chunk[y.first+y.filters()+y.out*16:][:len(y.pool.w)]
}

// poolWorker is what a goroutine needs for pools, for one group of boards.
type poolWorker struct {
	biases []float32 // vectors of the biases of every board
	dBias  []float32 // vectors of the gradients of them
	dPool  []float32 // vectors of the gradients of pooled vectors
	spread []float32 // gradient of one board of one channel block [64][16]
}

func newPoolWorker(blocks int) poolWorker {
	return poolWorker{
		biases: aligned(RowsSize(trainGroup, blocks*16)), dBias: aligned(RowsSize(trainGroup, blocks*16)),
		dPool: aligned(RowsSize(trainGroup, 2*blocks*16)), spread: aligned(board),
	}
}

// findSquares keeps the squares of the board of n boards from the first on.
func (t *Trainer) findSquares(planes []float32, first, n int) {
	if t.squares == nil {
		return
	}
	for b := first; b < first+n; b++ {
		on := t.squares[b*squares:][:squares]
		copy(on, planes[((b+1)*t.planes-1)*squares:])
		if t.scale != nil {
			t.scale[b] = poolScale(on)
		}
		if t.lineScales != nil {
			lineScales(t.lineScales[b*lineCount:][:lineCount], on)
		}
	}
}

// gradient finds the gradients of the pooled vectors of n boards from the first
// on, and adds those of the weights to sums, or begins them. The gradient of a
// board's bias is the sum of that of the output over the squares, which is at
// point (1,1) of every tile, see layer.gradient.
func (p *trainPool) gradient(k *kernels, g geometry, w *trainWorker, first, n int, add bool, sums []float32) {
	clear(w.pool.dBias)
	ones := w.output[7*g.ps:]
	for b := range n {
		for q := range p.out {
			to := w.pool.dBias[RowIndex(b, q*16, p.out*16):][:16]
			for i, d := range ones[g.row(b, q, p.out):][:4*16] {
				to[i%16] += d
			}
		}
	}
	with := 0
	if add {
		with = 1
	}
	vectors := p.of(first)
	for i := range p.in {
		k.gemmT(&vectors[i*128], &w.pool.dBias[0], &sums[i*256], 1, p.out, 0, 0, p.in*256, with)
	}
	k.gemm8(&w.pool.dBias[0], &p.turned[0], &w.pool.dPool[0], p.out, 1, p.in, 128, 0, 128, 0, &p.turned[0])
}

// unpool writes to w.pool.spread the gradient that channel block q of a board has
// from its means and maxima.
func (t *Trainer) unpool(w *trainWorker, p *trainPool, first, b, q int, act *float32) {
	mean, most := RowIndex(b, q*16, p.in*16), RowIndex(b, (p.out+q)*16, p.in*16)
	t.k.unpool(act, &t.squares[(first+b)*squares], &p.of(first)[most], &w.pool.dPool[mean], &w.pool.dPool[most], &w.pool.spread[0], t.scale[first+b])
}
