package main

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

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
	Simulations simulations `name:"sims" default:"${sims}" help:"Simulations the network searches a move: more is stronger and slower. Beside ${time} this counts only if it is given, and then whichever ends first.${policy}"`
	Seconds     *float64    `placeholder:"S" help:"Time the network searches a move, in seconds from 0.001 to 3600. It plays at once what it has proven, and stops early where more time would change nothing."`
	styleFlags
	rootFlag
}

// simulations is a number of them, and whether somebody has asked for it.
type simulations struct {
	n     int
	given bool // by the command line, see noteGiven
}

// UnmarshalText reads a number.
func (s *simulations) UnmarshalText(text []byte) (err error) {
	if s.n, err = strconv.Atoi(string(text)); err != nil {
		return fmt.Errorf("%q is not a number of simulations", text)
	}
	return nil
}

// check refuses what the search cannot take; fewest is the least number of
// simulations.
func (f playFlags) check(fewest int) error {
	switch n, time := f.Simulations.n, f.Seconds; {
	case time != nil && !(*time >= 0.001 && *time <= 3600):
		return usagef("--seconds: %v is outside 0.001 to 3600", *time)
	case time != nil && n == 0 && fewest == 0:
		return usagef("--sims 0 plays the policy alone, which takes no time: leave out --seconds or --sims")
	}
	return cmp.Or(checkSimulations(f.Simulations.n, fewest), f.rootFlag.check(), f.styleFlags.check())
}

// bounds returns what ends the search of a move where there is no clock: a
// number of simulations, a time, or whichever comes first. What does not is 0.
func (f playFlags) bounds() (int, time.Duration) {
	switch {
	case f.Seconds == nil:
		return f.Simulations.n, 0
	case f.Simulations.given:
		return f.Simulations.n, f.time()
	}
	return 0, f.time()
}

// time is what a move has, 0 if no flag says so.
func (f playFlags) time() time.Duration {
	if f.Seconds == nil {
		return 0
	}
	return time.Duration(*f.Seconds * float64(time.Second))
}

func (f rootFlag) check() error {
	if f.SolveRoot < 0 || f.SolveRoot > 30 {
		return usagef("--solve-root: %d is outside 0 to 30", f.SolveRoot)
	}
	return nil
}

// describe tells of all but how long it searches.
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
