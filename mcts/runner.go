package mcts

import (
	"context"
	"fmt"
)

// Runner drives many searches with one evaluator.
type Runner struct {
	// PerSearch is the number of leaves that one search may have in a batch, 1
	// at first. More fill the batch of a few searches, at the price of choosing
	// with virtual losses.
	PerSearch int

	evaluator Evaluator
	batch     *Batch
}

// NewRunner returns a runner that evaluates at most batch positions at a time.
func NewRunner(ev Evaluator, batch int) *Runner {
	return &Runner{PerSearch: 1, evaluator: ev, batch: NewBatch(batch)}
}

// Run interleaves the searches until each is done with its number of
// simulations: see [Search.Done]. What a search finds depends on PerSearch (if
// the batch holds as many) but neither on the size of the batch nor on the
// searches beside it.
//
// It returns ctx.Err() as soon as the batch under way is evaluated after ctx has
// ended, and otherwise the errors of [Batch.Flush]. The searches then hold what
// they had found and can go on.
func (r *Runner) Run(ctx context.Context, searches []*Search, simulations []int) error {
	if len(searches) != len(simulations) {
		panic(fmt.Sprintf("mcts: Run of %d searches with %d numbers of simulations", len(searches), len(simulations)))
	}
	limit := max(1, min(r.PerSearch, r.batch.Room()))
	next := 0
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		for n := 0; n < len(searches) && r.batch.Room() >= limit; n++ {
			r.batch.Add(searches[next], simulations[next], limit)
			next = (next + 1) % len(searches)
		}
		if r.batch.Len() == 0 { // so all were looked at, and all are done
			return nil
		}
		if err := r.batch.Flush(r.evaluator); err != nil {
			return err
		}
	}
}
