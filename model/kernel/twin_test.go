package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// guarded is memory for a kernel with a guard zone at both ends. It begins off
// a cache line: kernels take any alignment.
type guarded struct {
	all  []float32
	data []float32
}

const zone = 80

func newGuarded(rng *rand.Rand, n int) guarded {
	g := guarded{all: aligned(n + 2*zone + 1)[1:]}
	g.data = g.all[zone : zone+n]
	for i := range g.all {
		g.all[i] = float32(rng.NormFloat64())
	}
	return g
}

func (g guarded) clone() guarded {
	c := guarded{all: aligned(len(g.all) + 1)[1:]}
	copy(c.all, g.all)
	c.data = c.all[zone : zone+len(g.data)]
	return c
}

// twin runs f with the portable kernels and with i's on copies of the same
// memory and compares all of it, guard zones included.
func twin(t *testing.T, i ISA, name string, memory []guarded, f func(k *kernels, p []*float32)) {
	t.Helper()
	var got, want []guarded
	var pg, pw []*float32
	for _, m := range memory {
		got, want = append(got, m.clone()), append(want, m.clone())
		pg, pw = append(pg, &got[len(got)-1].data[0]), append(pw, &want[len(want)-1].data[0])
	}
	f(sets[i], pg)
	f(&portable, pw)
	for j := range memory {
		if j == len(memory)-1 {
			continue // the last is scratch, compared for its guard zones only
		}
		most := 0.0
		for _, v := range want[j].data {
			most = max(most, math.Abs(float64(v)))
		}
		for x, w := range want[j].all {
			if d := math.Abs(float64(got[j].all[x] - w)); !(d <= 1e-5*most) {
				t.Fatalf("%v %s: buffer %d[%d] = %g, portable %g", i, name, j, x-zone, got[j].all[x], w)
			}
		}
	}
	last := len(memory) - 1
	for x, w := range memory[last].all {
		if (x < zone || x >= zone+len(memory[last].data)) && got[last].all[x] != w {
			t.Fatalf("%v %s: scratch[%d] was overwritten", i, name, x-zone)
		}
	}
}

func TestTransformsAgreeWithPortable(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	eachISA(t, func(t *testing.T, i ISA) {
		for _, s := range []Scheme{Throughput, Latency} {
			for _, ps := range []int{s.tiles() * 16, 144, 336} {
				act, res, bias := newGuarded(rng, board), newGuarded(rng, board), newGuarded(rng, 16)
				points := newGuarded(rng, (s.points()-1)*ps+s.tiles()*16)
				tmp := newGuarded(rng, scratch)
				twin(t, i, s.String()+" in", []guarded{act, points, tmp}, func(k *kernels, p []*float32) { k.in[s](p[0], p[1], ps, p[2]) })
				twin(t, i, s.String()+" out", []guarded{points, bias, act, tmp}, func(k *kernels, p []*float32) { k.out[s](p[0], ps, p[1], p[2], p[3]) })
				twin(t, i, s.String()+" outRes", []guarded{points, bias, res, act, tmp}, func(k *kernels, p []*float32) {
					k.outRes[s](p[0], ps, p[1], p[2], p[3], p[4])
				})
			}
		}
	})
}

func TestTrainingTransformsAgreeWithPortable(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	eachISA(t, func(t *testing.T, i ISA) {
		for _, ps := range []int{64, 144, 336} {
			act, res, mask := newGuarded(rng, board), newGuarded(rng, board), newGuarded(rng, board)
			points, tmp := newGuarded(rng, 35*ps+64), newGuarded(rng, scratch)
			twin(t, i, "adj", []guarded{act, points, tmp}, func(k *kernels, p []*float32) { k.adj(p[0], p[1], ps, p[2]) })
			twin(t, i, "outMask", []guarded{points, mask, act, tmp}, func(k *kernels, p []*float32) { k.outMask(p[0], ps, p[1], p[2], p[3]) })
			twin(t, i, "outMaskRes", []guarded{points, mask, res, act, tmp}, func(k *kernels, p []*float32) {
				k.outMaskRes(p[0], ps, p[1], p[2], p[3], p[4])
			})
		}
		for _, n := range []int{1, 3} {
			us := n*16 + 32
			w, u, tmp := newGuarded(rng, n*144), newGuarded(rng, 35*us+n*16), newGuarded(rng, scratch)
			twin(t, i, "filter", []guarded{w, u, tmp}, func(k *kernels, p []*float32) { k.filter(p[0], p[1], us, n, p[2]) })
			twin(t, i, "filterAdj", []guarded{u, w, tmp}, func(k *kernels, p []*float32) { k.filterAdj(p[0], p[1], us, n, p[2]) })
		}
		for panels := 1; panels <= 4; panels++ {
			for _, tiles := range []int{1, 4} {
				a, b, c := newGuarded(rng, tiles*256), newGuarded(rng, tiles*panels*128), newGuarded(rng, panels*512-256)
				for add := range 2 {
					twin(t, i, "gemmT", []guarded{a, b, c, newGuarded(rng, 1)}, func(k *kernels, p []*float32) {
						k.gemmT(at(p[0], 128), p[1], p[2], tiles, panels, 256, panels*128, 512, add)
					})
				}
			}
		}
	})
}

