package clock

import (
	"context"
	"fmt"
	"math"
	"time"

	"othellier/env"
	"othellier/mcts/endgame"
)

// solveShare is the part of a time to think that a solve may take.
const solveShare = 0.5

// The nodes that it takes to find who wins a position of a played game grow about
// exponentially with its empty squares: two solves of three take less than
// firstNodes * growth^empties. The margin takes some five times as many. (From 40
// games of a network and a searcher of fixed depth, 12 to 22 empty squares.)
const (
	firstNodes = 0.1
	growth     = 2.25
)

// usualSpeed is that of one core of a server of the 2020s.
const usualSpeed speed = 30e6

// speed is the nodes a second that solves visit on this machine, with whatever
// else runs on it.
type speed float64

// learn takes a solve into account, if it was long enough to tell.
func (s *speed) learn(nodes uint64, took time.Duration) {
	if took >= time.Millisecond {
		*s += (speed(float64(nodes)/took.Seconds()) - *s) / 4
	}
}

// reach returns the most empty squares with which it is likely to be known in d
// who wins.
func (s speed) reach(d time.Duration) int {
	nodes := max(float64(s)*d.Seconds(), firstNodes)
	return int(math.Log(nodes/firstNodes) / math.Log(growth))
}

// Reach returns the most empty squares with which [Thinker.Think] gives a
// position to the exact solver if it has that time.
func (t *Thinker) Reach(d time.Duration) int { return t.speed.reach(share(d)) }

func share(d time.Duration) time.Duration { return time.Duration(solveShare * float64(d)) }

// solve asks the exact solver: with a time, if it is likely to be done in its
// share of it; without, if no more squares are empty than Config.SolveRoot allows.
// d.Reason is [Solved] where that has decided.
func (t *Thinker) solve(ctx context.Context, p env.Position, limit time.Duration, begun time.Time, d *Decision) error {
	r, decided, err := t.ask(ctx, p, limit, begun)
	if err != nil {
		return fmt.Errorf("clock: %w", err)
	}
	if len(r.PV) > 0 {
		t.speed.learn(r.Nodes, t.now().Sub(begun))
		d.Solved = &r
	}
	if decided {
		d.Move, d.Reason = r.Best, Solved
	}
	return nil
}

func (t *Thinker) ask(ctx context.Context, p env.Position, limit time.Duration, begun time.Time) (r endgame.Result, decided bool, err error) {
	if limit <= 0 {
		return t.solver.Decide(ctx, p, t.config.SolveRoot, t.mode)
	}
	if !t.solver.Within(p, t.Reach(limit)) {
		return r, false, nil
	}
	r, err = t.solver.Solve(until{ctx, t.now, begun.Add(share(limit))}, p, t.mode)
	return r, r.Exact || r.Lower > 0, err
}

// until is a context that also ends at a time. It looks at the clock when it is
// asked, and needs no timer that would wait for a processor.
type until struct {
	context.Context
	now func() time.Time
	at  time.Time
}

func (u until) Deadline() (time.Time, bool) {
	if at, ok := u.Context.Deadline(); ok && at.Before(u.at) {
		return at, true
	}
	return u.at, true
}

func (u until) Err() error {
	if err := u.Context.Err(); err != nil {
		return err
	}
	if !u.now().Before(u.at) {
		return context.DeadlineExceeded
	}
	return nil
}
