package tui

import "othellier/env"

// The least window that is drawn on, for the smallest board and panel.
const (
	leastWidth  = 60
	leastHeight = 14
	leastPanel  = 25
)

// layout says where things are on the screen, in columns and rows from 0.
type layout struct {
	small          bool // the window is too small for anything
	n, first       int  // squares of a side, and the first column and row of the 8x8 grid
	cellW, cellH   int  // of the inside of a square
	lines          bool // between squares; else a column of the board's own colour
	x, y           int  // the inside of the top left square
	panelX, panelY int
	panelW, panelH int
}

// sizes are the squares that are tried, the largest first.
var sizes = []struct {
	w, h  int
	lines bool
}{{7, 3, true}, {5, 2, true}, {3, 1, true}, {3, 1, false}}

// layout arranges the window: the title, then the board with its letters and
// numbers on the left and the panel on the right, then two lines for status and
// keys.
func (m *Model) layout() layout {
	n := m.Rules.Size()
	if m.width < leastWidth || m.height < leastHeight {
		return layout{small: true}
	}
	var l layout
	for _, s := range sizes {
		l = layout{n: n, first: (8 - n) / 2, cellW: s.w, cellH: s.h, lines: s.lines}
		if 2+l.boardW()+2+leastPanel <= m.width && 1+2+l.boardH()+2 <= m.height {
			break
		}
	}
	spare := m.height - (1 + 1 + l.boardH() + 2)
	top := 1
	if spare >= 4 {
		top += (spare - 2) / 2
	}
	l.x, l.y = 3, top+1
	if l.lines {
		l.y++
	}
	l.panelX = 2 + l.boardW() + 3
	l.panelY = 2
	if m.height < 20 {
		l.panelY = 1
	}
	l.panelW = m.width - l.panelX - 1
	l.panelH = m.height - 2 - l.panelY
	return l
}

// boardW returns the columns of the board with its lines.
func (l layout) boardW() int { return l.n*(l.cellW+1) + 1 }

// boardH returns the rows of the board with its lines.
func (l layout) boardH() int {
	if l.lines {
		return l.n*(l.cellH+1) + 1
	}
	return l.n * l.cellH
}

// top returns the first row of the board.
func (l layout) top() int {
	if l.lines {
		return l.y - 1
	}
	return l.y
}

// corner returns the top left of the inside of a square.
func (l layout) corner(sq env.Move) (x, y int) {
	col, row := int(sq)%8-l.first, int(sq)/8-l.first
	x = l.x + col*(l.cellW+1)
	if l.lines {
		return x, l.y + row*(l.cellH+1)
	}
	return x, l.y + row*l.cellH
}

// square returns the square at a place; the line on its right and below belongs
// to it.
func (l layout) square(x, y int) (env.Move, bool) {
	if l.small || x < l.x || y < l.y {
		return 0, false
	}
	rows := l.cellH
	if l.lines {
		rows++
	}
	col, row := (x-l.x)/(l.cellW+1), (y-l.y)/rows
	if col >= l.n || row >= l.n {
		return 0, false
	}
	return env.Move(8*(row+l.first) + col + l.first), true
}
