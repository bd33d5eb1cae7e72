package kernel

import "fmt"

// Forward computes the trunk of a batch with the given weights and keeps what
// Backward needs. planes is [batch][planes][8][8], trunk
// [batch][channels][8][8]. The last plane has the squares of the board, over which
// pools and lines are taken. It panics if a slice does not fit.
func (t *Trainer) Forward(planes []float32, convs []Conv, trunk []float32) {
	t.check("Forward", convs, len(trunk))
	if len(planes) != t.batch*t.planes*squares {
		panic(fmt.Sprintf("kernel: Forward with %d plane values, want %d", len(planes), t.batch*t.planes*squares))
	}
	parallel(len(t.workers), len(t.layers), func(worker, l int) { t.layers[l].load(t.k, convs[l], t.workers[worker].tmp) })
	parallel(len(t.workers), t.groups(t.batch), func(worker, i int) {
		first := i * trainGroup
		n := min(trainGroup, t.batch-first)
		fromPlanar(t.acts[0], planes, t.planes, first, n)
		t.findSquares(planes, first, n)
		t.forward(t.workers[worker], first, n)
		toPlanar(trunk, t.acts[len(t.layers)], t.channels, first, n)
	})
}

// Backward computes the gradients of all weights and biases for the batch of
// the last Forward, from the gradient of the trunk [batch][channels][8][8]. It
// overwrites grads, which has the shapes of the weights. It panics if a slice
// does not fit.
func (t *Trainer) Backward(dTrunk []float32, grads []Conv) {
	t.check("Backward", grads, len(dTrunk))
	parallel(len(t.workers), len(t.chunks), func(worker, c int) {
		w := t.workers[worker]
		first := c * trainChunk
		boards := min(trainChunk, t.batch-first)
		sums := t.chunks[c]
		for l := range t.layers {
			clear(t.layers[l].biases(sums))
		}
		for i := range t.groups(boards) {
			start := first + i*trainGroup
			n := min(trainGroup, first+boards-start)
			fromPlanar(w.dy, dTrunk[start*t.channels*squares:], t.channels, 0, n)
			t.backward(w, start, n, i > 0, sums)
		}
		for l := range t.layers {
			y := &t.layers[l]
			for q := range y.out {
				k := y.in * 16
				t.k.filterAdj(&w.sums[l][q*k*16], &sums[y.first+q*k*144], y.apart(), k, &w.tmp[0])
			}
		}
	})
	parallel(len(t.workers), len(t.layers), func(_, l int) { t.store(l, grads[l]) })
}

func (t *Trainer) check(what string, convs []Conv, trunk int) {
	if len(convs) != len(t.layers) || trunk != t.batch*t.channels*squares {
		panic(fmt.Sprintf("kernel: %s with %d convolutions and %d trunk values, want %d and %d", what, len(convs), trunk, len(t.layers), t.batch*t.channels*squares))
	}
	if err := checkTower(convs); err != nil {
		panic(err)
	}
	if convs[0].In != t.planes || convs[0].Out != t.channels {
		panic(fmt.Sprintf("kernel: %s from %d to %d channels, want %d to %d", what, convs[0].In, convs[0].Out, t.planes, t.channels))
	}
	for l, c := range convs {
		if y := &t.layers[l]; (c.Pool != nil) != (y.pool != nil) || (c.Lines != nil) != (y.lines != nil) {
			panic(fmt.Sprintf("kernel: %s with %d weights of a pool and %d of lines for convolution %d, wanted: %v and %v", what, len(c.Pool), len(c.Lines), l, y.pool != nil, y.lines != nil))
		}
	}
}

func (t *Trainer) groups(boards int) int { return (boards + trainGroup - 1) / trainGroup }

// act is the block of board b, channel block q of cb.
func act(a []float32, b, q, cb int) *float32 { return &a[(b*cb+q)*board] }

// forward carries n boards from the first on through the tower.
func (t *Trainer) forward(w *trainWorker, first, n int) {
	k, cb, tmp := t.k, t.layers[0].out, &w.tmp[0]
	g := newGeometry(Latency, n+n%2, max(cb, t.layers[0].in))
	v, m := w.points[g.ps:], w.points
	for b := range n {
		for q := range t.layers[0].in {
			k.in[Latency](act(t.acts[0], first+b, q, t.layers[0].in), &v[g.row(b, q, t.layers[0].in)], g.ps, tmp)
		}
	}
	for l := range t.layers {
		y := &t.layers[l]
		g.multiply(k, w.points, y.u, y.in, y.out)
		if y.pool != nil {
			poolBiases(w.pool.biases, y.pool.of(first), y.pool.Matrix, y.bias, n)
		}
		for b := range n {
			if y.lines != nil {
				k.mapLines(w.lines.out, y.lines.of(first+b), y.lines.w, cb)
			}
			for q := range cb {
				r := g.row(b, q, cb)
				x := act(t.acts[l+1], first+b, q, cb)
				bias := &y.bias[q*16]
				if y.pool != nil {
					bias = &w.pool.biases[RowIndex(b, q*16, cb*16)]
				}
				if l > 0 && l%2 == 0 {
					res := act(t.acts[l-1], first+b, q, cb)
					if y.lines != nil {
						k.scatter(&w.lines.out[q*lineCount*16], &t.squares[(first+b)*squares], res, &w.lines.sum[0])
						res = &w.lines.sum[0]
					}
					k.outRes[Latency](&m[r], g.ps, bias, res, x, tmp)
				} else {
					k.out[Latency](&m[r], g.ps, bias, x, tmp)
				}
				if l+1 < len(t.layers) && t.layers[l+1].pool != nil {
					k.pooled(t.layers[l+1].pool.of(first), b, q, cb, x, &t.squares[(first+b)*squares], t.scale[first+b])
				}
				if l+1 < len(t.layers) && t.layers[l+1].lines != nil && q == 0 {
					k.gather(x, &t.squares[(first+b)*squares], &t.lineScales[(first+b)*lineCount], &t.layers[l+1].lines.of(first + b)[0])
				}
				if l+1 < len(t.layers) {
					k.in[Latency](x, &v[r], g.ps, tmp)
				}
			}
		}
	}
}

