package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"othellier/model"
	"othellier/train"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// watch is a clock that gains half a second with every event told.
type watch struct{ at time.Time }

func newWatch() *watch { return &watch{time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)} }

func (w *watch) now() time.Time { return w.at }

func (w *watch) tell(t *testing.T, o train.Observer, events ...train.Event) {
	t.Helper()
	for _, e := range events {
		w.at = w.at.Add(500 * time.Millisecond)
		if err := o.Observe(e); err != nil {
			t.Fatal(err)
		}
	}
}

func config() train.Config {
	c := train.Default()
	c.Run.Iterations = 2
	return c
}

// story is a run of two iterations from a given one on.
func story(from int, resumed bool) []train.Event {
	c := config()
	s := train.Started{Dir: "checkpoints/quick-001", Config: c, Resumed: resumed, Iteration: from, Games: int64(from) * 3, Params: 92341}
	if resumed {
		s.Changes = []train.Change{{Key: "selfplay.simulations", From: "64", To: "100"}}
	}
	events := []train.Event{s}
	for i := from + 1; i <= 2; i++ {
		for g := range 3 {
			events = append(events, train.GamePlayed{Iteration: i, Done: g + 1, Of: 3, Evaluations: 1000})
		}
		for k := range 2 {
			events = append(events, train.Stepped{Iteration: i, Done: k + 1, Of: 2, Step: int64(2*i + k), Losses: model.Losses{Total: 2}})
		}
		events = append(events, train.IterationDone{
			Iteration: i, Of: 2, Games: 3 * int64(i), Rows: 1200 * int64(i), Steps: 2 * int64(i), Loss: 2.25, LossPolicy: 1.5, LossValue: .75,
		})
	}
	return append(events,
		train.Alarm{Iteration: 2, Kind: "window-small", Problem: "only 2400 rows", Remedy: "play more"},
		train.Published{Iteration: 2, Path: "checkpoints/quick-001/nets/othello-c32b4-g000006.safetensors"},
		train.Judged{Iteration: 2, Games: 6, Simulations: 32, Rating: &train.Rating{Value: 228, Low: 61, High: 396.5}, Results: []train.Result{{Opponent: "greedy", Wins: 15, Draws: 1, Losses: 4, Score: .775, Low: .55, High: .9}}, Points: .775, Best: true},
		train.Finished{Iteration: 2, Games: 6, Steps: 4, Latest: "checkpoints/quick-001/nets/othello-c32b4-g000006.safetensors"})
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is different (rewrite with -update):\n%s\nwant:\n%s", name, got, want)
	}
}

func TestLog(t *testing.T) {
	var b bytes.Buffer
	w := newWatch()
	w.tell(t, NewProgress(&b, false, w.now), story(0, false)...)
	golden(t, "log.txt", b.String())
}

// What is counted over several starts does not stand beside the time of one, and a
// run at its end tells how to go on.
func TestLogOfAResumedRun(t *testing.T) {
	for from, want := range []struct{ hint, done string }{
		{"", "done: 6 games, 4 steps in 8s since it was resumed; checkpoints"},
		{"", "done: 6 games, 4 steps in 5s since it was resumed; checkpoints"},
		{"2/2  the run was at its end; to make it longer resume it with --set run.iterations=N", "done: 6 games, 4 steps in 2s since it was resumed; checkpoints"},
	} {
		var b bytes.Buffer
		w := newWatch()
		w.tell(t, NewProgress(&b, false, w.now), story(from, true)...)
		if got := b.String(); !strings.Contains(got, want.done) || !strings.Contains(got, want.hint) || strings.Contains(got, "at its end") != (want.hint != "") {
			t.Errorf("from iteration %d:\n%s", from, got)
		}
	}
}

