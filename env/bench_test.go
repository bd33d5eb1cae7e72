package env

import (
	"math/rand/v2"
	"testing"
)

// sample returns positions of random games, none of them finished.
func sample(n int) (all []Position) {
	rng := rand.New(rand.NewPCG(1, 1))
	for len(all) < n {
		for p := (Rules{}).Initial(); len(all) < n; {
			legal := Rules{}.AppendMoves(nil, p)
			if len(legal) == 0 {
				break
			}
			all = append(all, p)
			p = Rules{}.Next(p, legal[rng.IntN(len(legal))])
		}
	}
	rng.Shuffle(n, func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// TestAllocations keeps the hot paths free of allocations.
func TestAllocations(t *testing.T) {
	all := sample(64)
	moves := make([]Move, 0, 64)
	e, err := New(Rules{})
	if err != nil {
		t.Fatal(err)
	}
	var board uint64
	var count int
	var mask, turned [NumMoves]bool
	for name, f := range map[string]func(p Position){
		"Mobility": func(p Position) { board ^= Mobility(p.Own, p.Opp) },
		"Flips":    func(p Position) { board ^= Flips(p.Own, p.Opp, 20) },
		"Status": func(p Position) {
			squares, _ := Rules{}.Status(p)
			board ^= squares
		},
		"Next":        func(p Position) { board ^= Rules{}.Next(p, 20).Own },
		"AppendMoves": func(p Position) { moves = Rules{}.AppendMoves(moves[:0], p) },
		"Play": func(p Position) {
			moves = Rules{}.AppendMoves(moves[:0], p)
			q, err := Rules{}.Play(p, moves[0])
			if err != nil {
				t.Error(err)
			}
			board ^= q.Own
		},
		"Margin":    func(p Position) { count += Rules{}.Margin(p) },
		"Mask":      func(p Position) { mask = Rules{}.Mask(p) },
		"Canonical": func(p Position) { p, _ = p.Canonical(); board ^= p.Own },
		"Step": func(p Position) {
			e.Reset()
			if _, _, _, err := e.Step(19); err != nil {
				t.Error(err)
			}
		},
		"Permute": func(p Position) { Permute(5, turned[:], mask[:]) },
		"Perft":   func(p Position) { count += int(Perft(Rules{}, p, 2, PassIsPly)) },
	} {
		i := 0
		if n := testing.AllocsPerRun(len(all), func() { f(all[i%len(all)]); i++ }); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// sink keeps results alive.
var sink uint64

func benchmark(b *testing.B, f func(p Position) uint64) {
	all := sample(4096)
	i := 0
	var x uint64
	for b.Loop() {
		x ^= f(all[i%len(all)])
		i++
	}
	sink = x
}

func BenchmarkMobility(b *testing.B) {
	benchmark(b, func(p Position) uint64 { return Mobility(p.Own, p.Opp) })
}

func BenchmarkFlips(b *testing.B) {
	all := sample(4096)
	squares := make([]Move, len(all))
	for i, p := range all {
		squares[i] = Rules{}.AppendMoves(nil, p)[0]
	}
	i := 0
	var x uint64
	for b.Loop() {
		p := all[i%len(all)]
		x ^= Flips(p.Own, p.Opp, squares[i%len(all)])
		i++
	}
	sink = x
}

func BenchmarkStatus(b *testing.B) {
	benchmark(b, func(p Position) uint64 { moves, _ := Rules{}.Status(p); return moves })
}

func BenchmarkCanonical(b *testing.B) {
	benchmark(b, func(p Position) uint64 { p, _ = p.Canonical(); return p.Own })
}

// BenchmarkPerft counts leaves at depth 11, 212 million of them.
func BenchmarkPerft(b *testing.B) {
	var leaves uint64
	for b.Loop() {
		leaves += Perft(Rules{}, Rules{}.Initial(), 11, PassIsPly)
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}
