package bench

import (
	"context"
	"math"
	"runtime"
	"sync"

	"othellier/env"
	"othellier/model"
)

// evaluations measures how fast the networks judge positions, at every size of
// a call.
func (b *bench) evaluations(ctx context.Context) error {
	for _, s := range b.subjects {
		for _, n := range b.Batches {
			rate, err := b.alone(ctx, s.weights, n)
			if err != nil {
				return err
			}
			each, err := b.allocations(s.weights, n)
			if err != nil {
				return err
			}
			b.report.Evaluations = append(b.report.Evaluations, Evaluation{Network: s.name, Batch: n, Rate: rate, Allocations: each})
		}
	}
	return nil
}

// alone lets every worker judge batches of n positions until the time is over,
// and returns the positions a second.
func (b *bench) alone(ctx context.Context, w *model.Weights, n int) (Rate, error) {
	p, err := model.NewPredictor(w, b.Rules, n)
	if err != nil {
		return Rate{}, err
	}
	workers := make([]*caller, b.Workers)
	for i := range workers {
		workers[i] = newCaller(p.Clone(), Positions(b.Rules, n, uint64(i)))
		if err := workers[i].call(); err != nil { // its memory is touched before the time is taken
			return Rate{}, err
		}
	}
	watch := start()
	var wait sync.WaitGroup
	for _, c := range workers {
		wait.Go(func() {
			for c.calls = 0; c.err == nil && ctx.Err() == nil && (c.calls == 0 || watch.seconds() < b.Seconds); c.calls++ {
				c.err = c.call()
			}
		})
	}
	wait.Wait()
	calls := 0
	for _, c := range workers {
		if c.err != nil {
			return Rate{}, c.err
		}
		calls += c.calls
	}
	return watch.rate(float64(calls * n)), ctx.Err()
}

// allocations returns the number of allocations of a call, of which a stray one
// of something else in the process leaves no trace.
func (b *bench) allocations(w *model.Weights, n int) (int, error) {
	p, err := model.NewPredictor(w, b.Rules, n)
	if err != nil {
		return 0, err
	}
	const calls = 10
	c := newCaller(p, Positions(b.Rules, n, 0))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		if err := c.call(); err != nil {
			return 0, err
		}
	}
	runtime.ReadMemStats(&after)
	return int(after.Mallocs-before.Mallocs) / calls, nil
}

// caller is a predictor with positions to judge.
type caller struct {
	predictor             *model.Predictor
	positions             []env.Position
	priors, value, margin []float32
	calls                 int
	err                   error
}

func newCaller(p *model.Predictor, positions []env.Position) *caller {
	n := len(positions)
	return &caller{
		predictor: p, positions: positions,
		priors: make([]float32, 64*n), value: make([]float32, n), margin: make([]float32, n),
	}
}

func (c *caller) call() error {
	return c.predictor.Evaluate(c.positions, c.priors, c.value, c.margin)
}

// compared is the number of positions of which the exact answers are computed.
const compared = 64

// accuracy compares the kernels with the exact answers, in both of their
// schemes.
func (b *bench) accuracy(ctx context.Context) error {
	positions := Positions(b.Rules, compared, 3)
	for _, s := range b.small() {
		var want model.Outputs
		s.weights.Reference(b.Rules, positions, &want)
		for _, n := range []int{1, 128} {
			if err := ctx.Err(); err != nil {
				return err
			}
			p, err := model.NewPredictor(s.weights, b.Rules, n)
			if err != nil {
				return err
			}
			var got model.Outputs
			if err := p.Outputs(positions, &got); err != nil {
				return err
			}
			largest := 0.0
			for _, x := range want.Logits {
				largest = max(largest, math.Abs(float64(x)))
			}
			b.report.Accuracy = append(b.report.Accuracy, Accuracy{
				Network: s.name, Batch: n, Positions: compared,
				Policy: difference(got.Logits, want.Logits) / largest,
				Value:  difference(values(got.WDL), values(want.WDL)), Ownership: difference(got.Ownership, want.Ownership),
				Margin: difference(got.Margin, want.Margin),
			})
		}
	}
	return nil
}

// values returns P(win)-P(loss) of every row of win, draw and loss.
func values(wdl []float32) (v []float32) {
	for ; len(wdl) > 0; wdl = wdl[3:] {
		v = append(v, wdl[0]-wdl[2])
	}
	return v
}

// difference returns the largest difference, NaN if there is one.
func difference(a, b []float32) (most float64) {
	for i := range a {
		if d := math.Abs(float64(a[i]) - float64(b[i])); !(d <= most) {
			most = d
		}
	}
	return most
}
