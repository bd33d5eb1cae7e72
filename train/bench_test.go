package train

import (
	"context"
	"math/rand/v2"
	"testing"

	"othellier/env"
	"othellier/model"
)

// One row: decoding a game, replaying it and writing the planes.
func BenchmarkFill(b *testing.B) {
	data := randomGame(env.Rules{}, 1).Append(nil)
	var g GameRecord
	if err := g.Decode(data); err != nil {
		b.Fatal(err)
	}
	rows := g.Rows(false)
	f := rowFiller{}
	batch := model.NewBatch(1)
	b.ReportAllocs()
	for i := range b.N {
		if err := f.fill(batch, 0, data, i%rows, env.Symmetry(i%env.Symmetries)); err != nil {
			b.Fatal(err)
		}
	}
}

// One game of the default run, with one worker: evaluations/s is a core's.
func BenchmarkSelfPlay(b *testing.B) {
	c := Default()
	c.SelfPlay.Workers = 1
	w := model.NewWeights(c.Network, rand.New(rand.NewPCG(1, 1)))
	evaluations := 0
	a := Assignment{To: int64(b.N), Iteration: 1, Simulations: c.SelfPlay.Simulations}
	err := SelfPlay(context.Background(), c, w, a, c.Predictor, func(p Played) error {
		evaluations += p.Evaluations
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(evaluations)/b.Elapsed().Seconds(), "evaluations/s")
}
