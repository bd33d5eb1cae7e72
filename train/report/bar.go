package report

import (
	"io"

	"github.com/schollz/progressbar/v3"

	"othellier/env/words"
)

// Bar shows how far a piece of work has come that is measured in bytes of its
// input, or in other steps. On anything but a terminal that can move its cursor it shows nothing.
type Bar struct {
	bar   *progressbar.ProgressBar
	total int64
}

// NewBar returns a bar on w for so many steps, or for a number that is not known
// if total is 0.
func NewBar(w io.Writer, total int64) *Bar {
	b := &Bar{total: total}
	if !CanMove(w) {
		return b
	}
	most := total
	if most == 0 {
		most = -1
	}
	b.bar = newBar(struct{ io.Writer }{w}, most, progressbar.OptionSetWidth(12)) // hides the *os.File, which the bar would sync each time
	return b
}

// Set shows that so many bytes are done, and so many things, which are called
// of if it is one.
func (b *Bar) Set(bytes int64, things int, of string) {
	b.Show(bytes, group(int64(things))+" "+words.Noun(things, of))
}

// Show shows that so many steps are done, after a text that leaves room for the bar
// on a line.
func (b *Bar) Show(done int64, text string) {
	if b.bar == nil {
		return
	}
	b.bar.Describe(text)
	if b.total > 0 {
		done = min(done, b.total-1) // a full bar would take itself off
	}
	_ = b.bar.Set64(done)
}

// Hide takes the bar off the screen until the next Set.
func (b *Bar) Hide() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
