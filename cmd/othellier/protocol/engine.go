package protocol

import (
	"context"
	"time"

	"othellier/env"
)

// Engine judges positions.
type Engine interface {
	// Think looks at p, in which at least one square can be played, until the
	// engine's own limits or those of l are reached or ctx ends. However early
	// that is, it returns what it has found by then, which is at least one move.
	// It calls report, if that is not nil, every now and then with what it has
	// found so far.
	Think(ctx context.Context, p env.Position, l Limit, report func(Thoughts)) (Thoughts, error)
}

// Ponderer is an engine that can think while the other side does.
type Ponderer interface {
	// Ponder looks at p, in which the other side is to move and the game is not
	// over, until ctx ends or nothing is left to be found. It then returns at
	// once: the answer to a command may wait for it.
	Ponder(ctx context.Context, p env.Position) error
}

// Limit bounds the thinking of an engine.
type Limit struct {
	Time    time.Duration // 0 is no limit
	Move    bool          // only the move to play is wanted, as soon as it is certain
	Endless bool          // the engine's own limits do not count
	Every   time.Duration // between reports
}

// Thoughts is what an engine has found about a position.
type Thoughts struct {
	Simulations int     // or whatever else the engine counts
	Value       float64 // P(win) - P(loss) for the side to move
	Margin      float64 // expected final margin in discs for the side to move
	Proven      bool    // the value, and with MarginProven the margin too, is that of perfect play
	// MarginProven says that the margin of proven moves is exact, and not only
	// who wins.
	MarginProven bool
	Moves        []Choice // those looked at, the best first
}

// Choice is one move of the side to move, and what the engine thinks of it.
type Choice struct {
	Move          env.Move
	Simulations   int
	Prior         float64 // before any search, 0 to 1
	Value, Margin float64 // as in Thoughts, for the side that chooses
	Proven        bool
	Line          []env.Move // the expected continuation, from Move on
}

// Config is what a session needs.
type Config struct {
	Rules         env.Rules
	Engine        Engine
	Name, Version string           // of the engine; a name without blanks
	Now           func() time.Time // by which clocks run
	// Ponder says that the engine, if it is a [Ponderer], thinks while the other
	// side does. GTP alone does so.
	Ponder bool
	// Unread, if set, says that nobody can read the answers any more. Then the end
	// of the input ends the thinking too; else what was asked is answered first, as
	// input through a pipe ends as soon as it is sent.
	Unread func() bool
}
