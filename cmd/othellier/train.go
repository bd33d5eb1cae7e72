package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"othellier/env"
	"othellier/model"
	"othellier/train"
	"othellier/train/arena"
	"othellier/train/report"
)

type trainCmd struct {
	Config string   `placeholder:"NAME" help:"Configuration: quick (the default), small-board, tiny, or the path of a YAML file."`
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
  othellier train --resume checkpoints/quick-001`
}

func (c trainCmd) Run(ctx context.Context, std stdio) (err error) {
	run, err := c.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	if err := checkPlayers(run.Config()); err != nil { // of a resumed run
		return err
	}
	seen := report.New(run.Dir(), std.err)
	err = run.Loop(ctx, seen, judge)
	err = errors.Join(err, seen.Close())
	if ctx.Err() != nil {
		return fmt.Errorf("%w; go on with: othellier train --resume %s", ctx.Err(), run.Dir())
	}
	if err != nil {
		return err
	}
	return c.measure(ctx, run, std)
}

// open starts a new run or opens the one to resume.
func (c trainCmd) open() (*train.Run, error) {
	sets := c.Set
	if c.Seed != nil {
		sets = append(sets, fmt.Sprintf("run.seed=%d", *c.Seed))
	}
	o := train.Options{Version: version(), Args: os.Args}
	if c.Resume != "" {
		if c.Config != "" || c.Dir != "" {
			return nil, usagef("train: --resume takes the configuration and the directory of the run; change values with --set")
		}
		o.Set = sets
		return train.Open(c.Resume, o)
	}
	if c.Config == "" {
		c.Config = "quick"
	}
	config, err := train.LoadConfig(c.Config, sets...)
	if err != nil {
		return nil, err
	}
	if err := checkPlayers(config); err != nil { // before a directory is made
		return nil, err
	}
	if c.Dir == "" {
		c.Dir = train.NextDir(runsDir, config)
	}
	return train.NewRun(c.Dir, config, o)
}

// checkPlayers finds a player that does not exist before the training and not at
// its end.
func checkPlayers(c train.Config) error {
	o := arena.Options{Rules: c.Rules, Weights: model.NewWeights(c.Network, rand.New(rand.NewPCG(0, 0)))}
	for _, list := range []struct {
		key     string
		players []string
	}{{"evaluation.players", c.Evaluation.Players}, {"evaluation.judge_players", c.Evaluation.JudgePlayers}} {
		if _, err := parsePlayers(list.players, o); err != nil {
			return &train.ConfigError{Key: list.key, Problem: err.Error()}
		}
	}
	return nil
}

// measure prints the table at the end of a run and keeps it in its directory.
func (c trainCmd) measure(ctx context.Context, run *train.Run, std stdio) error {
	config := run.Config()
	e := evalCmd{
		Nets: []string{run.Dir()}, Against: config.Evaluation.Players, Games: config.Evaluation.Games, Seed: config.Run.Seed,
		strength: strength{config.Evaluation.Simulations, config.SelfPlay.MarginWeight, config.SelfPlay.SolveEmpties},
	}
	return e.Run(ctx, std)
}

// judge lets a network in training play against the players of a trial.
func judge(ctx context.Context, w *model.Weights, t train.Trial) (train.Judgement, error) {
	search := strength{Margin: t.Search.MarginWeight}.search()
	search.CPuct, search.FPU = t.Search.CPuct, t.Search.FPU
	o := arena.Options{Rules: t.Rules, Weights: w, Search: search, SolveEmpties: t.Search.SolveEmpties}
	self, err := arena.Parse(fmt.Sprintf("net:%d", t.Simulations), o)
	if err != nil {
		return train.Judgement{}, err
	}
	opponents, err := parsePlayers(t.Players, o)
	if err != nil {
		return train.Judgement{}, err
	}
	played, err := arena.Match{Rules: t.Rules, Openings: t.Games / 2, Seed: t.Seed}.Ladder(ctx, self, opponents...)
	if err != nil {
		return train.Judgement{}, err
	}
	results := make([]train.Result, len(played))
	for i, r := range played {
		results[i] = train.Result{
			Opponent: r.Opponent, Wins: r.Wins, Draws: r.Draws, Losses: r.Losses,
			Score: r.Score.Value, Low: r.Score.Low, High: r.Score.High,
		}
	}
	return train.Judgement{Results: results, Rating: rating(played)}, nil
}

// rating rates the player of the results by the known ratings of its opponents;
// nil where there are none, as on small boards.
func rating(played []arena.Result) *train.Rating {
	rules := played[0].Rules
	rules.Scoring = 0 // changes no winner
	if rules != (env.Rules{}) {
		return nil
	}
	ranked, err := arena.Rank(played, arena.Fixed())
	if err != nil { // none of the opponents is known
		return nil
	}
	i := slices.IndexFunc(ranked, func(r arena.Ranked) bool { return r.Player == played[0].Player })
	r := ranked[i].Rating
	round := func(x float64) float64 { return math.Round(10*x) / 10 }
	return &train.Rating{Value: round(r.Value), Low: round(r.Low), High: round(r.High)}
}

func parsePlayers(specs []string, o arena.Options) ([]arena.Entrant, error) {
	entrants := make([]arena.Entrant, len(specs))
	for i, spec := range specs {
		var err error
		if entrants[i], err = arena.Parse(spec, o); err != nil {
			return nil, err
		}
	}
	return entrants, nil
}
