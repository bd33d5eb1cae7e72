package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/goccy/go-yaml"

	"othellier/model"
	"othellier/train"
	"othellier/train/arena"
)

// parsePlayers makes players of their names: see [arena.Specs]. timed says that
// their match has a clock. Where a name is wrong and not a file that it has in it,
// that is a fault of the command line.
func parsePlayers(specs []string, o arena.Options, timed bool) ([]arena.Entrant, error) {
	entrants := make([]arena.Entrant, len(specs))
	for i, spec := range specs {
		var err error
		if entrants[i], err = parsePlayer(spec, o, timed); err != nil {
			return nil, err
		}
	}
	return entrants, nil
}

func parsePlayer(spec string, o arena.Options, timed bool) (arena.Entrant, error) {
	e, err := arena.Parse(spec, o)
	var file *arena.FileError
	switch {
	case errors.As(err, &file):
		return e, err
	case err != nil:
		return e, usageError{err}
	case e.NeedsClock && !timed:
		return e, usagef("player %q plays by the clock of a match, and this one has none", e.Name)
	}
	return e, nil
}

// checkEvaluation finds before the training, and not at its end, that a player
// does not exist or that the board has too few openings. file is where the
// configuration comes from, but for what sets assign.
func checkEvaluation(c train.Config, file string, sets []string) error {
	fail := func(key string, err error) error {
		if assigns(sets, key) {
			file = "--set"
		}
		e := &train.ConfigError{File: file, Key: key, Problem: err.Error()}
		e.Line, e.Column = lineOf(file, key)
		return e
	}
	o := arena.Options{Rules: c.Rules, Weights: model.NewWeights(c.Network, rand.New(rand.NewPCG(0, 0)))}
	e := c.Evaluation
	if _, err := parsePlayers(e.Players, o, false); err != nil {
		return fail("evaluation.players", err)
	}
	if _, err := parsePlayers(e.JudgePlayers, o, false); err != nil {
		return fail("evaluation.judge_players", err)
	}
	if f := (matchFlags{Games: e.Games, Seed: c.Run.Seed}); !f.enough(c.Rules, e.Games/2) {
		return fail("evaluation.games", fmt.Errorf("the board has too few openings for %d games", e.Games))
	}
	if f := (matchFlags{Games: e.JudgeGames}); c.Run.EvaluateEvery > 0 && !f.enough(c.Rules, e.JudgeGames/2) {
		return fail("evaluation.judge_games", fmt.Errorf("the board has too few openings for %d games", e.JudgeGames))
	}
	return nil
}

// lineOf returns where the value of a key stands in a YAML file, 0 if that is
// not known.
func lineOf(file, key string) (line, column int) {
	f, err := os.Open(file)
	if err != nil { // an embedded configuration, or --set
		return 0, 0
	}
	defer f.Close() // nothing was written
	path, err := yaml.PathString("$." + key)
	if err != nil {
		return 0, 0
	}
	node, err := path.ReadNode(f)
	if err != nil || node.GetToken() == nil {
		return 0, 0
	}
	at := node.GetToken().Position
	return at.Line, at.Column
}

// assigns says whether one of the assignments is to a key.
func assigns(sets []string, key string) bool {
	for _, set := range sets {
		if name, _, _ := strings.Cut(set, "="); strings.TrimSpace(name) == key {
			return true
		}
	}
	return false
}

// loadConfig loads a configuration that the command line names.
func loadConfig(name string, sets []string) (train.Config, error) {
	c, err := train.LoadConfig(name, sets...)
	if err != nil && !strings.ContainsAny(name, `./\`) { // no file but an embedded one
		err = usageError{err}
	}
	return c, err
}
