package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"othellier/cmd/othellier/study"
	"othellier/env/record"
	"othellier/env/words"
	"othellier/model"
	"othellier/train/report"
)

type testCmd struct {
	gameFlags
	//lint:ignore SA5008 the parser takes several set tags
	searchFlags `set:"sims=0" set:"policy= 0 asks the network alone." set:"solve=10"`
	Limit       int    `placeholder:"N" help:"Read only the first N games; 0 reads all."`
	Skip        int    `placeholder:"N" help:"Leave out the first N plies of every game; 0 leaves out none."`
	JSON        string `name:"json" placeholder:"FILE" help:"Write the results to FILE too, as JSON; - writes them instead of the table."`
	Workers     int    `placeholder:"N" help:"Positions are judged on N threads; 0 is one a core. It changes no result."`
}

func (testCmd) Help() string {
	return `Asks a network about every position of the games in which there was a choice, and counts by empty squares

  first, of the first three   how often the move that was played ranks so, with the 95 % interval (as though positions were
                              independent)
  log-loss, uniform           -log of the probability of that move, in nats, and the same if all moves were as probable
  results                     positions of games whose winner is known
  log-loss                    -log of the probability of win, draw or loss, in nats
  Brier                       squared error of the expected score (win 1, draw 1/2, loss 0): 0.25 if it is always 1/2
  discs off                   how far the expected margin is from the real one, empty squares to the winner

In problems (OBF) all moves of the highest score are right, and that score is the margin; "discs lost" is by how much the
network's first move is worse than the best. With --sims moves rank by a search, probabilities are shares of visits (the prior
counting as one more) and there is none of win, draw or loss. Games that were lost by time or a forfeit have no result here, resigned ones no
margin. A record that is damaged is named with its place and left out; the exit status then is 1.

Files are read as a stream: WTHOR files of any length, GGF, SGF, PGN, OBF and transcripts.

` + smallBoards + `

Examples:

  othellier test games.ggf
  othellier test games.pgn --skip 10 --sims 200
  othellier test problems.obf --net checkpoints/quick-001 --json -`
}

func (c testCmd) Run(ctx context.Context, std stdio) error {
	c.JSON = standard(c.JSON, std.out)
	if err := c.check(); err != nil {
		return err
	}
	source, err := c.source(std)
	if err != nil {
		return fmt.Errorf("test: %w", err)
	}
	net, err := loadNetwork(c.Net, std.err, c.Board)
	if err != nil {
		return err
	}
	if err := source.check(net); err != nil {
		return fmt.Errorf("test: %w", err)
	}
	exam := study.Exam{Skip: c.Skip, Limit: c.Limit}
	if exam.Settings, err = net.study(c.searchFlags, c.Workers); err != nil {
		return err
	}
	p, err := model.NewPredictor(net.weights, net.meta.Rules, study.Batch)
	if err != nil {
		return err
	}
	exam.Network = func() (study.Network, error) { return p.Clone(), nil }

	bar := report.NewBar(std.err, source.bytes)
	var faults []error
	result, err := study.Test(ctx, exam, source.games(ctx, net), func(fault error) {
		bar.Hide()
		faults = append(faults, fault)
		fmt.Fprintln(std.err, words.Error(fault))
	}, func(last record.Origin, games int) { bar.Set(source.done(last), games, "game") })
	bar.Hide()
	if result.Total.Positions == 0 {
		if err == nil {
			err = errors.New("no position to ask about")
		}
		return fmt.Errorf("test: %w", err)
	}
	about := study.About{Network: net.name(), Simulations: c.Simulations, MarginWeight: c.Margin, Solve: c.Solve}
	table := std.out
	if c.JSON == "-" {
		table = io.Discard
	}
	err = words.Join(err, result.Write(table, about),
		writeJSON(c.JSON, std.out, result.JSON(about, study.Finish{Faults: faults, Complete: err == nil})))
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%s with faults, listed above", words.Count(len(faults), "record"))
	}
	if err != nil {
		return fmt.Errorf("test: %w", err)
	}
	return nil
}

func (c testCmd) check() error {
	if err := c.searchFlags.check(0); err != nil {
		return err
	}
	if c.Limit < 0 {
		return usagef("--limit: %d is less than 0", c.Limit)
	}
	if c.Skip < 0 {
		return usagef("--skip: %d is less than 0", c.Skip)
	}
	if err := checkTarget("json", c.JSON); err != nil {
		return err
	}
	if err := c.spared("json", c.JSON); err != nil {
		return err
	}
	return checkWorkers(c.Workers)
}
