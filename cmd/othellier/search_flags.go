package main

import (
	"cmp"
	"fmt"

	"othellier/mcts"
)

// styleFlags say how the network searches, however long.
type styleFlags struct {
	Margin float64 `name:"margin-weight" default:"0.1" help:"How much the network cares for discs beside the win, 0 to 1."`
	Solve  int     `default:"${solve}" help:"Empty squares from which on positions are solved exactly, 0 (never) to 20."`
}

// rootFlag says what is solved before any search, in games.
type rootFlag struct {
	SolveRoot int `default:"${root}" help:"Empty squares from which on the position on the board is solved before any search, 0 (never) to 30; each two more take some five times as long. With two more it is asked who wins, which takes no longer. Where a move has a time, that decides instead."`
}

// searchFlags holds the flags of the network's searches.
type searchFlags struct {
	Simulations int `name:"sims" default:"${sims}" help:"Simulations the network searches a move: more is stronger and slower.${policy}"`
	styleFlags
}

// playFlags holds the flags of the network's play in games.
type playFlags struct {
	searchFlags
	rootFlag
}

// check refuses what the search cannot take; fewest is the least number of
// simulations.
func (f playFlags) check(fewest int) error {
	return cmp.Or(f.rootFlag.check(), f.searchFlags.check(fewest))
}

func (f rootFlag) check() error {
	if f.SolveRoot < 0 || f.SolveRoot > 30 {
		return usagef("--solve-root: %d is outside 0 to 30", f.SolveRoot)
	}
	return nil
}

// describe tells of all but the simulations.
func (f playFlags) describe() string {
	s := fmt.Sprintf("margin weight %v, %d empty squares solved", f.Margin, f.Solve)
	if f.SolveRoot > 0 {
		s += fmt.Sprintf(", %d on the board", f.SolveRoot)
	}
	return s
}

func (s searchFlags) check(fewest int) error {
	return cmp.Or(checkSimulations(s.Simulations, fewest), s.styleFlags.check())
}

func checkSimulations(n, fewest int) error {
	if n < fewest || n > maxSimulations {
		return usagef("--sims: %d simulations are outside %d to %d", n, fewest, maxSimulations)
	}
	return nil
}

func (s styleFlags) check() error {
	switch {
	case !(s.Margin >= 0 && s.Margin <= 1):
		return usagef("--margin-weight: %v is outside 0 to 1", s.Margin)
	case s.Solve < 0 || s.Solve > 20:
		return usagef("--solve: %d is outside 0 to 20", s.Solve)
	}
	return nil
}

// config is how the network searches when it plays to win.
func (s styleFlags) config() mcts.Config {
	c := mcts.Default()
	c.MarginWeight = s.Margin
	return c
}
