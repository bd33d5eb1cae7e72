package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"
	"time"

	"othellier/env"
	"othellier/env/record"
	"othellier/env/whole"
	"othellier/env/words"
)

type convertCmd struct {
	In    string        `arg:"" help:"File to read, - for standard input."`
	Out   string        `arg:"" help:"File to write; its extension tells the format: .txt .ggf .sgf .wtb .pgn .obf. - is standard output."`
	From  record.Format `placeholder:"FORMAT" help:"Format of IN, if neither its extension nor its first bytes tell: transcript, ggf, sgf, wthor, pgn or obf, or an extension."`
	To    record.Format `placeholder:"FORMAT" help:"Format of OUT, if its extension does not tell."`
	Board env.Board     `default:"8" help:"Board of transcripts, which name none, read or written: 8, 6 or 4."`
	Turn  bool          `help:"Turn every game to the standard start with f5 as the first move."`
}

func (convertCmd) Help() string {
	return `Reads game records of one format and writes them in another: transcripts, GGF, SGF, WTHOR (.wtb with .jou and .trn), PGN and
OBF. Games that cannot be read or written are reported with their place and left out; the exit status then is 1.
Without a single game OUT is left as it was.

OBF holds positions, and has a line for each position of a game in which there is a move. Transcripts and WTHOR hold games from the
standard start alone. GGF and SGF name the board of a game; transcripts do not, so that those of a smaller one need --board wherever
they are read or written; PGN, WTHOR and OBF are of the 8x8 board.

` + smallBoards + `

Examples:

  othellier convert games.ggf games.pgn
  othellier convert game.sgf - --to txt
  othellier convert small.txt small.ggf --board 4`
}

func (c convertCmd) Run(ctx context.Context, std stdio) (err error) {
	to, err := c.format()
	if err != nil {
		return err
	}
	if c.In != "-" && c.Out != "-" && !whole.Stream(c.Out) && sameFile(c.In, c.Out) {
		return usagef("convert: %s would be written while it is read: give another file to write", c.In)
	}
	r, err := c.reader(ctx, std.in)
	if err != nil {
		return err
	}
	defer func() { err = words.Join(err, r.Close()) }()
	w, err := c.writer(std.out, to)
	if err != nil {
		return err
	}
	games, counted := c.games(ctx, r, to, std.err), "game"
	if to == record.OBF {
		games, counted = positions(games), "position"
	}
	report := func(fault error) { fmt.Fprintln(std.err, words.Error(fault)) }
	n, faults, err := record.Copy(w, games, report)
	if err = words.Join(err, ctx.Err()); err != nil {
		w.Discard()
		return err
	}
	if n == 0 {
		w.Discard()
		return fmt.Errorf("convert: no game could be converted; %s is left as it was", nameOfTarget(c.Out))
	}
	if err := w.Close(); err != nil {
		return err
	}
	told := std.out
	if c.Out == "-" || whole.Stream(c.Out) { // which may be standard output
		told = std.err
	}
	fmt.Fprintf(told, "%s from %s (%s) to %s (%s)\n", words.Count(n, counted), nameOf(c.In), r.Format(), nameOfTarget(c.Out), to)
	if faults > 0 {
		return fmt.Errorf("convert: %s with faults, listed above", words.Count(faults, "game"))
	}
	return nil
}

func (c convertCmd) reader(ctx context.Context, in io.Reader) (*record.Reader, error) {
	o := record.Options{Rules: env.Rules{Board: c.Board}}
	if c.In == "-" {
		o.File = stdinName
		return record.NewReader(&interruptedReader{ctx: ctx, in: in}, c.From, o)
	}
	return record.Open(c.In, c.From, o)
}

func (c convertCmd) writer(out io.Writer, to record.Format) (*record.Writer, error) {
	o := record.Options{Rules: env.Rules{Board: c.Board}, Created: time.Now()}
	if c.Out == "-" {
		return record.NewWriter(out, to, o)
	}
	return record.Create(c.Out, to, o)
}

// format returns the format to write.
func (c convertCmd) format() (record.Format, error) {
	to := c.To
	if to == record.Unknown {
		to = formatOf(c.Out)
	}
	switch {
	case to == record.WTHOR && c.Out == "-":
		return to, usagef("convert: wthor is three files, which standard output can not take")
	case to != record.Unknown:
		return to, nil
	case c.Out == "-":
		return to, usagef("convert: name the format of standard output by --to")
	}
	return to, usagef("convert: the extension of %s tells no format: expected .txt, .ggf, .sgf, .wtb, .pgn or .obf, or name it by --to", c.Out)
}

// formatOf returns the format in which a file of that name is written: a .txt is a
// transcript.
func formatOf(path string) record.Format {
	if strings.EqualFold(filepath.Ext(path), record.Transcript.Extension()) {
		return record.Transcript
	}
	return record.ByName(path)
}

// games ends with ctx, turns what is to be turned, and says of what is taken or
// given for another board that there is --board.
func (c convertCmd) games(ctx context.Context, r *record.Reader, to record.Format, told io.Writer) iter.Seq2[record.Game, error] {
	return func(yield func(record.Game, error) bool) {
		note := boardNote{told: told}
		for g, err := range r.Games() {
			if r.Format() == record.Transcript {
				note.look(nameOf(c.In), g)
			}
			if whole := err == nil || errors.Is(err, record.ErrResult); whole && to == record.Transcript && g.Rules.Board != c.Board {
				err = &record.Fault{Origin: g.Origin, Err: fmt.Errorf(
					"the game is on the %dx%[1]d board, which a transcript does not say: add --board %[1]d, here and where it is read", g.Rules.Size())}
			}
			if c.Turn {
				g, _ = g.Normal()
			}
			if ctx.Err() != nil || !yield(g, err) {
				return
			}
		}
	}
}

// positions turns every game into its positions, in order, but for those where
// nobody or only the other side can move. What is said of a game is said of the first,
// and a game whose positions OBF cannot hold stays whole, to be refused once.
func positions(games iter.Seq2[record.Game, error]) iter.Seq2[record.Game, error] {
	return func(yield func(record.Game, error) bool) {
		for g, err := range games {
			if len(g.Moves) == 0 || record.Holds(record.OBF, g) != nil { // the first is a problem, or a fault without a game
				if !yield(g, err) {
					return
				}
				continue
			}
			at := record.Game{Rules: g.Rules, Start: g.Start, Comment: g.Comment, Origin: g.Origin}
			for i := range len(g.Moves) + 1 {
				if i == len(g.Moves) {
					at.Choices, at.Fields = g.Choices, g.Fields
				}
				if at.Rules.Moves(at.Start) != 0 {
					if !yield(at, err) {
						return
					}
					at.Comment, err = "", nil
				}
				if i < len(g.Moves) {
					at.Start = at.Rules.Next(at.Start, g.Moves[i])
				}
			}
		}
	}
}
