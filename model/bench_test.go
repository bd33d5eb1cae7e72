package model

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"othellier/env"
)

// sizes are the networks of the benchmarks, from the smallest that plays to
// what a desktop trains in a day.
var sizes = []Spec{
	{Channels: 16, Blocks: 2, ValueChannels: 4, ValueHidden: 32},
	{Channels: 24, Blocks: 3, ValueChannels: 4, ValueHidden: 32},
	{Channels: 32, Blocks: 4, ValueChannels: 4, ValueHidden: 64},
	{Channels: 64, Blocks: 5, ValueChannels: 8, ValueHidden: 64},
}

func BenchmarkStep(b *testing.B) {
	for _, s := range sizes {
		for _, rows := range []int{64, 128, 256} {
			b.Run(fmt.Sprintf("%v/batch%d", s, rows), func(b *testing.B) {
				tr := newTestTrainer(b, s, testConfig(rows))
				batch := randomBatch(env.Rules{}, rows, 1)
				b.ReportAllocs()
				for b.Loop() {
					mustStep(b, tr, batch, 1e-3)
				}
				b.ReportMetric(float64(rows*b.N)/b.Elapsed().Seconds(), "rows/s")
			})
		}
	}
}

func BenchmarkEvaluator(b *testing.B) {
	for _, s := range sizes {
		for _, n := range []int{64, 128} {
			b.Run(fmt.Sprintf("%v/batch%d", s, n), func(b *testing.B) {
				e, err := NewEvaluator(lively(s, 1), env.Rules{}, n)
				if err != nil {
					b.Fatal(err)
				}
				ps := played(rand.New(rand.NewPCG(1, 1)), env.Rules{}, n)
				priors, value, margin := make([]float32, n*64), make([]float32, n), make([]float32, n)
				for b.Loop() {
					if err := e.Evaluate(ps, priors, value, margin); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "evals/s")
			})
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	p, dst := env.Rules{}.Initial(), make([]float32, Planes*64)
	for b.Loop() {
		Encode(env.Rules{}, p, dst)
	}
}
