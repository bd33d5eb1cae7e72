package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"othellier/cmd/othellier/protocol"
	"othellier/env"
	"othellier/mcts"
	"othellier/mcts/clock"
	"othellier/model"
)

// leavesAtOnce is how many leaves of one game a batch holds: enough that the
// network works at a good rate, few enough that virtual loss misleads little.
const leavesAtOnce = 8

// maxSolve bounds --solve where somebody waits for an answer: solving inside the
// search cannot be interrupted, and from this number of empty squares one position
// takes a good part of a second.
const maxSolve = 16

// engine searches for other programs and for who sits at the terminal. Without a time, what it finds depends on
// the position and the simulations alone, never on what it was asked before.
type engine struct {
	thinker     *clock.Thinker
	rules       env.Rules
	simulations simulations   // of a move; beside a time they count only if they are given
	seconds     time.Duration // of a move; 0 is no limit
	exact       bool          // proofs are of margins
	timed       bool          // the last move had a time
}

// engine has the network think.
func (n network) engine(how playFlags) (*engine, error) {
	p, err := model.NewPredictor(n.weights, n.meta.Rules, leavesAtOnce)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", n.path, err)
	}
	return newEngine(n.meta.Rules, mcts.NewTurned(p), how)
}

func newEngine(r env.Rules, ev mcts.Evaluator, how playFlags) (*engine, error) {
	if how.Solve > maxSolve {
		return nil, usagef("--solve: %d is outside 0 to %d: nothing could interrupt it", how.Solve, maxSolve)
	}
	c := how.config()
	c.SolveEmpties = how.Solve
	t, err := clock.NewThinker(r, ev, clock.Config{Search: c, Batch: leavesAtOnce, MaxSimulations: maxSimulations, SolveRoot: how.SolveRoot})
	return &engine{thinker: t, rules: r, simulations: how.Simulations, seconds: how.time(), exact: how.Margin > 0}, err
}

// Think implements [protocol.Engine].
func (e *engine) Think(ctx context.Context, p env.Position, l protocol.Limit, report func(protocol.Thoughts)) (protocol.Thoughts, error) {
	limit := clock.Limit{Time: l.Time, Every: l.Every, Thorough: !l.Move}
	if e.seconds > 0 && (limit.Time == 0 || e.seconds < limit.Time) {
		limit.Time = e.seconds
	}
	if l.Endless {
		limit.Time = 0
	}
	switch {
	case l.Endless:
		limit.Simulations = maxSimulations
	case limit.Time == 0 || e.simulations.given:
		limit.Simulations = e.simulations.n
	}
	e.timed = limit.Time > 0
	var told func()
	if report != nil {
		told = func() { report(e.thoughts()) }
	}
	d, err := e.thinker.Think(ctx, p, limit, told)
	if err != nil {
		return protocol.Thoughts{}, err
	}
	if d.Reason == clock.Solved {
		return e.solved(d), nil
	}
	return e.thoughts(), nil
}

// Ponder implements [protocol.Ponderer]. Where moves have no time it would bring
// nothing, as they do not look at what was found before.
func (e *engine) Ponder(ctx context.Context, p env.Position) error {
	if !e.timed {
		return nil
	}
	return e.thinker.Ponder(ctx, p)
}

// solved describes what the exact solver has found.
func (e *engine) solved(d clock.Decision) protocol.Thoughts {
	r := d.Solved
	value := 0.0
	switch {
	case r.Lower > 0:
		value = 1
	case r.Upper < 0:
		value = -1
	}
	margin := float64(r.Lower)
	return protocol.Thoughts{
		Simulations: int(r.Nodes), Value: value, Margin: margin, Proven: true, MarginProven: r.Lower == r.Upper,
		Moves: []protocol.Choice{{Move: d.Move, Value: value, Margin: margin, Proven: true, Line: r.PV}},
	}
}

// thoughts describes what the search has found. Moves that it has not visited are
// left out, but for the best.
func (e *engine) thoughts() protocol.Thoughts {
	tree := e.thinker.Search()
	root, discs := tree.Root(), float64(e.rules.NumSquares())
	best := tree.Best()
	t := protocol.Thoughts{
		Simulations: root.Visits, Value: root.Value, Margin: root.Margin * discs,
		Proven: root.Proven, MarginProven: e.exact,
	}
	for _, c := range root.Children {
		if c.Visits == 0 && !c.Proven && c.Move != best {
			continue
		}
		m := protocol.Choice{
			Move: c.Move, Simulations: c.Visits, Prior: c.Prior, Value: c.Value, Margin: c.Margin * discs,
			Proven: c.Proven, Line: []env.Move{c.Move},
		}
		if c.Move == best {
			if pv := tree.PV(nil); len(pv) > 0 {
				m.Line = pv
			}
			if c.Visits == 0 && !c.Proven { // nothing better is known of it
				m.Value, m.Margin = t.Value, t.Margin
			}
		}
		t.Moves = append(t.Moves, m)
	}
	slices.SortStableFunc(t.Moves, func(a, b protocol.Choice) int {
		switch best {
		case a.Move:
			return -1
		case b.Move:
			return 1
		}
		return cmp.Compare(b.Simulations, a.Simulations)
	})
	return t
}
