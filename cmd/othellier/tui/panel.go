package tui

import (
	"fmt"
	"math"

	"github.com/charmbracelet/x/ansi"

	"othellier/env"
	"othellier/env/record"
	"othellier/env/words"
)

// drawPanel draws what stands beside the board: the players, the evaluation and
// the moves, each as far as there is room.
func (m *Model) drawPanel(c *canvas, l layout) {
	y, end := l.panelY, l.panelY+l.panelH
	y = m.drawPlayers(c, l, y)
	rows := m.moveRows(l, y, end)
	if m.evaluating {
		m.drawEvaluation(c, l, y, end-rows)
	}
	m.drawMoves(c, l, end-rows, rows)
}

// drawPlayers draws the two sides with their discs and times, and the opening.
func (m *Model) drawPlayers(c *canvas, l layout, y int) int {
	p := m.positions[m.shown]
	for _, side := range []env.Color{env.Black, env.White} {
		mark := " "
		if side == p.Turn && !m.Rules.Over(p) {
			mark = m.glyph("▸", ">")
		}
		label := fmt.Sprintf(" %s ", side)
		right := fmt.Sprintf("%2d", p.Count(side))
		if m.clock.on() {
			left := m.clock.remaining(m.shown, side, m.position().Turn, m.now)
			if m.browsing() {
				left = m.clock.left[m.shown][side]
			}
			discs, clock := right, clockText(left)
			room := l.panelW - len("> (X)")
			right += fmt.Sprintf("%9s", clock)
			if len(label)+len(right) > room {
				right = discs + " " + clock
			}
			if len(label)+len(right) > room { // the disc says who it is
				label = " "
			}
		}
		x := c.put(l.panelX, y, style{bold: true}, mark+" ")
		sign, look := m.discOf(side)
		x = c.put(x, y, look, sign)
		x = c.put(x, y, style{bold: true}, label)
		at := l.panelX + l.panelW - width(right)
		name := m.sitter(side)
		if m.Seats[side] {
			name = fit([]string{name}, "", at-1-x, name)
		}
		c.put(x, y, style{}, m.cut(name, at-1-x))
		c.put(at, y, style{bold: true}, right)
		y++
	}
	empties := m.Rules.NumSquares() - p.Count(env.Black) - p.Count(env.White)
	c.put(l.panelX, y, style{}, fmt.Sprintf("%s, %d empty", words.Count(m.shown, "move"), empties))
	y++
	if name := m.opening(); name != "" && l.panelH > 12 {
		c.put(l.panelX, y, style{}, m.cut(name, l.panelW))
	}
	if l.panelH > 12 {
		y++
	}
	if l.panelH > 18 {
		y++
	}
	return y
}

// cut shortens a name to w columns, with a sign.
func (m *Model) cut(name string, w int) string {
	return ansi.Truncate(name, max(w, 0), m.glyph("…", "~"))
}

// discOf returns the sign of a side's discs as they are on the board.
func (m *Model) discOf(side env.Color) (string, style) {
	if m.mono {
		return [...]string{"(X)", "(O)"}[side], style{bold: true}
	}
	s := style{fg: [...]int{black, white}[side], bg: green}
	if m.letters() {
		return [...]string{" X ", " O "}[side], s
	}
	return " ● ", s
}

// sitter names who plays a side.
func (m *Model) sitter(side env.Color) string {
	switch {
	case m.Seats[side] && m.Seats[side.Other()]:
		return "a person"
	case m.Seats[side]:
		return "you"
	}
	return m.Players[side].Name
}

// opening names the opening up to the position on the screen.
func (m *Model) opening() string {
	g := record.Game{Rules: m.Rules, Start: m.game.Start(), Moves: m.moves[:m.shown]}
	o, _ := g.Opening()
	return o.Name
}

// drawEvaluation draws what is expected of the position on the screen, and how
// that changed over the game, in rows y up to end.
func (m *Model) drawEvaluation(c *canvas, l layout, y, end int) {
	if end-y < 2 {
		return
	}
	margin, chance := m.evaluationTexts(l.panelW)
	c.clip(l.panelX, y, l.panelX+l.panelW, style{}, margin)
	c.clip(l.panelX, y+1, l.panelX+l.panelW, style{}, chance)
	rows := min(end-y-3, 13)
	if rows%2 == 0 {
		rows--
	}
	if rows >= 3 {
		m.drawGraph(c, l.panelX, y+2, l.panelW, rows)
	}
}