// A run that was made shorter than it is tells from where on it would be longer.
func TestLogOfAShortenedRun(t *testing.T) {
	var b bytes.Buffer
	w := newWatch()
	start := story(2, true)[0].(train.Started)
	start.Iteration = 4
	w.tell(t, NewProgress(&b, false, w.now), start)
	if got := b.String(); !strings.Contains(got, "N being more than 4\n") {
		t.Error(got)
	}
}

// A long iteration is not silent in a log.
func TestLogOfALongIteration(t *testing.T) {
	var b bytes.Buffer
	w := newWatch()
	p := NewProgress(&b, false, w.now)
	events := story(0, false)
	w.tell(t, p, events[0])
	for range 200 { // 100 s
		w.tell(t, p, events[1])
	}
	if n := strings.Count(b.String(), "play 1 of 3,   2.0 games/s   2,000 evaluations/s\n"); n != 3 {
		t.Errorf("%d lines in 100 s, want 3:\n%s", n, b.String())
	}
}

func TestBar(t *testing.T) {
	var b bytes.Buffer
	w := newWatch()
	p := NewProgress(&b, true, w.now)
	events := story(0, false)
	w.tell(t, p, events[:3]...)
	if got := b.String(); !strings.Contains(got, "1/2 play") || !strings.Contains(got, "1/3") || !strings.Contains(got, "2.0 games/s   2,000 evaluations/s") {
		t.Errorf("no bar: %q", got)
	}
	w.tell(t, p, events[3:]...)
	if got := b.String(); !strings.Contains(got, "1/2 learn") || !strings.Contains(got, "steps/s") {
		t.Errorf("no bar for the steps: %q", got)
	}
	// What stays on the screen, once the bars are erased, is the log.
	lines := regexp.MustCompile(`[^\n]*\x1b\[2K\r?`).ReplaceAllString(b.String(), "")
	lines = strings.ReplaceAll(lines, "\r", "")
	var log bytes.Buffer
	w = newWatch()
	w.tell(t, NewProgress(&log, false, w.now), events...)
	if lines != log.String() {
		t.Errorf("left on the screen:\n%q\nwant:\n%q", lines, log.String())
	}
}

func TestMetrics(t *testing.T) {
	dir := t.TempDir()
	w := newWatch()
	m := NewMetrics(dir, w.now)
	w.tell(t, m, story(0, false)...)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	golden(t, "metrics.jsonl", strings.Replace(read(t, dir, "metrics.jsonl"), config().Hash(), "HASH", 1))
	golden(t, "metrics.csv", read(t, dir, "metrics.csv"))
}

// After a crash in iteration 2 its lines come once, and a torn line goes.
func TestMetricsOfAResumedRun(t *testing.T) {
	dir := t.TempDir()
	w := newWatch()
	m := NewMetrics(dir, w.now)
	w.tell(t, m, story(0, false)...)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "metrics.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"event":"iteration","iteration":1,`); err != nil {
		t.Fatal(err)
	}
	f.Close()
	m = NewMetrics(dir, w.now)
	w.tell(t, m, story(1, true)...)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	got := read(t, dir, "metrics.jsonl")
	for _, want := range []struct {
		text string
		n    int
	}{{`"event":"start"`, 2}, {`"event":"iteration"`, 2}, {`"event":"judgement"`, 1}, {`"event":"alarm"`, 1}, {`"changes":["selfplay.simulations: 64 → 100"]`, 1}} {
		if n := strings.Count(got, want.text); n != want.n {
			t.Errorf("%s is there %d times, want %d:\n%s", want.text, n, want.n, got)
		}
	}
	if n := strings.Count(read(t, dir, "metrics.csv"), "\n"); n != 3 {
		t.Errorf("the table has %d lines, want 3", n)
	}
	// The last judgement is done again if the crash came just after it.
	m = NewMetrics(dir, w.now)
	w.tell(t, m, story(2, true)...)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(read(t, dir, "metrics.jsonl"), `"event":"judgement"`); n != 1 {
		t.Errorf("%d judgements of one iteration", n)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestGroup(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1234: "-1,234", -123: "-123"} {
		if got := group(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
