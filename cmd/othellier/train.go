package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"othellier/model/kernel"
	"othellier/train"
	"othellier/train/report"
)

type trainCmd struct {
	Config string   `placeholder:"NAME" help:"Configuration: quick (some ten minutes, the default), standard (under two hours), long (a day), 6x6, small-board, tiny, or the path of a YAML file."`
	Set    []string `sep:"none" placeholder:"KEY=VALUE" help:"Change one value of the configuration, such as selfplay.simulations=100; may be repeated."`
	Seed   *uint64  `placeholder:"N" help:"Seed of all chance; the same seed gives the same network, byte for byte."`
	Dir    string   `placeholder:"DIR" help:"Directory of the new run; the next free one below checkpoints/ if none is given."`
	Resume string   `placeholder:"DIR" help:"Go on with the run in DIR."`
}

func (trainCmd) Help() string {
	return `The network plays against itself, learns from the games, and plays again. A run lives in a directory of its own and can be
stopped at any instant, by an interrupt or otherwise, and resumed. At its end the network is measured against fixed players.

Every key of the configuration is explained in configs/quick.yaml.

Examples:

  othellier train
  othellier train --config small-board
  othellier train --set run.iterations=200 --set network.channels=64 --seed 7
  othellier train --resume checkpoints/quick-001
  othellier train --resume checkpoints/quick-001 --set run.iterations=160   # longer than planned`
}

func (c trainCmd) Run(ctx context.Context, std stdio) (err error) {
	defer surviveClosedPipes()()
	run, err := c.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	seen := report.New(run.Dir(), std.err)
	err = run.Loop(ctx, seen, judge)
	err = errors.Join(err, seen.Close())
	if ctx.Err() != nil {
		return fmt.Errorf("%w; go on with: othellier train --resume %s", ctx.Err(), run.Dir())
	}
	if err != nil {
		return err
	}
	if err := c.measure(ctx, run, std); err != nil {
		return fmt.Errorf("%w; the run is complete, measure it with: othellier eval %s", err, run.Dir())
	}
	return nil
}

// open starts a new run or opens the one to resume.
func (c trainCmd) open() (*train.Run, error) {
	if _, err := kernel.Select(); err != nil { // before a directory is made
		return nil, err
	}
	o := train.Options{Version: version(), Args: os.Args}
	if c.Resume != "" {
		if c.Config != "" || c.Dir != "" {
			return nil, usagef("train: --resume takes the configuration and the directory of the run; change values with --set")
		}
		if c.Seed != nil || assigns(c.Set, "run.seed") {
			return nil, usagef("train: the seed of a run cannot change: start a new run")
		}
		// Before the run takes over what is set.
		file := filepath.Join(c.Resume, "config.yaml")
		if config, err := train.LoadConfig(file, c.Set...); err == nil { // else Open says what is wrong
			if err := checkEvaluation(config, file, c.Set); err != nil {
				return nil, err
			}
		}
		o.Set = c.Set
		run, err := train.Open(c.Resume, o)
		var config *train.ConfigError
		if len(c.Set) > 0 && errors.As(err, &config) && config.File == c.Resume { // what cannot change
			err = usageError{err}
		}
		return run, err
	}
	sets := c.Set
	if c.Seed != nil {
		sets = append(sets, fmt.Sprintf("run.seed=%d", *c.Seed))
	}
	if c.Config == "" {
		c.Config = "quick"
	}
	config, err := loadConfig(c.Config, sets)
	if err != nil {
		return nil, err
	}
	if err := checkEvaluation(config, c.Config, sets); err != nil { // before a directory is made
		return nil, err
	}
	if c.Dir == "" {
		c.Dir = train.NextDir(runsDir, config)
	}
	return train.NewRun(c.Dir, config, o)
}

// measure prints the table at the end of a run and keeps it in its directory.
func (c trainCmd) measure(ctx context.Context, run *train.Run, std stdio) error {
	config := run.Config()
	e := evalCmd{
		Nets: []string{run.Dir()}, Against: config.Evaluation.Players,
		matchFlags: matchFlags{Games: config.Evaluation.Games, Seed: config.Run.Seed},
		playFlags:  playFlags{Simulations: simulations{n: config.Evaluation.Simulations}, styleFlags: styleFlags{config.SelfPlay.MarginWeight, config.SelfPlay.SolveEmpties}},
		MoveTime:   usualMoveTime,
	}
	return e.Run(ctx, std)
}
