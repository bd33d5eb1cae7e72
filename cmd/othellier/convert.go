package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"time"

	"othellier/env/record"
	"othellier/whole"
)

type convertCmd struct {
	In   string        `arg:"" help:"File to read."`
	Out  string        `arg:"" help:"File to write; its extension tells the format: .txt .ggf .sgf .wtb .pgn .obf."`
	From record.Format `default:"unknown" help:"Format of IN, if neither its extension nor its first bytes tell: transcript, ggf, sgf, wthor, pgn or obf."`
	To   record.Format `default:"unknown" help:"Format of OUT, if its extension does not tell."`
	Turn bool          `help:"Turn every game to the standard start with f5 as the first move."`
}

func (convertCmd) Help() string {
	return `Reads game records of one format and writes them in another: transcripts, GGF, SGF, WTHOR (.wtb with .jou and .trn), PGN and
OBF. Games that cannot be read or written are reported with their place and left out; the exit status then is 1.
Without a single game OUT is left as it was.

Example:

  othellier convert WTH_2001.wtb games.pgn`
}

func (c convertCmd) Run(ctx context.Context, std stdio) (err error) {
	to, err := c.format()
	if err != nil {
		return err
	}
	if !whole.Stream(c.Out) && sameFile(c.In, c.Out) {
		return usagef("convert: %s would be written while it is read: give another file to write", c.In)
	}
	r, err := record.Open(c.In, c.From, record.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	w, err := record.Create(c.Out, to, record.Options{Created: time.Now()})
	if err != nil {
		return err
	}
	report := func(fault error) { fmt.Fprintln(std.err, fault) }
	n, faults, err := record.Copy(w, c.games(ctx, r.Games()), report)
	if err = errors.Join(err, ctx.Err()); err != nil {
		w.Discard()
		return err
	}
	if n == 0 {
		w.Discard()
		return fmt.Errorf("convert: no game could be converted; %s is left as it was", c.Out)
	}
	if err := w.Close(); err != nil {
		return err
	}
	told := std.out
	if whole.Stream(c.Out) { // which may be standard output
		told = std.err
	}
	fmt.Fprintf(told, "%d games from %s (%s) to %s (%s)\n", n, c.In, r.Format(), c.Out, to)
	if faults > 0 {
		return fmt.Errorf("convert: %d games with faults, listed above", faults)
	}
	return nil
}

// format returns the format to write.
func (c convertCmd) format() (record.Format, error) {
	to := c.To
	if to == record.Unknown {
		to = record.ByName(c.Out)
	}
	switch {
	case to != record.Unknown:
		return to, nil
	case strings.EqualFold(filepath.Ext(c.Out), ".txt"):
		return record.Transcript, nil
	}
	return to, usagef("convert: the extension of %s tells no format: expected .txt, .ggf, .sgf, .wtb, .pgn or .obf, or name it by --to", c.Out)
}

// games ends with ctx and turns what is to be turned.
func (c convertCmd) games(ctx context.Context, games iter.Seq2[record.Game, error]) iter.Seq2[record.Game, error] {
	return func(yield func(record.Game, error) bool) {
		for g, err := range games {
			if c.Turn {
				g, _ = g.Normal()
			}
			if ctx.Err() != nil || !yield(g, err) {
				return
			}
		}
	}
}
