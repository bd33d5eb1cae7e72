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

// smallBoards is for the help of verbs that name squares.
const smallBoards = `The squares of a smaller board are called as in the middle of the full one, here and in transcripts: c3 to f6 on 4x4, b2 to
g7 on 6x6. GGF, SGF, GTP and NBoard count from its own corner, which is a1.`

// gameFlags say which games a verb reads, and which network judges them.
type gameFlags struct {
	Games []string      `arg:"" name:"game" help:"Files of games, - for standard input, or a game itself, such as f5d6c3."`
	From  record.Format `placeholder:"FORMAT" help:"Format of the files, if neither extension nor first bytes tell: transcript, ggf, sgf, wthor, pgn or obf."`
	Board env.Board     `default:"8" help:"Board of the games whose record names none, which are transcripts, and of the network if none is named: 8, 6 or 4."`
	Net   string        `placeholder:"NET" help:"Network file or run directory; the newest network of the board of --board below checkpoints/ if none is given."`
}

// gameSource is where games come from.
type gameSource struct {
	gameFlags
	in    io.Reader
	told  io.Writer
	bytes int64            // of all files, 0 if that is not known
	start map[string]int64 // bytes of the files before each
}

// source looks whether all arguments can be read at all.
func (f gameFlags) source(std stdio) (*gameSource, error) {
	s := &gameSource{gameFlags: f, in: std.in, told: std.err, start: map[string]int64{}}
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

// check looks whether the games on the command line are of the game that net has
// learned.
func (s *gameSource) check(net network) error {
	for _, arg := range s.Games {
		if _, err := os.Stat(arg); arg == "-" || err == nil {
			continue
		}
		if s.From == record.Transcript || s.From == record.Unknown && record.Detect([]byte(arg)) == record.Transcript {
			if err := s.transcripts(fmt.Sprintf("%q", short(arg)), net); err != nil {
				return err
			}
		}
		if _, err := parseGame(arg, s.From, net.meta.Rules); err != nil {
			return fmt.Errorf("%q is no game (of several words it needs quotes): %w", short(arg), err)
		}
	}
	return nil
}

// transcripts refuses those of another board than that of net.
func (s *gameSource) transcripts(what string, net network) error {
	if s.Board == net.meta.Rules.Board {
		return nil
	}
	size, learned := env.Rules{Board: s.Board}.Size(), net.meta.Rules.Size()
	return fmt.Errorf("%s: a transcript is taken for the %dx%[2]d board, and %s has learned the %dx%[4]d board: if the transcript is of that board too, add --board %[4]d",
		what, size, net.path, learned)
}

// board refuses a game, read with err, of another board than that of net.
func (s *gameSource) board(g record.Game, err error, net network) error {
	if g.Rules.Board == net.meta.Rules.Board || err != nil && !errors.Is(err, record.ErrResult) {
		return err
	}
	remedy := "add --board %d"
	if s.Net != "" {
		remedy = "name a network of the %dx%[1]d board by --net"
	}
	size := g.Rules.Size()
	err = fmt.Errorf("the game is on the %dx%[1]d board, and %[2]s has learned the %[3]dx%[3]d board: %[4]s",
		size, net.path, net.meta.Rules.Size(), fmt.Sprintf(remedy, size))
	if g.Origin == (record.Origin{}) { // it stands on the command line
		return err
	}
	return &record.Fault{Origin: g.Origin, Err: err}
}

// boardNote says once of a file of transcripts that it may be of a smaller board
// than the one that is meant.
type boardNote struct {
	told io.Writer
	said bool
}

// look notes a game of the full board whose moves are a whole game of a smaller
// one, with which hardly any game begins.
func (n *boardNote) look(what string, g record.Game) {
	if n.said || g.Rules.Board != env.Board8 || len(g.Moves) == 0 {
		return
	}
	played, err := g.Replay()
	if err != nil || played.Over() {
		return
	}
	for _, b := range [...]env.Board{env.Board4, env.Board6} {
		small, err := env.ParseTranscript(env.Rules{Board: b}, played.Transcript())
		if err == nil && small.Over() {
			n.said = true
			fmt.Fprintf(n.told, "%s: a transcript is taken for the 8x8 board; this one is a whole game of the %dx%[2]d board: if it was played there, add --board %[2]d\n",
				what, small.Rules().Size())
			return
		}
	}
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
func (s *gameSource) games(ctx context.Context, net network) study.Input {
	return func(yield func(record.Game, error) bool) {
		for _, arg := range s.Games {
			if ctx.Err() != nil || !s.read(ctx, arg, net, yield) {
				return
			}
		}
	}
}

// read reads the games of one argument. It returns false if no more are wanted.
func (s *gameSource) read(ctx context.Context, arg string, net network, yield func(record.Game, error) bool) bool {
	reader, err := s.open(ctx, arg, net.meta.Rules)
	switch {
	case ctx.Err() != nil:
		return false
	case err != nil:
		return yield(record.Game{}, err)
	}
	if reader == nil {
		g, err := parseGame(arg, s.From, net.meta.Rules)
		(&boardNote{told: s.told}).look(fmt.Sprintf("%q", short(arg)), g)
		return yield(g, s.board(g, err, net))
	}
	if reader.Format() == record.Transcript {
		if err := s.transcripts(nameOf(arg), net); err != nil {
			reader.Close() // nothing was written
			return yield(record.Game{}, err)
		}
	}
	any, note := false, boardNote{told: s.told}
	for g, err := range reader.Games() {
		if ctx.Err() != nil {
			break
		}
		any = true
		if reader.Format() == record.Transcript {
			note.look(nameOf(arg), g)
		}
		if !yield(g, s.board(g, err, net)) {
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
