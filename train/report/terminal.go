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
