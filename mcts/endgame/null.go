package endgame

import (
	"math/bits"

	"othellier/env"
)

// The tiers of the search by empty squares. Constants of this kind were set by
// counting nodes over end positions.
const (
	sortedFrom = 7  // moves are sorted and positions remembered from here on
	etcFrom    = 12 // the table is asked about all children first
	pollFrom   = 12 // cancelling is looked for
)

// candidate is a move waiting to be searched.
type candidate struct {
	own, opp uint64 // the position after it, for its side to move
	moves    uint64 // of that side
	key      int    // small first
	sq       int
}

// shallow searches 5 to sortedFrom-1 empty squares: moves in odd quadrants
// first, nothing remembered.
func (s *Solver) shallow(own, opp, moves uint64, alpha, n int, odd uint8) int {
	s.nodes++
	if moves == 0 {
		if moves = env.Mobility(opp, own) & s.board; moves == 0 {
			return s.final(own, opp)
		}
		return -s.shallow(opp, own, moves, -alpha-1, n, odd)
	}
	if alpha >= stabilityFrom[n] {
		if limit := s.squares - 2*bits.OnesCount64(stable(opp|^s.board, own)&s.board); limit <= alpha {
			return limit
		}
	}
	best := none
	group, rest := moves&inQuadrants[odd], moves&^inQuadrants[odd]
	if group == 0 {
		group, rest = rest, 0
	}
	for {
		sq := bits.TrailingZeros64(group)
		f := flips(own, opp, sq)
		v := -s.after(opp&^f, own|f|1<<sq, -alpha-1, n-1, odd^quadrant[sq])
		if v > best {
			if best = v; v > alpha {
				return v
			}
		}
		if group &= group - 1; group == 0 {
			if group, rest = rest, 0; group == 0 {
				return best
			}
		}
	}
}

// after searches 4 to sortedFrom-1 empty squares.
func (s *Solver) after(own, opp uint64, alpha, n int, odd uint8) int {
	if n > 4 {
		return s.shallow(own, opp, env.Mobility(own, opp)&s.board, alpha, n, odd)
	}
	return s.four(own, opp, alpha, odd)
}

func (s *Solver) four(own, opp uint64, alpha int, odd uint8) int {
	var sq [4]int
	i := 0
	empty := s.board &^ (own | opp)
	for set := empty & inQuadrants[odd]; set != 0; set &= set - 1 {
		sq[i&3] = bits.TrailingZeros64(set)
		i++
	}
	for set := empty &^ inQuadrants[odd]; set != 0; set &= set - 1 {
		sq[i&3] = bits.TrailingZeros64(set)
		i++
	}
	return s.solve4(own, opp, alpha, sq[0], sq[1], sq[2], sq[3])
}

// null searches n empty squares with a window of no width: what it returns is a
// lower bound of the margin if above alpha, else an upper bound.
func (s *Solver) null(own, opp, moves uint64, alpha, n int) int {
	if n < sortedFrom {
		if n > 4 {
			return s.shallow(own, opp, moves, alpha, n, oddQuadrants(s.board&^(own|opp)))
		}
		return s.few(own, opp, alpha, n)
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
	if alpha >= stabilityFrom[n] {
		if limit := s.squares - 2*bits.OnesCount64(stable(opp|^s.board, own)&s.board); limit <= alpha {
			return limit
		}
	}
	first := noMove
	if e := s.table.find(own, opp); e != nil {
		if int(e.lower) > alpha {
			return int(e.lower)
		}
		if int(e.upper) <= alpha {
			return int(e.upper)
		}
		first = int(e.move)
	}
	list := s.candidates(own, opp, moves, n, first)
	if n >= etcFrom {
		for i := range list {
			if e := s.table.find(list[i].own, list[i].opp); e != nil && -int(e.upper) > alpha {
				v := -int(e.upper)
				s.table.store(own, opp, n, alpha, alpha+1, v, list[i].sq)
				return v
			}
		}
	}
	best, bestMove := none, noMove
	for i := range list {
		c := pick(list, i)
		v := -s.null(c.own, c.opp, c.moves, -alpha-1, n-1)
		if s.stopped {
			return 0
		}
		if v > best {
			best, bestMove = v, c.sq
			if v > alpha {
				break
			}
		}
	}
	s.table.store(own, opp, n, alpha, alpha+1, best, bestMove)
	return best
}

// few searches at most four empty squares.
func (s *Solver) few(own, opp uint64, alpha, n int) int {
	var sq [4]int
	i := 0
	for set := s.board &^ (own | opp); set != 0; set &= set - 1 {
		sq[i&3] = bits.TrailingZeros64(set)
		i++
	}
	switch n {
	case 0:
		return s.final(own, opp)
	case 1:
		return s.solve1(own, sq[0])
	case 2:
		return s.solve2(own, opp, alpha, sq[0], sq[1])
	case 3:
		return s.solve3(own, opp, alpha, sq[0], sq[1], sq[2])
	}
	return s.four(own, opp, alpha, oddQuadrants(s.board&^(own|opp)))
}

var stabilityFrom = [65]int{99, 99, 99, 99, 99, 12, 12, 14, 14, 16, 16, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40}

// pick brings the candidate with the smallest key of list[i:] to i.
func pick(list []candidate, i int) *candidate {
	best := i
	for j := i + 1; j < len(list); j++ {
		if list[j].key < list[best].key {
			best = j
		}
	}
	if best != i {
		list[i], list[best] = list[best], list[i]
	}
	return &list[i]
}
