package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"othellier/cmd/othellier/study"
	"othellier/env/record"
	"othellier/env/words"
	"othellier/mcts"
	"othellier/model"
	"othellier/train/report"
)

type analyzeCmd struct {
	gameFlags
	//lint:ignore SA5008 the parser takes several set tags
	searchFlags `set:"sims=200" set:"policy=" set:"solve=18"`
	Record      *int   `placeholder:"N" help:"Take only the N-th game, from 1 on."`
	Brief       bool   `help:"Print a line a game instead of a table."`
	JSON        string `name:"json" placeholder:"FILE" help:"Write everything to FILE too, as JSON; - writes it instead of the tables."`
	CSV         string `name:"csv" placeholder:"FILE" help:"Write a row for each move to FILE too; - as for --json."`
	SVG         string `name:"svg" placeholder:"FILE" help:"Draw the course of the game into FILE; - as for --json."`
	Workers     int    `placeholder:"N" help:"Positions are searched on N threads; 0 is one a core. It changes no result."`
}

func (analyzeCmd) Help() string {
	return `Goes through games move by move: the win chance and the expected margin before and after each move, what it lost, and what
would have been better. A draw counts half a win; margins are in discs and count empty squares for the winner. Values are those of
the side that moves; the last two columns are Black's. An equals sign stands before margins that are proven to the end of the game.

The position after a move and that after the move which the network prefers are searched with --sims simulations each, or solved;
the better of the two is the value before the move. At the end stands how often each side found a best move, as far as is
known, and what its moves lost, by phase of the game; brackets are 95 % intervals. Moves that were forced do not count.

Files are transcripts (one game a line), GGF, SGF, WTHOR, PGN or OBF. A record that is damaged is named with its place and left
out; the exit status then is 1.

` + smallBoards + `

Columns of --csv: ` + strings.Join(study.Columns, ", ") + `.
Win chances are from 0 to 1. The README says what --json writes.

Examples:

  othellier analyze f5d6c3d3c4f4
  othellier analyze game.sgf --sims 1000 --svg game.svg
  othellier analyze games.ggf --brief --csv moves.csv
  othellier convert games.pgn games.txt && head -1 games.txt | othellier analyze - --json -`
}

func (c analyzeCmd) Run(ctx context.Context, std stdio) error {
	for _, path := range []*string{&c.JSON, &c.CSV, &c.SVG} {
		*path = standard(*path, std.out)
	}
	if err := c.check(); err != nil {
		return err
	}
	source, err := c.source(std)
	if err != nil {
		return fmt.Errorf("analyze: %w", err)
	}
	net, err := loadNetwork(c.Net, std.err, c.Board)
	if err != nil {
		return err
	}
	if err := source.check(net); err != nil {
		return fmt.Errorf("analyze: %w", err)
	}
	settings, err := net.study(c.searchFlags, c.Workers)
	if err != nil {
		return err
	}
	in := source.games(ctx, net)
	if c.Record != nil {
		in = nth(in, *c.Record)
	}
	if c.SVG != "" {
		if in, err = single(in); err != nil {
			return err
		}
	}
	out, err := c.writers(std.out, study.About{
		Network: net.name(), Simulations: c.Simulations, MarginWeight: c.Margin, Solve: c.Solve,
	})
	if err != nil {
		return err
	}
	bar := report.NewBar(std.err, source.bytes)
	games, faults := 0, []error(nil)
	err = study.Analyze(ctx, settings, in, func(g study.Game) error {
		bar.Hide()
		games++
		if err := out.game(g); err != nil {
			return err
		}
		bar.Set(source.done(g.Record.Origin), games, "game")
		return nil
	}, func(fault error) {
		bar.Hide()
		faults = append(faults, fault)
		fmt.Fprintln(std.err, words.Error(fault))
	})
	bar.Hide()
	if games == 0 {
		out.discard()
		if err == nil {
			err = errors.New("no game could be analysed")
		}
		return fmt.Errorf("analyze: %w", err)
	}
	err = words.Join(err, out.end(study.Finish{Faults: faults, Complete: err == nil}))
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%s with faults, listed above", words.Count(len(faults), "record"))
	}
	if err != nil {
		return fmt.Errorf("analyze: %w", err)
	}
	return nil
}

