package main

import (
	"cmp"
	"context"
	"slices"
	"time"

	"othellier/cmd/othellier/protocol"
	"othellier/env"
	"othellier/mcts"
)

// engine searches for other programs. What it finds depends on the position and
// the limits alone, never on what it was asked before.
type engine struct {
	*searcher
	rules   env.Rules
	seconds time.Duration // of a move; 0 is no limit
	exact   bool          // proofs are of margins
}

func newEngine(r env.Rules, ev mcts.Evaluator, how searchFlags, seconds time.Duration) (*engine, error) {
	t, err := newSearcher(r, ev, how)
	return &engine{searcher: t, rules: r, seconds: seconds, exact: how.Margin > 0}, err
}

// Think implements [protocol.Engine].
func (e *engine) Think(ctx context.Context, p env.Position, l protocol.Limit, report func(protocol.Thoughts)) (protocol.Thoughts, error) {
	simulations, limit := e.simulations, l.Time
	if e.seconds > 0 && (limit == 0 || e.seconds < limit) {
		limit = e.seconds
	}
	if l.Endless {
		simulations, limit = maxSimulations, 0
	}
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	e.search.Reset(p)
	// The first simulation, which judges the moves, is not to be interrupted.
	if err := e.run(context.Background(), 1, 0); err != nil {
		return protocol.Thoughts{}, err
	}
	for ctx.Err() == nil && !e.search.Done(simulations) {
		if err := e.run(ctx, simulations, l.Every); err != nil {
			return protocol.Thoughts{}, err
		}
		if report != nil && ctx.Err() == nil && !e.search.Done(simulations) {
			report(e.thoughts())
		}
	}
	return e.thoughts(), nil
}

// run searches until that many simulations are done, some time has passed (if it
// is not 0), or ctx has ended.
func (e *engine) run(ctx context.Context, simulations int, slice time.Duration) error {
	if slice > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, slice)
		defer cancel()
	}
	err := e.runner.Run(ctx, []*mcts.Search{e.search}, []int{simulations})
	if ctx.Err() != nil {
		return nil // stopped, not failed
	}
	return err
}

// thoughts describes what the search has found. Moves that it has not visited are
// left out, but for the best.
func (e *engine) thoughts() protocol.Thoughts {
	root, discs := e.search.Root(), float64(e.rules.NumSquares())
	best := e.search.Best()
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
			if pv := e.search.PV(nil); len(pv) > 0 {
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
