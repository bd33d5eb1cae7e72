package mcts

import "othellier/env"

// Root is what a search knows of its root. Values and bounds are for the side
// to move at the root, those of the children too: the highest is the best.
type Root struct {
	Position     env.Position
	Visits       int     // simulations, those kept by Advance among them
	Value        float64 // P(win) - P(loss), -1 to 1; exact if Proven
	Margin       float64 // expected final margin / squares of the board; exact if Proven and MarginWeight > 0
	Lower, Upper float64 // utility that is sure, and that cannot be exceeded
	Proven       bool    // Lower equals Upper
	Children     []Child // in the order of the squares; none before the first evaluation or at the end of a game
}

// Child is one move at the root. Without visits Value and Margin are 0 (unless
// it is proven).
type Child struct {
	Move          env.Move
	Visits        int
	Prior         float64 // the evaluator's, normalised over the legal moves, without noise
	Value, Margin float64
	Lower, Upper  float64
	Proven        bool
}

// Root returns a description of the root.
func (s *Search) Root() Root {
	n := &s.nodes[0]
	r := Root{Position: s.position, Visits: int(n.visits), Proven: n.proven()}
	r.Value, r.Margin = s.estimate(n)
	if s.over {
		r.Margin = float64(s.rules.Margin(s.position)) * s.scale
	}
	r.Lower, r.Upper = s.worth(n.lower), s.worth(n.upper)
	if n.count > 0 {
		r.Children = make([]Child, n.count)
	}
	for k := range s.children(0) {
		c := &s.children(0)[k]
		value, margin := s.estimate(c)
		r.Children[k] = Child{
			Move: c.move, Visits: int(c.visits), Prior: float64(c.prior),
			Value: 0 - value, Margin: 0 - margin, // 0-0 is 0 where -0 would print a sign
			Lower: 0 - s.worth(c.upper), Upper: 0 - s.worth(c.lower), Proven: c.proven(),
		}
	}
	return r
}

// estimate returns the average value and margin of a node for its own side to
// move, kept within its bounds, so exact for a proven one; 0 without visits.
func (s *Search) estimate(n *node) (value, margin float64) {
	if n.visits > 0 {
		value, margin = n.value/float64(n.visits), n.margin/float64(n.visits)
	}
	return s.within(n, value, margin)
}
