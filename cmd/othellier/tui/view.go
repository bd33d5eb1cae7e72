package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"othellier/env"
	"othellier/env/words"
)

// View implements [tea.Model].
func (m *Model) View() tea.View {
	c := m.draw()
	v := tea.NewView(c.String())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	if m.prompt != nil && !m.layout().small {
		_, x := m.promptText(c.w)
		v.Cursor = tea.NewCursor(x, c.h-2)
	}
	return v
}

// draw returns the screen.
func (m *Model) draw() *canvas {
	c := newCanvas(max(m.width, 1), max(m.height, 1))
	l := m.layout()
	if l.small {
		c.put(0, 0, style{}, "The window is too small:")
		c.put(0, 1, style{}, fmt.Sprintf("%dx%d of %dx%d.", m.width, m.height, leastWidth, leastHeight))
		return c
	}
	c.clip(0, 0, c.w, style{bold: true}, m.title())
	if m.help {
		m.drawHelp(c)
	} else {
		m.drawBoard(c, l)
		m.drawPanel(c, l)
	}
	m.drawStatus(c)
	return c
}

// title says what is played. In a narrow window what is said elsewhere, or known
// best, goes first.
func (m *Model) title() string {
	parts := []string{"Othellier", m.Strength.String(), m.Seats.String()}
	if m.clock.on() {
		parts = append(parts, "clock "+m.Control.String())
	}
	if m.paused {
		parts = append(parts, "paused")
	}
	return fit(parts, m.glyph(" · ", " - "), m.width, "clock "+m.Control.String(), m.Strength.String(), "Othellier")
}

// fit joins items, without those that can go, in their order, for the rest to have
// room in w columns.
func fit(items []string, between string, w int, canGo ...string) string {
	items = slices.Clone(items)
	for _, item := range canGo {
		if width(strings.Join(items, between)) <= w {
			break
		}
		items = slices.DeleteFunc(items, func(s string) bool { return s == item })
	}
	return strings.Join(items, between)
}

// drawStatus draws the last two lines: a prompt, a message or how the game
// stands, and the keys.
func (m *Model) drawStatus(c *canvas) {
	y := c.h - 2
	switch {
	case m.prompt != nil:
		text, _ := m.promptText(c.w)
		c.put(0, y, style{bold: true}, text)
	case m.message != "":
		s := style{bold: true}
		if m.failed && !m.mono {
			s.fg = red
		}
		lines := m.wrap(m.message, c.w, 3)
		for i, line := range lines { // over what is above, if it is long
			at := y - len(lines) + 1 + i
			c.fill(0, at, c.w, 1, style{})
			c.put(0, at, s, line)
		}
	default:
		c.put(0, y, style{bold: true}, m.status())
	}
	s := style{}
	if !m.mono {
		s.fg = grey
	}
	keys := fit([]string{"? help", "u undo", "r redo", "n new", "x swap", "v values", "s save", "o open", "p pause", "q quit"},
		"  ", c.w, "p pause", "v values", "x swap", "o open", "r redo", "n new")
	switch {
	case m.prompt != nil && m.prompt.confirm:
		keys = "y yes   any other key no"
	case m.prompt != nil:
		keys = "Enter done   Esc never mind"
	case m.help:
		keys = "up, down scroll   any other key back to the board"
	}
	c.put(0, c.h-1, s, keys)
}

// wrap breaks text into at most some lines of w columns, between words as far as
// those have room. What is left over is cut off with a sign.
func (m *Model) wrap(text string, w, most int) []string {
	lines := strings.Split(ansi.Wrap(text, w, ""), "\n")
	if len(lines) > most {
		last := strings.Join(lines[most-1:], " ")
		lines = append(lines[:most-1], ansi.Truncate(last, w, m.glyph("…", "...")))
	}
	return lines
}

// promptText returns the prompt as it fits into w columns, and the column of
// the cursor.
func (m *Model) promptText(w int) (string, int) {
	p := m.prompt
	room := max(w-width(p.label)-1, 8)
	from := 0
	for width(string(p.text[from:p.at])) > room {
		from++
	}
	return p.label + string(p.text[from:]), width(p.label + string(p.text[from:p.at]))
}

// status says how the game stands and what can be done.
func (m *Model) status() string {
	p := m.position()
	switch {
	case m.typed != 0:
		return fmt.Sprintf("Square %c_", m.typed)
	case m.browsing():
		return fit([]string{fmt.Sprintf("Looking back at move %d of %d: End to the game", m.shown, len(m.moves)), "] forward", "u takes back to here"},
			", ", m.width, "] forward", "u takes back to here")
	case m.over():
		return m.result()
	case m.paused:
		return "Paused: p goes on"
	case m.mustPass() && m.Seats[p.Turn]:
		return fmt.Sprintf("%s has no move and passes (Enter)", p.Turn)
	case m.mustPass():
		return fmt.Sprintf("%s has no move and passes", p.Turn)
	}
	text := fmt.Sprintf("%s thinks", p.Turn)
	switch {
	case m.Seats[p.Turn]:
		text = fmt.Sprintf("%s to move", p.Turn)
	case m.live.Simulations > 0:
		text += fmt.Sprintf(": %s %s", thousands(m.live.Simulations), words.Noun(m.live.Simulations, "simulation"))
	}
	if m.clock.on() && len(m.moves) == 0 {
		text += "; " + clockStarts
	}
	return text
}

// clockStarts is said as long as the clock stands for it.
const clockStarts = "the clock starts with the first move"

// result says how the game has ended, the winner's discs first, and with empty
// squares to the winner, as tournaments count, where that is another score.
func (m *Model) result() string {
	p := m.position()
	if m.fallen {
		return fmt.Sprintf("%s's time is up: %s wins", p.Turn, p.Turn.Other())
	}
	score := func(s env.Scoring) (black, white int) {
		r := m.Rules
		r.Scoring = s
		return r.Scores(p)
	}
	black, white := score(env.ScoreDiscs)
	full, fullWhite := score(env.ScoreEmpties)
	text := "Game over: a draw"
	switch {
	case black > white:
		text = "Game over: Black wins"
	case white > black:
		text = "Game over: White wins"
		black, white, full, fullWhite = white, black, fullWhite, full
	}
	text += fmt.Sprintf(" %d-%d", black, white)
	if full != black || fullWhite != white {
		text += fmt.Sprintf(" (%d-%d with the empty squares)", full, fullWhite)
	}
	return text
}
