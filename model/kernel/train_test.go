package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// gradients64 computes, with plain loops in float64, the gradients of the sum
// over the boards of trunk*dTrunk.
func gradients64(convs []Conv, planes, dTrunk []float32, n int) (dw, db, dp, dl [][]float64) {
	for _, c := range convs {
		dw, db, dp = append(dw, make([]float64, len(c.W))), append(db, make([]float64, len(c.B))), append(dp, make([]float64, len(c.Pool)))
		dl = append(dl, make([]float64, len(c.Lines)))
	}
	in, out := convs[0].In*squares, convs[0].Out*squares
	for b := range n {
		acts := forward64(convs, planes[b*in:(b+1)*in])
		d := make([]float64, out)
		for i, x := range dTrunk[b*out : (b+1)*out] {
			d[i] = float64(x)
		}
		var around []float64
		for l := len(convs) - 1; l >= 0; l-- {
			c := convs[l]
			for i, x := range acts[l+1] {
				if x <= 0 {
					d[i] = 0
				}
			}
			if l > 0 && l%2 == 0 {
				around = d
			}
			dx := make([]float64, c.In*squares)
			for co := range c.Out {
				for s := range squares {
					db[l][co] += d[co*squares+s]
				}
				for ci := range c.In {
					at := (co*c.In + ci) * 9
					taps(func(s, q, n int) {
						dw[l][at+q] += d[co*squares+s] * acts[l][ci*squares+n]
						dx[ci*squares+n] += d[co*squares+s] * float64(c.W[at+q])
					})
				}
			}
			if c.Pool != nil {
				unpool64(c, acts[l], acts[0][in-squares:], d, dp[l], dx)
			}
			if c.Lines != nil {
				n := lineChannels(c.In)
				along(acts[0][in-squares:], func(direction, s, t int, size float64) {
					for co := range c.Out {
						for i := range n {
							at := (co*n+i)*4 + direction
							dl[l][at] += d[co*squares+s] * acts[l][i*squares+t] / size
							dx[i*squares+t] += d[co*squares+s] * float64(c.Lines[at]) / size
						}
					}
				})
			}
			if l%2 == 1 {
				for i := range dx {
					dx[i] += around[i]
				}
			}
			d = dx
		}
	}
	return dw, db, dp, dl
}

// unpool64 adds the gradients of a pool and of its inputs.
func unpool64(c Conv, x, onBoard, d, dp, dx []float64) {
	n := 0.0
	for _, m := range onBoard {
		n += m
	}
	for co := range c.Out {
		bias := 0.0
		for _, v := range d[co*squares:][:squares] {
			bias += v
		}
		for ci := range c.In {
			mean, most, where := pool64(x[ci*squares:][:squares], onBoard)
			a, b := co*2*c.In+ci, (co*2+1)*c.In+ci
			dp[a] += bias * mean
			dp[b] += bias * most
			for s, m := range onBoard {
				dx[ci*squares+s] += m * bias * float64(c.Pool[a]) / n
			}
			if most > 0 {
				dx[ci*squares+where] += bias * float64(c.Pool[b])
			}
		}
	}
}

// sevens has the shape of x.
func sevens(x []float32) []float32 {
	if x == nil {
		return nil
	}
	return slices.Repeat([]float32{7}, len(x))
}

// zeroConvs has the shapes of convs, for gradients, filled with what must not
// survive.
func zeroConvs(convs []Conv) []Conv {
	var l []Conv
	for _, c := range convs {
		l = append(l, Conv{In: c.In, Out: c.Out, W: slices.Repeat([]float32{7}, len(c.W)), B: slices.Repeat([]float32{7}, len(c.B)), Pool: sevens(c.Pool), Lines: sevens(c.Lines)})
	}
	return l
}

func normal(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
	return x
}

