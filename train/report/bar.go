package report

import (
	"io"
	"time"

	"othellier/env/words"
)

// Bar shows how far a piece of work has come that is measured in bytes of its
// input, or in other steps, on a line that fits into the terminal. On anything but
// a terminal that can move its cursor it shows nothing.
type Bar struct {
	line *line // nil where nothing is shown
}

// NewBar returns a bar on w for so many steps, or for a number that is not known
// if total is 0.
func NewBar(w io.Writer, total int64) *Bar {
	if !CanMove(w) {
		return &Bar{}
	}
	return &Bar{&line{out: w, columns: func() int { return widthOf(w) }, now: time.Now, total: total}}
}

// Set shows that so many bytes are done, and so many things, which are called
// of if it is one.
func (b *Bar) Set(bytes int64, things int, of string) {
	b.Show(bytes, group(int64(things))+" "+words.Noun(things, of))
}

// Show shows that so many steps are done, after one or more texts, of which the
// first stays longest where there is little room.
func (b *Bar) Show(done int64, texts ...string) {
	if b.line != nil {
		b.line.show(done, texts...)
	}
}

// Hide takes the bar off the screen until the next Set or Show.
func (b *Bar) Hide() {
	if b.line != nil {
		b.line.clear()
	}
}
