package bench

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"othellier/env"
	"othellier/mcts"
	"othellier/model"
	"othellier/train"
)

// selfPlay measures games of the configuration's kind, with the searches of its
// last iteration. A round is as many games as are in flight, so that games at
// their end, when batches are small, have the share that they have in a run.
func (b *bench) selfPlay(ctx context.Context) error {
	s := b.subjects[0]
	c := b.Config
	c.Rules, c.Network, c.SelfPlay.Workers = b.Rules, s.weights.Spec, b.Workers
	plain := c
	plain.SelfPlay.Cache = 0
	var network counts
	cached := func(w *model.Weights) (mcts.Evaluator, error) {
		p, err := plain.Predictor(w)
		if err != nil || c.SelfPlay.Cache == 0 {
			return timed{p, &network}, err
		}
		return mcts.NewCache(timed{p, &network}, c.SelfPlay.Cache), nil
	}

	before, err := b.alone(ctx, s.weights, c.SelfPlay.GamesInFlight)
	if err != nil {
		return err
	}
	var memory [2]runtime.MemStats
	runtime.ReadMemStats(&memory[0])
	games, judged := int64(0), int64(0)
	round := min(int64(c.Run.GamesPerIteration), int64(b.Workers*c.SelfPlay.GamesInFlight))
	watch := start()
	for games == 0 || watch.seconds() < b.Seconds {
		a := train.Assignment{From: games, To: games + round, Iteration: c.Run.Iterations, Simulations: c.SelfPlay.Simulations}
		err := train.SelfPlay(ctx, c, s.weights, a, cached, func(p train.Played) error {
			judged += int64(p.Evaluations)
			return nil
		})
		if err != nil {
			return err
		}
		games += round
	}
	r := &SelfPlay{
		Config: c.Name, Network: s.name, Games: int(games), Simulations: c.SelfPlay.Simulations,
		GamesRate: watch.rate(float64(games)), Evaluations: watch.rate(float64(network.positions.Load())),
		Remembered: 1 - float64(network.positions.Load())/float64(judged),
		Batch:      float64(network.positions.Load()) / float64(network.calls.Load()),
	}
	r.NetworkShare = float64(network.nanoseconds.Load()) / 1e9 / (r.GamesRate.Seconds * float64(b.Workers))
	runtime.ReadMemStats(&memory[1])
	r.Allocations = float64(memory[1].Mallocs-memory[0].Mallocs) / float64(games)
	after, err := b.alone(ctx, s.weights, c.SelfPlay.GamesInFlight)
	r.Alone = mean(before, after)
	r.Ratio = r.Evaluations.PerSecond / r.Alone.PerSecond
	if r.Alone.PerCPUSecond > 0 {
		r.Ratio = r.Evaluations.PerCPUSecond / r.Alone.PerCPUSecond
	}
	b.report.SelfPlay = r
	return err
}

// mean returns the mean of what was measured before and after.
func mean(a, b Rate) Rate {
	return Rate{
		PerSecond: (a.PerSecond + b.PerSecond) / 2, PerCPUSecond: (a.PerCPUSecond + b.PerCPUSecond) / 2,
		Seconds: a.Seconds + b.Seconds,
	}
}

// counts is what the evaluators of all workers did.
type counts struct{ positions, calls, nanoseconds atomic.Int64 }

// timed counts what an evaluator does.
type timed struct {
	mcts.Evaluator
	counts *counts
}

// Evaluate implements [mcts.Evaluator].
func (t timed) Evaluate(p []env.Position, priors, value, margin []float32) error {
	began := time.Now()
	err := t.Evaluator.Evaluate(p, priors, value, margin)
	t.counts.nanoseconds.Add(int64(time.Since(began)))
	t.counts.positions.Add(int64(len(p)))
	t.counts.calls.Add(1)
	return err
}
