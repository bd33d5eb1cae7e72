package report

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"othellier/model"
	"othellier/train"
)

// drawn returns what a terminal shows of each line that is drawn in its place.
func drawn(out string) (lines []string) {
	for _, text := range strings.FieldsFunc(out, func(r rune) bool { return r == '\r' || r == '\n' }) {
		if text = regexp.MustCompile(`\x1b\[[0-9]*[A-Z]`).ReplaceAllString(text, ""); text != "" {
			lines = append(lines, text)
		}
	}
	return lines
}

// A line leaves room for the cursor and a ^C, so that it never wraps, at any width,
// and keeps what matters most.
func TestLinesFitTheirTerminal(t *testing.T) {
	for columns := narrowest; columns <= 200; columns++ {
		for _, total := range []int64{0, 1, 12_000} {
			for _, texts := range [][]string{
				{"3,512 games"},
				{"20000/20000 games, 0.625", "against gtp:gtp-rhin..."},
				{"118/120 learn 1,234,567/2,345,678", "loss 2.345 ", "30 steps/s"},
				{"ein Text ohne Ende und Grenze, der in kein Fenster paßt, wie breit es auch sei, und dann noch weitergeht"},
				{"12/800 games", "against オセロオセロオセロオセロ"},
			} {
				var b bytes.Buffer
				w := newWatch()
				l := &line{out: &b, columns: func() int { return columns }, now: w.now, total: total}
				for done := range int64(3) {
					l.show(total*done/2, texts...)
					w.at = w.at.Add(5*time.Hour + 7*time.Minute + 9*time.Second)
				}
				lines := drawn(b.String())
				if len(lines) != 3 {
					t.Fatalf("%d columns, %d steps: drawn %q", columns, total, lines)
				}
				for _, text := range lines {
					if n := width(text); n > columns-spare {
						t.Fatalf("%d columns: %d are drawn: %q", columns, n, text)
					}
					if total > 0 && !strings.HasSuffix(text, "|") {
						t.Errorf("%d columns: no bar: %q", columns, text)
					}
				}
				if n := utf8.RuneCountInString(texts[0]); n < columns-15 && !strings.HasPrefix(lines[0], texts[0]) {
					t.Errorf("%d columns: %q lacks %q", columns, lines[0], texts[0])
				}
			}
		}
	}
	for text, want := range map[string]struct {
		columns int
		drawn   string
	}{
		"all":       {120, "3/80 play 12/256  58.3 games/s  33,581 evaluations/s 7h12m0s left  10% |██                      |"},
		"short bar": {80, "3/80 play 12/256  58.3 games/s  33,581 evaluations/s 7h12m0s left  10% |    |"},
		"two texts": {70, "3/80 play 12/256  58.3 games/s 7h12m0s left  10% |█               |"},
		"one text":  {50, "3/80 play 12/256 7h12m0s left  10% |█         |"},
		"no time":   {36, "3/80 play 12/256  10% |         |"},
		"cut":       {30, "3/80 play 12...  10% |    |"},
	} {
		var b bytes.Buffer
		w := newWatch()
		l := &line{out: &b, columns: func() int { return want.columns }, now: w.now, total: 1000}
		for _, done := range []int64{0, 100} {
			l.show(done, "3/80 play 12/256", " 58.3 games/s", " 33,581 evaluations/s")
			w.at = w.at.Add(48 * time.Minute)
		}
		if got := drawn(b.String())[1]; got != want.drawn {
			t.Errorf("%s:\n%q\nwant:\n%q", text, got, want.drawn)
		}
	}
}

// Nothing is drawn where there is hardly a terminal, more often than anybody can
// see, or once it is taken off.
func TestLineIsDrawnWhenItIsDue(t *testing.T) {
	var b bytes.Buffer
	w := newWatch()
	columns := narrowest - 1
	l := &line{out: &b, columns: func() int { return columns }, now: w.now, total: 100}
	l.show(1, "text")
	l.clear()
	if b.Len() > 0 {
		t.Errorf("drawn in %d columns: %q", columns, b.String())
	}
	columns = 80
	for i := range 100 {
		l.show(int64(i), "text")
		w.at = w.at.Add(10 * time.Millisecond)
	}
	if got := len(drawn(b.String())); got != 10 {
		t.Errorf("drawn %d times in a second, want 10", got)
	}
	l.clear()
	after := b.Len()
	l.clear()
	if !strings.HasSuffix(b.String(), "\x1b[2K\r") || b.Len() > after {
		t.Errorf("not taken off once: %q", b.String())
	}
	l.show(99, "text")
	if b.Len() == after {
		t.Error("not drawn after it was taken off")
	}
}

// The bars of a run of large numbers fit into the terminal, and into one that
// gets narrower meanwhile.
func TestBarsOfARunFit(t *testing.T) {
	for _, columns := range []int{40, 50, 80, 132} {
		var b bytes.Buffer
		w := newWatch()
		p := NewProgress(&b, true, w.now)
		p.columns = func() int { return columns }
		c := config()
		c.Run.Iterations = 12000
		w.tell(t, p, train.Started{Dir: "d", Config: c})
		b.Reset()
		for i := range 300 {
			w.tell(t, p, train.GamePlayed{Iteration: 11999, Done: i + 1, Of: 10240, Evaluations: 1_000_000})
		}
		for i := range 300 {
			w.tell(t, p, train.Stepped{Iteration: 11999, Done: i + 1, Of: 123456, Losses: model.Losses{Total: 2.25}})
		}
		lines := drawn(b.String())
		for _, text := range lines {
			if width(text) >= columns {
				t.Fatalf("%d columns: %q", columns, text)
			}
		}
		for _, want := range []string{"11999/12000 play   300/10240", "11999/12000 learn    300/123456"} {
			if columns > 45 && !strings.Contains(fmt.Sprint(lines), want) {
				t.Errorf("%d columns: no %q, but %q", columns, want, lines[len(lines)-1])
			}
		}
	}
}
