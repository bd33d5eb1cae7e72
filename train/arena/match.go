package arena

import (
	"context"
	"fmt"
	"io"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"othellier/env"
	"othellier/env/words"
	"othellier/mcts/clock"
)

// Match says how two players are compared. Openings must be set; the other
// fields may be zero.
type Match struct {
	Rules    env.Rules
	Openings int    // pairs of games, each from an opening of its own; at least 1
	Plies    int    // length of the openings; 0: see [Openings]
	Seed     uint64 // of the openings and of both sides' random streams
	Workers  int    // goroutines, each with its own players; 0: one a processor
	InFlight int    // games that a worker plays at the same time; 0: 64; with a clock always 1

	// Clock is what each side has for a game; the zero value is no limit. A
	// player that is over its time loses the game.
	Clock clock.Clock
	// MoveTime is the most that a move may take before the game is lost; 0 is no
	// limit. It counts where one of the players has a clock, the match's or its
	// own; a player's own is otherwise no more than its good intention.
	MoveTime time.Duration
	Now      func() time.Time // by which clocks run; nil stands for time.Now

	// Progress, if set, is told how far the match has come whenever moves were
	// made, one call at a time.
	Progress func(Progress)
}

// Progress says how far a match has come, or a [Match.Ladder] of them.
type Progress struct {
	Opponent    string // of the match under way
	Record             // finished games of that match, from the first player's side
	Done, Total int    // games finished and to be played, of all matches
	// Share is the part of all the work that is done, 0 to 1. Games under way count
	// by the squares that are filled: many are played in step and end together.
	Share float64
}

// defaultInFlight fills the batch of a network: the games of a worker move in
// step, so each call asks a player for all of them.
const defaultInFlight = 64

// Play lets a and b play two games from every opening, with the colours
// swapped between them.
//
// Every move is checked by the rules. A player that returns an illegal move or
// an error loses that game by the whole board, and the result lists the fault.
//
// Where one of the two has a clock, a worker plays one game at a time, and the
// result tells how long both have thought. The clock of a side runs while it is
// asked and, as everything on the machine, while that waits for a processor: more
// workers than processors cost every player time.
//
// The random stream of a side is a function of the seed, the opening and the
// colour, whoever plays it: so two players that are the same score exactly one
// half, and the result does not depend on the workers. With clocks this is so only
// for players that do not look at them.
//
// When ctx ends, the result of the pairs that were finished comes with ctx's
// error. Any other error is about the settings or the making of a player.
func (m Match) Play(ctx context.Context, a, b Entrant) (Result, error) {
	h, err := m.hall(a, b)
	if err != nil {
		return Result{}, err
	}
	if err := h.playTo(ctx, len(h.openings)); err != nil && ctx.Err() == nil {
		return Result{}, err
	}
	return h.result(), ctx.Err()
}

// hall is where the games of a match are played.
type hall struct {
	match    Match
	entrants [2]Entrant
	openings []Opening
	end      int          // openings before this one are to be played now
	limit    int          // pairs that a worker plays at the same time
	timed    bool         // somebody has a clock
	next     atomic.Int64 // the first opening that no worker has taken
	games    [][2]*Game   // by opening, first the game in which entrant 0 has Black; nil until finished

	mu     sync.Mutex
	record Record // games finished, under mu
	filled int    // squares in the games finished and under way, under mu; all of a finished game's
}

// hall draws the openings and fills in what was left out of m.
func (m Match) hall(a, b Entrant) (*hall, error) {
	openings, err := Openings(m.Rules, m.Plies, m.Openings, m.Seed)
	if err != nil {
		return nil, err
	}
	if m.Workers <= 0 {
		m.Workers = runtime.GOMAXPROCS(0)
	}
	if m.InFlight <= 0 {
		m.InFlight = defaultInFlight
	}
	if m.Now == nil {
		m.Now = time.Now
	}
	h := &hall{match: m, entrants: [2]Entrant{a, b}, openings: openings, games: make([][2]*Game, len(openings))}
	for _, e := range h.entrants {
		h.timed = h.timed || h.clock(e).Limited()
		if e.NeedsClock && !m.Clock.Limited() {
			return nil, fmt.Errorf("arena: %s plays by the clock of a match, and this one has none", e.Name)
		}
	}
	if h.timed {
		h.match.InFlight = 1
	}
	return h, nil
}

