package report

import (
	"os"

	"golang.org/x/term"
)

// IsTerminal says whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// CanMove says whether a stream is a terminal that can move its cursor, as bars
// need it: TERM is not "dumb".
func CanMove(stream any) bool { return IsTerminal(stream) && os.Getenv("TERM") != "dumb" }

// widthOf returns the width of the terminal that a stream is, and 80 where it does
// not say.
func widthOf(stream any) int {
	if f, ok := stream.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return 80
}
