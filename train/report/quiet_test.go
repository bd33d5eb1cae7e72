package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellier/train"
)

// An alarm is shown once, and again when it is twice as bad; one without a
// measure is always shown, and metrics.jsonl has them all.
func TestAlarmsAreNotRepeated(t *testing.T) {
	var b bytes.Buffer
	w := newWatch()
	dir := t.TempDir()
	m := NewMetrics(dir, w.now)
	both := train.Observers(NewProgress(&b, false, w.now), m)
	start := story(0, false)[0]
	w.tell(t, both, start)
	for _, level := range []float64{400, 399, 201, 200, 150, 300, 101, 100, 1e-9, 1e-9} {
		w.tell(t, both, train.Alarm{Iteration: 1, Kind: "disk-low", Problem: "little is left", Level: level})
	}
	w.tell(t, both, train.Alarm{Iteration: 1, Kind: "window-small", Problem: "few rows", Level: 5000})
	for range 2 {
		w.tell(t, both, train.Alarm{Iteration: 1, Kind: "replay-gap", Problem: "games are missing"})
	}
	w.tell(t, both, start) // resumed
	w.tell(t, both, train.Alarm{Iteration: 1, Kind: "disk-low", Problem: "little is left", Level: 400})
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"little is left": 5, "few rows": 1, "games are missing": 2} {
		if n := strings.Count(b.String(), text); n != want {
			t.Errorf("%q is shown %d times, want %d:\n%s", text, n, want, b.String())
		}
	}
}

// Without a learning step there is no loss to show.
func TestIterationWithoutSteps(t *testing.T) {
	var b bytes.Buffer
	w := newWatch()
	w.tell(t, NewProgress(&b, false, w.now), story(0, false)[0], train.IterationDone{Iteration: 1, Of: 2, Games: 3, Rows: 90})
	if got := b.String(); !strings.Contains(got, "3 games       90 rows  no steps") || strings.Contains(got, "loss") {
		t.Errorf("the line is %q", got)
	}
}

// A terminal that cannot move its cursor gets lines.
func TestDumbTerminal(t *testing.T) {
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	for name, moving := range map[string]bool{"dumb": false, "xterm": IsTerminal(f)} {
		t.Setenv("TERM", name)
		if got := New(t.TempDir(), f).progress.terminal; got != moving {
			t.Errorf("TERM=%s: a bar that moves: %v, want %v", name, got, moving)
		}
	}
}

// Only a torn last line goes of itself; other damage is named, and the file is
// left as it is.
func TestMetricsWithADamagedLine(t *testing.T) {
	dir := t.TempDir()
	w := newWatch()
	m := NewMetrics(dir, w.now)
	w.tell(t, m, story(0, false)...)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	whole := read(t, dir, "metrics.jsonl")
	lines := strings.SplitAfter(strings.TrimSuffix(whole, "\n"), "\n")
	for i := range lines {
		for _, damage := range []string{"\n", "x\n", "\x00\x00\n", `{"event":"iteration","iteration":1,` + "\n", `{"iteration":"1"}` + "\n"} {
			text := strings.Join(lines[:i], "") + damage + strings.Join(lines[i:], "") + "\n"
			if err := os.WriteFile(filepath.Join(dir, "metrics.jsonl"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			m := NewMetrics(dir, w.now)
			err := m.Observe(story(2, true)[0])
			if err == nil || !strings.Contains(err.Error(), "metrics.jsonl:"+string(rune('1'+i))+": the line is damaged") || !strings.Contains(err.Error(), "move it away") {
				t.Errorf("damaged line %d: %v", i+1, err)
			}
			if read(t, dir, "metrics.jsonl") != text {
				t.Errorf("damaged line %d: the file has changed", i+1)
			}
			m.Close()
		}
	}
	for _, torn := range []string{"{", "\x00\x00", `{"event":"alarm"}`} {
		if err := os.WriteFile(filepath.Join(dir, "metrics.jsonl"), []byte(whole+torn), 0o644); err != nil {
			t.Fatal(err)
		}
		m := NewMetrics(dir, w.now)
		if err := m.Observe(story(2, true)[0]); err != nil {
			t.Errorf("torn %q: %v", torn, err)
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		if got := read(t, dir, "metrics.jsonl"); !strings.HasPrefix(got, whole) || strings.Count(got, "\n") != strings.Count(whole, "\n")+1 {
			t.Errorf("torn %q left\n%s", torn, got)
		}
	}
}