func mustTrainer(t testing.TB, i ISA, convs []Conv, batch int) *Trainer {
	t.Helper()
	var pooled, lined []int
	for l, c := range convs {
		if c.Pool != nil {
			pooled = append(pooled, l/2-1)
		}
		if c.Lines != nil {
			lined = append(lined, l/2-1)
		}
	}
	r, err := NewTrainer(i, convs[0].In, convs[0].Out, len(convs)/2, batch, pooled, lined)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Errors measured over the sizes below, relative to the largest entry of a
// tensor: trunk 3e-6, gradients 6e-6.
func TestGradientsAgainstFloat64(t *testing.T) {
	for _, size := range []struct {
		blocks, channels, batch int
		pooled, lined           []int
	}{
		{0, 16, 1, nil, nil}, {1, 8, 35, nil, nil}, {2, 16, 9, nil, nil}, {3, 32, 5, nil, nil}, {1, 48, 2, nil, nil}, {2, 64, 3, nil, nil}, {1, 96, 1, nil, nil}, {1, 128, 2, nil, nil},
		{1, 8, 1, []int{0}, nil}, {2, 20, 43, []int{1}, nil}, {3, 32, 5, []int{0, 1, 2}, nil}, {2, 64, 3, []int{0}, nil},
		{1, 8, 1, nil, []int{0}}, {2, 20, 43, []int{1}, []int{0, 1}}, {2, 64, 3, nil, []int{1}},
	} {
		rng := rand.New(rand.NewPCG(20, uint64(size.channels)))
		convs := randomTower(rng, 5, size.channels, size.blocks, size.pooled...)
		withLines(rng, convs, size.lined...)
		planes := randomPlanes(rng, 5, size.batch)
		dTrunk := normal(rng, size.batch*size.channels*squares)
		dw, db, dp, dl := gradients64(convs, planes, dTrunk, size.batch)
		last := size.batch - 1
		acts := forward64(convs, planes[last*5*squares:])
		for _, i := range Available() {
			tr := mustTrainer(t, i, convs, size.batch)
			trunk, grads := make([]float32, len(dTrunk)), zeroConvs(convs)
			tr.Forward(planes, convs, trunk)
			tr.Backward(dTrunk, grads)
			out, filters, biases := difference(trunk[last*size.channels*squares:], acts[len(acts)-1]), 0.0, 0.0
			pools, lines := 0.0, 0.0
			for l := range convs {
				filters = max(filters, difference(grads[l].W, dw[l]))
				biases = max(biases, difference(grads[l].B, db[l]))
				if convs[l].Pool != nil {
					pools = max(pools, difference(grads[l].Pool, dp[l]))
				}
				if convs[l].Lines != nil {
					lines = max(lines, difference(grads[l].Lines, dl[l]))
				}
			}
			report := fmt.Sprintf("%dx%d %v, %d boards, blocks %v pooled and %v with lines: errors of trunk %.1e, filters %.1e, biases %.1e, pools %.1e, lines %.1e",
				size.blocks, size.channels, i, size.batch, size.pooled, size.lined, out, filters, biases, pools, lines)
			t.Log(report)
			if !(out < 1e-5 && filters < 3e-5 && biases < 3e-5 && pools < 3e-5 && lines < 3e-5) {
				t.Error(report)
			}
		}
	}
}

// The same bits run after run, for any number of cores, and for all sets in
// assembly.
func TestGradientsAreReproducible(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 21))
	const batch = 75
	convs := withLines(rng, randomTower(rng, 5, 32, 2, 1), 0, 1)
	planes, dTrunk := randomPlanes(rng, 5, batch), normal(rng, batch*32*squares)
	run := func(tr *Trainer) ([]float32, []Conv) {
		trunk, grads := make([]float32, len(dTrunk)), zeroConvs(convs)
		tr.Forward(planes, convs, trunk)
		tr.Backward(dTrunk, grads)
		return trunk, grads
	}
	equal := func(a, b []Conv) bool {
		return slices.EqualFunc(a, b, func(a, b Conv) bool {
			return slices.Equal(a.W, b.W) && slices.Equal(a.B, b.B) && slices.Equal(a.Pool, b.Pool) && slices.Equal(a.Lines, b.Lines)
		})
	}
	assembly := map[bool][]Conv{}
	eachISA(t, func(t *testing.T, i ISA) {
		tr := mustTrainer(t, i, convs, batch)
		trunk, grads := run(tr)
		if again, g := run(tr); !slices.Equal(again, trunk) || !equal(g, grads) {
			t.Error("a second run differs")
		}
		for _, cores := range []int{1, 3} {
			before := runtime.GOMAXPROCS(cores)
			other, g := run(mustTrainer(t, i, convs, batch))
			runtime.GOMAXPROCS(before)
			if !slices.Equal(other, trunk) || !equal(g, grads) {
				t.Errorf("%d cores differ from %d", cores, before)
			}
		}
		if before, ok := assembly[i == Portable]; ok && !equal(before, grads) {
			t.Error("differs from the other assembly")
		}
		assembly[i == Portable] = grads
	})
}

