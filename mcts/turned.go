package mcts

import "othellier/env"

// Turned is an [Evaluator] that shows every position to another one turned or
// mirrored, by one of the eight symmetries that follows from the position, and
// turns the answer back. A network judges the eight forms of a position a little
// differently, and what it misjudges in one form it misjudges in all positions
// like it; in a tree whose positions are each seen in a form of their own such
// errors tend to cancel (Silver et al. 2017, AlphaGo Zero, who draw the symmetry).
//
// An answer depends on nothing but its position, as it must. A Turned belongs to
// one goroutine.
type Turned struct {
	evaluator Evaluator
	positions []env.Position
	by        []env.Symmetry
}

// NewTurned returns an evaluator that turns what ev is shown.
func NewTurned(ev Evaluator) *Turned { return &Turned{evaluator: ev} }

// Evaluate implements [Evaluator]; the error is that of the evaluator behind it.
func (t *Turned) Evaluate(p []env.Position, priors, value, margin []float32) error {
	t.positions, t.by = t.positions[:0], t.by[:0]
	for _, q := range p {
		s := turn(q)
		t.positions, t.by = append(t.positions, s.Position(q)), append(t.by, s)
	}
	if err := t.evaluator.Evaluate(t.positions, priors, value, margin); err != nil {
		return err
	}
	var shown [64]float32
	for i, s := range t.by {
		row := priors[64*i : 64*i+64]
		copy(shown[:], row)
		env.Permute(s.Inverse(), row, shown[:])
	}
	return nil
}

// turn returns the symmetry by which q is shown.
func turn(q env.Position) env.Symmetry { return env.Symmetry(mix(q) >> 61) }
