package endgame

import (
	"fmt"
	"strings"

	"othellier/env"
)

// Result is what a solve has found, seen from the side to move of Position.
type Result struct {
	Position env.Position
	Empties  int // empty squares of Position
	Mode     Mode
	Exact    bool // the question of Mode is answered; false only when the solve was cancelled

	// Margin is the final margin in discs in [ModeMargin], its sign in
	// [ModeOutcome]. Where Exact is false it is the same of Lower, which Best
	// is sure to reach.
	Margin int
	// Lower and Upper bound the final margin.
	Lower, Upper int
	// Best is a best move, [env.Pass] when no square can be played. Where Exact
	// is false it is the best known.
	Best env.Move
	// PV is a line of best play from Best to the end of the game, passes
	// included; in [ModeOutcome] one that keeps the outcome. A cancelled solve
	// may know no more of it than Best.
	PV    []env.Move
	Nodes uint64 // positions visited
}

// settled reports whether the bounds answer the question of the mode.
func (r *Result) settled() bool {
	if r.Mode == ModeOutcome {
		return sign(r.Lower) == sign(r.Upper)
	}
	return r.Lower == r.Upper
}

// conclude sets Exact and Margin by the bounds.
func (r *Result) conclude() {
	r.Exact, r.Margin = r.settled(), r.Lower
	if r.Mode == ModeOutcome {
		r.Margin = sign(r.Lower)
	}
}

// Answer returns the margin with its sign, or the outcome: "+4", "win". A
// margin that is not known is given by its bounds: "-6..+20".
func (r Result) Answer() string {
	switch {
	case !r.Exact:
		return fmt.Sprintf("%+d..%+d", r.Lower, r.Upper)
	case r.Mode == ModeOutcome:
		return [...]string{"loss", "draw", "win"}[r.Margin+1]
	}
	return fmt.Sprintf("%+d", r.Margin)
}

// String returns the answer and the line, or the best move if that is all.
func (r Result) String() string { return r.Answer() + " " + r.line() }

func (r Result) line() string {
	if len(r.PV) == 0 {
		return "game over"
	}
	moves := make([]string, len(r.PV))
	for i, m := range r.PV {
		moves[i] = m.String()
	}
	return strings.Join(moves, " ")
}

// sign returns -1, 0 or 1.
func sign(x int) int { return min(max(x, -1), 1) }
