package mcts

import (
	"math"
	"math/bits"

	"othellier/env"
	"othellier/mcts/endgame"
)

// Select runs at most limit simulations and appends the positions of those
// that end in a leaf to dst, in order; all are different nodes. The others end
// in a finished game, and are over. If no leaf was appended
// there is nothing to evaluate now; else [Search.Expand] takes the answers, or
// [Search.Cancel] drops the leaves.
//
// Between the leaves of one call lies a virtual loss: each simulation under way
// counts as lost for the side that chose it. With limit 1 there is none, and the
// tree depends on nothing but its root and the answers. Select runs fewer
// simulations than asked when the tree has no more leaves to give.
//
// Select panics if leaves of an earlier call are still waiting.
func (s *Search) Select(dst []env.Position, limit int) []env.Position {
	s.idle("Select")
	for n := 0; n < limit && len(s.collided) < limit && !s.nodes[0].proven(); {
		i, p, moves, how := s.descend()
		switch how {
		case endLeaf:
			s.pending = append(s.pending, leaf{node: i, position: p, moves: moves})
			dst = append(dst, p)
			s.addVirtual(i, 1)
			n++
		case endKnown:
			n++
		case endCollision:
			s.collided = append(s.collided, i)
			s.addVirtual(i, 1)
		}
	}
	for _, i := range s.collided {
		s.addVirtual(i, -1)
	}
	s.collided = s.collided[:0]
	return dst
}

// ending is how a descent ended.
type ending uint8

const (
	endLeaf      ending = iota // at a node that needs an evaluation
	endKnown                   // at the end of a game or in a solved position, which was backed up
	endCollision               // at a node all of whose continuations wait for an evaluation
)

// descend walks from the root to the end of one simulation.
func (s *Search) descend() (i int32, p env.Position, moves uint64, _ ending) {
	p = s.position
	for {
		switch n := &s.nodes[i]; {
		case n.count > 0:
		case n.virtual > 0:
			return i, p, 0, endCollision
		default:
			var pass bool
			moves, pass = s.rules.Status(p)
			over := moves == 0 && !pass
			switch solvable := s.solvable(p); {
			case over, solvable && i > 0:
				m := s.rules.Margin(p)
				if !over {
					m = s.solve(p)
				}
				s.settle(i, s.grade(m))
				s.back(i, float64(sign(m)), float64(float64(m)*s.scale), 0)
				return i, p, 0, endKnown
			case s.expandForced(i, moves):
			case solvable: // the root needs a move, so its children are solved one by one
				s.reserve(bits.OnesCount64(moves))
				s.expand(i, moves, equalPriors[:])
			default:
				return i, p, moves, endLeaf
			}
		}
		c := int32(-1)
		if i == 0 && s.gumbel.on {
			c = s.racing()
		} else {
			c = s.choose(i)
		}
		if c < 0 {
			return i, p, 0, endCollision
		}
		p = s.rules.Next(p, s.nodes[c].move)
		i = c
	}
}

// equalPriors are priors that are all zero, which count as equal.
var equalPriors [64]float32

// solvable reports whether p is left to the solver.
func (s *Search) solvable(p env.Position) bool {
	return s.config.Solver != nil && s.rules.NumSquares()-bits.OnesCount64(p.Own|p.Opp) <= s.config.SolveEmpties
}

// solve returns the final margin of p for its side to move or, where margins do
// not matter, its sign.
func (s *Search) solve(p env.Position) int {
	mode := endgame.ModeMargin
	if s.config.MarginWeight == 0 {
		mode = endgame.ModeOutcome
	}
	m, _ := s.config.Solver.Quick(p, mode)
	return m
}

// choose returns the child of node i to visit next, the one with the greatest
//
//	utility + CPuct * prior * sqrt(visits of i) / (1 + visits)
//
// or -1 if all that are not pruned wait for an evaluation. All unvisited
// children are taken to have the same utility and no visits, so the best of
// them is the one with the greatest prior. A visited child of the root that has
// fewer visits than it is forced to have comes before all others; a pruned one
// is never forced, as nothing can be learned from it.
func (s *Search) choose(i int32) int32 {
	n := &s.nodes[i]
	noisy := i == 0 && s.noisy
	explore := s.config.CPuct * math.Sqrt(float64(n.visits+n.virtual))
	best, score := int32(-1), math.Inf(-1)
	fresh, freshPrior := int32(-1), float32(-1)
	var seen float32 // priors of the visited children
	for k := range s.children(i) {
		c := &s.children(i)[k]
		if s.pruned(n, c) {
			continue
		}
		prior := c.prior
		if noisy {
			prior = s.priors[c.move]
		}
		if c.visits == 0 {
			if c.virtual == 0 && prior > freshPrior {
				fresh, freshPrior = n.first+int32(k), prior
			}
			continue
		}
		seen += prior
		visits := float64(c.visits + c.virtual)
		if noisy && visits < s.forced(c, n.visits+n.virtual-1) {
			return n.first + int32(k)
		}
		u := s.clamp(c, (s.mix(c.value, c.margin)+float64(c.virtual))/visits)
		if x := float64(explore*float64(prior))/(1+visits) - u; x > score {
			best, score = n.first+int32(k), x
		}
	}
	if fresh >= 0 {
		u := 0.0
		if n.visits > 0 {
			u = s.mean(n)
		}
		if i > 0 {
			u -= float64(s.config.FPU * math.Sqrt(float64(seen)))
		}
		if u+float64(explore*float64(freshPrior)) > score {
			best = fresh
		}
	}
	return best
}

// addVirtual adds d simulations under way from the root to node i.
func (s *Search) addVirtual(i, d int32) {
	for ; i >= 0; i = s.nodes[i].parent {
		s.nodes[i].virtual += d
	}
}

// back adds one simulation that ended at node i with the given value and margin
// for its side to move, and takes back its virtual loss (0 or 1). A side that is
// sure of more than the simulation brought would have played otherwise, so on
// the way up the result is kept within the bounds of each node.
func (s *Search) back(i int32, value, margin float64, virtual int32) {
	for i >= 0 {
		n := &s.nodes[i]
		value, margin = s.within(n, value, margin)
		n.visits++
		n.virtual -= virtual
		n.value += value
		n.margin += margin
		value, margin = -value, -margin
		i = n.parent
	}
}
