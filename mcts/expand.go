package mcts

import (
	"fmt"
	"math"
	"math/bits"

	"othellier/env"
)

// AnswerError reports an answer of an evaluator that is not a number or out of
// range.
type AnswerError struct {
	Position env.Position
	What     string // "value", "margin", "prior of f5"
	Got      float32
}

func (e *AnswerError) Error() string {
	return fmt.Sprintf("mcts: the evaluator answered %s %v for position %v", e.What, e.Got, e.Position)
}

// Expand takes the answers for the leaves of the last [Search.Select], in order:
// 64 priors, one value and one margin a leaf, as [Evaluator] gives them. Each
// leaf gets its children, and its value goes up to the root.
//
// If an answer is not a number or out of range Expand returns an [*AnswerError]
// and drops all leaves: the tree is then as it was before Select, but for
// simulations that had ended without a leaf. (A value or margin beyond 1 by no
// more than a rounding error is taken for 1.) Slices that are too short panic.
func (s *Search) Expand(priors, value, margin []float32) error {
	n := len(s.pending)
	if len(priors) < 64*n || len(value) < n || len(margin) < n {
		panic(fmt.Sprintf("mcts: Expand of %d leaves with %d priors, %d values and %d margins", n, len(priors), len(value), len(margin)))
	}
	children := 0
	for k := range s.pending {
		l := &s.pending[k]
		if err := l.check(priors[64*k:64*k+64], value[k], margin[k]); err != nil {
			s.Cancel()
			return err
		}
		children += bits.OnesCount64(l.moves)
	}
	s.reserve(children)
	for k := range s.pending {
		l := &s.pending[k]
		s.expand(l.node, l.moves, priors[64*k:64*k+64])
		s.foresee(l.node, l.position)
		if l.node == 0 && s.gumbel.on {
			s.race(s.mix(float64(clampUnit(value[k])), float64(clampUnit(margin[k]))))
		}
		s.back(l.node, float64(clampUnit(value[k])), float64(clampUnit(margin[k])), 1)
	}
	s.pending = s.pending[:0]
	return nil
}

// Cancel drops the leaves of the last [Search.Select] and takes back their
// virtual loss. Without leaves it does nothing.
func (s *Search) Cancel() {
	for _, l := range s.pending {
		s.addVirtual(l.node, -1)
	}
	s.pending = s.pending[:0]
}

// tolerance is how far beyond 1 a value may be by rounding.
const tolerance = 1e-3

func clampUnit(x float32) float32 { return max(-1, min(1, x)) }

func (l *leaf) check(priors []float32, value, margin float32) error {
	fail := func(what string, got float32) error {
		return &AnswerError{Position: l.position, What: what, Got: got}
	}
	if !(value >= -1-tolerance && value <= 1+tolerance) {
		return fail("value", value)
	}
	if !(margin >= -1-tolerance && margin <= 1+tolerance) {
		return fail("margin", margin)
	}
	for m := l.moves; m != 0; m &= m - 1 {
		sq := bits.TrailingZeros64(m)
		if p := priors[sq]; !(p >= 0 && p <= math.MaxFloat32) {
			return fail("prior of "+env.Move(sq).String(), p)
		}
	}
	return nil
}

// expand gives node i one child for each of its moves. Priors that are all
// zero count as equal.
func (s *Search) expand(i int32, moves uint64, priors []float32) {
	sum := 0.0
	for m := moves; m != 0; m &= m - 1 {
		sum += float64(priors[bits.TrailingZeros64(m)])
	}
	n := bits.OnesCount64(moves)
	s.nodes[i].first, s.nodes[i].count = int32(len(s.nodes)), uint8(n)
	for m := moves; m != 0; m &= m - 1 {
		sq := bits.TrailingZeros64(m)
		p := 1 / float64(n)
		if sum > 0 {
			p = float64(priors[sq]) / sum
		}
		s.nodes = append(s.nodes, s.fresh(i, env.Move(sq), float32(p)))
	}
	if i == 0 && s.noisy {
		s.mixNoise()
	}
}
