package train

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func replayConfig() ReplayConfig {
	return ReplayConfig{WindowMinRows: 50, WindowMaxRows: 1000, WindowGrowth: 0, WindowExponent: .65, SegmentGames: 5}
}

// store writes the games up to number n and returns the replay.
func store(t *testing.T, dir string, n int64) *Replay {
	t.Helper()
	p, gaps, err := OpenReplay(dir, small, replayConfig(), false, 0, 0)
	if err != nil || len(gaps) > 0 {
		t.Fatal(gaps, err)
	}
	for p.Next() < n {
		if err := p.Append(randomGame(small, p.Next())); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// holds checks that the games from one to another are there as they were.
func holds(t *testing.T, p *Replay, from, to int64) {
	t.Helper()
	if p.Next() != to || len(p.games) != int(to-from) {
		t.Fatalf("%d games, next %d; want games %d to %d", len(p.games), p.Next(), from, to)
	}
	for i, s := range p.games {
		want := randomGame(small, from+int64(i))
		var g GameRecord
		if err := g.Decode(s.data); err != nil || !sameGame(&g, want) || int(s.rows) != want.Rows(false) {
			t.Fatalf("game %d is not what was stored: %v", from+int64(i), err)
		}
	}
}

func TestReplayKeepsGames(t *testing.T) {
	dir := t.TempDir()
	p := store(t, dir, 13)
	rows := p.Rows()
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	for n := int64(13); n < 25; n += 3 { // reopened in the middle, at the end and at the start of a file
		p, _, err := OpenReplay(dir, small, replayConfig(), false, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		holds(t, p, 0, n)
		if n == 13 && p.Rows() != rows {
			t.Errorf("%d rows, %d before", p.Rows(), rows)
		}
		for range 3 {
			if err := p.Append(randomGame(small, p.Next())); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Append(randomGame(small, 99)); err == nil {
		t.Error("a game out of order was stored")
	}
	firsts, err := listSegments(dir)
	if err != nil || fmt.Sprint(firsts) != "[0 5 10 15 20]" {
		t.Errorf("segments %v, %v", firsts, err)
	}
}

// A process or a machine that stops leaves a file that ends anywhere. All whole
// records stay, the rest is cut and written again.
func TestReplayCutsTornEnds(t *testing.T) {
	dir := t.TempDir()
	p := store(t, dir, 8) // two files, the second with games 5 to 7
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, segmentName(5))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ends := []int{headerSize}
	for i := int64(5); i < 8; i++ {
		ends = append(ends, ends[len(ends)-1]+frameSize+len(randomGame(small, i).Append(nil)))
	}
	if ends[3] != len(whole) {
		t.Fatalf("the file has %d bytes, want %d", len(whole), ends[3])
	}
	for size := 0; size < len(whole); size++ {
		if near := slices.ContainsFunc(ends, func(end int) bool { return size > end-2 && size < end+12 }); !near && size%9 != 0 {
			continue // inside a payload one byte is like another
		}
		for _, tail := range [][]byte{nil, make([]byte, 100)} { // zeros: the length was on the disk, the data not
			if err := os.WriteFile(path, append(whole[:size:size], tail...), 0o644); err != nil {
				t.Fatal(err)
			}
			games := int64(5)
			for k := 1; k < len(ends) && size >= ends[k]; k++ {
				games++
			}
			p, gaps, err := OpenReplay(dir, small, replayConfig(), false, 5, 0)
			if err != nil || len(gaps) > 0 {
				t.Fatalf("cut at byte %d: %v %v", size, gaps, err)
			}
			holds(t, p, 0, games)
			for p.Next() < 8 {
				if err := p.Append(randomGame(small, p.Next())); err != nil {
					t.Fatal(err)
				}
			}
			if err := p.Close(); err != nil {
				t.Fatal(err)
			}
			if again, err := os.ReadFile(path); err != nil || string(again) != string(whole) {
				t.Fatalf("cut at byte %d: written again, the file is different (%v)", size, err)
			}
		}
	}
}

// A flipped bit is found wherever it is. In the records of the newest file that
// were not yet committed, and behind which nothing follows, it counts as torn.
func TestReplayFindsFlippedBits(t *testing.T) {
	dir := t.TempDir()
	p := store(t, dir, 8)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	lastRecord := frameSize + len(randomGame(small, 7).Append(nil))
	for _, tt := range []struct {
		first, committed int64
	}{{0, 0}, {0, 8}, {5, 0}, {5, 8}} {
		path := filepath.Join(dir, segmentName(tt.first))
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := range whole {
			broken := append([]byte(nil), whole...)
			broken[i] ^= 1 << (i % 8)
			if err := os.WriteFile(path, broken, 0o644); err != nil {
				t.Fatal(err)
			}
			torn := tt.first == 5 && tt.committed == 0 && i >= len(whole)-lastRecord
			p, _, err := OpenReplay(dir, small, replayConfig(), false, tt.committed, 0)
			var c *CorruptError
			switch {
			case torn:
				if err != nil {
					t.Fatalf("byte %d of the last record: %v", i, err)
				}
				holds(t, p, 0, 7)
			case !errors.As(err, &c):
				t.Fatalf("%s, byte %d: error %v, want a *CorruptError", path, i, err)
			case c.File != path || c.Offset > int64(i) || !strings.Contains(err.Error(), "move it out of its folder and resume"):
				t.Fatalf("byte %d: %v", i, err)
			}
		}
		if err := os.WriteFile(path, whole, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestReplayRefusesOtherFiles(t *testing.T) {
	dir := t.TempDir()
	if err := store(t, dir, 8).Close(); err != nil {
		t.Fatal(err)
	}
	_, _, err := OpenReplay(dir, (Config{}).Rules, replayConfig(), false, 0, 0)
	if err == nil || !strings.Contains(err.Error(), "played under other rules") {
		t.Errorf("other rules: %v", err)
	}
	if err := os.Rename(filepath.Join(dir, segmentName(5)), filepath.Join(dir, segmentName(6))); err != nil {
		t.Fatal(err)
	}
	_, _, err = OpenReplay(dir, small, replayConfig(), false, 0, 0)
	if err == nil || !strings.Contains(err.Error(), "not what the name of the file says") {
		t.Errorf("renamed: %v", err)
	}
}

// A file that was moved away leaves a gap, which is reported, if all its games
// were committed; the run goes on behind it.
func TestReplayGoesOnWithoutAFile(t *testing.T) {
	for _, tt := range []struct {
		gone int64
		gap  Gap
		next int64
	}{{5, Gap{5, 10}, 12}, {10, Gap{10, 11}, 11}} {
		dir := t.TempDir()
		if err := store(t, dir, 12).Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(dir, segmentName(tt.gone))); err != nil {
			t.Fatal(err)
		}
		p, gaps, err := OpenReplay(dir, small, replayConfig(), false, 11, 1000)
		if err != nil || len(gaps) != 1 || gaps[0] != tt.gap || p.Next() != tt.next {
			t.Fatalf("without game %d: gaps %v, next %d, %v", tt.gone, gaps, p.Next(), err)
		}
		for p.Next() < 20 {
			if err := p.Append(randomGame(small, p.Next())); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if p, _, err = OpenReplay(dir, small, replayConfig(), false, 20, 2000); err != nil || p.Next() != 20 {
			t.Errorf("again: next %d, %v", p.Next(), err)
		}
	}
	dir := t.TempDir()
	if err := store(t, dir, 12).Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, segmentName(5))); err != nil {
		t.Fatal(err)
	}
	var c *CorruptError
	if _, _, err := OpenReplay(dir, small, replayConfig(), false, 7, 0); !errors.As(err, &c) {
		t.Errorf("games of the unfinished iteration are missing: %v", err)
	}
}

func TestReplayDropsWholeFiles(t *testing.T) {
	dir := t.TempDir()
	p := store(t, dir, 40)
	w := p.Window(p.WindowRows())
	if w.Rows() < 50 || w.Rows()-int64(w.games[0].rows) >= 50 {
		t.Errorf("window of %d rows, want the fewest games with 50", w.Rows())
	}
	start, rows, total := w.games[0].index, w.Rows(), p.Rows()
	for i := range w.Rows() { // every row once, in order
		data, row := w.locate(i)
		var g GameRecord
		if err := g.Decode(data); err != nil || row < 0 || row >= g.Rows(false) {
			t.Fatalf("row %d: row %d of game %d, %v", i, row, g.Index, err)
		}
	}
	if err := p.Drop(w); err != nil {
		t.Fatal(err)
	}
	holds(t, p, start, 40)
	firsts, err := listSegments(dir)
	if err != nil || firsts[0] != start/5*5 {
		t.Errorf("files from game %d on, want from %d (%v)", firsts[0], start/5*5, err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	// Opened again, with the games before the window in the same file, it is the same window.
	p, gaps, err := OpenReplay(dir, small, replayConfig(), false, 40, total)
	if err != nil || len(gaps) > 0 {
		t.Fatal(gaps, err)
	}
	if w := p.Window(p.WindowRows()); w.games[0].index != start || w.Rows() != rows || p.Rows() != total {
		t.Errorf("window from game %d with %d rows, want %d with %d", w.games[0].index, w.Rows(), start, rows)
	}
}

func TestWindowRows(t *testing.T) {
	c := ReplayConfig{WindowMinRows: 250000, WindowGrowth: .4, WindowExponent: .65, WindowMaxRows: 1 << 40}
	for _, tt := range []struct {
		change func(*ReplayConfig)
		total  int64
		want   int64
	}{
		{func(c *ReplayConfig) {}, 1000, 250000},
		{func(c *ReplayConfig) {}, 250000, 250000},
		{func(c *ReplayConfig) {}, 100_000_000, 7_650_000}, // 400^.65 = 49.1; 250,000 * (1 + .4*48.1/.65)
		{func(c *ReplayConfig) { c.WindowGrowth = 0 }, 100_000_000, 250000},
		{func(c *ReplayConfig) { c.WindowGrowth, c.WindowExponent = 1, 1 }, 100_000_000, 100_000_000},
		{func(c *ReplayConfig) { c.WindowMaxRows = 300000 }, 100_000_000, 300000},
	} {
		c := c
		tt.change(&c)
		if got := c.windowRows(tt.total); got < tt.want*99/100 || got > tt.want*101/100 {
			t.Errorf("%+v, %d rows: window %d, want %d", c, tt.total, got, tt.want)
		}
	}
	last, start := int64(0), int64(0)
	for n := int64(1); n < 3e6; n += 1000 { // the window never goes back
		w := c.windowRows(n)
		if w < last || max(0, n-w) < start {
			t.Fatalf("at %d rows the window goes from %d rows to %d", n, last, w)
		}
		last, start = w, max(0, n-w)
	}
}

// full is a disk with room for a number of bytes.
type full struct {
	*os.File
	room *int
}

func (f full) WriteAt(b []byte, at int64) (int, error) {
	n := min(len(b), *f.room)
	*f.room -= n
	if n, err := f.File.WriteAt(b[:n], at); err != nil || n == len(b) {
		return n, err
	}
	return n, syscall.ENOSPC
}

// A full disk is an error that says so and leaves everything that was stored.
func TestReplayOnAFullDisk(t *testing.T) {
	for room := 0; room < 4000; room += 37 {
		dir := t.TempDir()
		p := store(t, dir, 3)
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		room := room
		p.open = func(path string) (file, error) {
			f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
			return full{f, &room}, err
		}
		var err error
		for err == nil {
			err = p.Append(randomGame(small, p.Next()))
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("error %v", err)
		}
		stored := p.Next()
		if again := p.Append(randomGame(small, stored)); again != err {
			t.Fatalf("the next game: %v", again)
		}
		p, _, err = OpenReplay(dir, small, replayConfig(), false, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		holds(t, p, 0, stored)
	}
}
