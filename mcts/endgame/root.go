package endgame

import (
	"context"
	"math/bits"

	"othellier/env"
)

// rootMove is a legal move of the position to solve, with what is proven of the
// margin that it leads to, for its mover.
type rootMove struct {
	move         env.Move
	position     env.Position // after the move
	lower, upper int
}

// solve settles the question and adds the line.
func (s *Solver) solve(p env.Position, mode Mode) Result {
	r := s.settle(p, mode)
	r.PV = s.line(r)
	r.Nodes = s.nodes
	return r
}

// settle asks whether the margin reaches a bound, of every move in turn until
// one does, and moves the bound until the question of mode is answered. Each
// such search has a window of no width, much cheaper than an open one, and the
// table makes the later ones cheaper still. The result has no line yet.
func (s *Solver) settle(p env.Position, mode Mode) Result {
	s.nodes = 0
	r := Result{Position: p, Empties: s.empties(p), Mode: mode, Best: env.Pass, Lower: -s.squares, Upper: s.squares}
	s.listRoot(p)
	if len(s.root) == 0 {
		r.Lower = s.rules.Margin(p)
		r.Upper = r.Lower
	} else {
		r.Best = s.root[0].move
	}
	for beta := 0; !r.settled() && s.reaches(beta, &r); {
		switch {
		case mode == ModeOutcome:
			beta = 1
		case r.Lower >= beta:
			beta = r.Lower + 1
		default:
			beta = r.Upper
		}
	}
	r.conclude()
	return r
}

// reaches finds out whether the margin is beta or more and notes in r what that
// tells. It returns false if it was stopped before it knew.
func (s *Solver) reaches(beta int, r *Result) bool {
	upper := -s.squares
	likely := 0
	for i := range s.root {
		m := &s.root[i]
		if m.upper >= beta {
			v := -s.bound(m.position, -beta)
			if s.stopped {
				return false
			}
			if v >= beta {
				m.lower = v
				r.Lower, r.Best = v, m.move
				s.toFront(i)
				return true
			}
			m.upper = v
		}
		if m.upper > upper {
			upper, likely = m.upper, i
		}
	}
	r.Upper = upper
	if r.Lower == -s.squares {
		r.Best = s.root[likely].move
	}
	return true
}

// toFront makes the i-th move the one to try first.
func (s *Solver) toFront(i int) {
	m := s.root[i]
	copy(s.root[1:], s.root[:i])
	s.root[0] = m
}

// listRoot lists the legal moves of p, the likely best first.
func (s *Solver) listRoot(p env.Position) {
	s.root = s.root[:0]
	moves, pass := s.rules.Status(p)
	if pass {
		s.addRoot(p, env.Pass)
	}
	if !s.Fast(p) {
		for ; moves != 0; moves &= moves - 1 {
			s.addRoot(p, env.Move(bits.TrailingZeros64(moves)))
		}
		return
	}
	list := s.candidates(p.Own, p.Opp, moves, s.empties(p), noMove)
	for i := range list {
		s.addRoot(p, env.Move(pick(list, i).sq))
	}
}

func (s *Solver) addRoot(p env.Position, m env.Move) {
	s.root = append(s.root, rootMove{m, s.rules.Next(p, m), -s.squares, s.squares})
}

// bound returns a lower bound of the margin of p if it is above alpha, else an
// upper bound.
func (s *Solver) bound(p env.Position, alpha int) int {
	if s.Fast(p) {
		return s.null(p.Own, p.Opp, env.Mobility(p.Own, p.Opp)&s.board, alpha, s.empties(p))
	}
	return s.plain(p, alpha, alpha+1, 0)
}

// line returns the moves from r.Position to the end in which both sides keep
// what r says they have. Without an exact answer it is the best move alone.
func (s *Solver) line(r Result) []env.Move {
	if len(s.root) == 0 {
		return nil
	}
	line := []env.Move{r.Best}
	if !r.Exact {
		return line
	}
	centre := 0 // of the window that was searched
	if r.Mode == ModeMargin {
		centre = -r.Margin
	}
	p := s.rules.Next(r.Position, r.Best)
	if s.Fast(p) {
		s.wide(p.Own, p.Opp, centre-1, centre+1, s.empties(p), 0)
	} else {
		s.plain(p, centre-1, centre+1, 0)
	}
	if s.stopped {
		return line
	}
	return append(line, s.lines[0]...)
}

func (s *Solver) empties(p env.Position) int {
	return bits.OnesCount64(s.board &^ (p.Own | p.Opp))
}

// plainReach is the most empty squares of the rule variants that have no fast
// search with which a solve takes no time to speak of.
const plainReach = 8

// Within reports whether p has at most n empty squares, and no more than the
// search that its rules have is good for.
func (s *Solver) Within(p env.Position, n int) bool {
	empty := s.empties(p)
	return empty <= n && (empty <= plainReach || s.Fast(p))
}

// ahead is the number of squares by which more may be empty for the outcome to be
// found in the time of the margin.
const ahead = 2

// Decide is Solve for whoever has to move in p and wants what mode says: it asks
// as much as takes no longer than a solve with n empty squares. Where no more are
// empty, that is mode; where up to two more are, it is who wins, which decides
// unless all moves lose, as some of them may lose by less. Where nothing has
// decided, the move is to be found in another way; r is empty if nothing was
// asked.
func (s *Solver) Decide(ctx context.Context, p env.Position, n int, mode Mode) (r Result, decided bool, err error) {
	lossTells := true
	if !s.Within(p, n) {
		if n == 0 || mode == ModeOutcome || !s.Within(p, n+ahead) {
			return Result{}, false, nil
		}
		mode, lossTells = ModeOutcome, false
	}
	if r, err = s.Solve(ctx, p, mode); err != nil {
		return Result{}, false, err
	}
	return r, r.Exact && (lossTells || r.Margin >= 0), nil
}

// Fast reports whether the fast search knows the rules that hold from p on: see
// [New].
func (s *Solver) Fast(p env.Position) bool {
	return s.rules.End == env.EndNeither && s.rules.Supply == env.SupplyShared &&
		(s.rules.Start != env.StartFree || bits.OnesCount64(p.Own|p.Opp) >= 4)
}
