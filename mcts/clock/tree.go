package clock

import (
	"context"
	"math/bits"

	"othellier/env"
)

// follow makes p the root of the tree. What the tree knows of p is kept if p can
// be reached from the root that it has, by the moves of a few plies.
func (t *Thinker) follow(p env.Position) {
	if line, ok := t.line(t.tree.Position(), p); ok {
		for _, m := range line {
			t.tree.Advance(m)
		}
	} else {
		t.tree.Reset(p)
	}
}

// farthest is the number of discs between two positions that are looked for in
// one tree: a move, an answer, and as many again.
const farthest = 4

// line returns the moves that lead from one position to another.
func (t *Thinker) line(from, to env.Position) ([]env.Move, bool) {
	a, b := from.Own|from.Opp, to.Own|to.Opp
	if a&^b != 0 || bits.OnesCount64(b&^a) > farthest {
		return nil, false
	}
	if from == to {
		return nil, true
	}
	moves, pass := t.rules.Status(from)
	if pass {
		if rest, ok := t.line(t.rules.Next(from, env.Pass), to); ok {
			return append([]env.Move{env.Pass}, rest...), true
		}
		return nil, false
	}
	for moves &= b &^ a; moves != 0; moves &= moves - 1 {
		m := env.Move(bits.TrailingZeros64(moves))
		if rest, ok := t.line(t.rules.Next(from, m), to); ok {
			return append([]env.Move{m}, rest...), true
		}
	}
	return nil, false
}

// Ponder searches p, in which the other side is to move, until ctx ends or
// nothing is left to search, and keeps the tree: the next [Thinker.Think] with a
// time goes on from there, whatever the other side has played. Where there is no
// choice the position after it is searched. A finished game is left alone. The
// error is that of the evaluator.
func (t *Thinker) Ponder(ctx context.Context, p env.Position) error {
	for moves, pass := t.rules.Status(p); bits.OnesCount64(moves) < 2; moves, pass = t.rules.Status(p) {
		switch {
		case pass:
			p = t.rules.Next(p, env.Pass)
		case moves == 0:
			return nil
		default:
			p = t.rules.Next(p, env.Move(bits.TrailingZeros64(moves)))
		}
	}
	t.follow(p)
	if ctx.Err() != nil {
		return nil
	}
	r := run{Thinker: t, ctx: ctx, simulations: t.config.MaxSimulations}
	_, err := r.search()
	return err
}
