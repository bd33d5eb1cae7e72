package endgame

import (
	"math/bits"

	"othellier/env"
)

// The search changes with the number of empty squares. Each of these is where
// what it gains outweighs what it costs.
const (
	sortedFrom  = 7  // moves are sorted by key and positions remembered
	weighedFrom = 11 // the key looks at more than replies; the large table remembers
	askedFrom   = 12 // the table is asked about all children before one is searched
	pollFrom    = 12 // cancelling is looked for
)

// null searches n empty squares with a window of no width: what it returns is a
// lower bound of the margin if above alpha, else an upper bound. The moves are
// those of own.
func (s *Solver) null(own, opp, moves uint64, alpha, n int) int {
	switch {
	case n <= 4:
		return s.few(own, opp, alpha, n)
	case n < sortedFrom:
		return s.shallow(own, opp, moves, alpha, n, oddQuadrants(s.board&^(own|opp)))
	}
	s.nodes++
	if n >= pollFrom && s.poll() {
		return 0
	}
	if moves == 0 {
		if moves = env.Mobility(opp, own) & s.board; moves == 0 {
			return s.final(own, opp)
		}
		return -s.null(opp, own, moves, -alpha-1, n)
	}
	if limit := s.limit(own, opp, alpha, n); limit <= alpha {
		return limit
	}
	t, first := s.tableFor(n), noMove
	if e := t.find(own, opp); e != nil {
		if int(e.lower) > alpha {
			return int(e.lower)
		}
		if int(e.upper) <= alpha {
			return int(e.upper)
		}
		first = int(e.move)
	}
	list := s.candidates(own, opp, moves, n, first)
	if n >= askedFrom {
		for i := range list {
			if e := s.table.find(list[i].own, list[i].opp); e != nil && -int(e.upper) > alpha {
				t.store(own, opp, n, alpha, -int(e.upper), list[i].sq)
				return -int(e.upper)
			}
		}
	}
	best, move := none, noMove
	for i := range list {
		c := pick(list, i)
		v := -s.null(c.own, c.opp, c.moves, -alpha-1, n-1)
		if s.stopped {
			return 0
		}
		if v > best {
			best, move = v, c.sq
			if v > alpha {
				break
			}
		}
	}
	t.store(own, opp, n, alpha, best, move)
	return best
}

// shallow is null for 5 to sortedFrom-1 empty squares: moves into odd quadrants
// first, nothing remembered.
func (s *Solver) shallow(own, opp, moves uint64, alpha, n int, odd uint8) int {
	s.nodes++
	if moves == 0 {
		if moves = env.Mobility(opp, own) & s.board; moves == 0 {
			return s.final(own, opp)
		}
		return -s.shallow(opp, own, moves, -alpha-1, n, odd)
	}
	if limit := s.limit(own, opp, alpha, n); limit <= alpha {
		return limit
	}
	best := none
	for _, group := range [2]uint64{moves & inQuadrants[odd], moves &^ inQuadrants[odd]} {
		for ; group != 0; group &= group - 1 {
			sq := bits.TrailingZeros64(group)
			f := flips(own, opp, sq)
			nextOwn, nextOpp, nextOdd := opp&^f, own|f|1<<sq, odd^quadrant[sq]
			var v int
			if n == 5 {
				v = -s.four(nextOwn, nextOpp, -alpha-1, nextOdd)
			} else {
				v = -s.shallow(nextOwn, nextOpp, env.Mobility(nextOwn, nextOpp)&s.board, -alpha-1, n-1, nextOdd)
			}
			if v > best {
				if best = v; v > alpha {
					return v
				}
			}
		}
	}
	return best
}

// limit returns the margin that own cannot exceed because of the opponent's
// stable discs. To count them takes a while, so where they are unlikely to
// refute alpha, with n squares empty, it returns the limit that always holds.
func (s *Solver) limit(own, opp uint64, alpha, n int) int {
	if alpha < 2*n {
		return s.squares
	}
	return s.squares - 2*bits.OnesCount64(s.stable(opp, own))
}
