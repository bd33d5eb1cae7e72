package endgame

import (
	"math/bits"

	"othellier/env"
)

// The functions of this file search the last four empty squares with a window
// of no width: the value that they return is a lower bound of the margin if it
// is above alpha and an upper bound if not. The squares come with those first
// that are alone in their quadrant: who plays there is not answered there.

// none is below every margin.
const none = -65

// few searches at most four empty squares.
func (s *Solver) few(own, opp uint64, alpha, n int) int {
	empty := s.board &^ (own | opp)
	if n == 4 {
		return s.four(own, opp, alpha, oddQuadrants(empty))
	}
	var sq [3]int
	for i := range n {
		sq[i] = bits.TrailingZeros64(empty)
		empty &= empty - 1
	}
	switch n {
	case 3:
		return s.solve3(own, opp, alpha, sq[0], sq[1], sq[2])
	case 2:
		return s.solve2(own, opp, alpha, sq[0], sq[1])
	case 1:
		return s.solve1(own, sq[0])
	}
	return s.final(own, opp)
}

// four searches four empty squares, those in the odd quadrants first.
func (s *Solver) four(own, opp uint64, alpha int, odd uint8) int {
	var sq [4]int
	i := 0
	empty := s.board &^ (own | opp)
	for _, group := range [2]uint64{empty & inQuadrants[odd], empty &^ inQuadrants[odd]} {
		for ; group != 0; group &= group - 1 {
			sq[i&3] = bits.TrailingZeros64(group)
			i++
		}
	}
	return s.solve4(own, opp, alpha, sq[0], sq[1], sq[2], sq[3])
}

// final returns the margin of a finished game.
func (s *Solver) final(own, opp uint64) int {
	d := bits.OnesCount64(own) - bits.OnesCount64(opp)
	switch {
	case d > 0:
		d += s.bonus * (s.squares - bits.OnesCount64(own|opp))
	case d < 0:
		d -= s.bonus * (s.squares - bits.OnesCount64(own|opp))
	}
	return d
}

// solve1 returns the exact margin with one empty square left.
func (s *Solver) solve1(own uint64, sq int) int {
	s.nodes++
	d := 2*bits.OnesCount64(own) - s.squares // the margin if the opponent had the last square and turned nothing
	if t := lastFlips(own, sq); t != 0 {
		return d + t + 2
	}
	if t := lastFlips(s.board&^own&^(1<<sq), sq); t != 0 {
		return d - t
	}
	if d >= 0 {
		return d + 1 + s.bonus
	}
	return d + 1 - s.bonus
}

func (s *Solver) solve2(own, opp uint64, alpha, sq1, sq2 int) int {
	s.nodes++
	best := none
	if neighbours[sq1]&opp != 0 {
		if f := flips(own, opp, sq1); f != 0 {
			if best = -s.solve1(opp&^f, sq2); best > alpha {
				return best
			}
		}
	}
	if neighbours[sq2]&opp != 0 {
		if f := flips(own, opp, sq2); f != 0 {
			return max(best, -s.solve1(opp&^f, sq1))
		}
	}
	if best != none {
		return best
	}
	best = -none
	if f := flips(opp, own, sq1); f != 0 {
		if best = s.solve1(own&^f, sq2); best <= alpha {
			return best
		}
	}
	if f := flips(opp, own, sq2); f != 0 {
		return min(best, s.solve1(own&^f, sq1))
	}
	if best != -none {
		return best
	}
	return s.final(own, opp)
}

func (s *Solver) solve3(own, opp uint64, alpha, sq1, sq2, sq3 int) int {
	s.nodes++
	switch q1, q2, q3 := quadrant[sq1], quadrant[sq2], quadrant[sq3]; {
	case q1 == q2 && q1 != q3:
		sq1, sq3 = sq3, sq1
	case q1 == q3 && q1 != q2:
		sq1, sq2 = sq2, sq1
	}
	best := none
	if neighbours[sq1]&opp != 0 {
		if f := flips(own, opp, sq1); f != 0 {
			if best = -s.solve2(opp&^f, own|f|1<<sq1, -alpha-1, sq2, sq3); best > alpha {
				return best
			}
		}
	}
	if neighbours[sq2]&opp != 0 {
		if f := flips(own, opp, sq2); f != 0 {
			if best = max(best, -s.solve2(opp&^f, own|f|1<<sq2, -alpha-1, sq1, sq3)); best > alpha {
				return best
			}
		}
	}
	if neighbours[sq3]&opp != 0 {
		if f := flips(own, opp, sq3); f != 0 {
			return max(best, -s.solve2(opp&^f, own|f|1<<sq3, -alpha-1, sq1, sq2))
		}
	}
	if best != none {
		return best
	}
	if env.Mobility(opp, own)&s.board == 0 {
		return s.final(own, opp)
	}
	return -s.solve3(opp, own, -alpha-1, sq1, sq2, sq3)
}

func (s *Solver) solve4(own, opp uint64, alpha, sq1, sq2, sq3, sq4 int) int {
	s.nodes++
	best := none
	if neighbours[sq1]&opp != 0 {
		if f := flips(own, opp, sq1); f != 0 {
			if best = -s.solve3(opp&^f, own|f|1<<sq1, -alpha-1, sq2, sq3, sq4); best > alpha {
				return best
			}
		}
	}
	if neighbours[sq2]&opp != 0 {
		if f := flips(own, opp, sq2); f != 0 {
			if best = max(best, -s.solve3(opp&^f, own|f|1<<sq2, -alpha-1, sq1, sq3, sq4)); best > alpha {
				return best
			}
		}
	}
	if neighbours[sq3]&opp != 0 {
		if f := flips(own, opp, sq3); f != 0 {
			if best = max(best, -s.solve3(opp&^f, own|f|1<<sq3, -alpha-1, sq1, sq2, sq4)); best > alpha {
				return best
			}
		}
	}
	if neighbours[sq4]&opp != 0 {
		if f := flips(own, opp, sq4); f != 0 {
			return max(best, -s.solve3(opp&^f, own|f|1<<sq4, -alpha-1, sq1, sq2, sq3))
		}
	}
	if best != none {
		return best
	}
	if env.Mobility(opp, own)&s.board == 0 {
		return s.final(own, opp)
	}
	return -s.solve4(opp, own, -alpha-1, sq1, sq2, sq3, sq4)
}
