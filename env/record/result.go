package record

import (
	"fmt"
	"strconv"
	"strings"

	"othellier/env"
)

// Stated says how much of a result a record states.
type Stated uint8

// What is stated.
const (
	Nothing Stated = iota
	Winner         // who has won, or that nobody has
	Score          // the margin too
)

// Reason says how a game ended.
type Reason uint8

// The reasons.
const (
	Played   Reason = iota // played out, or no reason given
	Resigned               // the loser resigned
	Timeout                // the loser ran out of time
	Agreed                 // the players agreed on the score
	Forfeit                // the loser broke a rule or was absent
)

// Result is the result as a record states it.
type Result struct {
	Stated Stated
	// Margin is Black's discs minus White's, empty squares to the winner, -64 to
	// 64 on the full board; games with komi have fractions. Where only the winner
	// is stated it is 1, 0 or -1.
	Margin float64
	Reason Reason
}

// String returns the result in the form of SGF: "B+12", "W+R", "0", or "?".
func (r Result) String() string {
	if r.Stated == Nothing {
		return "?"
	}
	side, margin := "B+", r.Margin
	switch {
	case margin == 0:
		return "0"
	case margin < 0:
		side, margin = "W+", -margin
	}
	switch r.Reason {
	case Resigned:
		return side + "R"
	case Timeout:
		return side + "T"
	case Forfeit:
		return side + "F"
	}
	if r.Stated == Winner {
		return side
	}
	return side + strconv.FormatFloat(margin, 'f', -1, 64)
}

// finalResult returns the result of a finished game.
func finalResult(r env.Rules, p env.Position) Result {
	black, white := tournament(r).Scores(p)
	return Result{Stated: Score, Margin: float64(black - white)}
}

// tournament returns r with the scoring of records.
func tournament(r env.Rules) env.Rules {
	r.Scoring = env.ScoreEmpties
	return r
}

// CheckResult compares what g states with the position its moves lead to. It
// returns an error that is [ErrResult] when they differ, and nil for a game
// that is not over or states nothing. Games with komi and files that are known
// for careless results (see the package's story) need not pass.
func (g Game) CheckResult() error {
	p, err := g.Final()
	if err != nil {
		return err
	}
	return g.Result.check(g.Rules, p)
}

func (r Result) check(rules env.Rules, p env.Position) error {
	if r.Stated == Nothing || !rules.Over(p) {
		return nil
	}
	final := finalResult(rules, p)
	if r.Stated == Score && r.Margin == final.Margin || r.Stated == Winner && sign(r.Margin) == sign(final.Margin) {
		return nil
	}
	return fmt.Errorf("%w: %v is stated, %v is the result of the moves", ErrResult, r, final)
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// outcome returns the result to write: the stated score, else that of the
// position p if it ends the game, else whatever is stated.
func (g *Game) outcome(p env.Position) Result {
	if g.Result.Stated != Score && g.Rules.Over(p) {
		r := finalResult(g.Rules, p)
		r.Reason = g.Result.Reason
		return r
	}
	return g.Result
}

// counted returns the result of two disc counts on a board of that many
// squares, the empty ones added to the winner's.
func counted(black, white, squares int) (Result, bool) {
	empty := squares - black - white
	if black < 0 || white < 0 || empty < 0 || black+white == 0 {
		return Result{}, false
	}
	margin := black - white
	switch {
	case margin > 0:
		margin += empty
	case margin < 0:
		margin -= empty
	}
	return Result{Stated: Score, Margin: float64(margin)}, true
}

// parsePair reads "34-30" (discs), "1-0", "0-1" and "1/2-1/2" (points), and "*"
// or nothing for a result that is not stated.
func parsePair(s string, squares int) (Result, bool) {
	switch s {
	case "", "*", "?":
		return Result{}, true
	case "1-0":
		return Result{Stated: Winner, Margin: 1}, true
	case "0-1":
		return Result{Stated: Winner, Margin: -1}, true
	case "1/2-1/2", "0.5-0.5":
		return Result{Stated: Winner}, true
	}
	left, right, _ := strings.Cut(s, "-")
	black, errBlack := strconv.Atoi(left)
	white, errWhite := strconv.Atoi(right)
	if errBlack != nil || errWhite != nil {
		return Result{}, false
	}
	return counted(black, white, squares)
}

// appendPair appends the result as discs, or as points if it has no counts.
func (r Result) appendPair(dst []byte, squares int) []byte {
	black := (float64(squares) + r.Margin) / 2
	switch {
	case r.Stated == Nothing:
		return append(dst, '*')
	case r.Stated == Score && black == float64(int(black)) && black >= 0 && int(black) <= squares:
		return fmt.Appendf(dst, "%d-%d", int(black), squares-int(black))
	case r.Margin > 0:
		return append(dst, "1-0"...)
	case r.Margin < 0:
		return append(dst, "0-1"...)
	}
	return append(dst, "1/2-1/2"...)
}
