package kernel

// trainLines are the lines of a layer in training. Their gradient in a chunk has
// the layout of the weights.
type trainLines struct {
	w      []float32 // see lineIndex
	turned []float32 // the same with inputs and outputs exchanged [4][blocks*16][16], for the way back
	means  []float32 // [batch][48][16] averages of the lines
}

func newTrainLines(blocks, batch int) *trainLines {
	return &trainLines{w: aligned(4 * blocks * 256), turned: aligned(4 * blocks * 256), means: aligned(batch * lineCount * 16)}
}

// of are the averages of a board.
func (p *trainLines) of(b int) []float32 { return p.means[b*lineCount*16:] }

// set brings new weights [channels][lineChannels][4] into p.
func (p *trainLines) set(lines []float32, channels int) {
	loadLines(p.w, lines, channels)
	for i, x := range p.w {
		// from [4*blocks][16 inputs][16 outputs] to [4*blocks][16 outputs][16 inputs]
		p.turned[i/256*256+i%16*16+i/16%16] = x
	}
}

// store is the way back of loadLines.
func (p *trainLines) store(lines, from []float32, channels int) {
	n := lineChannels(channels)
	for i := range lines {
		lines[i] = from[lineIndex(i%4, i/4%n, i/4/n, blocks(channels))]
	}
}

// lineSums is the part of a chunk that belongs to the lines of the layer.
func (y *layer) lineSums(chunk []float32) []float32 {
	return chunk[y.first+y.size()-len(y.lines.w):][:len(y.lines.w)]
}

// lineWorker is what a goroutine needs for lines.
type lineWorker struct {
	out    []float32 // [blocks][48][16] what the lines of a board give, or its gradient
	dMeans []float32 // [trainGroup][48][16] gradients of the averages, over the squares of their lines
	sum    []float32 // [64][16] of one board of one channel block
}

func newLineWorker(blocks int) lineWorker {
	return lineWorker{out: aligned(blocks * lineCount * 16), dMeans: aligned(trainGroup * lineCount * 16), sum: aligned(board)}
}

// ones are the scales of plain sums over lines.
var ones = func() (x [lineCount]float32) {
	for i := range x {
		x[i] = 1
	}
	return x
}()

// lineGradient finds the gradients of the averages of n boards from the first on,
// and adds those of the weights to sums, or begins them. dy is the gradient of the
// layer's output before its positive part.
func (t *Trainer) lineGradient(w *trainWorker, y *layer, dy []float32, first, n int, add bool, sums []float32) {
	k, cb := t.k, y.out
	for b := range n {
		for q := range cb {
			k.gather(act(dy, b, q, cb), &t.squares[(first+b)*squares], &ones[0], &w.lines.out[q*lineCount*16])
		}
		with := 0
		if add || b > 0 {
			with = 1
		}
		means, dMeans := y.lines.of(first+b), w.lines.dMeans[b*lineCount*16:][:lineCount*16]
		for d, g := range directions {
			from := g.first * 128
			for q := range cb {
				k.gemmT(&means[from], &w.lines.out[q*lineCount*16+from], &sums[(d*cb+q)*256], g.blocks, 1, 128, 128, 0, with)
			}
			turned := &y.lines.turned[d*cb*256]
			k.gemm8(&w.lines.out[from], turned, &dMeans[from], cb, g.blocks, 1, lineCount*16, 128, 0, 128, turned)
		}
		for i, s := range t.lineScales[(first+b)*lineCount:][:lineCount] {
			to := dMeans[i*16:][:16]
			for l := range to {
				to[l] *= s
			}
		}
	}
}