// clock returns the clock with which e begins a game.
func (h *hall) clock(e Entrant) clock.Clock {
	if h.match.Clock.Limited() {
		return h.match.Clock
	}
	return e.Clock
}

// playTo plays the pairs that have not been played, up to an opening.
func (h *hall) playTo(ctx context.Context, end int) error {
	start := h.end
	h.end = end
	h.next.Store(int64(start))
	workers := min(h.match.Workers, end-start)
	// No worker takes so many pairs at first that another gets none.
	h.limit = max(1, min(h.match.InFlight/2, (end-start+workers-1)/workers))
	errs := make([]error, workers)
	var wait sync.WaitGroup
	for i := range errs {
		wait.Go(func() { errs[i] = h.work(ctx) })
	}
	wait.Wait()
	if err := words.Join(errs...); err != nil {
		return fmt.Errorf("arena: %s against %s: %w", h.entrants[0].Name, h.entrants[1].Name, err)
	}
	return nil
}

// work plays pairs until none is left or ctx ends.
func (h *hall) work(ctx context.Context) (err error) {
	var players [2]Player
	for i, e := range h.entrants {
		p, err := e.New()
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		if c, ok := p.(io.Closer); ok {
			defer func() { err = words.Join(err, c.Close()) }()
		}
		players[i] = p
	}
	var boards, asked []*board
	var turns []*Turn
	for {
		if boards = h.refill(boards); len(boards) == 0 {
			return nil
		}
		for i, p := range players {
			asked, turns = asked[:0], turns[:0]
			playing := boards
			if h.timed {
				playing = boards[:1]
			}
			for _, b := range playing {
				if !b.over && b.toMove() == i {
					b.ask()
					asked, turns = append(asked, b), append(turns, &b.Turn)
				}
			}
			if len(asked) == 0 {
				continue
			}
			begun := h.match.Now()
			failed := p.Choose(ctx, turns)
			took := h.match.Now().Sub(begun)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			for _, b := range asked {
				if h.timed {
					failed = words.Join(failed, b.spend(took, h.match))
				}
				b.answer(h.match.Rules, failed)
				if b.over {
					h.finish(b)
				}
			}
			h.report(asked)
		}
	}
}

// refill drops the finished games and takes new pairs in their place.
func (h *hall) refill(boards []*board) []*board {
	kept := boards[:0]
	for _, b := range boards {
		if !b.over {
			kept = append(kept, b)
		}
	}
	for len(kept)+2 <= 2*h.limit {
		i := int(h.next.Add(1)) - 1
		if i >= h.end {
			break
		}
		for leg := range 2 {
			b := newBoard(h.match, h.openings[i], i, leg)
			b.clocks[env.Black], b.clocks[env.White] = h.clock(h.entrants[leg]), h.clock(h.entrants[1-leg])
			kept = append(kept, b)
		}
	}
	return kept
}

// finish records a game.
func (h *hall) finish(b *board) {
	g := b.record(h.match.Rules)
	g.Black, g.White = h.entrants[b.leg].Name, h.entrants[1-b.leg].Name
	h.games[b.opening][b.leg] = g
}

// report tells how far the match has come when a move was made on each of the
// boards.
func (h *hall) report(boards []*board) {
	if h.match.Progress == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	squares := h.match.Rules.NumSquares()
	for _, b := range boards {
		filled := bits.OnesCount64(b.Position.Own | b.Position.Opp)
		if b.over {
			filled = squares
			margin := h.games[b.opening][b.leg].Margin // for Black
			if b.leg == 1 {
				margin = -margin
			}
			h.record.add(margin)
		}
		h.filled += filled - b.filled
		b.filled = filled
	}
	total := 2 * len(h.openings)
	h.match.Progress(Progress{
		Opponent: h.entrants[1].Name, Record: h.record, Done: h.record.Games(), Total: total,
		Share: float64(h.filled) / float64(total*squares),
	})
}
