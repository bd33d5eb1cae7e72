package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"othellier/train"
)

// Metrics writes the figures of a run to metrics.jsonl and metrics.csv.
//
// A line of metrics.jsonl is an object with "event" (start, iteration, judgement
// or alarm), "time" (RFC 3339) and the fields of the event, as
// [train.IterationDone] and [train.Judged] name them; iterations also have the
// rates. metrics.csv holds the iterations alone, with the same names, and always
// has the same columns: what an iteration has no figure for is empty, such as the
// loss of a head that the network does not have. The last columns are the rating
// of a judgement and its interval. A judgement comes after the line of its
// iteration, so the table is then written anew, in one step. It follows from
// metrics.jsonl and is made from it at every start: a process that is killed
// between the two files leaves a table that lacks a rating until then.
type Metrics struct {
	clock  clock
	dir    string
	lines  *os.File
	table  *os.File
	rows   []iterationLine       // of the table
	judged map[int]*train.Rating // iterations whose judgement is in the file, with their ratings, which may be nil
}

type startLine struct {
	Event     string   `json:"event"`
	Time      string   `json:"time"`
	Iteration int      `json:"iteration"`
	Games     int64    `json:"games"`
	Resumed   bool     `json:"resumed"`
	Config    string   `json:"config"` // hash
	Changes   []string `json:"changes,omitempty"`
}

type iterationLine struct {
	Event string `json:"event"`
	Time  string `json:"time"`
	train.IterationDone
	rates
}

type judgementLine struct {
	Event string `json:"event"`
	Time  string `json:"time"`
	train.Judged
}

type alarmLine struct {
	Event     string `json:"event"`
	Time      string `json:"time"`
	Iteration int    `json:"iteration"`
	Kind      string `json:"kind"`
	Problem   string `json:"problem"`
	Remedy    string `json:"remedy"`
}

// NewMetrics returns an observer that keeps its files in dir. It opens them at
// [train.Started], when it knows which lines stay.
func NewMetrics(dir string, now func() time.Time) *Metrics {
	return &Metrics{clock: clock{now: now}, dir: dir}
}

// Close closes the files.
func (m *Metrics) Close() error {
	var errs []error
	for _, f := range []*os.File{m.lines, m.table} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	m.lines, m.table = nil, nil
	return errors.Join(errs...)
}

// Observe implements [train.Observer].
func (m *Metrics) Observe(e train.Event) error {
	m.clock.observe(e)
	if err := m.write(e); err != nil {
		return fmt.Errorf("report: metrics: %w", err)
	}
	return nil
}

func (m *Metrics) write(e train.Event) error {
	at := m.clock.now().UTC().Format(time.RFC3339)
	switch e := e.(type) {
	case train.Started:
		if err := m.rewind(e.Iteration); err != nil {
			return err
		}
		l := startLine{Event: "start", Time: at, Iteration: e.Iteration, Games: e.Games, Resumed: e.Resumed, Config: e.Config.Hash()}
		for _, c := range e.Changes {
			l.Changes = append(l.Changes, c.String())
		}
		return m.line(l)
	case train.IterationDone:
		l := iterationLine{"iteration", at, e, m.clock.rates()}
		m.clock.next()
		m.rows = append(m.rows, l)
		return errors.Join(m.line(l), writeCSV(m.table, m.values(l)), m.lines.Sync())
	case train.Judged:
		if _, ok := m.judged[e.Iteration]; ok {
			return nil
		}
		m.judged[e.Iteration] = e.Rating
		err := errors.Join(m.line(judgementLine{"judgement", at, e}), m.lines.Sync())
		if err != nil || e.Rating == nil {
			return err
		}
		return m.makeTable()
	case train.Alarm:
		return m.line(alarmLine{"alarm", at, e.Iteration, e.Kind, e.Problem, e.Remedy})
	}
	return nil
}

func (m *Metrics) line(l any) error {
	b, err := json.Marshal(l)
	if err != nil {
		return err
	}
	_, err = m.lines.Write(append(b, '\n'))
	return err
}

// rewind opens the files without what belongs to iterations after the last
// complete one, and without a torn last line; the table is made from them. A line
// that is damaged elsewhere is an error, and nothing is changed.
func (m *Metrics) rewind(iteration int) error {
	if err := m.Close(); err != nil {
		return err
	}
	m.rows, m.judged = nil, map[int]*train.Rating{}
	old, err := os.ReadFile(filepath.Join(m.dir, linesFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var kept bytes.Buffer
	number := 0
	for text := range bytes.Lines(old) {
		number++
		if !bytes.HasSuffix(text, []byte("\n")) { // torn, and so the last
			break
		}
		var l struct {
			iterationLine
			Rating *train.Rating `json:"rating"` // of a judgement
		}
		if err := json.Unmarshal(text, &l); err != nil {
			return fmt.Errorf("%s:%d: the line is damaged: %w; put back a copy of the file, or move it away and resume: a new one is begun", filepath.Join(m.dir, linesFile), number, err)
		}
		if l.Iteration > iteration {
			continue
		}
		kept.Write(text)
		switch l.Event {
		case "iteration":
			m.rows = append(m.rows, l.iterationLine)
		case "judgement":
			m.judged[l.Iteration] = l.Rating
		}
	}
	m.lines, err = m.replace(linesFile, kept.Bytes())
	if err != nil {
		return err
	}
	return m.makeTable()
}

// makeTable writes the whole table and leaves it open for more.
func (m *Metrics) makeTable() error {
	if m.table != nil { // a file that is open cannot be replaced everywhere
		err := m.table.Close()
		m.table = nil
		if err != nil {
			return err
		}
	}
	var text bytes.Buffer
	err := writeCSV(&text, columns())
	for _, l := range m.rows {
		err = errors.Join(err, writeCSV(&text, m.values(l)))
	}
	if err != nil {
		return err
	}
	m.table, err = m.replace(tableFile, text.Bytes())
	return err
}

const (
	linesFile = "metrics.jsonl"
	tableFile = "metrics.csv"
)

// replace gives a file a new content in one step and opens it to append.
func (m *Metrics) replace(name string, content []byte) (*os.File, error) {
	path := filepath.Join(m.dir, name)
	if err := train.WriteFile(path, content); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
}

// columns returns the header of the table: the names of the numbers in an
// iteration's line, and those of its rating.
func columns() []string {
	var names []string
	eachNumber(iterationLine{}, func(name string, _ reflect.Value) { names = append(names, name) })
	return append(names, "rating", "rating_low", "rating_high")
}

func (m *Metrics) values(l iterationLine) []string {
	var texts []string
	eachNumber(l, func(_ string, v reflect.Value) {
		switch {
		case v.Kind() != reflect.Pointer:
			texts = append(texts, fmt.Sprint(v.Interface()))
		case v.IsNil():
			texts = append(texts, "")
		default:
			texts = append(texts, fmt.Sprint(v.Elem().Interface()))
		}
	})
	r := m.judged[l.Iteration]
	if r == nil {
		return append(texts, "", "", "")
	}
	return append(texts, fmt.Sprint(r.Value), fmt.Sprint(r.Low), fmt.Sprint(r.High))
}

func eachNumber(l iterationLine, f func(name string, v reflect.Value)) {
	for _, part := range []any{l.IterationDone, l.rates} {
		v := reflect.ValueOf(part)
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			f(name, v.Field(i))
		}
	}
}

func writeCSV(w io.Writer, record []string) error {
	c := csv.NewWriter(w)
	if err := c.Write(record); err != nil {
		return err
	}
	c.Flush()
	return c.Error()
}