// The maxima stand in few squares, some of them twice.
func TestPoolsAgreeWithPortable(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 13))
	eachISA(t, func(t *testing.T, i ISA) {
		for range 5 {
			act, onBoard, d := newGuarded(rng, board), newGuarded(rng, squares), newGuarded(rng, board)
			mean, most, dMean, dMost := newGuarded(rng, 16), newGuarded(rng, 16), newGuarded(rng, 16), newGuarded(rng, 16)
			for x := range act.data {
				act.data[x] = float32(rng.IntN(60)) / 7
			}
			for s := range onBoard.data {
				onBoard.data[s] = float32(rng.IntN(2))
			}
			scale := poolScale(onBoard.data)
			twin(t, i, "pool", []guarded{act, onBoard, mean, most, newGuarded(rng, 1)}, func(k *kernels, p []*float32) { k.pool(p[0], p[1], p[2], p[3], scale) })
			portable.pool(&act.data[0], &onBoard.data[0], &mean.data[0], &most.data[0], scale)
			twin(t, i, "unpool", []guarded{act, onBoard, most, dMean, dMost, d, newGuarded(rng, 1)}, func(k *kernels, p []*float32) {
				k.unpool(p[0], p[1], p[2], p[3], p[4], p[5], scale)
			})
		}
	})
}

func TestLinesAgreeWithPortable(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 14))
	eachISA(t, func(t *testing.T, i ISA) {
		act, onBoard, scale, lines := newGuarded(rng, board), newGuarded(rng, squares), newGuarded(rng, lineCount), newGuarded(rng, lineCount*16)
		res, dst := newGuarded(rng, board), newGuarded(rng, board)
		for s := range onBoard.data {
			onBoard.data[s] = float32(rng.IntN(2))
		}
		twin(t, i, "gather", []guarded{act, onBoard, scale, lines, newGuarded(rng, 1)}, func(k *kernels, p []*float32) { k.gather(p[0], p[1], p[2], p[3]) })
		twin(t, i, "scatter", []guarded{lines, onBoard, res, dst, newGuarded(rng, 1)}, func(k *kernels, p []*float32) { k.scatter(p[0], p[1], p[2], p[3]) })
	})
}

// A square is on its four lines, and only there.
func TestLines(t *testing.T) {
	eachISA(t, func(t *testing.T, i ISA) {
		k := sets[i]
		act, onBoard, lines, dst := aligned(board), aligned(squares), aligned(lineCount*16), aligned(board)
		for s := range onBoard {
			onBoard[s] = 1
		}
		const b3 = 17 // row 2, column 1, diagonal a2 to g8, antidiagonal a4 to d1
		act[b3*16+5] = 1
		k.gather(&act[0], &onBoard[0], &ones[0], &lines[0])
		for l := range lineCount {
			want := float32(0)
			if l == 2 || l == 8+1 || l == 16+6 || l == 32+3 {
				want = 1
			}
			if lines[l*16+5] != want || lines[l*16+4] != 0 {
				t.Errorf("line %d has %v and %v, want %v and 0", l, lines[l*16+5], lines[l*16+4], want)
			}
		}
		onBoard[18] = 0 // c3
		k.scatter(&lines[0], &onBoard[0], &offBoards[0], &dst[0])
		for s, want := range map[int]float32{b3: 4, 16: 1, 18: 0, 19: 1, 1: 1, 8: 1, 62: 1, 24: 1, 3: 1, 63: 0, 0: 0} {
			if dst[s*16+5] != want {
				t.Errorf("square %d has %v, want %v", s, dst[s*16+5], want)
			}
		}
	})
	var scale [lineCount]float32
	plane := aligned(squares)
	plane[0], plane[9], plane[1] = 1, 1, 1
	lineScales(scale[:], plane)
	if scale[0] != .5 || scale[1] != 1 || scale[9] != .5 || scale[16+7] != .5 || scale[2] != 0 {
		t.Errorf("scales %v", scale)
	}
}

