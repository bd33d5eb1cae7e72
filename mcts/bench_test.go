package mcts

import (
	"fmt"
	"testing"

	"othellier/env"
)

// BenchmarkSimulations plays games with a trivial evaluator, so many at a time,
// each move searched with the given number of simulations on top of those kept.
// The games of one tick share a batch.
func BenchmarkSimulations(b *testing.B) {
	for _, c := range []struct{ games, simulations int }{{1, 100}, {1, 800}, {1, 6400}, {256, 100}, {256, 800}} {
		b.Run(fmt.Sprintf("games=%d/simulations=%d", c.games, c.simulations), func(b *testing.B) {
			type game struct {
				*Search
				goal int // visits at the root
			}
			r, batch := env.Rules{}, NewBatch(c.games)
			games := make([]game, c.games)
			for i := range games {
				games[i] = game{New(r, Default()), c.simulations}
			}
			done := 0
			for b.Loop() {
				for i := range games {
					g := &games[i]
					before := int(g.nodes[0].visits)
					for batch.Add(g.Search, g.goal, 1) == 0 {
						done += int(g.nodes[0].visits) - before
						g.Advance(g.Best())
						if g.over {
							g.Reset(r.Initial())
						}
						before = int(g.nodes[0].visits)
						g.goal = before + c.simulations
					}
					done += int(g.nodes[0].visits) - before
				}
				done += batch.Len()
				if err := batch.Flush(UniformEvaluator{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(done)/b.Elapsed().Seconds(), "simulations/s")
		})
	}
}
