package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
)

// line is one line of a terminal with a text and a bar behind it, drawn again and
// again in its place: "  3/80 play 123/256  58.3 games/s 12s left  48% |███   |".
// It is never as long as the terminal is wide, so that it does not wrap, however
// the terminal is resized meanwhile.
type line struct {
	out     io.Writer
	columns func() int // of the terminal
	now     func() time.Time
	total   int64 // steps; 0 where nobody knows, and there is no bar

	began time.Time // of the first drawing, when first steps were done
	first int64
	shown time.Time // of the last drawing; zero while nothing is on the screen
}

const (
	redraw = 100 * time.Millisecond // between two drawings

	widestBar, narrowestBar = 24, 4
	aroundBar               = 8  // columns of the percentage, the ends of the bar, and blanks
	narrowest               = 20 // a terminal of fewer columns shows nothing
	spare                   = 3  // columns that stay free for the cursor and a ^C

	eraseRest = "\x1b[0K" // of what stood there before
	eraseLine = "\x1b[2K"
)

// show draws the line when that is due. done is less than total, and texts are
// given up from the last on where the terminal is narrow.
func (l *line) show(done int64, texts ...string) {
	now := l.now()
	if l.began.IsZero() {
		l.began, l.first = now, done
	}
	columns := l.columns()
	if !l.shown.IsZero() && now.Sub(l.shown) < redraw || columns < narrowest {
		return
	}
	l.shown = now
	if l.total <= 0 {
		l.draw(cut(strings.Join(texts, " "), columns-spare))
		return
	}
	text, width := fit(columns-spare, texts, l.left(done, now))
	bar := progressbar.NewOptions64(l.total,
		progressbar.OptionSetWriter(io.Discard), // else it would draw at every call
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetWidth(width),
	)
	_ = bar.Set64(min(done, l.total-1)) // a full one has no line
	bar.Describe(text)
	l.draw(strings.TrimSuffix(strings.TrimPrefix(bar.String(), "\r"), "  "+eraseRest))
}

func (l *line) draw(text string) { fmt.Fprintf(l.out, "\r%s%s", text, eraseRest) }

// clear takes the line off the screen until it is shown again.
func (l *line) clear() {
	if !l.shown.IsZero() {
		_, _ = io.WriteString(l.out, eraseLine+"\r")
	}
	l.shown = time.Time{}
}

// left says how long the rest takes at the pace so far; nothing until there is one.
func (l *line) left(done int64, now time.Time) string {
	past := now.Sub(l.began)
	if past < time.Second || done <= l.first {
		return ""
	}
	rest := time.Duration(float64(past) * float64(l.total-done) / float64(done-l.first))
	return rest.Round(time.Second).String() + " left"
}

// fit returns what there is room for on a line before a bar, and the width of the
// bar: first that gets shorter, then the last texts go, then the time that is
// left, and then the first text is cut.
func fit(columns int, texts []string, left string) (text string, bar int) {
	room := columns - aroundBar
	for n := len(texts); n > 0; n-- {
		text = strings.Join(texts[:n], " ")
		if left != "" {
			text += " " + left
		}
		if width(text)+narrowestBar <= room {
			return text, min(widestBar, room-width(text))
		}
	}
	text = cut(texts[0], room-narrowestBar)
	return text, min(widestBar, room-width(text))
}

// cut makes a text no wider than so many columns.
func cut(text string, columns int) string {
	if width(text) <= columns {
		return text
	}
	const dots = "..."
	kept := []rune(text)
	for len(kept) > 0 && width(string(kept))+len(dots) > columns {
		kept = kept[:len(kept)-1]
	}
	return string(kept) + dots
}

// width is the number of columns that a text takes at most: Hangul and what comes
// behind the blocks that bars are drawn with can take two each.
func width(text string) (columns int) {
	for _, r := range text {
		columns++
		if r >= 0x1100 && r < 0x1160 || r >= 0x2600 {
			columns++
		}
	}
	return columns
}
