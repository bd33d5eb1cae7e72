package tui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"othellier/env"
	"othellier/env/words"
)

// tickMsg lets a running clock be drawn anew.
type tickMsg struct{}

const tickTime = 100 * time.Millisecond

// Update implements [tea.Model].
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.now = m.Now()
	m.checkFlag()
	cmd := m.handle(msg)
	if m.quitting {
		m.jobs.cancel()
		return m, tea.Quit
	}
	return m, tea.Batch(cmd, m.follow())
}

func (m *Model) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		m.mono, m.few = msg.Profile <= colorprofile.Ascii, msg.Profile == colorprofile.ANSI
	case tea.KeyPressMsg:
		return m.key(msg)
	case tea.PasteMsg:
		return m.paste(msg.Content)
	case tea.MouseClickMsg:
		return m.click(tea.Mouse(msg))
	case tea.MouseWheelMsg:
		return m.wheel(tea.Mouse(msg))
	case thoughtsMsg:
		return m.found(msg)
	case dueMsg:
		return m.due(msg)
	case flashMsg:
		if msg.turn == m.turn {
			m.flipped = 0
		}
	case tickMsg:
		m.ticking = false
	case savedMsg:
		m.savedTo(msg)
	case loadedMsg:
		m.loaded(msg)
	}
	return nil
}

// follow does what follows from the state of the game: the clock runs, the
// engine thinks, a forced pass is played after a while.
func (m *Model) follow() tea.Cmd {
	cmds := []tea.Cmd{m.schedule()}
	running := !m.paused && !m.over()
	if m.clock.on() && running && len(m.moves) > 0 && !m.mustPass() {
		m.clock.start(m.now)
		if !m.ticking {
			m.ticking = true
			cmds = append(cmds, m.after(tickTime, tickMsg{}))
		}
	}
	if running && m.mustPass() && m.passTurn != m.turn {
		m.passTurn = m.turn
		cmds = append(cmds, m.later(passTime))
	}
	return tea.Batch(cmds...)
}

// checkFlag ends the game when the side to move has no time left.
func (m *Model) checkFlag() {
	if !m.clock.on() || m.clock.since.IsZero() {
		return
	}
	turn := m.position().Turn
	if m.clock.remaining(len(m.moves), turn, turn, m.now) > 0 {
		return
	}
	m.standStill()
	m.fallen = true
	m.void()
}

// click plays the square under the mouse, or looks at a move of the list.
func (m *Model) click(e tea.Mouse) tea.Cmd {
	if e.Button != tea.MouseLeft || m.prompt != nil {
		return nil
	}
	m.message, m.typed = "", 0
	if m.help {
		m.help = false
		return nil
	}
	l := m.layout()
	if sq, ok := l.square(e.X, e.Y); ok && !l.small {
		return m.choose(sq)
	}
	if ply, ok := m.plyAt(l, e.X, e.Y); ok && !l.small {
		m.look(ply)
	}
	return nil
}

// wheel looks back and forward.
func (m *Model) wheel(e tea.Mouse) tea.Cmd {
	step := 0
	switch e.Button {
	case tea.MouseWheelUp:
		step = -1
	case tea.MouseWheelDown:
		step = 1
	}
	switch {
	case m.help:
		m.helpTop += step
	case m.prompt == nil:
		m.message = ""
		m.look(m.shown + step)
	}
	return nil
}

// look puts the position after some moves on the board.
func (m *Model) look(ply int) {
	m.shown = max(0, min(ply, len(m.moves)))
	m.flipped = 0
}

// paste takes pasted text: into an open prompt, else as a game or a position.
func (m *Model) paste(text string) tea.Cmd {
	m.message, m.typed = "", 0
	if m.prompt != nil {
		if !m.prompt.confirm {
			m.prompt.insert(text)
		}
		return nil
	}
	m.help = false
	m.enter(text)
	return nil
}

// enter sits down at the game or the position that a text holds.
func (m *Model) enter(text string) {
	g, err := parseGame(m.Rules, text)
	if err != nil {
		m.fail("Not taken over: " + words.Error(err))
		return
	}
	m.begin(g)
	m.say(fmt.Sprintf("A game of %s: U returns to the one before", words.Count(len(m.moves), "move")))
	if len(m.moves) == 0 {
		m.say("A position: U returns to the game before")
	}
}

// moveCursor moves the cursor on the board.
func (m *Model) moveCursor(dx, dy int) {
	n := m.Rules.Size()
	first := (8 - n) / 2
	x := max(first, min(int(m.cursor)%8+dx, first+n-1))
	y := max(first, min(int(m.cursor)/8+dy, first+n-1))
	m.cursor = env.Move(8*y + x)
}
