package study

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/bits"

	"othellier/env"
	"othellier/env/record"
)

// Move is a move that was played and what it was worth. Values are those of the
// side that moves.
type Move struct {
	Ply     int // from 1
	Side    env.Color
	Move    env.Move
	Empties int  // before it
	Forced  bool // there was no other; a pass is always forced

	Before, After Value
	LossWin       float64 // 0 or more
	LossDiscs     float64 // 0 or more
	// Best is the move itself if none is known to be better, and Line how play
	// was expected to go on with Best, which is its first move.
	Best env.Move
	Line []env.Move
}

// Agrees says that no better move is known.
func (m Move) Agrees() bool { return m.Best == m.Move }

// End is the position in which a record ends.
type End struct {
	Position env.Position
	Over     bool
	Value    Value      // for the side to move
	Line     []env.Move // how it would go on, best move first; empty if it is over
}

// Game is an analysed game.
type Game struct {
	Number   int // in the order of the input, from 1
	Record   record.Game
	Moves    []Move
	End      End
	Accuracy [2]Accuracy // by env.Color
}

// Input is a game, or what is wrong with one: both where the error is
// [record.ErrResult].
type Input = iter.Seq2[record.Game, error]

// entry is one element of the input.
type entry struct {
	number int
	game   record.Game
	fault  error
}

// entries numbers the games and hands on the faults, until ctx ends or limit
// games (0: any number) have come.
func entries(in Input, limit int) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		n := 0
		for g, err := range in {
			whole := err == nil || errors.Is(err, record.ErrResult)
			if whole {
				n++
			}
			if !yield(entry{n, g, err}) || whole && n == limit {
				return
			}
		}
	}
}

// inFlight is how many games are worked on at the same time, for each worker:
// enough that searches are always waiting.
const inFlight = 4

// Analyze analyses games and hands them to emit, and the faults of the input to
// fault, in the order of the input and one call at a time. A game of another
// board, or a fault of the input, is a fault and no error. When ctx ends, the
// games before the first that is not finished have been handed out.
func Analyze(ctx context.Context, s Settings, in Input, emit func(Game) error, fault func(error)) error {
	c, err := newCrew(s, min(s.Solve, leafEmpties))
	if err != nil {
		return err
	}
	defer c.close()
	type result struct {
		entry
		analysed *Game
	}
	work := func(ctx context.Context, e entry) (result, error) {
		if e.fault != nil && !errors.Is(e.fault, record.ErrResult) {
			return result{entry: e}, nil
		}
		positions, err := replay(c.settings.Rules, e.game)
		if err != nil {
			e.fault = &record.Fault{Origin: e.game.Origin, Err: err}
			return result{entry: e}, nil
		}
		g, err := c.analyze(ctx, e.game, positions)
		g.Number = e.number
		return result{e, &g}, err
	}
	return inOrder(ctx, entries(in, 0), inFlight*c.settings.Workers, work, func(r result) error {
		if r.fault != nil {
			fault(r.fault)
		}
		if r.analysed == nil {
			return nil
		}
		return emit(*r.analysed)
	})
}

// replay returns the positions of g under the rules of a network: the first, and
// that after each move.
func replay(r env.Rules, g record.Game) ([]env.Position, error) {
	few := bits.OnesCount64(g.Start.Own|g.Start.Opp) < 4
	switch {
	case g.Rules.Board != r.Board:
		return nil, fmt.Errorf("a game on the %dx%[1]d board: the network has learned the %dx%[2]d board", g.Rules.Size(), r.Size())
	case few && (g.Rules.Start == env.StartFree) != (r.Start == env.StartFree):
		return nil, fmt.Errorf("a game from another start: the network has learned the start %v", r.Start)
	}
	if err := r.Check(g.Start); err != nil {
		return nil, err
	}
	positions := append(make([]env.Position, 0, len(g.Moves)+1), g.Start)
	for i, m := range g.Moves {
		p, err := r.Play(positions[i], m)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		positions = append(positions, p)
	}
	return positions, nil
}

// analyze judges the positions of g.
func (c *crew) analyze(ctx context.Context, g record.Game, positions []env.Position) (Game, error) {
	found, err := c.judge(ctx, positions)
	if err != nil {
		return Game{}, err
	}
	// What the searches would have played instead.
	var others []env.Position
	at := make([]int, len(g.Moves)) // in others; -1 where there is none
	r := c.settings.Rules
	for i, m := range g.Moves {
		at[i] = -1
		if f := found[i]; !f.Exact && f.best != m {
			at[i] = len(others)
			others = append(others, r.Next(positions[i], f.best))
		}
	}
	instead, err := c.judge(ctx, others)
	if err != nil {
		return Game{}, err
	}
	game := Game{Record: g, End: End{positions[len(g.Moves)], false, found[len(g.Moves)].Value, found[len(g.Moves)].line}}
	game.End.Over = r.Over(game.End.Position)
	for i, m := range g.Moves {
		p, after := positions[i], found[i+1]
		move := Move{
			Ply: i + 1, Side: p.Turn, Move: m, Forced: bits.OnesCount64(r.Moves(p)) < 2,
			Empties: r.NumSquares() - bits.OnesCount64(p.Own|p.Opp),
			After:   after.other(), Best: m, Line: join(m, after.line),
		}
		move.Before = move.After
		switch {
		case move.Forced:
		case found[i].Exact:
			move.compare(c, found[i].Value, found[i].best, found[i].line)
			move.Before.Exact = true
		case at[i] >= 0:
			move.compare(c, instead[at[i]].other(), found[i].best, join(found[i].best, instead[at[i]].line))
			move.Before.Exact = false // there may be a third move
		default:
			move.Before.Exact = false
		}
		game.Moves = append(game.Moves, move)
		game.Accuracy[p.Turn].add(phaseOf(r, move.Empties), move)
	}
	return game, nil
}

// compare holds the move against what another one, or the best, is worth.
func (m *Move) compare(c *crew, v Value, best env.Move, line []env.Move) {
	if best == m.Move || c.utility(v) <= c.utility(m.After) {
		return
	}
	m.Before, m.Best, m.Line = v, best, line
	m.LossWin, m.LossDiscs = max(0, v.Win-m.After.Win), max(0, v.Discs-m.After.Discs)
}

// join returns m and what follows it.
func join(m env.Move, line []env.Move) []env.Move {
	return append([]env.Move{m}, line...)
}
