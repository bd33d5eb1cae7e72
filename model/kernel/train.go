package kernel

import (
	"fmt"
	"runtime"
	"slices"
)

const (
	f4Points   = 36
	trainGroup = 8  // boards carried through the tower at once, to stay in the cache of a core
	trainChunk = 32 // boards whose gradients are summed in the transform domain; fixed, so that sums do not depend on the number of cores
)

// Trainer computes a tower and its gradients over whole batches with
// F(4x4,3x3), on as many cores as GOMAXPROCS was when it was made. Batch and
// activations are its own memory: about 64*C*(2*blocks+1)*4 bytes a board. One
// goroutine at a time may use it.
//
// The gradients are the same bits in every run and for every number of cores: a
// batch is cut into chunks of fixed size, each is summed board after board by
// one goroutine, and the chunks are added in their order.
type Trainer struct {
	k        *kernels
	planes   int
	channels int
	batch    int
	layers   []layer
	acts     [][]float32 // [batch][blocks][64][16]: the planes, then what every convolution gives after its positive part
	chunks   [][]float32 // gradients of filters, biases, pools and lines, for every chunk the layers one after the other
	squares  []float32   // [batch][64] those of the board, where a block has a pooled bias or lines
	scale    []float32   // [batch] one over their number, where one has a pooled bias

	lineScales []float32 // [batch][48] one over the squares of every line, where one has lines
	workers    []*trainWorker
}

// layer is one convolution, channels padded to whole blocks.
type layer struct {
	in, out int       // blocks
	w       []float32 // [out][in*16][9][16]
	turned  []float32 // the same for the gradient of the input: taps reversed, inputs and outputs exchanged
	u, back []float32 // their points
	bias    []float32
	first   int // place of the filters in a chunk; the biases follow, then the pool and the lines
	pool    *trainPool
	lines   *trainLines
}

func (y *layer) filters() int { return y.out * y.in * 16 * 144 }

// apart is the distance of the points of a gradient in float32, a cache line
// more than they need (see newGeometry).
func (y *layer) apart() int { return y.out*y.in*256 + 16 }

// size is what the layer takes of a chunk.
func (y *layer) size() int {
	n := y.filters() + y.out*16
	if y.pool != nil {
		n += len(y.pool.w)
	}
	if y.lines != nil {
		n += len(y.lines.w)
	}
	return n
}

// biases is the part of a chunk that belongs to the biases of the layer.
func (y *layer) biases(chunk []float32) []float32 {
	return chunk[y.first+y.filters():][:y.out*16]
}

// trainWorker is the memory of one goroutine.
type trainWorker struct {
	points []float32   // transform domain of an input and its product, see geometry.multiply
	input  []float32   // that of a forward input, for the gradient of the weights
	output []float32   // that of a gradient of an output
	sums   [][]float32 // gradients of the points of every layer, summed over a chunk
	dy, dx []float32   // gradients of activations [trainGroup][C/16][64][16]
	pool   poolWorker
	lines  lineWorker
	tmp    []float32
}

// NewTrainer prepares a trainer for batches of the given number of boards.
// Channels are padded as Pack does. The second convolutions of the blocks in
// pooled, counted from 0, have a Pool, and those in lined Lines.
func NewTrainer(i ISA, planes, channels, nblocks, batch int, pooled, lined []int) (*Trainer, error) {
	if !i.Supported() {
		return nil, fmt.Errorf("kernel: %v is not supported by this processor", i)
	}
	if planes < 1 || channels < 1 || nblocks < 0 || batch < 1 {
		return nil, fmt.Errorf("kernel: trainer for %d planes, %d channels, %d blocks and %d boards", planes, channels, nblocks, batch)
	}
	for _, b := range slices.Concat(pooled, lined) {
		if b < 0 || b >= nblocks {
			return nil, fmt.Errorf("kernel: trainer with a pool or lines in block %d of %d", b, nblocks)
		}
	}
	t := &Trainer{k: sets[i], planes: planes, channels: channels, batch: batch}
	cb, size := blocks(channels), 0
	t.acts = append(t.acts, aligned(batch*blocks(planes)*board))
	for l := range 2*nblocks + 1 {
		y := layer{in: cb, out: cb, first: size}
		if l == 0 {
			y.in = blocks(planes)
		}
		n := y.filters()
		points := f4Points * y.in * y.out * 256
		y.w, y.u, y.bias = aligned(n), aligned(points), aligned(cb*16)
		if l > 0 {
			y.turned, y.back = aligned(n), aligned(points)
		}
		if l > 0 && l%2 == 0 && slices.Contains(pooled, l/2-1) {
			y.pool = newTrainPool(i, cb, batch)
		}
		if l > 0 && l%2 == 0 && slices.Contains(lined, l/2-1) {
			y.lines = newTrainLines(cb, batch)
		}
		size += y.size()
		t.layers = append(t.layers, y)
		t.acts = append(t.acts, aligned(batch*cb*board))
	}
	if len(pooled)+len(lined) > 0 {
		t.squares = aligned(batch * squares)
	}
	if len(pooled) > 0 {
		t.scale = make([]float32, batch)
	}
	if len(lined) > 0 {
		t.lineScales = aligned(batch * lineCount)
	}
	for range (batch + trainChunk - 1) / trainChunk {
		t.chunks = append(t.chunks, aligned(size))
	}
	g := newGeometry(Latency, trainGroup, max(cb, blocks(planes)))
	for range min(runtime.GOMAXPROCS(0), len(t.chunks)) {
		w := &trainWorker{
			points: aligned((g.points + 1) * g.ps), input: aligned(g.points * g.ps), output: aligned(g.points * g.ps),
			dy: aligned(trainGroup * cb * board), dx: aligned(trainGroup * cb * board), tmp: aligned(scratch),
		}
		if len(pooled) > 0 {
			w.pool = newPoolWorker(cb)
		}
		if len(lined) > 0 {
			w.lines = newLineWorker(cb)
		}
		for l := range t.layers {
			w.sums = append(w.sums, aligned(f4Points*t.layers[l].apart()))
		}
		t.workers = append(t.workers, w)
	}
	return t, nil
}
