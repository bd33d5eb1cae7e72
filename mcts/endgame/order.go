package endgame

import (
	"math/bits"

	"othellier/env"
)

// candidates lists the moves of a position with n empty squares, with a key by
// which to try them: the fewer replies a move leaves the better.
func (s *Solver) candidates(own, opp, moves uint64, n, first int) []candidate {
	list := s.lists[n][:0]
	odd := inQuadrants[oddQuadrants(s.board&^(own|opp))]
	for ; moves != 0; moves &= moves - 1 {
		sq := bits.TrailingZeros64(moves)
		f := flips(own, opp, sq)
		c := candidate{own: opp &^ f, opp: own | f | 1<<sq, sq: sq}
		c.moves = env.Mobility(c.own, c.opp) & s.board
		if sq == first {
			c.key = -1 << 20
		} else {
			c.key = 16 * (bits.OnesCount64(c.moves) + bits.OnesCount64(c.moves&corners))
			if odd>>sq&1 != 0 {
				c.key -= 8
			}
			c.key += squareKey[sq]
		}
		list = append(list, c)
	}
	return list
}

var squareKey = [64]int{}

func init() {
	for sq := range 64 {
		c, r := min(sq%8, 7-sq%8), min(sq/8, 7-sq/8)
		switch {
		case c+r == 0:
			squareKey[sq] = -18
		case c == 1 && r == 1:
			squareKey[sq] = 4
		case c+r == 1:
			squareKey[sq] = 2
		}
	}
}
