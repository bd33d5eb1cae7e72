package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"othellier/env"
)

// Options say what files leave open. The zero value serves for tournament
// Othello.
type Options struct {
	// Rules are those of games whose format does not tell: all of them for
	// transcripts, the end and the supply for the others. Scoring does not
	// matter: records count empty squares for the winner.
	Rules env.Rules
	// File is the name of the file in every [Fault] of a [NewReader].
	File string
	// Players and Tournaments are the names of WTHOR, by number: [Open] reads
	// them from the .jou and the .trn beside the .wtb.
	Players, Tournaments []string
	// Created is the day written into the heads of WTHOR files.
	Created time.Time
}

// Reader reads the games of one file, one after the other, in memory for one
// record. It belongs to one goroutine.
type Reader struct {
	format Format
	next   func() (Game, error)
	file   io.Closer
}

// NewReader returns a reader of r. Where f is Unknown the first bytes tell the
// format; it is an error if they tell none.
func NewReader(r io.Reader, f Format, o Options) (*Reader, error) {
	if err := o.Rules.Validate(); err != nil {
		return nil, err
	}
	s := newSource(r, o.File)
	if f == Unknown {
		head, err := s.head()
		if err != nil && err != io.EOF {
			return nil, &Fault{s.here, err}
		}
		if f = Detect(head); f == Unknown && len(head) == 0 {
			return nil, &Fault{s.here, errors.New("it is empty")}
		}
		if f == Unknown {
			return nil, &Fault{s.here, fmt.Errorf("the format is not known: it looks like none of transcript, ggf, sgf, wthor, pgn and obf")}
		}
	}
	if int(f) >= len(layouts) {
		return nil, fmt.Errorf("record: %v is unknown", f)
	}
	return &Reader{format: f, next: layouts[f].open(s, o)}, nil
}

// head returns the first bytes of the file, as many as tell the format: 4096, or
// whole lines where lines are records, so that nobody waits for more who reads
// from somebody typing.
func (s *source) head() (head []byte, err error) {
	for n := 1; err == nil && n <= 4096; n = len(head) + 1 {
		_, err = s.in.Peek(n)
		head, _ = s.in.Peek(min(4096, s.in.Buffered()))
		if f := Detect(head); bytes.IndexByte(head, '\n') >= 0 && (f == Transcript || f == OBF) {
			return head, nil
		}
	}
	return head, err
}

// Open returns a reader of a file. Where f is Unknown the extension tells the
// format, or else the first bytes. Beside a .wtb it looks for the names: NAME.jou and NAME.trn, then
// WTHOR.JOU and WTHOR.TRN, then the only files of their kind, all in either
// case; without them players are numbers, "#7".
func Open(path string, f Format, o Options) (*Reader, error) {
	ext := strings.ToLower(filepath.Ext(path))
	if ext == ".jou" || ext == ".trn" {
		return nil, &Fault{Origin{File: path}, errNames}
	}
	o.File = path
	if f == Unknown {
		f = ByName(path)
	}
	if f == WTHOR {
		var err error
		if o.Players == nil {
			o.Players, err = namesBeside(path, ".jou")
		}
		if o.Tournaments == nil && err == nil {
			o.Tournaments, err = namesBeside(path, ".trn")
		}
		if err != nil {
			return nil, err
		}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	r, err := NewReader(file, f, o)
	if err != nil {
		file.Close()
		return nil, err
	}
	r.file = file
	return r, nil
}

// namesBeside reads the names that belong to a .wtb, nil if there are none.
func namesBeside(path, ext string) ([]string, error) {
	dir := filepath.Dir(path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	base := strings.ToLower(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	var own, common, only string
	count := 0
	for _, e := range entries {
		name := strings.ToLower(e.Name())
		if filepath.Ext(name) != ext {
			continue
		}
		count++
		only = e.Name()
		switch strings.TrimSuffix(name, ext) {
		case base:
			own = e.Name()
		case "wthor":
			common = e.Name()
		}
	}
	name := own
	if name == "" {
		name = common
	}
	if name == "" && count == 1 {
		name = only
	}
	if name == "" {
		return nil, nil
	}
	name = filepath.Join(dir, name)
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	defer file.Close()
	return ReadNames(file, name)
}

// Format returns the format that is read.
func (r *Reader) Format() Format { return r.format }

// Next returns the next game. The error is io.EOF at the end, and otherwise a
// [*Fault]; after a fault the next call goes on with what follows in the file.
// Where the fault is [ErrResult] the game is whole, else it is the zero Game.
func (r *Reader) Next() (Game, error) { return r.next() }

// Games returns the games that are left with the errors of [Reader.Next].
func (r *Reader) Games() iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		for {
			g, err := r.next()
			if err == io.EOF || !yield(g, err) {
				return
			}
		}
	}
}

// Close closes the file of [Open].
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// Parse reads the first game of a text; it is not for WTHOR. A text without one
// is an error.
func Parse(f Format, text string, o Options) (Game, error) {
	r, err := NewReader(strings.NewReader(text), f, o)
	if err != nil {
		return Game{}, err
	}
	g, err := r.next()
	if err == io.EOF {
		return Game{}, fmt.Errorf("record: no game in a text of %d bytes", len(text))
	}
	return g, err
}