// The mean and the maximum of one channel of a board, and their gradients, by
// hand.
func TestPool(t *testing.T) {
	eachISA(t, func(t *testing.T, i ISA) {
		k := sets[i]
		act, d, onBoard := aligned(board), aligned(board), aligned(squares)
		mean, most, dMean, dMost := aligned(16), aligned(16), aligned(16), aligned(16)
		act[3], act[16+3], act[5*16+3], act[9*16+3] = 9, 1, 4, 4 // the largest is off the board, the next stands twice
		act[4] = 7                                               // off the board, on which there is nothing
		onBoard[1], onBoard[5], onBoard[9], onBoard[10] = 1, 1, 1, 1
		k.pool(&act[0], &onBoard[0], &mean[0], &most[0], poolScale(onBoard))
		if mean[3] != 9./4 || most[3] != 4 || mean[4] != 0 || most[4] != 0 {
			t.Errorf("mean %v, most %v", mean, most)
		}
		dMean[3], dMost[3], dMost[4] = 8, 100, 100
		k.unpool(&act[0], &onBoard[0], &most[0], &dMean[0], &dMost[0], &d[0], poolScale(onBoard))
		if d[4] != 0 {
			t.Errorf("the gradient of a square off the board is %v", d[4])
		}
		for s, want := range map[int]float32{0: 0, 1: 2, 5: 102, 9: 2, 10: 2, 63: 0} {
			if d[s*16+3] != want {
				t.Errorf("the gradient of square %d is %v, want %v", s, d[s*16+3], want)
			}
		}
	})
	if poolScale(aligned(squares)) != 0 {
		t.Error("a board without squares has a scale")
	}
}

func TestProductsAgreeWithPortable(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	eachISA(t, func(t *testing.T, i ISA) {
		for _, rows := range []int{4, 8} {
			for _, kb := range []int{1, 2, 3} {
				for panels := 1; panels <= 5; panels++ {
					for _, tiles := range []int{1, 3} {
						block := rows * 16
						a, b := newGuarded(rng, tiles*kb*block), newGuarded(rng, panels*kb*256)
						c := newGuarded(rng, tiles*panels*block)
						twin(t, i, "gemm", []guarded{a, b, c, newGuarded(rng, 1)}, func(k *kernels, p []*float32) {
							gemm := k.gemm8
							if rows == 4 {
								gemm = k.gemm4
							}
							gemm(p[0], p[1], p[2], kb, tiles, panels, block, kb*block, block, panels*block, p[1])
						})
					}
				}
			}
		}
	})
}

// NaN must come through: a network that has diverged has to be seen.
func TestNaNComesThrough(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	planes := randomPlanes(rng, 5, 2)
	eachISA(t, func(t *testing.T, i ISA) {
		for _, s := range []Scheme{Throughput, Latency} {
			convs := randomTower(rng, 5, 16, 1)
			convs[2].B[3] = float32(math.NaN())
			trunk := mustPack(t, i, s, convs).NewTower(2).Forward(planes, 2)
			for sq := range squares {
				if v := trunk[TrunkIndex(3, sq)]; v == v {
					t.Fatalf("%v: square %d is %g", s, sq, v)
				}
			}
		}
	})
}

func TestMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	eachISA(t, func(t *testing.T, i ISA) {
		for _, size := range [][2]int{{8, 1}, {32, 6}, {64, 33}, {256, 64}} {
			in, out := size[0], size[1]
			w := make([]float32, in*out)
			for j := range w {
				w[j] = float32(rng.NormFloat64())
			}
			m, err := NewMatrix(i, in, out, func(a, b int) float32 { return w[a*out+b] })
			if err != nil {
				t.Fatal(err)
			}
			product := func(x func(k int) float32, o int) (sum float64) {
				for k := range in {
					sum += float64(x(k)) * float64(w[k*out+o])
				}
				return sum
			}
			trunk, conv := NewBuffer(TrunkSize(in)), NewBuffer(TrunkSize(out))
			for j := range trunk {
				trunk[j] = float32(rng.NormFloat64())
			}
			m.Conv(conv, trunk)
			for _, n := range []int{1, 8, 11} {
				src, dst := NewBuffer(RowsSize(n, in)), NewBuffer(RowsSize(n, out))
				for j := range src {
					src[j] = float32(rng.NormFloat64())
				}
				m.Rows(dst, src, n)
				for o := range out {
					for b := range n {
						want := product(func(k int) float32 { return src[RowIndex(b, k, in)] }, o)
						if got := float64(dst[RowIndex(b, o, out)]); math.Abs(got-want) > 1e-4 {
							t.Fatalf("Rows %dx%d, vector %d of %d: %g, want %g", in, out, b, n, got, want)
						}
					}
				}
			}
			for o := range out {
				for s := range squares {
					want := product(func(k int) float32 { return trunk[TrunkIndex(k, s)] }, o)
					if got := float64(conv[TrunkIndex(o, s)]); math.Abs(got-want) > 1e-4 {
						t.Fatalf("Conv %dx%d, square %d: %g, want %g", in, out, s, got, want)
					}
				}
			}
		}
	})
}
