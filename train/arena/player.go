package arena

import (
	"context"
	"errors"
	"math/rand/v2"

	"othellier/env"
	"othellier/mcts/clock"
)

// Turn is one decision asked of a [Player]: a game in which it is to move.
type Turn struct {
	Start    env.Position // the first position of the game
	Moves    []env.Move   // the moves from Start so far, passes included; not to be changed
	Position env.Position // after Moves; at least one square can be played
	// Rand is the stream of this side of this game. A player that draws from
	// anything else cannot be repeated.
	Rand *rand.Rand
	// Clock is what its side has left; the zero value is no limit. It runs while
	// the player is asked.
	Clock clock.Clock

	Move env.Move // the answer
	Err  error    // why there is none; the game is then lost
}

// A Player chooses moves, for many games at once so that a network can answer
// them together.
//
// An answer may depend on nothing but its turn: not on the other turns of the
// call, nor on earlier calls. That is what makes a match independent of the
// number of workers. A player that thinks by time is free of this: where there is
// a clock, games are played one after another and cannot be repeated anyway. A player need not be safe for concurrent use; each worker
// has its own. One that holds a process or a file also implements [io.Closer].
type Player interface {
	// Name returns the specification that the player was made from.
	Name() string
	// Choose sets Move (or Err) of every turn. An error means that it answered
	// none of them: ctx's error when ctx is done, else the games are lost.
	Choose(ctx context.Context, turns []*Turn) error
}

// Entrant is a participant of a match: a name, and a way to make one player
// for each worker.
type Entrant struct {
	Name string
	New  func() (Player, error)
	// Clock is its own, which it has in matches without one; the zero value is
	// none.
	Clock clock.Clock
	// NeedsClock says that it plays only where it has a clock.
	NeedsClock bool
}

// ErrTime is what the error of a turn is that has lost the game on time.
var ErrTime = errors.New("over its time")

// lateError is an ErrTime that says more.
type lateError string

func (e lateError) Error() string { return string(e) }

// Is makes every lateError an ErrTime.
func (e lateError) Is(target error) bool { return target == ErrTime }

// single makes a Player of a function that answers one turn.
type single struct {
	name   string
	choose func(*Turn) env.Move
}

func (s single) Name() string { return s.name }

func (s single) Choose(ctx context.Context, turns []*Turn) error {
	for _, t := range turns {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.Move = s.choose(t)
	}
	return nil
}
