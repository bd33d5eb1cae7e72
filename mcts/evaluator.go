package mcts

import (
	"math/bits"
	"math/rand/v2"

	"othellier/env"
)

// Evaluator judges positions, a batch at a time. It is called with len(p) >= 1
// positions, none of them finished and each with at least two legal squares, and
// writes every answer that is read:
//
//   - priors has 64 entries a position: weights >= 0 of its squares. Only those
//     of legal squares are read and they are normalised; all zero means uniform.
//   - value is P(win) - P(loss), -1 to 1, and margin the expected final margin
//     divided by the squares of the board, -1 to 1, both for the side to move.
//
// The slices hold whatever was in them before and belong to the caller again
// on return. An answer must not depend on the other positions of the batch.
type Evaluator interface {
	Evaluate(p []env.Position, priors, value, margin []float32) error
}

// UniformEvaluator knows nothing: every move is as good as any other and every
// position is even.
type UniformEvaluator struct{}

// Evaluate implements [Evaluator]; it never fails.
func (UniformEvaluator) Evaluate(p []env.Position, priors, value, margin []float32) error {
	clear(priors[:64*len(p)])
	clear(value[:len(p)])
	clear(margin[:len(p)])
	return nil
}

// RolloutEvaluator judges a position by playing it out at random a few times:
// with it the search is plain Monte Carlo tree search with equal priors. The
// playouts of a position are drawn from a generator seeded with the seed and the
// position, so that an answer depends on nothing else.
type RolloutEvaluator struct {
	rules    env.Rules
	playouts int
	seed     uint64
	source   rand.PCG
	rng      *rand.Rand
}

// NewRolloutEvaluator returns an evaluator that averages the given number of
// playouts, one at least.
func NewRolloutEvaluator(r env.Rules, playouts int, seed uint64) *RolloutEvaluator {
	e := &RolloutEvaluator{rules: r, playouts: max(playouts, 1), seed: seed}
	e.rng = rand.New(&e.source)
	return e
}

// Evaluate implements [Evaluator]; it never fails.
func (e *RolloutEvaluator) Evaluate(p []env.Position, priors, value, margin []float32) error {
	clear(priors[:64*len(p)])
	for i, q := range p {
		e.source.Seed(scramble(e.seed^scramble(q.Own)), scramble(q.Opp^uint64(q.Turn)<<32^uint64(uint8(q.Lead))<<33))
		wins, discs := 0, 0
		for range e.playouts {
			m := e.playout(q)
			wins += sign(m)
			discs += m
		}
		value[i] = float32(wins) / float32(e.playouts)
		margin[i] = float32(discs) / float32(e.playouts*e.rules.NumSquares())
	}
	return nil
}

// playout plays random moves to the end and returns the margin for the side to
// move at p.
func (e *RolloutEvaluator) playout(p env.Position) int {
	turn := p.Turn
	for {
		moves, pass := e.rules.Status(p)
		switch {
		case moves != 0:
			for n := e.rng.IntN(bits.OnesCount64(moves)); n > 0; n-- {
				moves &= moves - 1
			}
			p = e.rules.Next(p, firstMove(moves))
		case pass:
			p = e.rules.Next(p, env.Pass)
		case p.Turn == turn:
			return e.rules.Margin(p)
		default:
			return -e.rules.Margin(p)
		}
	}
}

// scramble spreads the bits of x (the finalizer of SplitMix64).
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// firstMove returns the lowest square of moves, or Pass if there is none.
func firstMove(moves uint64) env.Move { return env.Move(bits.TrailingZeros64(moves)) }
