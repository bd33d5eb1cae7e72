package mcts

import (
	"math/bits"

	"othellier/env"
)

// A side may lose all its discs long before the board is full. Such an end is
// rare in games between equals, so the priors of a network that learned from its
// own games hardly look at it, and a few dozen simulations walk past it. It is
// also cheap to see: the victim has few discs, hence few moves. So the moves of
// a leaf are looked at for a forced wipe-out, and what is found becomes bounds.

const (
	// victimDiscs is the most discs that are looked at for one move that takes
	// them all.
	victimDiscs = 10
	// huntedDiscs is the most discs of a side whose replies are looked at too.
	huntedDiscs = 6
)

// foresee narrows the bounds of the children of node i, which was just expanded
// at p: of those that end the game by a wipe-out and of those whose side to move
// cannot escape one.
func (s *Search) foresee(i int32, p env.Position) {
	plies := s.config.WipeOutPlies
	if plies == 0 || p.Opp == 0 || bits.OnesCount64(p.Opp) > victimDiscs {
		return
	}
	for k := range s.children(i) {
		c := s.nodes[i].first + int32(k)
		q := s.rules.Next(p, s.nodes[c].move)
		if q.Own == 0 {
			s.settle(c, s.grade(s.rules.Margin(q)))
		} else if margin, ok := s.doomed(q, plies-1); ok {
			s.narrow(c, s.worst, s.grade(margin))
		}
	}
}

// doomed reports whether the side to move at p is wiped out within so many plies
// whatever it plays, and the best margin that it can then hope for.
func (s *Search) doomed(p env.Position, plies int) (margin int, ok bool) {
	if plies < 2 || bits.OnesCount64(p.Own) > huntedDiscs {
		return 0, false
	}
	moves, pass := s.rules.Status(p)
	if pass {
		margin, ok = s.wipeOut(s.rules.Next(p, env.Pass), plies-1)
		return -margin, ok
	}
	margin = -65
	for ; moves != 0; moves &= moves - 1 {
		m, ok := s.wipeOut(s.rules.Next(p, firstMove(moves)), plies-1)
		if !ok {
			return 0, false
		}
		margin = max(margin, -m)
	}
	return margin, margin > -65
}

// wipeOut reports whether the side to move at p can wipe out the other within so
// many plies, and the greatest margin by which it then surely wins.
func (s *Search) wipeOut(p env.Position, plies int) (margin int, ok bool) {
	for moves := s.rules.Moves(p); moves != 0; moves &= moves - 1 {
		m := firstMove(moves)
		if env.Flips(p.Own, p.Opp, m) == p.Opp {
			margin, ok = max(margin, -s.rules.Margin(s.rules.Next(p, m))), true
		} else if plies > 2 {
			if loss, lost := s.doomed(s.rules.Next(p, m), plies-1); lost {
				margin, ok = max(margin, -loss), true
			}
		}
	}
	return margin, ok
}
