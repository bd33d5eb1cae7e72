package record

import (
	"errors"
	"fmt"
	"strings"
)

// Origin is a place in a file.
type Origin struct {
	File   string // as given to [Open] or in [Options]; may be empty
	Record int    // the game, counted from 1; 0 is the head of the file
	Line   int    // counted from 1; 0 in a binary file
	Offset int64  // bytes before the place, from the start of the file
}

// String returns "games.ggf: game 3, line 12, byte 4711 from the start", where the
// byte is not of the line.
func (o Origin) String() string {
	var b strings.Builder
	if o.File != "" {
		b.WriteString(o.File + ": ")
	}
	if o.Record > 0 {
		fmt.Fprintf(&b, "game %d, ", o.Record)
	}
	if o.Line > 0 {
		fmt.Fprintf(&b, "line %d, ", o.Line)
	}
	fmt.Fprintf(&b, "byte %d from the start", o.Offset)
	return b.String()
}

// Fault is the error of every reader: what is wrong, and where.
type Fault struct {
	Origin
	Err error
}

// Error names the place and the fault.
func (f *Fault) Error() string { return f.Origin.String() + ": " + f.Err.Error() }

// Unwrap returns the fault without its place.
func (f *Fault) Unwrap() error { return f.Err }

var (
	// ErrResult means that a finished game states another result than its moves
	// lead to. A reader returns the game beside it: nothing else is wrong.
	ErrResult = errors.New("the stated result is not that of the moves")
	// ErrCut means that a record ends before it is complete.
	ErrCut = errors.New("the record is cut short")
	// ErrWrite means that a game can not be written in a format; its file can
	// take others.
	ErrWrite = errors.New("the game is not written")
)

// clip shortens s for an error message.
func clip(s string) string {
	if len(s) > 24 {
		return s[:24] + "..."
	}
	return s
}