// backward carries the gradients w.dy of n boards from the first on back
// through the tower and adds to the sums of the layers, or begins them.
func (t *Trainer) backward(w *trainWorker, first, n int, add bool, chunk []float32) {
	k, cb, tmp := t.k, t.layers[0].out, &w.tmp[0]
	even := n + n%2 // rows of a board that is not there must be zero, for they would count in the sums
	g := newGeometry(Latency, even, max(cb, t.layers[0].in))
	top := t.acts[len(t.layers)][first*cb*board:]
	for i, d := range w.dy[:n*cb*board] {
		if !(top[i] > 0) {
			d = 0
		}
		w.dy[i] = d
	}
	// dy is the gradient of layer l before its positive part, dx a second
	// buffer
	dy, dx := w.dy, w.dx
	v, m := w.points[g.ps:], w.points
	for l := len(t.layers) - 1; l >= 0; l-- {
		y := &t.layers[l]
		for b := range even {
			for q := range y.in {
				from := &offBoards[0]
				if b < n {
					from = act(t.acts[l], first+b, q, y.in)
				}
				k.in[Latency](from, &w.input[g.row(b, q, y.in)], g.ps, tmp)
			}
			for q := range cb {
				r, from := g.row(b, q, cb), &offBoards[0]
				if b < n {
					from = act(dy, b, q, cb)
				}
				k.adj(from, &w.output[r], g.ps, tmp)
				if l > 0 && b < n {
					k.in[Latency](from, &v[r], g.ps, tmp)
				}
			}
		}
		y.gradient(k, g, w.input, w.output, w.sums[l], add, y.biases(chunk))
		if l == 0 {
			return
		}
		if y.pool != nil {
			y.pool.gradient(k, g, w, first, n, add, y.pools(chunk))
		}
		if y.lines != nil {
			t.lineGradient(w, y, dy, first, n, add, y.lineSums(chunk))
		}
		g.multiply(k, w.points, y.back, cb, cb)
		for b := range n {
			for q := range cb {
				mask, from := act(t.acts[l], first+b, q, cb), &m[g.row(b, q, cb)]
				res := t.aside(w, y, first, b, q, mask)
				switch {
				case res != nil:
					k.outMaskRes(from, g.ps, mask, res, act(dx, b, q, cb), tmp)
				case l%2 == 0: // second of a block: dy stays for the way around it
					k.outMask(from, g.ps, mask, act(dx, b, q, cb), tmp)
				default: // first of a block: dx holds what came around it
					k.outMaskRes(from, g.ps, mask, act(dx, b, q, cb), act(dy, b, q, cb), tmp)
				}
			}
		}
		if l%2 == 0 {
			dy, dx = dx, dy
		}
	}
}

// aside is the gradient of a block's inner activations, of channel block q of a
// board, that does not come through the convolution; nil if there is none.
func (t *Trainer) aside(w *trainWorker, y *layer, first, b, q int, act *float32) *float32 {
	var res *float32
	if y.pool != nil {
		t.unpool(w, y.pool, first, b, q, act)
		res = &w.pool.spread[0]
	}
	if y.lines != nil && q == 0 {
		if res == nil {
			res = &offBoards[0]
		}
		t.k.scatter(&w.lines.dMeans[b*lineCount*16], &t.squares[(first+b)*squares], res, &w.lines.sum[0])
		res = &w.lines.sum[0]
	}
	return res
}

// offBoards is a board of zeros.
var offBoards [board]float32

// gradient adds the products of inputs and gradients to sums, and the gradient
// of the bias: at point (1,1) the transposed output transform has the sum over
// a tile.
func (y *layer) gradient(k *kernels, g geometry, input, output, sums []float32, add bool, bias []float32) {
	with := 0
	if add {
		with = 1
	}
	for p := range g.points {
		for q := range y.in {
			k.gemmT(&input[p*g.ps+q*128], &output[p*g.ps], &sums[p*y.apart()+q*256], g.count, y.out, y.in*128, y.out*128, y.in*256, with)
		}
	}
	ones := output[7*g.ps:]
	for r := range g.count {
		for q := range y.out {
			to := bias[q*16 : q*16+16]
			for i, d := range ones[(r*y.out+q)*128:][:128] {
				to[i%16] += d
			}
		}
	}
}
