package train

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"othellier/env"
	"othellier/env/alike"
)

// Replay holds the games that the learner sees: on the disk as segment files,
// in memory as the same bytes, decoded when a row is drawn. That is some 50 to
// 100 bytes a row, so [ReplayConfig].WindowMaxRows bounds the memory.
//
// The files are flushed to the disk ([Replay.Sync]) once an iteration, before
// the iteration is committed, and when a file is full. A power cut may so take
// games of the unfinished iteration, which are then played again, to the same
// end; a killed process takes one at most.
//
// Replay belongs to one goroutine.
type Replay struct {
	dir    string
	rules  env.Rules
	config ReplayConfig
	fast   bool // rows of fast searches count
	open   func(path string) (file, error)

	games  []stored // in the order of their index
	rows   int64    // of all games ever, those dropped included
	next   int64    // index of the next game
	writer *segmentWriter
	tail   tail  // the newest file, where writer is nil
	failed error // of the first write that failed
}

// tail is the newest file on the disk: its games are first to next-1.
type tail struct {
	exists      bool
	first, next int64
}

// stored is one game in memory.
type stored struct {
	index int64
	rows  int32
	data  []byte
}

// Gap is a range of games, the last one excluded, whose file is gone.
type Gap struct{ From, To int64 }

// OpenReplay reads the games in dir, of which the first committed ones, with
// rows rows, belong to complete iterations. It cuts off a torn end, refuses
// damage elsewhere by a *[CorruptError], and returns the committed games that
// are missing though a file before them exists.
func OpenReplay(dir string, r env.Rules, c ReplayConfig, fast bool, committed, rows int64) (*Replay, []Gap, error) {
	p := &Replay{dir: dir, rules: r, config: c, fast: fast, open: openFile, rows: rows, next: committed}
	firsts, err := listSegments(dir)
	if err != nil {
		return nil, nil, err
	}
	var gaps []Gap
	for i, first := range firsts {
		path := filepath.Join(dir, segmentName(first))
		s, err := readSegment(path, r, first, committed, i == len(firsts)-1)
		if err != nil {
			return nil, nil, err
		}
		if last := len(p.games) - 1; last >= 0 && first != p.games[last].index+1 {
			gaps = append(gaps, Gap{p.games[last].index + 1, first})
		}
		if first > committed && (len(p.games) == 0 || p.games[len(p.games)-1].index+1 < first) {
			return nil, nil, &CorruptError{File: path, Problem: fmt.Sprintf("the games before game %d, from %d on, are missing", first, p.nextIndex(committed))}
		}
		if err := p.load(s, first, committed); err != nil {
			return nil, nil, err
		}
		p.tail = tail{exists: s.size >= headerSize, first: first, next: first + int64(len(s.payloads))}
		if s.torn {
			if err := cut(path, s.size); err != nil {
				return nil, nil, fmt.Errorf("train: replay: cutting the torn end of %s: %w", path, err)
			}
		}
	}
	p.next = p.nextIndex(committed)
	last := int64(0)
	if n := len(p.games); n > 0 {
		last = p.games[n-1].index + 1
	}
	if last < committed {
		gaps = append(gaps, Gap{last, committed})
	}
	return p, gaps, nil
}

// nextIndex returns the index after the last game, committed at least.
func (p *Replay) nextIndex(committed int64) int64 {
	if n := len(p.games); n > 0 {
		return max(committed, p.games[n-1].index+1)
	}
	return committed
}

// load takes over the games of a file.
func (p *Replay) load(s segment, first, committed int64) error {
	var g GameRecord
	for i, payload := range s.payloads {
		if err := g.Decode(payload); err != nil {
			return err
		}
		p.games = append(p.games, stored{first + int64(i), int32(g.Rows(p.fast)), payload})
		if g.Index >= committed {
			p.rows += int64(g.Rows(p.fast))
		}
	}
	return nil
}

// cut shortens a file to its whole records; one without a whole header goes.
func cut(path string, size int64) error {
	if size < headerSize {
		return os.Remove(path)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(size), f.Sync(), f.Close())
}

// Next returns the index of the next game, which is the number of games ever
// stored.
func (p *Replay) Next() int64 { return p.next }

// Rows returns the number of rows ever stored.
func (p *Replay) Rows() int64 { return p.rows }

