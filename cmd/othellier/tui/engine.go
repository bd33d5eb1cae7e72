package tui

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"othellier/env"
	"othellier/env/words"
)

// Engine judges positions.
type Engine interface {
	// Think looks at p, in which at least one square can be played, until a limit
	// is reached or ctx ends. It calls report, from its own goroutine, every now
	// and then with what it has found so far. It returns at least one move unless
	// there is an error; when ctx has ended nobody looks at either. It is never
	// called while an earlier call is under way.
	Think(ctx context.Context, p env.Position, l Limit, report func(Thoughts)) (Thoughts, error)
}

// Limit bounds the thinking about one position.
type Limit struct {
	Simulations int           // at least 1
	Time        time.Duration // 0 is no limit
	// Move says that a move is to be played: the engine may then answer as soon as
	// that is certain, and with that move alone.
	Move bool
}

// Thoughts is what an engine has found about a position.
type Thoughts struct {
	Simulations int
	Value       float64  // P(win) - P(loss) for the side to move
	Margin      float64  // expected final margin in discs for the side to move
	Exact       bool     // both are those of perfect play
	Moves       []Choice // the best first
}

// Choice is one move and what the engine thinks of it.
type Choice struct {
	Move          env.Move
	Simulations   int
	Prior         float64 // before any search, 0 to 1
	Value, Margin float64 // for the side that moves; unknown without simulations
	Exact         bool
}

// Player sits at the board where no person does.
type Player struct {
	Name   string
	Engine Engine
}

// MaxSimulations bounds the simulations of a [Strength]: a search keeps some 400
// bytes of each.
const MaxSimulations = 1_000_000

// Strength says how long the computer thinks about a move: a number of
// simulations, a time, or whichever ends first. What is 0 bounds nothing.
type Strength struct {
	Simulations int
	Time        time.Duration
}

// ParseStrength reads a number of simulations, such as 800, or a time, such as
// 2s or 500ms.
func ParseStrength(s string) (Strength, error) {
	s = strings.ReplaceAll(strings.ToLower(s), " ", "")
	if n, err := strconv.Atoi(strings.ReplaceAll(s, ",", "")); err == nil {
		if n < 1 || n > MaxSimulations {
			return Strength{}, fmt.Errorf("%d simulations are outside 1 to %s", n, thousands(MaxSimulations))
		}
		return Strength{Simulations: n}, nil
	}
	d, err := time.ParseDuration(s)
	if err != nil {
		return Strength{}, fmt.Errorf("%q is neither a number of simulations, such as 800, nor a time, such as 2s", s)
	}
	if d < minThink || d > maxThink {
		return Strength{}, fmt.Errorf("%v a move is outside %v to %v", d, minThink, maxThink)
	}
	return Strength{Time: d}, nil
}

const (
	minThink = 10 * time.Millisecond
	maxThink = time.Hour
)

// String returns the strength as the title shows it.
func (s Strength) String() string {
	var bounds []string
	if s.Simulations > 0 {
		bounds = append(bounds, thousands(s.Simulations)+" "+words.Noun(s.Simulations, "simulation"))
	}
	if s.Time > 0 {
		bounds = append(bounds, s.Time.String())
	}
	return strings.Join(bounds, " or ") + " a move"
}

// double returns twice the strength.
func (s Strength) double() Strength {
	return Strength{min(2*s.Simulations, MaxSimulations), min(2*s.Time, maxThink)}
}

// halve returns half the strength.
func (s Strength) halve() Strength {
	if s.Simulations > 0 {
		s.Simulations = max(s.Simulations/2, 1)
	}
	if s.Time > 0 {
		s.Time = max(s.Time/2, minThink)
	}
	return s
}

// limit returns what an engine is told.
func (s Strength) limit() Limit {
	if s.Simulations == 0 {
		s.Simulations = MaxSimulations
	}
	return Limit{Simulations: s.Simulations, Time: s.Time}
}

// thousands writes n with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
