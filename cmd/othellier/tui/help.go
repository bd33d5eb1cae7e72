package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

const helpColumn = 62 // columns of one column of the help, at least where there are several

// drawHelp draws the keys.
func (m *Model) drawHelp(c *canvas) {
	columns := max(c.w/helpColumn, 1)
	step := c.w / columns
	room := step
	if columns > 1 {
		room-- // between them
	}
	var lines []string
	add := func(begin, text string) { // lines but the first are set in as far
		for i, line := range strings.Split(ansi.Wrap(text, room-width(begin), ""), "\n") {
			if i > 0 {
				begin = strings.Repeat(" ", width(begin))
			}
			lines = append(lines, begin+line)
		}
	}
	for _, b := range bindings() {
		if b.help != "" {
			add(fmt.Sprintf(" %-16s ", b.shown), b.help)
		}
	}
	lines = append(lines, "")
	add(" ", fmt.Sprintf("On the board: [ ] cursor, %s legal square; win chances and margins on squares are those of the side to move, beside the board they are named.", m.glyph("·", ".")))
	switch {
	case m.mono || m.few:
		add(" ", "X Black, O White, ( ) last move, < > flipped by it")
	case m.letters():
		add(" ", "X Black, O White")
	}
	rows := c.h - 4
	if columns > 1 {
		rows = min(rows, (len(lines)+columns-1)/columns)
	}
	m.helpTop = max(0, min(m.helpTop, len(lines)-rows*columns))
	for i, line := range lines[m.helpTop:] {
		if column := i / rows; column < columns {
			c.put(column*step, 2+i%rows, style{}, line)
		}
	}
}
