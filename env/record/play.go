package record

import (
	"fmt"

	"othellier/env"
)

// line is a game being replayed while it is read.
type line struct {
	rules env.Rules
	pos   env.Position // after moves
	moves []env.Move
}

// usualMoves is how many moves a game has, passes included; few have more.
const usualMoves = 72

func newLine(r env.Rules, p env.Position) line {
	return line{rules: r, pos: p, moves: make([]env.Move, 0, usualMoves)}
}

func (l *line) play(m env.Move) {
	l.pos = l.rules.Next(l.pos, m)
	l.moves = append(l.moves, m)
}

// follow plays a move of a record that does not say who makes it and may leave
// passes out: a forced pass before m is played too, and a pass after the end of
// the game is ignored.
func (l *line) follow(m env.Move) error {
	moves, pass := l.rules.Status(l.pos)
	switch {
	case m < env.Pass && moves>>m&1 != 0, m == env.Pass && pass:
		l.play(m)
		return nil
	case m == env.Pass && moves == 0:
		return nil
	case pass && l.rules.Legal(l.pos.Passed(), m):
		l.play(env.Pass)
		l.play(m)
		return nil
	}
	return l.illegal(l.pos, m)
}

// followBy is follow for a record that says who makes the move.
func (l *line) followBy(c env.Color, m env.Move) error {
	moves, pass := l.rules.Status(l.pos)
	switch {
	case m == env.Pass && moves == 0 && !pass:
		return nil
	case c != l.pos.Turn && !pass:
		return fmt.Errorf("%v plays %v, but it is %v's turn", c, m, l.pos.Turn)
	case c != l.pos.Turn:
		if !l.rules.Legal(l.pos.Passed(), m) {
			return l.illegal(l.pos.Passed(), m)
		}
		l.play(env.Pass)
	case !l.rules.Legal(l.pos, m):
		return l.illegal(l.pos, m)
	}
	l.play(m)
	return nil
}

// illegal returns the error of m, which is not legal in p.
func (l *line) illegal(p env.Position, m env.Move) error {
	_, err := l.rules.Play(p, m)
	return err
}

// check replays g as a reader of the file will, by the rules of Othello on its
// board and from its start, and returns the final position. Writers call it
// first, so that they write only what can be read.
func (g *Game) check() (env.Position, error) {
	r := startedAt(env.Rules{Board: g.Rules.Board, Scoring: env.ScoreEmpties}, g.Start)
	if err := r.Validate(); err != nil {
		return env.Position{}, err
	}
	if err := r.Check(g.Start); err != nil {
		return env.Position{}, fmt.Errorf("start: %w", err)
	}
	if len(g.Notes) != 0 && len(g.Notes) != len(g.Moves) {
		return env.Position{}, fmt.Errorf("%d notes on %d moves", len(g.Notes), len(g.Moves))
	}
	p := g.Start
	for i, m := range g.Moves {
		q, err := r.Play(p, m)
		if err != nil {
			return p, fmt.Errorf("move %d: %w", i+1, err)
		}
		p = q
	}
	return p, nil
}
