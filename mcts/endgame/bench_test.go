package endgame

import (
	"context"
	"fmt"
	"os"
	"testing"

	"othellier/env"
)

// benchmarkFFO solves positions in turn and reports the nodes of all of them.
func benchmarkFFO(b *testing.B, from, to, hashBits int, mode Mode) {
	s := newSolver(b, env.Rules{Scoring: env.ScoreEmpties}, hashBits)
	all := problems(b)[from-1 : to]
	var nodes uint64
	for b.Loop() {
		for _, q := range all {
			r, err := s.Solve(context.Background(), q.position, mode)
			if err != nil {
				b.Fatal(err)
			}
			nodes += r.Nodes
		}
	}
	b.ReportMetric(float64(nodes)/float64(b.N)/1e6, "Mnodes/op")
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}

// BenchmarkFFO1to19 solves the 19 positions with 14 to 16 empty squares.
func BenchmarkFFO1to19(b *testing.B) {
	b.Run("margin", func(b *testing.B) { benchmarkFFO(b, 1, 19, 18, ModeMargin) })
	b.Run("outcome", func(b *testing.B) { benchmarkFFO(b, 1, 19, 18, ModeOutcome) })
}

// BenchmarkFFO20to39 solves those with up to 26; it takes a while.
func BenchmarkFFO20to39(b *testing.B) {
	if os.Getenv("OTHELLIER_SLOW") == "" {
		b.Skip("set OTHELLIER_SLOW=1 to run it")
	}
	b.Run("margin", func(b *testing.B) { benchmarkFFO(b, 20, 39, 22, ModeMargin) })
	b.Run("outcome", func(b *testing.B) { benchmarkFFO(b, 20, 39, 22, ModeOutcome) })
}

// BenchmarkQuick solves positions of random games, one an operation, with a
// table small enough for the caches.
func BenchmarkQuick(b *testing.B) {
	for mode, name := range []string{"margin", "outcome"} {
		for _, empty := range []int{4, 6, 8, 10, 12, 14} {
			b.Run(fmt.Sprintf("%s/%d", name, empty), func(b *testing.B) {
				s := newSolver(b, env.Rules{}, 12)
				all := reached(s.rules, empty, 500, 1)
				i := 0
				for b.Loop() {
					s.Quick(all[i%len(all)], Mode(mode))
					i++
				}
			})
		}
	}
}
