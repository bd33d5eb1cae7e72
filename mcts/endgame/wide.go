package endgame

import "othellier/env"

// wide searches with an open window, alpha to beta, and keeps the line of best
// play. It asks the table for moves only, never for margins, so that the line
// goes on to the end of the game: with what an earlier search has left in the
// table that is soon done.
func (s *Solver) wide(own, opp uint64, alpha, beta, n, ply int) int {
	s.nodes++
	s.lines[ply] = s.lines[ply][:0]
	if n >= pollFrom && s.poll() {
		return 0
	}
	moves := env.Mobility(own, opp) & s.board
	if moves == 0 {
		if env.Mobility(opp, own)&s.board == 0 {
			return s.final(own, opp)
		}
		v := -s.wide(opp, own, -beta, -alpha, n, ply+1)
		s.extend(ply, env.Pass)
		return v
	}
	first := noMove
	if e := s.tableFor(n).find(own, opp); e != nil {
		first = int(e.move)
	}
	list := s.candidates(own, opp, moves, n, first)
	best := none
	for i := range list {
		c := pick(list, i)
		floor := max(alpha, best)
		if i > 0 {
			v := -s.null(c.own, c.opp, c.moves, -floor-1, n-1)
			if s.stopped {
				break
			}
			if v <= floor {
				best = max(best, v)
				continue
			}
		}
		if v := -s.wide(c.own, c.opp, -beta, -floor, n-1, ply+1); v > best {
			best = v
			s.extend(ply, env.Move(c.sq))
			if v >= beta {
				break
			}
		}
	}
	return best
}
