package record

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// benchFile returns n random games as a file of that format, and the names of
// WTHOR.
func benchFile(t testing.TB, f Format, n int) ([]byte, Options) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	path := filepath.Join(t.TempDir(), "x"+f.Extension())
	w, err := Create(path, f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		g := randomGame(rng)
		if f == WTHOR {
			g.Fields = []Field{{theoryField, "32/24"}}
		} else if f == GGF {
			g.Fields = []Field{{"RB", "2196.37"}, {"RW", "2200.35"}, {"TI", "05:00//02:00"}}
			g.Notes = make([]Note, len(g.Moves))
			for i := range g.Notes {
				g.Notes[i] = Note{Eval: float64(rng.IntN(1000)) / 100, HasEval: true, Seconds: float64(rng.IntN(1000)) / 100, HasTime: true}
			}
		}
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var o Options
	if f == WTHOR {
		if o.Players, err = namesBeside(path, ".jou"); err != nil {
			t.Fatal(err)
		}
		if o.Tournaments, err = namesBeside(path, ".trn"); err != nil {
			t.Fatal(err)
		}
	}
	return data, o
}

// BenchmarkRead reads whole games, replayed move by move; WTHOR checks their
// results too.
func BenchmarkRead(b *testing.B) {
	for _, f := range written {
		b.Run(f.String(), func(b *testing.B) {
			const games = 2000
			data, o := benchFile(b, f, games)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				r, err := NewReader(bytes.NewReader(data), f, o)
				if err != nil {
					b.Fatal(err)
				}
				n := 0
				for _, err := range r.Games() {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				if n != games {
					b.Fatalf("%d games", n)
				}
			}
			b.ReportMetric(float64(games)*float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkWrite writes the same games.
func BenchmarkWrite(b *testing.B) {
	for _, f := range written {
		if f == WTHOR {
			continue
		}
		b.Run(f.String(), func(b *testing.B) {
			data, _ := benchFile(b, GGF, 500)
			games, _ := readAll(b, GGF, string(data))
			for b.Loop() {
				w, err := NewWriter(&strings.Builder{}, f, Options{})
				if err != nil {
					b.Fatal(err)
				}
				for _, g := range games {
					if err := w.Write(g); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(len(games))*float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func BenchmarkOpening(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 6))
	games := make([]Game, 256)
	for i := range games {
		games[i] = randomGame(rng)
	}
	for i := 0; b.Loop(); i++ {
		games[i%len(games)].Opening()
	}
}

// TestAllocations bounds the allocations for a game of WTHOR: its moves and its
// one field.
func TestAllocations(t *testing.T) {
	const games = 200
	data, o := benchFile(t, WTHOR, games)
	total := testing.AllocsPerRun(5, func() {
		r, err := NewReader(bytes.NewReader(data), WTHOR, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range r.Games() {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	const ahead = 150 // the reader, its buffer and the texts of the 65 scores
	if total > 2*games+2*ahead {
		t.Errorf("%v allocations for %d games: expected two a game", total, games)
	}
	g := randomGame(rand.New(rand.NewPCG(7, 8)))
	if n := testing.AllocsPerRun(10, func() { g.Final() }); n != 0 {
		t.Errorf("Final allocates %v times", n)
	}
}
