package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"othellier/env"
)

// binding is what a key does.
type binding struct {
	keys  []string // as Bubble Tea writes them
	shown string   // as people do
	help  string
	do    func(m *Model) tea.Cmd
}

// bindings returns all keys in the order of the help. The letters a to h begin a
// square, so that none of them is a command.
func bindings() []binding {
	step := func(dx, dy int) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { m.moveCursor(dx, dy); return nil }
	}
	look := func(to func(m *Model) int) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { m.look(to(m)); return nil }
	}
	return []binding{
		{[]string{"enter", "space", " "}, "Enter, Space", "play the square of the cursor; pass at once", func(m *Model) tea.Cmd { return m.choose(m.cursor) }},
		{nil, "a1 .. h8", "play a square; so does a click", nil},
		{[]string{"left"}, "arrows, h j k l", "move the cursor", step(-1, 0)},
		{[]string{"right", "l"}, "", "", step(1, 0)},
		{[]string{"up", "k"}, "", "", step(0, -1)},
		{[]string{"down", "j"}, "", "", step(0, 1)},
		{[]string{"u", "backspace"}, "u, Backspace", "take back your last move and the answer to it", (*Model).undo},
		{[]string{"r"}, "r", "play again what was taken back", (*Model).redo},
		{[]string{"[", "pgup"}, "[ ], PgUp PgDn", "look back and forward; so does the wheel", look(func(m *Model) int { return m.shown - 1 })},
		{[]string{"]", "pgdown"}, "", "", look(func(m *Model) int { return m.shown + 1 })},
		{[]string{"home"}, "Home, End", "look at the start; return to the game", look(func(*Model) int { return 0 })},
		{[]string{"end"}, "", "", look(func(m *Model) int { return len(m.moves) })},
		{[]string{"n"}, "n", "new game", (*Model).newGame},
		{[]string{"U"}, "U", "return to the game before the last new one", (*Model).formerGame},
		{[]string{"x"}, "x", "swap sides", (*Model).swap},
		{[]string{"m"}, "m", "who plays: Black, White, both, or neither to watch", (*Model).nextSeats},
		{[]string{"+"}, "+ -", "the computer thinks twice, half as long", func(m *Model) tea.Cmd { m.setStrength(m.Strength.double()); return nil }},
		{[]string{"-"}, "", "", func(m *Model) tea.Cmd { m.setStrength(m.Strength.halve()); return nil }},
		{[]string{"="}, "=", "how long: simulations (800) or a time (2s)", (*Model).askStrength},
		{[]string{"t"}, "t", "clock: minutes + seconds a move (5+3), or off", (*Model).askControl},
		{[]string{"p"}, "p", "pause, go on", (*Model).pause},
		{[]string{"v"}, "v", "on legal squares: margin, win chance, visits, prior", (*Model).nextOverlay},
		{[]string{"z"}, "z", "hide or show the evaluation", (*Model).toggleEvaluation},
		{[]string{"s"}, "s", "save: .txt .ggf .sgf .pgn .obf .wtb", (*Model).askSave},
		{[]string{"o"}, "o", "open a saved game; FILE#3 is its third", (*Model).askLoad},
		{[]string{"i"}, "i, or paste", "type moves or 64 squares to go on from", (*Model).askInput},
		{[]string{"y"}, "y", "copy the moves to the clipboard", (*Model).copy},
		{[]string{"?", "f1"}, "?", "this help", func(m *Model) tea.Cmd { m.help, m.helpTop = true, 0; return nil }},
		{[]string{"ctrl+l"}, "Ctrl-L, Ctrl-Z", "draw anew; to the shell, fg returns", func(*Model) tea.Cmd { return tea.ClearScreen }},
		{[]string{"ctrl+z"}, "", "", func(*Model) tea.Cmd { return tea.Suspend }},
		{[]string{"q"}, "q, Ctrl-C", "quit; moves that are in no file are printed", func(m *Model) tea.Cmd { m.quitting = true; return nil }},
	}
}

// key does what a key stands for at the moment.
func (m *Model) key(e tea.KeyPressMsg) tea.Cmd {
	name := e.String()
	switch {
	case name == "ctrl+c":
		m.quitting, m.interrupted = true, true
		return nil
	case m.prompt != nil:
		return m.promptKey(e)
	case m.help:
		m.helpKey(name)
		return nil
	}
	m.message = ""
	if cmd, taken := m.typeSquare(name); taken {
		return cmd
	}
	for _, b := range bindings() {
		for _, k := range b.keys {
			if k == name {
				return b.do(m)
			}
		}
	}
	return nil
}

// typeSquare takes the letter and the digit of a square. An h moves the cursor
// as well, as many programs have it, until a digit shows what was meant.
func (m *Model) typeSquare(name string) (tea.Cmd, bool) {
	letter := m.typed
	m.typed = 0
	if len(name) != 1 && letter == 0 {
		return nil, false
	}
	c := strings.ToLower(name)[0]
	switch {
	case letter != 0 && (name == "esc" || name == "backspace"):
		if letter == 'h' {
			m.cursor = m.typedFrom
		}
		return nil, true
	case len(name) != 1:
		return nil, false
	case letter != 0 && '1' <= c && c <= '8':
		if letter == 'h' {
			m.cursor = m.typedFrom
		}
		sq := env.Move(8*(c-'1') + letter - 'a')
		if m.Rules.Squares()>>sq&1 == 0 {
			m.fail(sq.String() + " is not on the board")
			return nil, true
		}
		return m.choose(sq), true
	case 'a' <= c && c <= 'h':
		m.typed, m.typedFrom = c, m.cursor
		if name == "h" {
			m.moveCursor(-1, 0)
		}
		return nil, true
	}
	return nil, false
}

// helpKey scrolls the help; other keys end it.
func (m *Model) helpKey(name string) {
	switch name {
	case "down", "j", "pgdown", "space":
		m.helpTop++
	case "up", "k", "pgup":
		m.helpTop--
	default:
		m.help = false
	}
}

// nextOverlay changes what stands on the legal squares.
func (m *Model) nextOverlay() tea.Cmd {
	m.overlay = (m.overlay + 1) % overlays
	m.say("On legal squares: " + m.overlay.String())
	return nil
}

// toggleEvaluation hides or shows what the computer thinks of the game.
func (m *Model) toggleEvaluation() tea.Cmd {
	m.evaluating = !m.evaluating
	return nil
}

// copy puts the moves on the clipboard of terminals that have one.
func (m *Model) copy() tea.Cmd {
	text := m.game.Transcript()
	if text == "" {
		m.fail("There is no move to copy yet")
		return nil
	}
	m.say("Copied: " + text)
	return tea.SetClipboard(text)
}
