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
	margins := make([]float64, columns)
	for ply, p := range m.positions { // where plies share a column the last one counts
		if e, known := m.evaluation(p); known {
			margins[ply*columns/plies] = e.margin
		}
	}
	for i, margin := range margins {
		m.drawBar(c, x+left+i, y+half, half, margin/top, m.shown*columns/plies == i)
	}
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