// Append stores a game, whose index must be [Replay.Next]. After an error the
// game is not stored and no other can be, until the replay is opened again.
func (p *Replay) Append(g *GameRecord) error {
	if g.Index != p.next {
		return fmt.Errorf("train: replay: game %d stored where game %d is next", g.Index, p.next)
	}
	if p.failed != nil {
		return p.failed
	}
	data := g.Append(nil)
	if err := p.store(data); err != nil {
		p.failed = fmt.Errorf("train: replay: storing game %d: %w", g.Index, err)
		return p.failed
	}
	rows := g.Rows(p.fast)
	p.games = append(p.games, stored{g.Index, int32(rows), data})
	p.rows += int64(rows)
	p.next++
	return nil
}

// store writes a record into the newest file or, if that is full or has a gap
// behind it, into a new one.
func (p *Replay) store(data []byte) error {
	if p.writer != nil && p.writer.games >= p.config.SegmentGames {
		if err := p.Close(); err != nil {
			return err
		}
	}
	if p.writer == nil {
		var err error
		games := p.tail.next - p.tail.first
		if p.tail.exists && p.tail.next == p.next && games < int64(p.config.SegmentGames) {
			p.writer, err = resumeSegment(p.dir, p.tail.first, int(games), p.open)
		} else {
			p.writer, err = createSegment(p.dir, p.rules, p.next, p.open)
		}
		if err != nil {
			return err
		}
	}
	return p.writer.append(data)
}

// Sync makes all stored games durable.
func (p *Replay) Sync() error {
	if p.writer == nil {
		return nil
	}
	if err := p.writer.file.Sync(); err != nil {
		return fmt.Errorf("train: replay: flushing %s: %w", p.writer.path, err)
	}
	return nil
}

// Close makes all stored games durable and lets go of the file. The next Append
// opens one again.
func (p *Replay) Close() error {
	if p.writer == nil {
		return nil
	}
	err := errors.Join(p.Sync(), p.writer.file.Close())
	p.tail = tail{exists: true, first: p.next - int64(p.writer.games), next: p.next}
	p.writer = nil
	return err
}

// WindowRows returns how many rows the window is to hold now.
func (p *Replay) WindowRows() int64 { return p.config.windowRows(p.rows) }

// windowRows is the formula at [ReplayConfig].
func (c ReplayConfig) windowRows(total int64) int64 {
	n, floor := float64(total), float64(c.WindowMinRows)
	if n <= floor {
		return int64(c.WindowMinRows)
	}
	w := floor * (1 + c.WindowGrowth*(alike.Pow(n/floor, c.WindowExponent)-1)/c.WindowExponent)
	return min(int64(w), int64(c.WindowMaxRows))
}

// Window is the newest part of a replay at one moment.
type Window struct {
	games []stored
	ends  []int64 // ends[i] = rows of games[0..i]
}

// Window returns the newest games that hold at least the rows asked for, or
// all there are. It is valid until the next [Replay.Drop].
func (p *Replay) Window(rows int64) Window {
	start, sum := len(p.games), int64(0)
	for start > 0 && sum < rows {
		start--
		sum += int64(p.games[start].rows)
	}
	w := Window{games: p.games[start:], ends: make([]int64, len(p.games)-start)}
	sum = 0
	for i, g := range w.games {
		sum += int64(g.rows)
		w.ends[i] = sum
	}
	return w
}

// Rows returns the number of rows in the window.
func (w Window) Rows() int64 {
	if len(w.ends) == 0 {
		return 0
	}
	return w.ends[len(w.ends)-1]
}

// locate returns the game that holds row i of the window, and which of the
// game's rows it is.
func (w Window) locate(i int64) (data []byte, row int) {
	k, _ := slices.BinarySearch(w.ends, i+1)
	return w.games[k].data, int(i - w.ends[k] + int64(w.games[k].rows))
}

// Drop forgets the games before the window: from memory, and from the disk once
// all games of a file are.
func (p *Replay) Drop(w Window) error {
	if len(w.games) == 0 {
		return nil
	}
	keep := w.games[0].index
	p.games = slices.DeleteFunc(p.games, func(g stored) bool { return g.index < keep })
	firsts, err := listSegments(p.dir)
	if err != nil {
		return err
	}
	for i := range len(firsts) - 1 { // never the newest
		if firsts[i+1] > keep {
			break
		}
		if err := os.Remove(filepath.Join(p.dir, segmentName(firsts[i]))); err != nil {
			return fmt.Errorf("train: replay: %w", err)
		}
	}
	return nil
}
