package tui

import (
	"fmt"
	"math"
	"strings"

	"othellier/env"
)

// overlay is what stands on the legal squares.
type overlay uint8

const (
	overlayNone   overlay = iota
	overlayMargin         // expected final margin for the side to move, in discs
	overlayChance         // chance to win for the side to move, in percent
	overlayVisits         // simulations
	overlayPrior          // in percent, before any search
	overlays
)

func (o overlay) String() string {
	return [...]string{"nothing", "expected margin in discs, for who moves", "win chance in percent, for who moves",
		"simulations", "prior in percent, before any search"}[o]
}

// The colours of the board, of the palette of 256 plus 1.
const (
	green      = 28 + 1
	darkGreen  = 22 + 1
	lightGreen = 71 + 1
	ochre      = 136 + 1
	yellow     = 226 + 1
	black      = 16 + 1
	white      = 231 + 1
	pale       = 114 + 1
	red        = 203 + 1
	grey       = 245 + 1
)

// drawBoard draws the position on the screen.
func (m *Model) drawBoard(c *canvas, l layout) {
	m.drawGrid(c, l)
	p := m.positions[m.shown]
	last := env.Pass
	for i := m.shown - 1; i >= 0 && last == env.Pass; i-- {
		last = m.moves[i]
	}
	legal := m.Rules.Moves(p)
	if m.fallen && !m.browsing() {
		legal = 0
	}
	values := m.overlayTexts(p)
	for row := l.first; row < l.first+l.n; row++ {
		for col := l.first; col < l.first+l.n; col++ {
			sq := env.Move(8*row + col)
			m.drawSquare(c, l, squareView{
				sq: sq, position: p, legal: legal>>sq&1 != 0, last: sq == last,
				flipped: m.flipped>>sq&1 != 0, cursor: sq == m.cursor && !m.browsing(), value: values[sq],
			})
		}
	}
}

// drawGrid draws the letters, the numbers and the lines of the board.
func (m *Model) drawGrid(c *canvas, l layout) {
	line := style{}
	if !m.mono {
		line = style{fg: darkGreen, bg: green}
		if m.few { // both greens are one
			line.fg = black
		}
		c.fill(l.x-1, l.top(), l.boardW(), l.boardH(), line)
	}
	for i := range l.n {
		x, y := l.corner(env.Move(9 * (l.first + i)))
		c.put(x+l.cellW/2, l.top()-1, style{}, string(rune('a'+l.first+i)))
		c.put(0, y+l.cellH/2, style{}, fmt.Sprint(l.first+i+1))
	}
	if !l.lines {
		return
	}
	for j := range l.n + 1 {
		y := l.y - 1 + j*(l.cellH+1)
		c.put(l.x-1, y, line, m.gridLine(l, j))
		for k := 1; k <= l.cellH && j < l.n; k++ {
			for i := range l.n + 1 {
				c.put(l.x-1+i*(l.cellW+1), y+k, line, m.glyph("│", "|"))
			}
		}
	}
}

// gridLine returns the line above row j of the board.
func (m *Model) gridLine(l layout, j int) string {
	ends := "├┼┤"
	switch j {
	case 0:
		ends = "┌┬┐"
	case l.n:
		ends = "└┴┘"
	}
	if m.ASCII {
		ends = "+++"
	}
	e := []rune(ends)
	run := strings.Repeat(m.glyph("─", "-"), l.cellW)
	return string(e[0]) + strings.Repeat(run+string(e[1]), l.n-1) + run + string(e[2])
}

// glyph returns a character, or its stand-in where all is ASCII.
func (m *Model) glyph(unicode, ascii string) string {
	if m.ASCII {
		return ascii
	}
	return unicode
}

// squareView is what is to be seen of a square.
type squareView struct {
	sq                           env.Move
	position                     env.Position
	legal, last, flipped, cursor bool
	value                        string // of the overlay
}

