package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"othellier/env"
	"othellier/env/words"
	"othellier/mcts"
	"othellier/mcts/endgame"
)

// leavesAtOnce is how many leaves of one game a batch holds: enough that the
// network works at a good rate, few enough that virtual loss misleads little.
const leavesAtOnce = 8

// searcher searches one position at a time for the player at the terminal.
type searcher struct {
	search      *mcts.Search
	runner      *mcts.Runner
	simulations int
	time        time.Duration // of a move, in place of simulations; 0 is none
}

// searchFlags holds the flags of the network's searches.
type searchFlags struct {
	Simulations int     `name:"sims" default:"${sims}" help:"Simulations the network searches a move: more is stronger and slower.${policy}"`
	Margin      float64 `name:"margin-weight" default:"0.1" help:"How much the network cares for discs beside the win, 0 to 1."`
	Solve       int     `default:"${solve}" help:"Empty squares from which on positions are solved exactly, 0 (never) to 20."`
}

// playFlags holds the flags of the network's play in games.
type playFlags struct {
	searchFlags
	SolveRoot int `default:"${root}" help:"Empty squares from which on the position on the board is solved before any search, 0 (never) to 30; each two more take some five times as long. Where a move has a time, that decides instead."`
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

func newSearcher(r env.Rules, ev mcts.Evaluator, how searchFlags) (*searcher, error) {
	c := how.config()
	if how.Solve > 0 {
		solver, err := endgame.New(r, endgame.Options{})
		if err != nil {
			return nil, err
		}
		c.Solver, c.SolveEmpties = solver, how.Solve
	}
	runner := mcts.NewRunner(ev, leavesAtOnce)
	runner.PerSearch = leavesAtOnce
	return &searcher{search: mcts.New(r, c), runner: runner, simulations: how.Simulations}, nil
}

// think searches p, which must not be over, and leaves the result in s.search.
func (s *searcher) think(ctx context.Context, p env.Position) error {
	s.search.Reset(p)
	if s.time == 0 {
		return s.runner.Run(ctx, []*mcts.Search{s.search}, []int{s.simulations})
	}
	timed, cancel := context.WithTimeout(ctx, s.time)
	defer cancel()
	err := s.runner.Run(timed, []*mcts.Search{s.search}, []int{maxSimulations})
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// hint describes the best moves that the last search found.
func (s *searcher) hint(r env.Rules, most int) string {
	root := s.search.Root()
	var b strings.Builder
	fmt.Fprintf(&b, "  move  visits  win chance  margin   prior   (%s)\n", words.Count(root.Visits, "simulation"))
	children := slices.Clone(root.Children)
	slices.SortStableFunc(children, func(a, b mcts.Child) int { return b.Visits - a.Visits })
	for _, c := range children[:min(most, len(children))] {
		fmt.Fprintf(&b, "  %-4s  %6d     %5.1f %%  %+6.1f  %5.1f %%\n",
			c.Move, c.Visits, 50*(1+c.Value), c.Margin*float64(r.NumSquares()), 100*c.Prior)
	}
	fmt.Fprintf(&b, "  line: %s\n", names(s.search.PV(nil)))
	return b.String()
}

// names lists moves, separated by blanks.
func names(moves []env.Move) string {
	s := make([]string, len(moves))
	for i, m := range moves {
		s[i] = m.String()
	}
	return strings.Join(s, " ")
}
