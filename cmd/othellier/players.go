package main

import (
	"math/rand/v2"
	"strings"

	"othellier/model"
	"othellier/train"
	"othellier/train/arena"
)

// parsePlayers makes players of their names: see [arena.Specs].
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

// checkPlayers finds a player that does not exist before the training and not at
// its end. file is where the configuration comes from, but for what sets assign.
func checkPlayers(c train.Config, file string, sets []string) error {
	o := arena.Options{Rules: c.Rules, Weights: model.NewWeights(c.Network, rand.New(rand.NewPCG(0, 0)))}
	for _, list := range []struct {
		key     string
		players []string
	}{{"evaluation.players", c.Evaluation.Players}, {"evaluation.judge_players", c.Evaluation.JudgePlayers}} {
		if _, err := parsePlayers(list.players, o); err != nil {
			if assigns(sets, list.key) {
				file = "--set"
			}
			return &train.ConfigError{File: file, Key: list.key, Problem: err.Error()}
		}
	}
	return nil
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
