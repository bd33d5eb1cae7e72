package tui

import "fmt"

const helpColumn = 62 // columns of one column of the help

// drawHelp draws the keys.
func (m *Model) drawHelp(c *canvas) {
	var lines []string
	for _, b := range bindings() {
		if b.help != "" {
			lines = append(lines, fmt.Sprintf(" %-16s %s", b.shown, b.help))
		}
	}
	lines = append(lines, "",
		fmt.Sprintf(" On the board: [ ] cursor, %s legal square; win chances and margins on", m.glyph("·", ".")),
		" squares are those of the side to move, beside the board they are named.")
	if m.mono {
		lines = append(lines, " X Black, O White, ( ) last move, < > flipped by it")
	}
	rows := c.h - 4
	columns := max(c.w/helpColumn, 1)
	if columns > 1 {
		rows = min(rows, (len(lines)+columns-1)/columns)
	}
	m.helpTop = max(0, min(m.helpTop, len(lines)-rows*columns))
	for i, line := range lines[m.helpTop:] {
		if column := i / rows; column < columns {
			c.clip(column*helpColumn, 2+i%rows, min((column+1)*helpColumn+(columns%2)*c.w, c.w), style{}, line)
		}
	}
}
