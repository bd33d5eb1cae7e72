package kernel

import (
	"math"
	"math/rand/v2"
)

// randomTower has weights as a trained network has them: He for the first
// convolution of a block, less for the second and for the pools of some blocks.
func randomTower(rng *rand.Rand, planes, channels, nblocks int, pooled ...int) []Conv {
	conv := func(in, out int, gain float64) Conv {
		c := Conv{In: in, Out: out, W: make([]float32, out*in*9), B: make([]float32, out)}
		for i := range c.W {
			c.W[i] = float32(rng.NormFloat64() * gain * math.Sqrt(2/float64(9*in)))
		}
		for i := range c.B {
			c.B[i] = float32(rng.NormFloat64() * .1)
		}
		return c
	}
	l := []Conv{conv(planes, channels, 1)}
	for range nblocks {
		l = append(l, conv(channels, channels, 1/math.Sqrt(float64(nblocks))), conv(channels, channels, .3))
	}
	for _, b := range pooled {
		c := &l[2+2*b]
		c.Pool = normal(rng, channels*2*channels)
		for i := range c.Pool {
			c.Pool[i] *= float32(.3 / math.Sqrt(float64(channels)))
		}
	}
	return l
}

// randomPlanes are n boards of zeros and ones.
func randomPlanes(rng *rand.Rand, planes, n int) []float32 {
	p := make([]float32, n*planes*squares)
	for i := range p {
		if rng.IntN(3) == 0 {
			p[i] = 1
		}
	}
	return p
}

// taps calls f for every pair of a square and its neighbour on the board, with
// the tap between them.
func taps(f func(square, tap, neighbour int)) {
	for y := range 8 {
		for x := range 8 {
			for q := range 9 {
				if ny, nx := y+q/3-1, x+q%3-1; ny >= 0 && ny < 8 && nx >= 0 && nx < 8 {
					f(y*8+x, q, ny*8+nx)
				}
			}
		}
	}
}

// withLines gives blocks of a tower lines.
func withLines(rng *rand.Rand, convs []Conv, blocks ...int) []Conv {
	for _, b := range blocks {
		c := &convs[2+2*b]
		n := lineChannels(c.In)
		c.Lines = normal(rng, c.Out*n*4)
		for i := range c.Lines {
			c.Lines[i] *= float32(.3 / math.Sqrt(float64(n)))
		}
	}
	return convs
}

// along calls f for every pair of squares of the board that share a line, and
// for every square with itself, with the number of squares of the line.
func along(onBoard []float64, f func(direction, s, t int, n float64)) {
	for d, step := range [4][2]int{{0, 1}, {1, 0}, {1, 1}, {-1, 1}} {
		for s, m := range onBoard {
			var line []int
			for k := -7; k <= 7; k++ {
				if y, x := s/8+k*step[0], s%8+k*step[1]; m > 0 && y >= 0 && y < 8 && x >= 0 && x < 8 && onBoard[y*8+x] > 0 {
					line = append(line, y*8+x)
				}
			}
			for _, t := range line {
				f(d, s, t, float64(len(line)))
			}
		}
	}
}

// pool64 is the mean and the maximum of a channel over the squares of the board,
// and where the maximum is.
func pool64(x []float64, onBoard []float64) (mean, most float64, where int) {
	n := 0.0
	for s, m := range onBoard {
		if m > 0 {
			n++
			mean += x[s]
			if x[s] > most {
				most, where = x[s], s
			}
		}
	}
	return mean / n, most, where
}

// forward64 evaluates one board with plain loops in float64 and returns the
// output of every convolution after its ReLU, the planes first.
func forward64(convs []Conv, planes []float32) [][]float64 {
	x := make([]float64, len(planes))
	for i, v := range planes {
		x[i] = float64(v)
	}
	acts := [][]float64{x}
	for l, c := range convs {
		o := make([]float64, c.Out*squares)
		for co := range c.Out {
			for s := range squares {
				o[co*squares+s] = float64(c.B[co])
			}
			for ci := range c.In {
				if c.Pool == nil {
					break
				}
				mean, most, _ := pool64(acts[l][ci*squares:][:squares], x[len(x)-squares:])
				for s := range squares {
					o[co*squares+s] += mean*float64(c.Pool[co*2*c.In+ci]) + most*float64(c.Pool[(co*2+1)*c.In+ci])
				}
			}
			for ci := range c.In {
				w := c.W[(co*c.In+ci)*9:]
				taps(func(s, q, n int) { o[co*squares+s] += float64(w[q]) * acts[l][ci*squares+n] })
			}
		}
		if c.Lines != nil {
			k := lineChannels(c.In)
			along(x[len(x)-squares:], func(d, s, t int, n float64) {
				for i := range c.Out * k {
					o[i/k*squares+s] += float64(c.Lines[i*4+d]) * acts[l][i%k*squares+t] / n
				}
			})
		}
		for i := range o {
			if l > 0 && l%2 == 0 {
				o[i] += acts[l-1][i]
			}
			o[i] = max(o[i], 0)
		}
		acts = append(acts, o)
	}
	return acts
}

// difference is the largest error over the largest entry of want.
func difference(got []float32, want []float64) float64 {
	most, worst := 0.0, 0.0
	for i, w := range want {
		most = max(most, math.Abs(w))
		d := math.Abs(w - float64(got[i]))
		if d > worst || math.IsNaN(d) {
			worst = d
		}
	}
	return worst / most
}
