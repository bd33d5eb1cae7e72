package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"othellier/cmd/othellier/study"
	"othellier/env"
	"othellier/env/record"
)

// stdinName stands for standard input in faults.
const stdinName = "standard input"

// gameFlags say which games a verb reads.
type gameFlags struct {
	Games []string      `arg:"" name:"game" help:"Files of games, - for standard input, or a game itself, such as f5d6c3."`
	From  record.Format `default:"unknown" help:"Format of the files, if neither extension nor first bytes tell: transcript, ggf, sgf, wthor, pgn or obf."`
}

// gameSource is where games come from.
type gameSource struct {
	gameFlags
	in    io.Reader
	bytes int64            // of all files, 0 if that is not known
	start map[string]int64 // bytes of the files before each
}

// source looks whether all arguments can be read at all.
func (f gameFlags) source(in io.Reader) (*gameSource, error) {
	s := &gameSource{gameFlags: f, in: in, start: map[string]int64{}}
	known, stdin := true, false
	for _, arg := range f.Games {
		if arg == "-" {
			if stdin {
				return nil, usagef("standard input can be read once")
			}
			known, stdin = false, true
			continue
		}
		info, err := os.Stat(arg)
		if err != nil {
			if _, parseErr := parseGame(arg, f.From, env.Rules{}); parseErr != nil && !plausible(arg) {
				return nil, fmt.Errorf("%q is neither a file (%w) nor a game (%w)", short(arg), err, parseErr)
			}
			continue
		}
		known = known && info.Mode().IsRegular()
		s.start[arg] = s.bytes
		s.bytes += info.Size()
	}
	if !known {
		s.bytes = 0
	}
	return s, nil
}

// check looks whether the games on the command line are games under the rules. A
// game says nothing of its board: told is told which one it is taken for, if it is
// not the usual one.
func (s *gameSource) check(r env.Rules, told io.Writer) error {
	for _, arg := range s.Games {
		if _, err := os.Stat(arg); arg == "-" || err == nil {
			continue
		}
		_, err := parseGame(arg, s.From, r)
		if _, usual := parseGame(arg, s.From, env.Rules{}); err != nil && usual == nil && r.Board != env.Board8 {
			return fmt.Errorf("%q is a game of the 8x8 board: the network has learned the %dx%[2]d board", short(arg), r.Size())
		}
		if err == nil && r.Board != env.Board8 {
			fmt.Fprintf(told, "%s is taken for a game of the %dx%[2]d board, which the network has learned\n", short(arg), r.Size())
		}
		if err != nil {
			return fmt.Errorf("%q is no game (of several words it needs quotes): %w", short(arg), err)
		}
	}
	return nil
}

// spared refuses to write a file that is read.
func (f gameFlags) spared(flag, path string) error {
	for _, arg := range f.Games {
		if path != "" && path != "-" && arg != "-" && sameFile(arg, path) {
			return usagef("--%s: %s would be written while it is read: give another file to write", flag, path)
		}
	}
	return nil
}

// plausible says whether a text that is no game of Othello may be one of a
// variant.
func plausible(arg string) bool {
	return record.Detect([]byte(arg)) != record.Unknown && !strings.ContainsAny(arg, "/\\")
}

// parseGame reads a game that stands on the command line.
func parseGame(text string, f record.Format, r env.Rules) (record.Game, error) {
	g, err := record.Parse(f, text, record.Options{Rules: r})
	g.Origin = record.Origin{}
	return g, err
}

// games reads everything, one game after the other. A file without a game is a
// fault. It ends with ctx.
func (s *gameSource) games(ctx context.Context, r env.Rules) study.Input {
	return func(yield func(record.Game, error) bool) {
		for _, arg := range s.Games {
			if ctx.Err() != nil || !s.read(ctx, arg, r, yield) {
				return
			}
		}
	}
}

// read reads the games of one argument. It returns false if no more are wanted.
func (s *gameSource) read(ctx context.Context, arg string, r env.Rules, yield func(record.Game, error) bool) bool {
	reader, err := s.open(ctx, arg, r)
	switch {
	case ctx.Err() != nil:
		return false
	case err != nil:
		return yield(record.Game{}, err)
	}
	if reader == nil {
		return yield(parseGame(arg, s.From, r))
	}
	any := false
	for g, err := range reader.Games() {
		if ctx.Err() != nil {
			break
		}
		any = true
		if err != nil && reader.Format() == record.Transcript && r.Board != env.Board8 {
			err = fmt.Errorf("%w (the network has learned the %dx%[2]d board: is it a game of the 8x8 board?)", err, r.Size())
		}
		if !yield(g, err) {
			reader.Close() // nothing was written
			return false
		}
	}
	err = reader.Close()
	if ctx.Err() != nil {
		return false
	}
	if !any && err == nil {
		err = fmt.Errorf("%s: no game in it", nameOf(arg))
	}
	return err == nil || yield(record.Game{}, err)
}

// open returns a reader of an argument, nil if it is a game itself.
func (s *gameSource) open(ctx context.Context, arg string, r env.Rules) (*record.Reader, error) {
	o := record.Options{Rules: r, File: nameOf(arg)}
	if arg == "-" {
		return record.NewReader(&interruptedReader{ctx: ctx, in: s.in}, s.From, o)
	}
	if _, err := os.Stat(arg); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return record.Open(arg, s.From, o)
}

func nameOf(arg string) string {
	if arg == "-" {
		return stdinName
	}
	return arg
}

// done returns how many bytes were read when a game has been worked on.
func (s *gameSource) done(o record.Origin) int64 {
	return s.start[o.File] + o.Offset
}

// short cuts what is too long for a message.
func short(s string) string {
	if len(s) > 60 {
		return s[:60] + "..."
	}
	return s
}

// interruptedReader ends when ctx does, even while a read waits for somebody to
// type.
type interruptedReader struct {
	ctx   context.Context
	in    io.Reader
	lines chan []byte
	err   error // valid once lines is closed
	rest  []byte
}

func (r *interruptedReader) Read(p []byte) (int, error) {
	if r.lines == nil {
		r.lines = make(chan []byte)
		go r.pump()
	}
	for len(r.rest) == 0 {
		select {
		case b, ok := <-r.lines:
			if !ok {
				return 0, r.err
			}
			r.rest = b
		case <-r.ctx.Done():
			return 0, r.ctx.Err()
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// pump hands over what is read. It is left behind in a read that does not end.
func (r *interruptedReader) pump() {
	defer close(r.lines)
	for {
		b := make([]byte, 64<<10)
		n, err := r.in.Read(b)
		if n > 0 {
			select {
			case r.lines <- b[:n]:
			case <-r.ctx.Done():
				err = r.ctx.Err()
			}
		}
		if err != nil {
			r.err = err
			return
		}
	}
}
