package study

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"othellier/env"
	"othellier/mcts"
	"othellier/mcts/endgame"
)

// Value is what is expected of a position for one side.
type Value struct {
	Win   float64 // chance to win, a draw counting half: 0 to 1
	Discs float64 // final margin in discs, empty squares to the winner
	Exact bool    // proven to the end of the game
}

// other is the value for the other side.
func (v Value) other() Value { return Value{1 - v.Win, 0 - v.Discs, v.Exact} } // 0-0 is 0 where -0 has a sign

// known is the value of a result.
func known(margin int) Value {
	v := Value{Win: 0.5, Discs: float64(margin), Exact: true}
	switch {
	case margin > 0:
		v.Win = 1
	case margin < 0:
		v.Win = 0
	}
	return v
}

// judgement is what a position is worth for its side to move, and how it goes
// on.
type judgement struct {
	Value
	best env.Move
	line []env.Move // from best on; empty at the end of a game
}

// utility is what the search maximises.
func (c *crew) utility(v Value) float64 {
	w := c.settings.Search.MarginWeight
	return float64((1-w)*(2*v.Win-1)) + float64(w*v.Discs/float64(c.settings.Rules.NumSquares()))
}

// judge judges positions. Where there is nothing to choose it is the position
// behind the forced moves that counts. Equal ones are judged once.
func (c *crew) judge(ctx context.Context, positions []env.Position) ([]judgement, error) {
	all := make([]judgement, len(positions))
	targets := make([]env.Position, len(positions))
	found := map[env.Position]*judgement{}
	var tasks []*task
	for i, p := range positions {
		all[i].line, targets[i] = c.forced(p)
		if found[targets[i]] == nil {
			j := &judgement{}
			found[targets[i]] = j
			if t := c.task(targets[i], j); t != nil {
				tasks = append(tasks, t)
			}
		}
	}
	if err := c.do(ctx, tasks); err != nil {
		return nil, err
	}
	for i := range all {
		forced, j := all[i].line, found[targets[i]]
		all[i].Value, all[i].best, all[i].line = j.Value, j.best, append(forced, j.line...)
		if len(forced) > 0 {
			all[i].best = forced[0]
		}
		if len(forced)%2 == 1 { // every move hands over the turn
			all[i].Value = j.other()
		}
	}
	return all, nil
}

// forced returns the moves that follow for want of a choice, and where they
// lead.
func (c *crew) forced(p env.Position) (line []env.Move, _ env.Position) {
	r := c.settings.Rules
	for {
		moves, pass := r.Status(p)
		var m env.Move
		switch {
		case pass:
			m = env.Pass
		case bits.OnesCount64(moves) == 1:
			m = env.Move(bits.TrailingZeros64(moves))
		default:
			return line, p
		}
		line, p = append(line, m), r.Next(p, m)
	}
}

// task returns what finds out about p, or nil if the game is over.
func (c *crew) task(p env.Position, j *judgement) *task {
	r := c.settings.Rules
	if r.Over(p) {
		j.Value, j.best = known(r.Margin(p)), env.Pass
		return nil
	}
	t := &task{position: p}
	if r.NumSquares()-bits.OnesCount64(p.Own|p.Opp) <= c.settings.Solve {
		t.solve = func(r endgame.Result) { *j = judgement{known(r.Margin), r.Best, r.PV} }
	} else {
		t.search = func(s *mcts.Search) { *j = c.read(s) }
	}
	return t
}

// read returns what a search has found.
func (c *crew) read(s *mcts.Search) judgement {
	root := s.Root()
	j := judgement{best: s.Best(), line: s.PV(nil)}
	if len(j.line) == 0 {
		j.line = []env.Move{j.best}
	}
	discs := root.Margin * float64(c.settings.Rules.NumSquares())
	if root.Proven && c.settings.Search.MarginWeight > 0 { // else the proof is of the winner alone
		j.Value = known(int(math.Round(discs)))
	} else {
		j.Value = Value{Win: (1 + root.Value) / 2, Discs: discs}
	}
	return j
}

// visited orders the moves of a root as a search prefers them: the one it would
// play, then by visits, then in the order of the squares.
func visited(root mcts.Root, best env.Move) []mcts.Child {
	children := slices.Clone(root.Children)
	slices.SortStableFunc(children, func(a, b mcts.Child) int {
		switch best {
		case a.Move:
			return -1
		case b.Move:
			return 1
		}
		return b.Visits - a.Visits
	})
	return children
}
