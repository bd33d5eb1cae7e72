package tui

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"othellier/env/words"
)

// prompt is a question in the status line: for a line of text, or for yes or no.
type prompt struct {
	label   string
	text    []rune
	at      int // the place in text where typing goes
	confirm bool
	then    func(m *Model, text string) tea.Cmd // after Enter, or yes
}

// longestInput is far more than a game or a file name needs.
const longestInput = 16 << 10

// insert types text into the prompt; line ends become blanks.
func (p *prompt) insert(text string) {
	var r []rune
	for _, c := range strings.TrimSpace(text) {
		switch {
		case unicode.IsSpace(c):
			r = append(r, ' ')
		case unicode.IsPrint(c):
			r = append(r, c)
		}
	}
	p.put(r)
}

// put puts r where typing goes.
func (p *prompt) put(r []rune) {
	if len(p.text)+len(r) > longestInput {
		return
	}
	p.text = append(p.text[:p.at:p.at], append(r, p.text[p.at:]...)...)
	p.at += len(r)
}

// promptKey edits or answers the prompt.
func (m *Model) promptKey(e tea.KeyPressMsg) tea.Cmd {
	p, name := m.prompt, e.String()
	switch {
	case name == "esc":
		m.prompt = nil
		m.say("Nothing done")
		return nil
	case p.confirm:
		m.prompt = nil
		if name == "y" || name == "Y" {
			return p.then(m, "")
		}
		m.say("Nothing done")
		return nil
	}
	switch name {
	case "enter":
		m.prompt = nil
		return p.then(m, strings.TrimSpace(string(p.text)))
	case "left", "ctrl+b":
		p.at = max(p.at-1, 0)
	case "right", "ctrl+f":
		p.at = min(p.at+1, len(p.text))
	case "home", "ctrl+a":
		p.at = 0
	case "end", "ctrl+e":
		p.at = len(p.text)
	case "backspace":
		if p.at > 0 {
			p.text = append(p.text[:p.at-1], p.text[p.at:]...)
			p.at--
		}
	case "delete", "ctrl+d":
		if p.at < len(p.text) {
			p.text = append(p.text[:p.at], p.text[p.at+1:]...)
		}
	case "ctrl+u":
		p.text, p.at = p.text[p.at:], 0
	default:
		if e.Text != "" {
			p.put([]rune(e.Text))
		}
	}
	return nil
}

func (m *Model) ask(label, text string, then func(*Model, string) tea.Cmd) tea.Cmd {
	m.prompt = &prompt{label: label, text: []rune(text), at: len([]rune(text)), then: then}
	return nil
}

func (m *Model) askStrength() tea.Cmd {
	return m.ask("Simulations a move, or a time such as 2s: ", "", func(m *Model, text string) tea.Cmd {
		s, err := ParseStrength(text)
		if err != nil {
			m.fail(words.Error(err))
			return nil
		}
		m.setStrength(s)
		return nil
	})
}

func (m *Model) askControl() tea.Cmd {
	return m.ask("Clock, minutes + seconds a move (5+3), or off: ", "", func(m *Model, text string) tea.Cmd {
		c, err := ParseControl(text)
		if err != nil {
			m.fail(words.Error(err))
			return nil
		}
		m.setControl(c)
		return nil
	})
}

func (m *Model) askInput() tea.Cmd {
	return m.ask("Moves, or 64 squares (X O -): ", "", func(m *Model, text string) tea.Cmd {
		if text != "" {
			m.enter(text)
		}
		return nil
	})
}

func (m *Model) askSave() tea.Cmd {
	return m.ask("Save as (.txt .ggf .sgf .pgn .obf .wtb): ", m.path, func(m *Model, text string) tea.Cmd {
		if text == "" {
			m.say("Nothing saved")
			return nil
		}
		return m.save(text, false)
	})
}

func (m *Model) askLoad() tea.Cmd {
	return m.ask("Open: ", "", func(m *Model, text string) tea.Cmd {
		if text == "" {
			m.say("Nothing opened")
			return nil
		}
		return m.load(text)
	})
}

// askOverwrite asks before a file is replaced.
func (m *Model) askOverwrite(path string) {
	name, question := path, " exists: replace it? (y/n) "
	if over := width(name) + width(question) - m.width; over > 0 { // its end tells most
		sign := m.glyph("…", "...")
		name = ansi.TruncateLeft(name, over+width(sign), sign)
	}
	m.prompt = &prompt{
		label: name + question, confirm: true,
		then: func(m *Model, _ string) tea.Cmd { return m.save(path, true) },
	}
}
