package endgame

import (
	"math/bits"

	"othellier/env"
)

// candidate is a move waiting to be searched.
type candidate struct {
	own, opp uint64 // the position after it, for its side to move
	moves    uint64 // of that side
	key      int    // small first
	sq       int
}

// candidates lists the moves of a position with n empty squares, with a key by
// which to try them; the square first goes before all. Above all the opponent
// should be left few replies. The weights were set by counting the nodes of
// solves with 14 to 20 empty squares; small changes to them matter little.
func (s *Solver) candidates(own, opp, moves uint64, n, first int) []candidate {
	list := s.lists[n][:bits.OnesCount64(moves)]
	empty := s.board &^ (own | opp)
	odd := inQuadrants[oddQuadrants(empty)]
	for i := range list {
		sq := bits.TrailingZeros64(moves)
		square := moves & -moves
		moves ^= square
		f := flips(own, opp, sq)
		c := &list[i] // filled in place: to copy what was just written would wait for it
		c.own, c.opp, c.sq = opp&^f, own|f|square, sq
		c.moves = env.Mobility(c.own, c.opp) & s.board
		key := 4 * (bits.OnesCount64(c.moves) + bits.OnesCount64(c.moves&s.corners))
		if square&odd != 0 {
			key--
		}
		if square&s.corners != 0 {
			key -= 2
		}
		if n >= weighedFrom {
			key -= s.prospects(c.opp, c.own)
			if square&s.beside != 0 {
				key += 2
			}
		}
		if sq == first {
			key = -1 << 20
		}
		c.key = key
	}
	return list
}

// prospects counts what own can build on: its moves, the empty squares beside
// opp that may become moves, and discs that it keeps.
func (s *Solver) prospects(own, opp uint64) int {
	empty := s.board &^ (own | opp)
	return bits.OnesCount64(env.Mobility(own, opp)&s.board) +
		bits.OnesCount64(around(opp)&empty) +
		bits.OnesCount64(s.stable(own, opp))
}

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
