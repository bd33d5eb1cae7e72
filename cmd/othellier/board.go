package main

import (
	"fmt"
	"io"
	"math/bits"
	"os"
	"strings"

	"othellier/cmd/othellier/tui"
	"othellier/env"
)

// drawing says how boards are drawn.
type drawing struct {
	colour bool // ANSI colours and round discs, else the letters X and O
}

// drawingFor draws in colour when w is a terminal that wants and knows it.
func drawingFor(w io.Writer) drawing {
	return drawing{colour: canMove(w) && tui.Colourful(os.Environ())}
}

// ANSI sequences of a coloured board.
const (
	ansiReset = "\x1b[0m"
	ansiBoard = "\x1b[48;5;28m" // green
	ansiBlack = "\x1b[38;5;16m"
	ansiWhite = "\x1b[38;5;231m"
	ansiMoves = "\x1b[38;5;114m" // light green
	ansiLast  = "\x1b[48;5;136m" // ochre behind the last move
)

// board returns the position as lines of text: coordinates, discs, a dot on
// each legal move and, where colours cannot show it, brackets around the last
// move. last is env.Pass when there is none to mark.
func (d drawing) board(r env.Rules, p env.Position, last env.Move) string {
	var b strings.Builder
	moves := r.Moves(p)
	first, size := (8-r.Size())/2, r.Size()
	header := "   "
	for c := range size {
		header += fmt.Sprintf(" %c", 'a'+first+c)
	}
	b.WriteString(header + "\n")
	for row := first; row < first+size; row++ {
		fmt.Fprintf(&b, " %d ", row+1)
		if d.colour {
			b.WriteString(ansiBoard)
		}
		for col := first; col < first+size; col++ {
			sq := env.Move(row*8 + col)
			d.cell(&b, p, moves, sq, last)
		}
		switch {
		case d.colour:
			b.WriteString(" " + ansiReset)
		case last == env.Move(row*8+first+size-1):
			b.WriteString(")")
		default:
			b.WriteString(" ")
		}
		fmt.Fprintf(&b, " %d\n", row+1)
	}
	b.WriteString(header + "\n")
	return b.String()
}

// cell writes the gap before a square and the square.
func (d drawing) cell(b *strings.Builder, p env.Position, moves uint64, sq, last env.Move) {
	x := uint64(1) << sq
	if !d.colour {
		gap, disc := byte(' '), byte('-')
		switch {
		case sq == last:
			gap = '('
		case sq%8 > 0 && sq-1 == last:
			gap = ')'
		}
		switch {
		case p.Black()&x != 0:
			disc = 'X'
		case p.White()&x != 0:
			disc = 'O'
		case moves&x != 0:
			disc = '.'
		}
		b.WriteByte(gap)
		b.WriteByte(disc)
		return
	}
	b.WriteByte(' ')
	if sq == last {
		b.WriteString(ansiLast)
	}
	switch {
	case p.Black()&x != 0:
		b.WriteString(ansiBlack + "●")
	case p.White()&x != 0:
		b.WriteString(ansiWhite + "●")
	case moves&x != 0:
		b.WriteString(ansiMoves + "·")
	default:
		b.WriteByte(' ')
	}
	if sq == last {
		b.WriteString(ansiBoard)
	}
}

// side names c with the letter of its discs on an uncoloured board.
func side(c env.Color) string {
	if c == env.Black {
		return "Black (X)"
	}
	return "White (O)"
}

// counts returns both disc counts, the empties and whose turn it is.
func counts(r env.Rules, p env.Position) string {
	empties := r.NumSquares() - bits.OnesCount64(p.Own|p.Opp)
	s := fmt.Sprintf("%s %d   %s %d   empty %d", side(env.Black), p.Count(env.Black), side(env.White), p.Count(env.White), empties)
	if r.Over(p) {
		return s + "   game over"
	}
	return s + fmt.Sprintf("   %s to move", side(p.Turn))
}

// result returns the outcome of a finished game in both scorings.
func result(r env.Rules, p env.Position) string {
	score := func(s env.Scoring) (black, white int) {
		r.Scoring = s
		return r.Scores(p)
	}
	black, white := score(env.ScoreDiscs)
	full, fullWhite := score(env.ScoreEmpties)
	who := "A draw"
	switch {
	case black > white:
		who = "Black wins"
	case white > black:
		who = "White wins"
	}
	return fmt.Sprintf("%s: Black %d, White %d as the discs lie; %d-%d with empty squares to the winner.", who, black, white, full, fullWhite)
}