func (c analyzeCmd) check() error {
	if err := c.searchFlags.check(1); err != nil {
		return err
	}
	if err := checkWorkers(c.Workers); err != nil {
		return err
	}
	if c.Record != nil && *c.Record < 1 {
		return usagef("--record: %d is less than 1", *c.Record)
	}
	toStdout := ""
	for _, f := range []struct{ flag, path string }{{"json", c.JSON}, {"csv", c.CSV}, {"svg", c.SVG}} {
		if f.path == "-" && toStdout != "" {
			return usagef("--%s and --%s both write to standard output", toStdout, f.flag)
		}
		if f.path == "-" {
			toStdout = f.flag
		}
		if err := checkTarget(f.flag, f.path); err != nil {
			return err
		}
		if err := c.spared(f.flag, f.path); err != nil {
			return err
		}
	}
	return nil
}

// study is how package study is to judge positions by the network.
func (n network) study(how searchFlags, workers int) (study.Settings, error) {
	p, err := model.NewPredictor(n.weights, n.meta.Rules, study.Batch)
	if err != nil {
		return study.Settings{}, fmt.Errorf("%s: %w", n.path, err)
	}
	return study.Settings{
		Rules: n.meta.Rules, Search: how.config(), Simulations: how.Simulations, Solve: how.Solve, Workers: workers,
		Evaluator: func() (mcts.Evaluator, error) { return mcts.NewTurned(p.Clone()), nil },
	}, nil
}

// name is the name of the network's file without its extension.
func (n network) name() string { return strings.TrimSuffix(filepath.Base(n.path), ".safetensors") }

// nth leaves only the n-th record.
func nth(in study.Input, n int) study.Input {
	return func(yield func(record.Game, error) bool) {
		i := 0
		for g, err := range in {
			if i++; i == n {
				yield(g, err)
				return
			}
		}
		yield(record.Game{}, fmt.Errorf("there is no game %d, only %s", n, words.Count(i, "game")))
	}
}

// single refuses more than one game.
func single(in study.Input) (study.Input, error) {
	type item struct {
		game record.Game
		err  error
	}
	var items []item
	games := 0
	for g, err := range in {
		if err == nil || errors.Is(err, record.ErrResult) {
			games++
		}
		if games > 1 {
			return nil, usagef("--svg: it draws one game, and there are more: choose one by --record N")
		}
		items = append(items, item{g, err})
	}
	return func(yield func(record.Game, error) bool) {
		for _, i := range items {
			if !yield(i.game, i.err) {
				return
			}
		}
	}, nil
}

// outputs are the writers of an analysis with their files.
type outputs struct {
	writers []study.Writer
	targets []*target
}

func (c analyzeCmd) writers(out io.Writer, about study.About) (*outputs, error) {
	o := &outputs{}
	if c.JSON != "-" && c.CSV != "-" && c.SVG != "-" {
		o.writers = append(o.writers, study.NewTable(out, c.Brief))
	}
	for _, f := range []struct {
		path string
		make func(io.Writer) study.Writer
	}{
		{c.JSON, func(w io.Writer) study.Writer { return study.NewJSON(w, about) }},
		{c.CSV, func(w io.Writer) study.Writer { return study.NewCSV(w) }},
		{c.SVG, func(w io.Writer) study.Writer { return &picture{w} }},
	} {
		if f.path == "" {
			continue
		}
		t, err := openTarget(f.path, out)
		if err != nil {
			o.discard()
			return nil, err
		}
		o.targets, o.writers = append(o.targets, t), append(o.writers, f.make(t))
	}
	return o, nil
}

func (o *outputs) game(g study.Game) error {
	for _, w := range o.writers {
		if err := w.Game(g); err != nil {
			return err
		}
	}
	return nil
}

// end completes all files, whatever happens to one of them.
func (o *outputs) end(f study.Finish) error {
	var errs []error
	for _, w := range o.writers {
		errs = append(errs, w.End(f))
	}
	for _, t := range o.targets {
		errs = append(errs, t.commit())
	}
	return words.Join(errs...)
}

func (o *outputs) discard() {
	for _, t := range o.targets {
		t.discard()
	}
}

// picture draws its only game.
type picture struct{ out io.Writer }

func (p *picture) Game(g study.Game) error {
	var b bytes.Buffer
	if err := study.Draw(&b, g); err != nil {
		return err
	}
	_, err := p.out.Write(b.Bytes())
	return err
}

func (*picture) End(study.Finish) error { return nil }
