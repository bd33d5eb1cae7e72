package arena

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"othellier/env"
	"othellier/env/words"
	"othellier/mcts/clock"
)

// board is a game in progress, with the turn that its side to move is asked
// for.
type board struct {
	Turn
	opening int // index
	leg     int // 0 when the first entrant has Black, 1 when it has White
	streams [2]*rand.Rand
	clocks  [2]clock.Clock // by env.Color
	times   [2]spent       // by env.Color; only where somebody has a clock
	filled  int            // squares that were told of as filled
	over    bool
	fault   error // why the side to move has lost before the end
}

func newBoard(m Match, o Opening, index, leg int) *board {
	b := &board{opening: index, leg: leg}
	b.Start = m.Rules.Initial()
	b.Moves = append(make([]env.Move, 0, 2*m.Rules.NumSquares()), o.Moves...)
	b.Position = o.Position
	for c := range b.streams {
		b.streams[c] = rand.New(rand.NewPCG(m.Seed, uint64(2*index+c)))
	}
	b.settle(m.Rules)
	return b
}

// spent is the time that a side has thought.
type spent struct {
	total, longest time.Duration
	over           int // moves that took longer than its own time
}

// toMove returns the index of the entrant that is to move.
func (b *board) toMove() int { return int(b.Position.Turn) ^ b.leg }

// ask prepares the turn. A player that leaves it as it is has passed, which is
// illegal where a square can be played.
func (b *board) ask() {
	b.Rand, b.Clock = b.streams[b.Position.Turn], b.clocks[b.Position.Turn]
	b.Move, b.Err = env.Pass, nil
}

// spend counts the time of the turn, before it is answered. Its error says that
// the game is lost on time.
func (b *board) spend(took time.Duration, m Match) error {
	turn := b.Position.Turn
	s, c := &b.times[turn], &b.clocks[turn]
	s.total, s.longest = s.total+took, max(s.longest, took)
	left := c.Left()
	inTime := c.Spend(took)
	switch {
	case m.MoveTime > 0 && took > m.MoveTime:
		return lateError(fmt.Sprintf("over its time: %v for a move, with %v allowed", round(took), m.MoveTime))
	case inTime:
	case m.Clock.Limited():
		return lateError(fmt.Sprintf("over its time: %v for a move, with %v left", round(took), round(left)))
	default:
		s.over++
	}
	return nil
}

// round leaves out digits that nobody reads.
func round(d time.Duration) time.Duration { return d.Round(time.Millisecond) }

// answer plays the move of the turn, or ends the game if there is none: err is
// what the player returned for all of its turns.
func (b *board) answer(r env.Rules, err error) {
	if err == nil {
		err = b.Err
	}
	next := b.Position
	if err == nil {
		next, err = r.Play(b.Position, b.Move)
	}
	if err != nil {
		b.fault, b.over = err, true
		return
	}
	b.Moves = append(b.Moves, b.Move)
	b.Position = next
	b.settle(r)
}

// settle plays a forced pass and notices the end.
func (b *board) settle(r env.Rules) {
	moves, pass := r.Status(b.Position)
	if pass {
		b.Moves = append(b.Moves, env.Pass)
		b.Position = r.Next(b.Position, env.Pass)
	}
	b.over = moves == 0 && !pass
}

// record returns the finished game, without the players' names.
func (b *board) record(r env.Rules) *Game {
	g := &Game{Opening: b.opening, Moves: b.Moves, Margin: r.Margin(b.Position), times: b.times}
	if b.fault != nil {
		g.Margin = -r.NumSquares()
		g.Fault = &Fault{Opening: b.opening, Color: b.Position.Turn, Ply: len(b.Moves) + 1, Reason: words.Error(b.fault), Time: errors.Is(b.fault, ErrTime)}
	}
	if b.Position.Turn == env.White {
		g.Margin = -g.Margin
	}
	return g
}
