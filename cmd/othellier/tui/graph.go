package tui

import (
	"fmt"
	"math"
)

// drawGraph draws the expected margin over the game: bars above the middle are
// Black's lead, below it White's. rows is odd.
func (m *Model) drawGraph(c *canvas, x, y, w, rows int) {
	half := rows / 2
	top := 8.0 // discs at the edge: the largest margin so far, but not less than this
	for _, p := range m.positions {
		if e, known := m.evaluation(p); known {
			top = max(top, math.Abs(e.margin))
		}
	}
	top = math.Ceil(top)
	left := 4
	c.put(x, y, style{}, fmt.Sprintf("B%+.0f", top))
	c.put(x, y+half, style{}, "  0")
	c.put(x, y+rows-1, style{}, fmt.Sprintf("W%+.0f", top))
	columns := w - left
	plies := max(m.Rules.NumSquares()-4, len(m.moves)) + 1
	for i := range columns {
		c.put(x+left+i, y+half, style{faint: !m.mono}, m.glyph("─", "-"))
	}
	for i := range columns {
		// The plies of this column; the last one that has an evaluation counts.
		for ply := (i+1)*plies/columns - 1; ply >= 0 && ply*columns/plies >= i; ply-- {
			if ply >= len(m.positions) {
				continue
			}
			if e, known := m.evaluation(m.positions[ply]); known {
				m.drawBar(c, x+left+i, y+half, half, e.margin/top, m.shownIn(i, columns, plies))
				break
			}
		}
	}
}

// shownIn says that the position on the screen has its bar in a column.
func (m *Model) shownIn(column, columns, plies int) bool {
	return m.shown*columns/plies == column
}

// drawBar draws one bar up or down from the middle row; share is of the height.
func (m *Model) drawBar(c *canvas, x, middle, height int, share float64, shown bool) {
	s := style{}
	if shown && !m.mono {
		s.fg = yellow
	}
	halves := int(math.Round(math.Abs(share) * float64(2*height))) // half rows
	step, full, part := -1, m.glyph("█", "#"), m.glyph("▄", ".")
	if share < 0 {
		step, part = 1, m.glyph("▀", "'")
	}
	for i := 1; i <= halves/2; i++ {
		c.put(x, middle+step*i, s, full)
	}
	if halves%2 == 1 {
		c.put(x, middle+step*(halves/2+1), s, part)
	}
	if shown {
		c.put(x, middle, s, m.glyph("┼", "+"))
	}
}
