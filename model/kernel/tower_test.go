package kernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func eachISA(t *testing.T, f func(t *testing.T, i ISA)) {
	for _, i := range Available() {
		t.Run(i.String(), func(t *testing.T) { f(t, i) })
	}
}

func mustPack(t testing.TB, i ISA, s Scheme, convs []Conv) *Network {
	t.Helper()
	n, err := Pack(i, s, convs)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// planar brings one board's trunk to [channels][64].
func planar(trunk []float32, channels int) []float32 {
	o := make([]float32, channels*squares)
	for c := range channels {
		for s := range squares {
			o[c*squares+s] = trunk[TrunkIndex(c, s)]
		}
	}
	return o
}

// Errors measured over the sizes below, relative to the largest output: F8
// 4e-5, F4 3e-6.
func TestForwardAgainstFloat64(t *testing.T) {
	bound := map[Scheme]float64{Throughput: 1e-4, Latency: 1e-5}
	for _, size := range []struct {
		blocks, channels int
		pooled, lined    []int
	}{
		{1, 8, nil, nil}, {0, 16, nil, nil}, {3, 16, nil, nil}, {1, 24, nil, nil}, {4, 32, nil, nil}, {2, 48, nil, nil}, {5, 64, nil, nil}, {2, 96, nil, nil}, {2, 128, nil, nil},
		{1, 8, []int{0}, nil}, {3, 24, []int{0, 2}, []int{1, 2}}, {5, 64, []int{2}, nil}, {1, 8, nil, []int{0}}, {2, 64, nil, []int{1}},
	} {
		rng := rand.New(rand.NewPCG(1, uint64(size.channels)))
		channels, n := size.channels, 3
		convs := randomTower(rng, 5, channels, size.blocks, size.pooled...)
		withLines(rng, convs, size.lined...)
		planes := randomPlanes(rng, 5, n)
		var want [][]float64
		for b := range n {
			acts := forward64(convs, planes[b*5*squares:(b+1)*5*squares])
			want = append(want, acts[len(acts)-1])
		}
		for _, i := range Available() {
			for _, s := range []Scheme{Throughput, Latency} {
				got := mustPack(t, i, s, convs).NewTower(0).Forward(planes, n)
				worst := 0.0
				for b := range n {
					worst = max(worst, difference(planar(got[b*TrunkSize(channels):], channels), want[b]))
				}
				t.Logf("%dx%d, %v pooled, %v with lines, %v %v: error %.1e of the largest", size.blocks, size.channels, size.pooled, size.lined, i, s, worst)
				if !(worst < bound[s]) {
					t.Errorf("%dx%d, %v pooled, %v with lines, %v %v: error %.1e of the largest", size.blocks, size.channels, size.pooled, size.lined, i, s, worst)
				}
			}
		}
	}
}

// A board's result may depend neither on its neighbours nor on its place nor on
// the size of the batch, to the bit.
func TestBoardsAreIndependent(t *testing.T) {
	const planes = 5
	for _, channels := range []int{16, 48, 64} {
		rng := rand.New(rand.NewPCG(2, uint64(channels)))
		convs := withLines(rng, randomTower(rng, planes, channels, 2, 1), 1)
		const most = 40
		all := randomPlanes(rng, planes, most)
		size := TrunkSize(channels)
		eachISA(t, func(t *testing.T, i ISA) {
			for _, s := range []Scheme{Throughput, Latency} {
				n := mustPack(t, i, s, convs)
				single, tower := n.NewTower(1), n.NewTower(most)
				var want []float32
				for b := range most {
					want = append(want, single.Forward(all[b*planes*squares:(b+1)*planes*squares], 1)...)
				}
				step := 1
				if i == Portable {
					step = 13
				}
				for count := 1; count <= most; count += step {
					first := rng.IntN(most - count + 1)
					got := tower.Forward(all[first*planes*squares:(first+count)*planes*squares], count)
					if !slices.Equal(got, want[first*size:(first+count)*size]) {
						t.Fatalf("%d channels, %v: boards %d to %d differ from the same boards alone", channels, s, first, first+count-1)
					}
				}
			}
		})
	}
}

// The two assembly sets do the same operations in the same order.
func TestAssemblySetsAgreeToTheBit(t *testing.T) {
	if !AVX512.Supported() || !AVX2.Supported() {
		t.Skip("needs both")
	}
	rng := rand.New(rand.NewPCG(3, 3))
	for _, channels := range []int{16, 32, 80} {
		convs := withLines(rng, randomTower(rng, 5, channels, 2, 0), 1)
		planes := randomPlanes(rng, 5, 7)
		for _, s := range []Scheme{Throughput, Latency} {
			a := mustPack(t, AVX512, s, convs).NewTower(7).Forward(planes, 7)
			b := mustPack(t, AVX2, s, convs).NewTower(7).Forward(planes, 7)
			if !slices.Equal(a, b) {
				t.Errorf("%d channels, %v: AVX-512 and AVX2 differ", channels, s)
			}
		}
	}
}

func TestForwardAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	planes := randomPlanes(rng, 5, 3)
	eachISA(t, func(t *testing.T, i ISA) {
		tower := mustPack(t, i, Latency, withLines(rng, randomTower(rng, 5, 16, 1, 0), 0)).NewTower(3)
		if a := testing.AllocsPerRun(5, func() { tower.Forward(planes, 3) }); a != 0 {
			t.Errorf("%v allocations a call", a)
		}
	})
}

func TestPackRefusesWrongShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	good := func() []Conv { return randomTower(rng, 5, 16, 1) }
	for name, spoil := range map[string]func(c []Conv) []Conv{
		"no convolution": func(c []Conv) []Conv { return nil },
		"half a block":   func(c []Conv) []Conv { return c[:2] },
		"short weights":  func(c []Conv) []Conv { c[1].W = c[1].W[1:]; return c },
		"long biases":    func(c []Conv) []Conv { c[0].B = make([]float32, 17); return c },
		"short pool":     func(c []Conv) []Conv { c[2].Pool = make([]float32, 31); return c },
		"long lines":     func(c []Conv) []Conv { c[2].Lines = make([]float32, 16*16*4+1); return c },
		"early lines":    func(c []Conv) []Conv { c[1].Lines = make([]float32, 16*16*4); return c },
		"pool too early": func(c []Conv) []Conv { c[1].Pool = make([]float32, 16*32); return c },
		"no channels":    func(c []Conv) []Conv { c[0] = Conv{}; return c },
		"other channels": func(c []Conv) []Conv { c[2] = randomTower(rng, 16, 32, 0)[0]; return c },
	} {
		if _, err := Pack(Portable, Latency, spoil(good())); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := Pack(Portable, Scheme(7), good()); err == nil {
		t.Error("unknown scheme: no error")
	}
}

func TestShare(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	for _, c := range []struct {
		scheme          Scheme
		group, n, share int
	}{
		{Throughput, 32, 64, 32}, {Throughput, 32, 65, 24}, {Throughput, 32, 40, 20}, {Throughput, 32, 31, 32}, {Throughput, 3, 3, 3},
		{Throughput, 32, 0, 1}, {Latency, 8, 9, 5}, {Latency, 8, 1, 1}, {Latency, 8, 16, 8},
	} {
		tower := mustPack(t, Portable, c.scheme, randomTower(rng, 5, 8, 0)).NewTower(c.group)
		if got := tower.Share(c.n); got != c.share {
			t.Errorf("%v in groups of %d: %d boards are shared by %d, want %d", c.scheme, c.group, c.n, got, c.share)
		}
	}
}

func BenchmarkForward(b *testing.B) {
	for _, size := range [][2]int{{4, 32}, {5, 64}} {
		rng := rand.New(rand.NewPCG(6, 6))
		convs := randomTower(rng, 5, size[1], size[0])
		for _, i := range Available() {
			for _, s := range []Scheme{Throughput, Latency} {
				n := mustPack(b, i, s, convs)
				for _, batch := range []int{1, n.Group()} {
					b.Run(fmt.Sprintf("%dx%d/%v/%v/%d", size[0], size[1], i, s, batch), func(b *testing.B) {
						tower := n.NewTower(batch)
						planes := randomPlanes(rng, 5, batch)
						for b.Loop() {
							tower.Forward(planes, batch)
						}
						b.ReportMetric(float64(batch)*float64(b.N)/b.Elapsed().Seconds(), "boards/s")
					})
				}
			}
		}
	}
}
