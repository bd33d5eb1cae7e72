package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"othellier/env"
	"othellier/env/words"
	"othellier/mcts/clock"
)

// task is what the engine ought to do: two equal tasks are the same.
type task struct {
	kind     taskKind
	position env.Position
	turn     int // of a move
	strength Strength
	control  Control // of a move
}

type taskKind uint8

const (
	toMove  taskKind = iota // choose a move for the computer
	toJudge                 // judge what is on the screen
	toFill                  // give a position of the game an evaluation
)

// quick is the strength of evaluations that only the graph shows.
var quick = Strength{Simulations: 100}

// thoughtsMsg brings what a task has found.
type thoughtsMsg struct {
	number   int // of the task
	thoughts Thoughts
	err      error
	done     bool
}

// wanted returns what the engine ought to do now, if anything.
func (m *Model) wanted() (task, bool) {
	p := m.position()
	if !m.over() && !m.mustPass() && !m.Seats[p.Turn] && !m.paused {
		return task{toMove, p, m.turn, m.Strength, m.Control}, m.answer == nil
	}
	if !m.evaluating && m.overlay == overlayNone {
		return task{}, false
	}
	if shown := m.positions[m.shown]; m.Rules.Moves(shown) != 0 {
		if _, known := m.thoughts[shown]; !known {
			return task{kind: toJudge, position: shown, strength: m.Strength}, true
		}
	}
	for i := len(m.positions) - 1; i >= 0; i-- {
		if _, known := m.evaluation(m.positions[i]); !known && m.Rules.Moves(m.positions[i]) != 0 {
			return task{kind: toFill, position: m.positions[i], strength: quick}, true
		}
	}
	return task{}, false
}

// schedule cancels what the engine does and should not, and returns the command
// of what it does not and should.
func (m *Model) schedule() tea.Cmd {
	want, any := m.wanted()
	if any && m.task != nil && *m.task == want {
		return nil
	}
	if m.task != nil {
		m.stop()
		m.task, m.live = nil, Thoughts{}
	}
	if !any {
		return nil
	}
	m.task = &want
	m.number++
	number := m.number
	var ctx context.Context
	ctx, m.stop = context.WithCancel(m.jobs.ctx)
	engine, limit, post, j := m.Players[want.position.Turn].Engine, m.limit(want), m.post, m.jobs
	return j.command(func() tea.Msg {
		select {
		case j.engine <- struct{}{}:
			defer func() { <-j.engine }()
		case <-ctx.Done():
			return nil
		}
		found, err := engine.Think(ctx, want.position, limit, func(t Thoughts) {
			post(thoughtsMsg{number: number, thoughts: t})
		})
		if ctx.Err() != nil {
			return nil
		}
		return thoughtsMsg{number, found, err, true}
	})
}

// lag is what passes between the end of the thinking and the pressed clock.
const lag = 50 * time.Millisecond

// limit returns how long a task may take: with a clock, a move takes its share.
func (m *Model) limit(t task) Limit {
	l := t.strength.limit()
	l.Move = t.kind == toMove
	if t.kind != toMove || !m.clock.on() {
		return l
	}
	turn := t.position.Turn
	left := m.clock.remaining(len(m.moves), turn, turn, m.now)
	share := clock.Sudden(max(left, 0), m.Control.Increment).Budget(clock.MovesToGo(m.Rules, t.position), lag)
	if l.Time == 0 || share < l.Time {
		l.Time = share
	}
	return l
}

// found takes an answer, if it is one of the task under way.
func (m *Model) found(msg thoughtsMsg) tea.Cmd {
	if m.task == nil || msg.number != m.number {
		return nil
	}
	t := *m.task
	if msg.err != nil {
		m.stop()
		m.task, m.live = nil, Thoughts{}
		m.paused, m.evaluating, m.overlay = true, false, overlayNone // else it would be asked again at once
		m.standStill()
		m.fail("The computer cannot think: " + words.Error(msg.err) + " (p tries again)")
		return nil
	}
	m.live = msg.thoughts
	if !msg.done {
		return nil
	}
	m.stop()
	m.task, m.live = nil, Thoughts{}
	m.evals[t.position] = evaluationOf(t.position, msg.thoughts)
	if t.kind == toJudge || t.kind == toMove && len(msg.thoughts.Moves) > 1 { // of a move that was certain the others are not known
		m.thoughts[t.position] = msg.thoughts
	}
	if t.kind != toMove {
		return nil
	}
	move := msg.thoughts.Moves[0].Move
	wait := m.pace() - m.now.Sub(m.movedAt)
	if wait <= 0 {
		return m.put(move)
	}
	m.answer = &move
	return m.later(wait)
}

// pace is the time that a move stays before the computer's next: with a clock
// there is none to lose.
func (m *Model) pace() time.Duration {
	switch {
	case m.clock.on():
		return 0
	case m.watching():
		return 800 * time.Millisecond
	}
	return 400 * time.Millisecond
}

// evaluationOf turns what an engine found to the view of Black.
func evaluationOf(p env.Position, t Thoughts) evaluation {
	e := evaluation{t.Margin, t.Value, t.Exact}
	if p.Turn == env.White {
		e.margin, e.value = -e.margin, -e.value
	}
	return e
}

// evaluation returns what is known of a position: exactly, at the end.
func (m *Model) evaluation(p env.Position) (evaluation, bool) {
	moves, pass := m.Rules.Status(p)
	switch {
	case pass:
		return m.evaluation(m.Rules.Next(p, env.Pass))
	case moves == 0:
		black, white := m.Rules.Scores(p)
		e := evaluation{margin: float64(black - white), exact: true}
		switch {
		case black > white:
			e.value = 1
		case black < white:
			e.value = -1
		}
		return e, true
	}
	e, known := m.evals[p]
	return e, known
}
