package clock

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"othellier/env"
	"othellier/mcts"
	"othellier/mcts/endgame"
)

// Config is what a [Thinker] is made of. Zero values stand for the usual ones.
type Config struct {
	// Search holds the constants of the search; without CPuct it stands for
	// [mcts.Default]. Where SolveEmpties is not 0, the positions inside the tree
	// are solved by the thinker's own solver: Solver need not be set. 12 is the
	// most that should be, as these solves cannot be interrupted.
	Search mcts.Config
	// Batch is the number of leaves that go to the evaluator at once; 0 stands
	// for 8. More is faster and misleads the search more by virtual losses.
	Batch int
	// MaxSimulations bounds the tree, 0 stands for 1,000,000: some 400 bytes each.
	MaxSimulations int
	// SolveRoot is the number of empty squares from which on a position is given to
	// the exact solver before any search where there is no limit of time, as
	// [endgame.Solver.Decide] does; with one, that decides. What is found then depends
	// on the position alone. 0 is never.
	SolveRoot int
	// Unsolved leaves the root to the search alone.
	Unsolved bool
	// Now is the time; nil stands for time.Now.
	Now func() time.Time
}

const (
	defaultBatch       = 8
	defaultSimulations = 1_000_000
)

// Thinker finds moves in one game at a time. It belongs to one goroutine and
// starts none.
type Thinker struct {
	rules  env.Rules
	ev     mcts.Evaluator
	config Config
	tree   *mcts.Search
	batch  *mcts.Batch
	solver *endgame.Solver // nil with Unsolved
	mode   endgame.Mode    // of root solves
	speed  speed           // of root solves
	now    func() time.Time
}

// NewThinker returns a thinker for games under r.
func NewThinker(r env.Rules, ev mcts.Evaluator, c Config) (*Thinker, error) {
	if err := r.Validate(); err != nil {
		return nil, fmt.Errorf("clock: %w", err)
	}
	if c.Search.CPuct == 0 {
		solver, empties := c.Search.Solver, c.Search.SolveEmpties
		weight := c.Search.MarginWeight
		c.Search = mcts.Default()
		c.Search.Solver, c.Search.SolveEmpties, c.Search.MarginWeight = solver, empties, weight
	}
	if c.Batch == 0 {
		c.Batch = defaultBatch
	}
	if c.MaxSimulations == 0 {
		c.MaxSimulations = defaultSimulations
	}
	if c.SolveRoot < 0 {
		return nil, fmt.Errorf("clock: solving at the root from %d empty squares on: expected 0 or more", c.SolveRoot)
	}
	if c.Batch < 1 || c.MaxSimulations < 1 {
		return nil, fmt.Errorf("clock: batches of %d leaves, %d simulations at most: expected 1 or more", c.Batch, c.MaxSimulations)
	}
	t := &Thinker{rules: r, ev: ev, config: c, now: c.Now, speed: usualSpeed}
	if t.now == nil {
		t.now = time.Now
	}
	if !c.Unsolved || c.Search.SolveEmpties > 0 && c.Search.Solver == nil {
		solver, err := endgame.New(r, endgame.Options{})
		if err != nil {
			return nil, fmt.Errorf("clock: %w", err)
		}
		if !c.Unsolved {
			t.solver = solver
		}
		if c.Search.SolveEmpties > 0 && c.Search.Solver == nil {
			c.Search.Solver = solver
		}
	}
	if err := c.Search.Validate(); err != nil {
		return nil, fmt.Errorf("clock: %w", err)
	}
	if c.Search.MarginWeight == 0 {
		t.mode = endgame.ModeOutcome
	}
	t.tree, t.batch = mcts.New(r, c.Search), mcts.NewBatch(c.Batch)
	return t, nil
}

// Search returns the tree of the last [Thinker.Think] or [Thinker.Ponder], to be
// looked at until the next one. A position that was solved or had a single move
// may have no more than a root.
func (t *Thinker) Search() *mcts.Search { return t.tree }

// Limit bounds the thinking about one move.
type Limit struct {
	Time        time.Duration // 0 is no limit; with one the tree of the last search is used again
	Simulations int           // at the root; 0 or more than MaxSimulations: as many
	Every       time.Duration // between reports; 0: after every batch
	// Thorough says that more than the move is wanted: all moves are looked at for
	// as long as the time lasts, nothing is solved at the root, and nothing is
	// played at once.
	Thorough bool
}

// Reason says why the thinking has ended.
type Reason uint8

// The reasons.
const (
	Single      Reason = iota // there is one legal move, or one that is not proven to be no better
	Proven                    // the tree has proven the position
	Solved                    // the exact solver has the result
	Settled                   // the most visited move cannot be overtaken
	Simulations               // those asked for are done
	Time                      // it is used up
	Stopped                   // the context has ended
)

// String returns a word or two.
func (r Reason) String() string {
	names := [...]string{"single move", "proven", "solved", "settled", "simulations done", "time used up", "stopped"}
	if int(r) < len(names) {
		return names[r]
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// Decision is what the thinking about a position has come to.
type Decision struct {
	Move   env.Move // [env.Pass] where the side to move must pass
	Reason Reason
	Took   time.Duration
	// Solved is the answer of the exact solver, where it was asked; it decides
	// where Reason is [Solved], and else says within which bounds the margin lies.
	Solved *endgame.Result
}

// ErrOver is the error of thinking about a finished game.
var ErrOver = errors.New("clock: the game is over")

// Think finds a move for the side to move of p. However early ctx ends, it makes
// at least the one evaluation that it takes to have a move. It calls report, if
// that is not nil, now and then while it searches; report may look at
// [Thinker.Search]. The error is that of the evaluator or [ErrOver], never ctx's.
func (t *Thinker) Think(ctx context.Context, p env.Position, l Limit, report func()) (Decision, error) {
	begun := t.now()
	var d Decision
	err := t.think(ctx, p, l, begun, report, &d)
	d.Took = t.now().Sub(begun)
	return d, err
}

func (t *Thinker) think(ctx context.Context, p env.Position, l Limit, begun time.Time, report func(), d *Decision) error {
	moves, pass := t.rules.Status(p)
	if moves == 0 && !pass {
		return ErrOver
	}
	r := run{Thinker: t, ctx: ctx, simulations: t.config.MaxSimulations, every: l.Every, report: report, thorough: l.Thorough}
	if l.Simulations > 0 {
		r.simulations = min(r.simulations, l.Simulations)
	}
	if l.Time > 0 {
		r.stop = begun.Add(l.Time - reserve(l.Time))
		t.follow(p)
	} else {
		t.tree.Reset(p)
	}
	if bits.OnesCount64(moves) <= 1 && !l.Thorough {
		d.Move, d.Reason = t.tree.Best(), Single
		return nil
	}
	if t.solver != nil && !l.Thorough {
		if err := t.solve(ctx, p, l.Time, begun, d); err != nil || d.Reason == Solved {
			return err
		}
	}
	var err error
	d.Reason, err = r.search()
	d.Move = t.tree.Best()
	return err
}