// A step that diverged must not leave anything behind: the zero rows that fill
// up an odd group are zero again.
func TestTrainerForgetsNaN(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 22))
	const batch = 3
	convs := withLines(rng, randomTower(rng, 5, 16, 1, 0), 0)
	spoilt := zeroConvs(convs)
	for l := range spoilt {
		copy(spoilt[l].W, convs[l].W)
		copy(spoilt[l].Pool, convs[l].Pool)
		copy(spoilt[l].Lines, convs[l].Lines)
		spoilt[l].B[0] = float32(math.NaN())
	}
	planes, dTrunk := randomPlanes(rng, 5, batch), normal(rng, batch*16*squares)
	trunk := make([]float32, len(dTrunk))
	eachISA(t, func(t *testing.T, i ISA) {
		fresh, used := mustTrainer(t, i, convs, batch), mustTrainer(t, i, convs, batch)
		want, got := zeroConvs(convs), zeroConvs(convs)
		fresh.Forward(planes, convs, trunk)
		fresh.Backward(dTrunk, want)
		used.Forward(planes, spoilt, trunk)
		used.Backward(trunk, got)
		used.Forward(planes, convs, trunk)
		used.Backward(dTrunk, got)
		for l := range want {
			if !slices.Equal(got[l].W, want[l].W) || !slices.Equal(got[l].B, want[l].B) || !slices.Equal(got[l].Pool, want[l].Pool) || !slices.Equal(got[l].Lines, want[l].Lines) {
				t.Fatalf("gradients of convolution %d differ after a batch of NaN", l)
			}
		}
	})
}

func TestNewTrainerRefuses(t *testing.T) {
	for _, c := range []struct {
		isa                             ISA
		planes, channels, blocks, batch int
	}{{9, 5, 16, 1, 1}, {Portable, 0, 16, 1, 1}, {Portable, 5, 0, 1, 1}, {Portable, 5, 16, -1, 1}, {Portable, 5, 16, 1, 0}} {
		if _, err := NewTrainer(c.isa, c.planes, c.channels, c.blocks, c.batch, nil, nil); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
	if _, err := NewTrainer(Portable, 5, 16, 1, 1, []int{1}, nil); err == nil {
		t.Error("a pooled bias in a block that is not there: no error")
	}
	if _, err := NewTrainer(Portable, 5, 16, 1, 1, nil, []int{-1}); err == nil {
		t.Error("lines in a block that is not there: no error")
	}
}

func BenchmarkTrain(b *testing.B) {
	const batch = 256
	for _, size := range [][2]int{{4, 32}, {5, 64}} {
		rng := rand.New(rand.NewPCG(23, 23))
		convs := randomTower(rng, 5, size[1], size[0])
		planes, dTrunk := randomPlanes(rng, 5, batch), normal(rng, batch*size[1]*squares)
		trunk, grads := make([]float32, len(dTrunk)), zeroConvs(convs)
		for _, i := range Available() {
			b.Run(fmt.Sprintf("%dx%d/%v", size[0], size[1], i), func(b *testing.B) {
				tr := mustTrainer(b, i, convs, batch)
				for b.Loop() {
					tr.Forward(planes, convs, trunk)
					tr.Backward(dTrunk, grads)
				}
				b.ReportMetric(float64(batch)*float64(b.N)/b.Elapsed().Seconds(), "samples/s")
			})
		}
	}
}
