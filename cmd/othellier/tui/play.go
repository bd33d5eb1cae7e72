package tui

import (
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"othellier/env"
	"othellier/env/words"
)

const (
	flashTime = 500 * time.Millisecond // that flipped discs stay highlighted
	passTime  = 1200 * time.Millisecond
)

// dueMsg says that the time of a turn has come: to pass, or to play the answer.
type dueMsg struct{ turn int }

// flashMsg ends the highlight of a turn.
type flashMsg struct{ turn int }

// after returns a command that waits and then hands over a message.
func (m *Model) after(d time.Duration, msg tea.Msg) tea.Cmd {
	ctx := m.jobs.ctx
	return m.jobs.command(func() tea.Msg {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
			return msg
		case <-ctx.Done():
			return nil
		}
	})
}

// later returns the command that brings a dueMsg of the present turn.
func (m *Model) later(d time.Duration) tea.Cmd { return m.after(d, dueMsg{m.turn}) }

// due does what the time has come for.
func (m *Model) due(msg dueMsg) tea.Cmd {
	switch {
	case msg.turn != m.turn || m.paused || m.over():
	case m.answer != nil:
		return m.put(*m.answer)
	case m.mustPass():
		return m.put(env.Pass)
	}
	return nil
}

// choose plays a square for the person at the board.
func (m *Model) choose(sq env.Move) tea.Cmd {
	m.cursor = sq
	p := m.position()
	switch {
	case m.browsing():
		m.fail("You are looking back: End returns to the game, u takes back to here")
	case m.over():
		m.fail("The game is over: n starts a new one, u takes moves back")
	case m.paused:
		m.fail("The game is paused: p goes on")
	case m.mustPass():
		if m.Seats[p.Turn] {
			return m.put(env.Pass)
		}
	case !m.Seats[p.Turn]:
		m.fail(fmt.Sprintf("It is not your turn: %s thinks (u takes your move back)", p.Turn))
		if m.watching() {
			m.fail("The computer plays both sides: m changes who plays, p pauses")
		}
	default:
		return m.put(sq)
	}
	return nil
}

// put plays a move for the side to move, whoever that is.
func (m *Model) put(move env.Move) tea.Cmd {
	p, shown, browsing := m.position(), m.shown, m.browsing()
	if err := m.game.Play(move); err != nil {
		var illegal *env.IllegalError
		if errors.As(err, &illegal) {
			err = fmt.Errorf("%s is not legal: %s can play %s", move, p.Turn, moveList(illegal.Legal))
		}
		m.fail(words.Error(err))
		return nil
	}
	m.clock.press(len(m.moves), p.Turn, move == env.Pass, m.now)
	m.message = ""
	m.changed()
	m.movedAt = m.now
	if browsing {
		m.shown = shown
		return nil
	}
	m.flipped = p.Opp & m.position().Discs(p.Turn)
	return m.after(flashTime, flashMsg{m.turn})
}

// chance says that a person chooses in the live position.
func (m *Model) chance() bool {
	p := m.game.Position()
	return m.Rules.Moves(p) != 0 && (m.watching() || m.Seats[p.Turn])
}

// undo takes back moves until a person can choose again: the last move of their
// own, the answer to it, and passes. When an earlier position is on the board it
// goes back to that.
func (m *Model) undo() tea.Cmd {
	m.standStill()
	n := 0
	if m.browsing() {
		for n < len(m.moves)-m.shown {
			m.game.Undo()
			n++
		}
	} else {
		for m.game.Undo() {
			n++
			if m.chance() {
				break
			}
		}
		if n == 0 || !m.chance() { // leave all as it was
			for range n {
				m.game.Redo()
			}
			m.fail("There is no move of yours to take back")
			return nil
		}
	}
	m.fallen = false
	m.changed()
	m.say(fmt.Sprintf("Taken back to move %d: r plays it again", len(m.moves)))
	if m.watching() {
		m.paused = true
		m.say(fmt.Sprintf("Taken back to move %d and paused: p goes on, r plays it again", len(m.moves)))
	}
	return nil
}

// redo plays again what undo took back.
func (m *Model) redo() tea.Cmd {
	m.standStill()
	if !m.game.Redo() {
		m.fail("There is nothing to play again")
		return nil
	}
	for !m.chance() && m.game.Redo() {
	}
	m.fallen = false
	m.changed()
	m.message = ""
	return nil
}

// newGame begins a game from the start.
func (m *Model) newGame() tea.Cmd {
	m.begin(env.NewGame(m.Rules))
	m.say("A new game: U returns to the one before")
	return nil
}

// formerGame returns to the game before the last new or loaded one.
func (m *Model) formerGame() tea.Cmd {
	if m.before == nil {
		m.fail("There is no game before this one")
		return nil
	}
	m.standStill()
	other := m.session
	m.session, m.before = *m.before, &other
	m.paused = false
	m.changed()
	m.say("The game before: U returns to the other one")
	return nil
}

// swap changes sides with the computer.
func (m *Model) swap() tea.Cmd {
	m.Seats[env.Black], m.Seats[env.White] = m.Seats[env.White], m.Seats[env.Black]
	m.Players[env.Black], m.Players[env.White] = m.Players[env.White], m.Players[env.Black]
	m.void()
	m.say("From now on " + m.Seats.String())
	return nil
}

// nextSeats changes who plays.
func (m *Model) nextSeats() tea.Cmd {
	order := []Seats{{true, false}, {false, true}, {true, true}, {false, false}}
	for i, s := range order {
		if s == m.Seats {
			m.Seats = order[(i+1)%len(order)]
			break
		}
	}
	m.void()
	m.say("From now on " + m.Seats.String())
	return nil
}

// pause stops the clock and the computer, and lets them go on.
func (m *Model) pause() tea.Cmd {
	if !m.paused && m.over() {
		m.fail("The game is over")
		return nil
	}
	m.standStill()
	m.paused = !m.paused
	m.void()
	m.message = ""
	return nil
}

// setStrength changes how long the computer thinks.
func (m *Model) setStrength(s Strength) {
	m.Strength = s
	clear(m.thoughts) // found with another strength
	m.say("The computer thinks " + s.String())
}

// setControl puts a clock on the table, with the full time for both.
func (m *Model) setControl(c Control) {
	m.Control = c
	m.clock = newClocks(c, len(m.moves))
	m.say("The clock is off")
	if m.clock.on() {
		m.say("The clock is set to " + c.String() + " for both")
		if len(m.moves) == 0 {
			m.say("The clock is set to " + c.String() + " for both; " + clockStarts)
		}
	}
}

// moveList lists moves, separated by blanks.
func moveList(moves []env.Move) string {
	s := make([]string, len(moves))
	for i, move := range moves {
		s[i] = move.String()
	}
	return strings.Join(s, " ")
}
