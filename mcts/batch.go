package mcts

import (
	"fmt"

	"othellier/env"
)

// Batch gathers the leaves of several searches, has them evaluated in one call
// and gives each search its answers. A worker that plays many games adds
// those that are searching, flushes, and looks which are done.
type Batch struct {
	positions             []env.Position
	priors, value, margin []float32
	parts                 []part
}

// part is a run of leaves that belong to one search.
type part struct {
	search *Search
	leaves int
}

// NewBatch returns an empty batch for at most size leaves, one at least.
func NewBatch(size int) *Batch {
	if size < 1 {
		panic(fmt.Sprintf("mcts: batch of %d leaves: want 1 or more", size))
	}
	return &Batch{
		positions: make([]env.Position, 0, size),
		priors:    make([]float32, 64*size),
		value:     make([]float32, size),
		margin:    make([]float32, size),
		parts:     make([]part, 0, size),
	}
}

// Len returns the number of leaves in the batch.
func (b *Batch) Len() int { return len(b.positions) }

// Room returns how many more leaves fit.
func (b *Batch) Room() int { return cap(b.positions) - len(b.positions) }

// Add runs simulations of s until at least one and at most limit leaves wait in
// the batch, or until s is done with the given number of simulations, and
// returns the number of leaves: 0 means that s is done. It never starts more
// simulations than are asked for. The limit must be from 1 to [Batch.Room], and s not be in the batch.
func (b *Batch) Add(s *Search, simulations, limit int) int {
	if limit < 1 || limit > b.Room() {
		panic(fmt.Sprintf("mcts: Batch.Add of 1 to %d leaves where %d fit", limit, b.Room()))
	}
	before := len(b.positions)
	for !s.Done(simulations) {
		b.positions = s.Select(b.positions, min(limit, simulations-int(s.nodes[0].visits)))
		if n := len(b.positions) - before; n > 0 {
			b.parts = append(b.parts, part{s, n})
			return n
		}
	}
	return 0
}

// Flush evaluates the leaves and expands them; the batch is then empty. On an
// error, the evaluator's or an [*AnswerError], the searches that got no answer
// have dropped their leaves and can go on.
func (b *Batch) Flush(ev Evaluator) error {
	n := len(b.positions)
	if n == 0 {
		return nil
	}
	err := ev.Evaluate(b.positions, b.priors[:64*n], b.value[:n], b.margin[:n])
	if err != nil {
		err = fmt.Errorf("mcts: evaluating %d positions: %w", n, err)
	}
	at := 0
	for _, p := range b.parts {
		to := at + p.leaves
		if err == nil {
			err = p.search.Expand(b.priors[64*at:64*to], b.value[at:to], b.margin[at:to])
		} else {
			p.search.Cancel()
		}
		at = to
	}
	clear(b.parts) // let go of the searches
	b.positions, b.parts = b.positions[:0], b.parts[:0]
	return err
}
