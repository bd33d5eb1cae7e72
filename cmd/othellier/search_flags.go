package main

import (
	"fmt"

	"othellier/mcts"
)

// searchFlags holds the flags of the network's searches.
type searchFlags struct {
	Simulations int     `name:"sims" default:"${sims}" help:"Simulations the network searches a move: more is stronger and slower.${policy}"`
	Margin      float64 `name:"margin-weight" default:"0.1" help:"How much the network cares for discs beside the win, 0 to 1."`
	Solve       int     `default:"${solve}" help:"Empty squares from which on positions are solved exactly, 0 (never) to 20."`
}

// playFlags holds the flags of the network's play in games.
type playFlags struct {
	searchFlags
	SolveRoot int `default:"${root}" help:"Empty squares from which on the position on the board is solved before any search, 0 (never) to 30; each two more take some five times as long. With two more it is asked who wins, which takes no longer. Where a move has a time, that decides instead."`
}

func (f playFlags) check(fewest int) error {
	if f.SolveRoot < 0 || f.SolveRoot > 30 {
		return usagef("--solve-root: %d is outside 0 to 30", f.SolveRoot)
	}
	return f.searchFlags.check(fewest)
}

// describe tells of all but the simulations.
func (f playFlags) describe() string {
	s := fmt.Sprintf("margin weight %v, %d empty squares solved", f.Margin, f.Solve)
	if f.SolveRoot > 0 {
		s += fmt.Sprintf(", %d on the board", f.SolveRoot)
	}
	return s
}

// check refuses what the search cannot take; fewest is the least number of
// simulations.
func (s searchFlags) check(fewest int) error {
	switch {
	case s.Simulations < fewest || s.Simulations > maxSimulations:
		return usagef("--sims: %d simulations are outside %d to %d", s.Simulations, fewest, maxSimulations)
	case !(s.Margin >= 0 && s.Margin <= 1):
		return usagef("--margin-weight: %v is outside 0 to 1", s.Margin)
	case s.Solve < 0 || s.Solve > 20:
		return usagef("--solve: %d is outside 0 to 20", s.Solve)
	}
	return nil
}

// config is how the network searches when it plays to win.
func (s searchFlags) config() mcts.Config {
	c := mcts.Default()
	c.MarginWeight = s.Margin
	return c
}
