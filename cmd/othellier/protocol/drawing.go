package protocol

import (
	"fmt"
	"strings"

	"othellier/env"
)

// drawing returns the disc counts, the side to move, and the board with a dot on
// each legal move. It has no empty line, which would end a GTP reply.
func drawing(r env.Rules, p env.Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Black (X) %d, White (O) %d, ", p.Count(env.Black), p.Count(env.White))
	if r.Over(p) {
		b.WriteString("game over\n")
	} else {
		fmt.Fprintf(&b, "%s to move\n", p.Turn)
	}
	letters := "   "
	for column := range r.Size() {
		letters += " " + string(rune('A'+column))
	}
	b.WriteString(letters + "\n")
	moves := r.Moves(p)
	for row := range r.Size() {
		fmt.Fprintf(&b, " %d ", row+1)
		for column := range r.Size() {
			shift := (8 - r.Size()) / 2
			square := uint64(1) << (8*(row+shift) + column + shift)
			mark := " -"
			switch {
			case p.Black()&square != 0:
				mark = " X"
			case p.White()&square != 0:
				mark = " O"
			case moves&square != 0:
				mark = " ."
			}
			b.WriteString(mark)
		}
		fmt.Fprintf(&b, "  %d\n", row+1)
	}
	b.WriteString(letters)
	return b.String()
}
