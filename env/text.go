package env

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns the squares from a1 to h8, row by row, as X (Black), O
// (White) and -, then a blank and the side to move, X or O:
//
//	---------------------------OX------XO--------------------------- X
//
// A lead in discs ([Position.Lead]) other than 0 follows as a signed number.
func (p Position) String() string {
	b := make([]byte, 0, 70)
	for m := range Pass {
		switch {
		case p.Black()>>m&1 != 0:
			b = append(b, 'X')
		case p.White()>>m&1 != 0:
			b = append(b, 'O')
		default:
			b = append(b, '-')
		}
	}
	if p.Turn == Black {
		b = append(b, " X"...)
	} else {
		b = append(b, " O"...)
	}
	if p.Lead != 0 {
		b = fmt.Appendf(b, " %+d", p.Lead)
	}
	return string(b)
}

// ParsePosition reads what [Position.String] writes, and the usual variants:
// X, x, * or B, b for Black; O, o, 0 or W, w for White; - . or _ for an empty
// square; blanks and line ends anywhere; a semicolon ends the text.
func ParsePosition(s string) (Position, error) { return Board8.ParsePosition(s) }

// ParsePosition reads a position of the squares of the board alone, as records and
// protocols have it: 16 squares and the side to move on the 4x4 board, of which the
// first is c3 (see [Board.ParseMove]).
func (b Board) ParsePosition(s string) (Position, error) {
	var side [2]uint64 // by color
	size := 8 - 2*int(b)
	squares, n := size*size, 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if strings.IndexByte(" \t\r\n", c) >= 0 {
			continue
		}
		color, disc := parseDisc(c)
		switch {
		case n < squares && disc:
			side[color] |= 1 << (8*(n/size+int(b)) + n%size + int(b))
		case n < squares && strings.IndexByte("-._", c) < 0:
			return Position{}, fmt.Errorf("env: position: byte %d: %q is not a square: expected X, O or -", i+1, clip(s[i:]))
		case n == squares && !disc:
			return Position{}, fmt.Errorf("env: position: byte %d: %q is not a side to move: expected X or O", i+1, clip(s[i:]))
		case n == squares:
			p := NewPosition(side[Black], side[White], color)
			rest := strings.TrimSpace(s[i+1:])
			if rest == "" || rest[0] == ';' {
				return p, nil
			}
			lead, err := strconv.ParseInt(rest, 10, 8)
			if err != nil {
				return Position{}, fmt.Errorf("env: position: %q after the side to move: expected nothing or a lead in discs", clip(rest))
			}
			p.Lead = int8(lead)
			return p, nil
		}
		n++
	}
	return Position{}, fmt.Errorf("env: position: %d of %d symbols: expected %d squares and the side to move", n, squares+1, squares)
}

// parseDisc returns the side that c stands for.
func parseDisc(c byte) (Color, bool) {
	switch c {
	case 'X', 'x', '*', 'B', 'b':
		return Black, true
	case 'O', 'o', '0', 'W', 'w':
		return White, true
	}
	return 0, false
}
