package endgame

import (
	"fmt"
	"strings"

	"othellier/env"
)

// Result is what a solve has found, seen from the side to move of Position.
type Result struct {
	Position env.Position
	Mode     Mode
	Exact    bool // the question of Mode is answered; false only when the solve was cancelled

	// Margin is the final margin in discs in [ModeMargin], its sign in
	// [ModeOutcome]. Where Exact is false it is what Best is sure to reach.
	Margin int
	// Lower and Upper bound the final margin.
	Lower, Upper int
	// Best is a best move, env.Pass when no square can be played. Where Exact
	// is false it is the best known.
	Best env.Move
	// PV is a line of best play from Best to the end of the game, passes
	// included. In [ModeOutcome] both sides only keep the outcome.
	PV    []env.Move
	Nodes uint64 // positions visited
}

// settled reports whether the bounds answer the question of the mode.
func (r *Result) settled() bool {
	if r.Mode == ModeOutcome {
		return r.Lower > 0 || r.Upper < 0 || r.Lower == 0 && r.Upper == 0
	}
	return r.Lower == r.Upper
}

func (r *Result) finish(nodes uint64) {
	r.Nodes, r.Exact, r.Margin = nodes, r.settled(), r.Lower
	if r.Exact && r.Mode == ModeOutcome {
		r.Margin = 0
		if r.Lower > 0 {
			r.Margin = 1
		}
		if r.Upper < 0 {
			r.Margin = -1
		}
	}
}

// String returns the answer and the line.
func (r Result) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s ", r.Answer())
	for _, m := range r.PV {
		fmt.Fprintf(&b, " %v", m)
	}
	return b.String()
}

// Answer returns the margin with its sign, the outcome, or the bounds of a
// margin that is not known.
func (r Result) Answer() string {
	switch {
	case !r.Exact:
		return fmt.Sprintf("%+d..%+d", r.Lower, r.Upper)
	case r.Mode == ModeOutcome:
		return [...]string{"loss", "draw", "win"}[r.Margin+1]
	}
	return fmt.Sprintf("%+d", r.Margin)
}
