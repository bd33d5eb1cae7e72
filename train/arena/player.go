package arena

import (
	"context"
	"math/rand/v2"

	"othellier/env"
)

// Turn is one decision asked of a [Player]: a game in which it is to move.
type Turn struct {
	Start    env.Position // the first position of the game
	Moves    []env.Move   // the moves from Start so far, passes included; not to be changed
	Position env.Position // after Moves; at least one square can be played
	// Rand is the stream of this side of this game. A player that draws from
	// anything else cannot be repeated.
	Rand *rand.Rand

	Move env.Move // the answer
	Err  error    // why there is none; the game is then lost
}

// A Player chooses moves, for many games at once so that a network can answer
// them together.
//
// An answer may depend on nothing but its turn: not on the other turns of the
// call, nor on earlier calls. That is what makes a match independent of the
// number of workers. A player need not be safe for concurrent use; each worker
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
}

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