// drawSquare draws the inside of a square. Where colours are not sure to be seen
// brackets stand beside them: [ ] the cursor, ( ) the last move, < > a disc that was just flipped.
func (m *Model) drawSquare(c *canvas, l layout, v squareView) {
	x, y := l.corner(v.sq)
	middle := y + l.cellH/2
	s := style{}
	if !m.mono {
		s.bg = green
		switch {
		case v.last:
			s.bg = ochre
		case v.flipped:
			s.bg = lightGreen
		}
		c.fill(x, y, l.cellW, l.cellH, s)
	}
	bit := uint64(1) << v.sq
	switch {
	case v.position.Black()&bit != 0:
		m.drawDisc(c, l, x, y, s, env.Black)
	case v.position.White()&bit != 0:
		m.drawDisc(c, l, x, y, s, env.White)
	case v.value != "":
		at := x + (l.cellW-width(v.value)+1)/2
		s.fg, s.bold = yellow, !m.mono
		if m.mono {
			s.fg = 0
		}
		c.put(at, middle, s, v.value)
	case v.legal:
		if !m.mono {
			s.fg = pale
		}
		c.put(x+l.cellW/2, middle, s, m.glyph("·", "."))
	}
	m.bracket(c, l, x, middle, s, v)
}

// letters says whether discs are letters, which differ in their shapes: where there
// are no colours, or none but 16, which is also what a terminal is taken for of which
// nothing is known, and where there is no sign for a disc.
func (m *Model) letters() bool { return m.mono || m.few || m.ASCII }

// drawDisc draws a disc.
func (m *Model) drawDisc(c *canvas, l layout, x, y int, s style, side env.Color) {
	if !m.mono {
		s.fg = [...]int{black, white}[side]
	}
	rows := []string{"●"}
	switch {
	case m.letters():
		rows[0] = [...]string{"X", "O"}[side]
	case l.cellH == 2:
		rows = []string{"▄██▄", "▀██▀"}
		x--
	case l.cellH == 3:
		rows = []string{"▄███▄", "█████", "▀███▀"}
	}
	if len(rows) == 1 {
		y += l.cellH / 2
	}
	for i, r := range rows {
		c.put(x+(l.cellW-width(r)+1)/2, y+i, s, r)
	}
}

// bracket marks the cursor, and where colours are not sure to be seen the last move
// and flipped discs.
func (m *Model) bracket(c *canvas, l layout, x, y int, s style, v squareView) {
	pair := ""
	switch {
	case v.cursor:
		pair = "[]"
		if !m.mono {
			s.fg, s.bold = yellow, true
		}
	case !m.mono && !m.few:
	case v.last:
		pair = "()"
	case v.flipped:
		pair = "<>"
	}
	if pair == "" || l.cellW == 3 && width(v.value) > 1 {
		if v.cursor { // no room beside the value
			at := x + (l.cellW-width(v.value)+1)/2
			c.put(at, y, style{fg: s.fg, bg: s.bg, reverse: true}, v.value)
		}
		return
	}
	c.put(x, y, s, pair[:1])
	c.put(x+l.cellW-1, y, s, pair[1:])
}

// overlayTexts returns what stands on the squares: at most three characters
// each.
func (m *Model) overlayTexts(p env.Position) (texts [64]string) {
	if m.overlay == overlayNone {
		return texts
	}
	for _, choice := range m.thoughtsOf(p).Moves {
		if choice.Move >= env.Pass {
			continue
		}
		text := ""
		switch {
		case m.overlay == overlayPrior:
			text = fmt.Sprintf("%.0f", 100*choice.Prior)
		case m.overlay == overlayVisits:
			text = short(choice.Simulations)
		case choice.Simulations == 0 && !choice.Exact:
			text = m.glyph("·", ".")
		case m.overlay == overlayMargin:
			if text = "0"; math.Round(choice.Margin) != 0 {
				text = fmt.Sprintf("%+.0f", choice.Margin)
			}
		case m.overlay == overlayChance:
			text = fmt.Sprintf("%.0f", 50*(1+choice.Value))
		}
		texts[choice.Move] = text
	}
	return texts
}

// thoughtsOf returns what is known of the moves in a position, which may be what
// the engine has found so far.
func (m *Model) thoughtsOf(p env.Position) Thoughts {
	if t, known := m.thoughts[p]; known {
		return t
	}
	if m.task != nil && m.task.position == p {
		return m.live
	}
	return Thoughts{}
}

// short writes a number in at most three characters.
func short(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 100_000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprintf(".%dM", min(n/100_000, 9))
}
