package protocol

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"othellier/env"
	"othellier/env/words"
	"othellier/mcts/clock"
)

// reportEvery is the time between two looks into the engine's thinking.
const reportEvery = 500 * time.Millisecond

// thinking returns what a command has the engine do, nil if it is none of those.
func (s *nboard) thinking(verb, rest string) func(context.Context) error {
	switch verb {
	case "hint":
		return func(ctx context.Context) error {
			n, err := strconv.Atoi(rest)
			if err != nil || n < 1 {
				n = 1
			}
			return s.hint(ctx, n)
		}
	case "go":
		return s.chooseMove
	case "analyze":
		return s.analyzeGame
	}
	return nil
}

const (
	statusThinking = "status Thinking"
	statusWaiting  = "status Waiting"
)

// hint tells what the engine thinks of the n best moves, a forced pass being
// the only one.
func (s *nboard) hint(ctx context.Context, n int) error {
	p := s.game.Position()
	moves, pass := s.Rules.Status(p)
	if moves == 0 && !pass || ctx.Err() != nil {
		return nil
	}
	if pass {
		p = s.Rules.Next(p, env.Pass)
	}
	show := func(t Thoughts) {
		if pass {
			t = beforePass(t)
		}
		if ctx.Err() == nil {
			s.search(t, n)
		}
	}
	s.tell(statusThinking)
	begun := s.Now()
	found, err := s.Engine.Think(ctx, p, Limit{Every: reportEvery}, show)
	if err == nil {
		show(found)
		s.stats(ctx, found, begun)
	}
	s.tell(statusWaiting)
	return err
}

// chooseMove tells the move that the engine would play: the pass where it must
// pass, and also after the end, so that nobody waits for ever.
func (s *nboard) chooseMove(ctx context.Context) error {
	p := s.game.Position()
	if ctx.Err() != nil {
		return nil
	}
	if s.Rules.Moves(p) == 0 {
		s.tell("=== PA")
		return nil
	}
	s.tell(statusThinking)
	begun := s.Now()
	limit := Limit{Time: s.clocks[p.Turn].Budget(clock.MovesToGo(s.Rules, p), lag), Move: true, Every: reportEvery}
	show := func(t Thoughts) {
		if ctx.Err() == nil {
			s.search(t, 1)
		}
	}
	found, err := s.Engine.Think(ctx, p, limit, show)
	if err == nil && ctx.Err() == nil {
		show(found)
		s.stats(ctx, found, begun)
		best := found.Moves[0]
		s.tell("=== %s/%.2f/%.2f", squareName(s.Rules, best.Move), best.eval(), s.Now().Sub(begun).Seconds())
	}
	s.tell(statusWaiting)
	return err
}

// analyzeGame tells what every position of the game is worth, the last first.
func (s *nboard) analyzeGame(ctx context.Context) error {
	g := s.game.Copy()
	s.tell(statusThinking)
	for n := len(g.Moves()); ctx.Err() == nil; n-- {
		eval, err := s.judge(ctx, g.Position())
		if err != nil {
			return err
		}
		if ctx.Err() == nil {
			s.tell("analysis %d %.2f", n, eval)
		}
		if !g.Undo() {
			break
		}
	}
	s.tell(statusWaiting)
	return nil
}

// judge returns the margin that the side to move of p can expect.
func (s *nboard) judge(ctx context.Context, p env.Position) (float64, error) {
	moves, pass := s.Rules.Status(p)
	switch {
	case pass:
		margin, err := s.judge(ctx, s.Rules.Next(p, env.Pass))
		return 0 - margin, err
	case moves == 0:
		return float64(s.Rules.Margin(p)), nil
	}
	t, err := s.Engine.Think(ctx, p, Limit{}, nil)
	return t.Margin, err
}

// search tells of the n best moves of t.
func (s *nboard) search(t Thoughts, n int) {
	for _, m := range t.Moves[:min(n, len(t.Moves))] {
		depth := strconv.Itoa(len(m.Line))
		switch {
		case m.Proven && t.MarginProven:
			depth = "100%"
		case m.Proven:
			depth = "100%W"
		}
		text := "solved"
		if m.Simulations > 0 || !m.Proven {
			text = fmt.Sprintf("%s, %.1f %% to win", words.Count(m.Simulations, "simulation"), 50*(1+m.Value))
		}
		s.tell("search %s %.2f 0 %s %s", line(s.Rules, m.Line, "", "PA"), m.eval(), depth, text)
	}
}

// eval returns the margin of m; where only the result is proven it is kept to
// its side of zero.
func (m Choice) eval() float64 {
	switch {
	case !m.Proven:
	case m.Value > 0:
		return max(m.Margin, 1)
	case m.Value < 0:
		return min(m.Margin, -1)
	default:
		return 0
	}
	return m.Margin
}

// beforePass returns thoughts about the position after a forced pass as those of
// the side that passes.
func beforePass(t Thoughts) Thoughts {
	next := t.Moves[0]
	t.Value, t.Margin = 0-t.Value, 0-t.Margin
	t.Moves = []Choice{{
		Move: env.Pass, Simulations: t.Simulations, Prior: 1,
		Value: t.Value, Margin: t.Margin, Proven: t.Proven,
		Line: append([]env.Move{env.Pass}, next.Line...),
	}}
	return t
}

func (s *nboard) stats(ctx context.Context, t Thoughts, begun time.Time) {
	if ctx.Err() == nil {
		s.tell("nodestats %d %.2f", t.Simulations, s.Now().Sub(begun).Seconds())
	}
}