// evaluationTexts says who is ahead by how much, and who wins how probably; for
// a narrow panel in fewer words, of which room columns hold all.
func (m *Model) evaluationTexts(room int) (margin, chance string) {
	wide := room >= 36
	expected, toWin, discs := "Expected  ", "To win    ", " discs"
	if !wide {
		expected, toWin, discs = "", "", ""
	}
	p := m.positions[m.shown]
	e, known := m.evaluation(p)
	if t := m.thoughtsOf(p); !known && len(t.Moves) > 0 {
		e, known = evaluationOf(p, t), true
	}
	if !known {
		return expected + "...", toWin + "..."
	}
	format := "%.1f"
	if e.exact {
		format = "%.0f"
		if wide {
			expected = "Solved    "
		}
	}
	switch {
	case math.Abs(e.margin) < .05:
		margin = expected + "a draw"
	case e.margin > 0:
		margin = fmt.Sprintf("%sBlack by "+format+discs, expected, e.margin)
	default:
		margin = fmt.Sprintf("%sWhite by "+format+discs, expected, -e.margin)
	}
	blackWins := int(math.Round(50 * (1 + e.value)))
	white := fmt.Sprintf("White %d %%", 100-blackWins)
	return margin, fit([]string{fmt.Sprintf("%sBlack %d %%", toWin, blackWins), white}, ", ", room, white)
}

// moveRows returns the rows that the list of moves gets: what the game needs,
// but not all of a small panel.
func (m *Model) moveRows(l layout, y, end int) int {
	columns := moveColumns(l)
	need := (max(len(m.moves), 60)/2 + columns - 1) / columns
	room := end - y
	if m.evaluating {
		room = max(room/2-1, room-17)
		if end-y < 10 {
			room = max(end-y-2, 1)
		}
	}
	return max(min(need, room), 1)
}

const moveW = 10 // of a pair of moves: "12 f5 d6  "

// moveColumns returns how many pairs of moves stand beside each other.
func moveColumns(l layout) int { return max(l.panelW/moveW, 1) }

// firstPair returns the first pair of moves that is shown: the list is scrolled
// to the position on the screen.
func (m *Model) firstPair(l layout, rows int) int {
	columns := moveColumns(l)
	lines := (len(m.moves)/2 + columns) / columns
	line := max(m.shown-1, 0) / 2 / columns
	first := max(0, min(line-rows/2, lines-rows))
	return first * columns
}

// drawMoves draws the moves as pairs, row by row.
func (m *Model) drawMoves(c *canvas, l layout, y, rows int) {
	first := m.firstPair(l, rows)
	for i := 2 * first; i < len(m.moves); i++ {
		pair := i/2 - first
		row, column := pair/moveColumns(l), pair%moveColumns(l)
		if row >= rows {
			break
		}
		x := l.panelX + column*moveW
		if i%2 == 0 {
			c.put(x, y+row, style{faint: !m.mono}, fmt.Sprintf("%2d", i/2+1))
		}
		s, mark := style{}, " "
		if i == m.shown-1 {
			s, mark = style{reverse: true}, m.glyph("▸", ">")
			if !m.mono {
				mark = " "
			}
		}
		name := m.moves[i].String()
		if m.moves[i] == env.Pass {
			name = "--"
		}
		x += 2 + 3*(i%2)
		c.put(x, y+row, style{}, mark)
		c.put(x+1, y+row, s, name)
	}
}

// plyAt returns the ply whose move stands at a place of the list.
func (m *Model) plyAt(l layout, x, y int) (int, bool) {
	if l.small || x < l.panelX {
		return 0, false
	}
	end := l.panelY + l.panelH
	top := l.panelY
	top = m.drawPlayers(newCanvas(m.width, m.height), l, top)
	rows := m.moveRows(l, top, end)
	row, column := y-(end-rows), (x-l.panelX)/moveW
	if row < 0 || row >= rows || column >= moveColumns(l) {
		return 0, false
	}
	ply := 2*(m.firstPair(l, rows)+row*moveColumns(l)+column) + 1
	if (x-l.panelX)%moveW >= 5 {
		ply++
	}
	return ply, ply <= len(m.moves)
}
