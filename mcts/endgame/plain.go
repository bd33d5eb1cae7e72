package endgame

import (
	"math/bits"

	"othellier/env"
)

// plain searches by the rules alone, for variants that the fast search does not
// know: alpha-beta and nothing else. It keeps the line of best play.
func (s *Solver) plain(p env.Position, alpha, beta, ply int) int {
	s.nodes++
	s.lines[ply] = s.lines[ply][:0]
	if s.poll() {
		return 0
	}
	moves, pass := s.rules.Status(p)
	if pass {
		v := -s.plain(p.Passed(), -beta, -alpha, ply+1)
		s.extend(ply, env.Pass)
		return v
	}
	if moves == 0 {
		return s.rules.Margin(p)
	}
	best := none
	for ; moves != 0 && best < beta; moves &= moves - 1 {
		m := env.Move(bits.TrailingZeros64(moves))
		v := -s.plain(s.rules.Next(p, m), -beta, -max(alpha, best), ply+1)
		if v > best {
			best = v
			s.extend(ply, m)
		}
	}
	return best
}

// extend makes the line of ply the move m and the line of the next ply.
func (s *Solver) extend(ply int, m env.Move) {
	s.lines[ply] = append(append(s.lines[ply][:0], m), s.lines[ply+1]...)
}
