package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"othellier/env"
	"othellier/mcts"
)

// leavesAtOnce is how many leaves of one game a batch holds: enough that the
// network works at a good rate, few enough that virtual loss misleads little.
const leavesAtOnce = 8

// thinker searches one position at a time for the player at the terminal.
type thinker struct {
	search      *mcts.Search
	runner      *mcts.Runner
	simulations int
}

// searchConfig is how the network searches when it plays to win.
func searchConfig(marginWeight float64) mcts.Config {
	c := mcts.Default()
	c.MarginWeight = marginWeight
	return c
}

// checkMarginWeight refuses what searchConfig cannot take.
func checkMarginWeight(w float64) error {
	if !(w >= 0 && w <= 1) {
		return usagef("the margin weight %v is outside 0 to 1", w)
	}
	return nil
}

func newThinker(r env.Rules, ev mcts.Evaluator, simulations int, marginWeight float64) *thinker {
	runner := mcts.NewRunner(ev, leavesAtOnce)
	runner.PerSearch = leavesAtOnce
	return &thinker{search: mcts.New(r, searchConfig(marginWeight)), runner: runner, simulations: simulations}
}

// think searches p, which must not be over, and leaves the result in t.search.
func (t *thinker) think(ctx context.Context, p env.Position) error {
	t.search.Reset(p)
	return t.runner.Run(ctx, []*mcts.Search{t.search}, []int{t.simulations})
}

// hint describes the best moves that the last search found.
func (t *thinker) hint(r env.Rules, most int) string {
	root := t.search.Root()
	var b strings.Builder
	fmt.Fprintf(&b, "  move  visits  win chance  margin   prior   (%d simulations)\n", root.Visits)
	children := slices.Clone(root.Children)
	slices.SortStableFunc(children, func(a, b mcts.Child) int { return b.Visits - a.Visits })
	for _, c := range children[:min(most, len(children))] {
		fmt.Fprintf(&b, "  %-4s  %6d     %5.1f %%  %+6.1f  %5.1f %%\n",
			c.Move, c.Visits, 50*(1+c.Value), c.Margin*float64(r.NumSquares()), 100*c.Prior)
	}
	fmt.Fprintf(&b, "  line: %s\n", strings.Join(names(t.search.PV(nil)), " "))
	return b.String()
}

func names(moves []env.Move) []string {
	s := make([]string, len(moves))
	for i, m := range moves {
		s[i] = m.String()
	}
	return s
}
