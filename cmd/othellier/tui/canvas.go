package tui

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// style is how a cell looks. Colours are of the palette of 256, plus 1; 0 is the
// terminal's own.
type style struct {
	fg, bg                   int
	bold, faint, reverse, ul bool
}

// sequence returns the escape sequence that switches s on from the plain style.
func (s style) sequence() string {
	var codes []string
	if s.bold {
		codes = append(codes, "1")
	}
	if s.faint {
		codes = append(codes, "2")
	}
	if s.ul {
		codes = append(codes, "4")
	}
	if s.reverse {
		codes = append(codes, "7")
	}
	if s.fg > 0 {
		codes = append(codes, "38;5;"+strconv.Itoa(s.fg-1))
	}
	if s.bg > 0 {
		codes = append(codes, "48;5;"+strconv.Itoa(s.bg-1))
	}
	if len(codes) == 0 {
		return ""
	}
	return "\x1b[" + strings.Join(codes, ";") + "m"
}

// cell is one place on the screen. The right half of a wide character has no
// text.
type cell struct {
	text string
	style
}

// canvas is the screen while it is drawn. What does not fit is cut off.
type canvas struct {
	w, h  int
	cells []cell
}

func newCanvas(w, h int) *canvas {
	c := &canvas{w: w, h: h, cells: make([]cell, w*h)}
	for i := range c.cells {
		c.cells[i].text = " "
	}
	return c
}

// put writes text from column x of row y on, up to the right edge, and returns
// the column after it.
func (c *canvas) put(x, y int, s style, text string) int { return c.clip(x, y, c.w, s, text) }

// clip writes text from column x of row y on, up to but not into column end, and
// returns the column after it.
func (c *canvas) clip(x, y, end int, s style, text string) int {
	end = min(end, c.w)
	for text != "" {
		cluster, width := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		text = text[len(cluster):]
		if r := []rune(cluster)[0]; unicode.IsControl(r) {
			cluster, width = "?", 1
		}
		if width == 0 {
			continue
		}
		if x+width > end {
			return x
		}
		if y >= 0 && y < c.h && x >= 0 {
			c.cells[y*c.w+x] = cell{cluster, s}
			for i := 1; i < width; i++ {
				c.cells[y*c.w+x+i] = cell{"", s}
			}
		}
		x += width
	}
	return x
}

// fill gives a rectangle of blanks a style.
func (c *canvas) fill(x, y, w, h int, s style) {
	for j := range h {
		c.put(x, y+j, s, strings.Repeat(" ", w))
	}
}

// String returns the rows, with escape sequences where styles change.
func (c *canvas) String() string {
	var b strings.Builder
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		var now style
		for _, cell := range c.cells[y*c.w : (y+1)*c.w] {
			if cell.style != now {
				if now != (style{}) {
					b.WriteString("\x1b[0m")
				}
				b.WriteString(cell.sequence())
				now = cell.style
			}
			b.WriteString(cell.text)
		}
		if now != (style{}) {
			b.WriteString("\x1b[0m")
		}
	}
	return b.String()
}

// width returns the number of columns that text takes.
func width(text string) int { return ansi.StringWidth(text) }
