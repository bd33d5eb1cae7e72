package study

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"othellier/env"
	"othellier/mcts"
	"othellier/mcts/endgame"
)

// Settings say how positions are judged.
type Settings struct {
	// Rules are those of the network. Margins count empty squares for the winner
	// whatever they say, as all records do.
	Rules env.Rules
	// Search holds the constants of the search. Its solver is made here.
	Search      mcts.Config
	Simulations int // of a search; 1 at least
	// Solve is the number of empty squares from which on positions are solved
	// and not searched, 0 to 20; 0 solves none.
	Solve   int
	Workers int // goroutines, each with an evaluator of its own; 0: one a core
	// Evaluator makes the evaluator of a worker. The answers of all must be the
	// same.
	Evaluator func() (mcts.Evaluator, error)
}

// Batch is the number of leaves that a worker has evaluated at once, and of
// searches that it keeps going: enough for the network's full speed.
const Batch = 64

const (
	// budget is how many simulations the searches of a worker may hold together,
	// some 400 bytes each, as long as there is more than one search.
	budget = 1 << 19
	// mostLeaves is how many leaves of one search are under way at once where
	// memory allows only a few searches.
	mostLeaves = 8
	// remembered is how many positions a worker remembers, some 300 bytes each.
	remembered = 1 << 16
	// leafEmpties bounds what the searches of an analysis solve by themselves: a
	// solution must not take longer than the search of a position.
	leafEmpties = 10
	// solverBits is the size of the solvers' tables: see [endgame.Options].
	solverBits = 18
)

// task is a position to judge. One of search and solve takes the answer, on the
// goroutine of a worker.
type task struct {
	ctx      context.Context
	position env.Position // with a choice of moves
	search   func(*mcts.Search)
	solve    func(endgame.Result)
	done     func(error) // called once
}

// crew judges positions on all cores. A worker keeps many searches going over
// one evaluator, so that the network sees full batches whether the positions are
// of one game or of many. What is found does not depend on the workers.
type crew struct {
	settings Settings
	wait     sync.WaitGroup

	mu      sync.Mutex
	more    sync.Cond
	waiting []*task
	running int // tasks that a worker has taken
	closed  bool
}

// complete fills in what may be left out.
func (s *Settings) complete() {
	s.Rules.Scoring = env.ScoreEmpties
	if s.Workers == 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
}

// newCrew checks the settings and starts the workers; close ends them. Searches
// solve from leaf empty squares on by themselves.
func newCrew(s Settings, leaf int) (*crew, error) {
	s.complete()
	s.Search.Solver, s.Search.SolveEmpties = nil, leaf
	switch err := errors.Join(s.Rules.Validate(), s.Search.Validate()); {
	case err != nil:
		return nil, fmt.Errorf("study: %w", err)
	case s.Simulations < 1:
		return nil, fmt.Errorf("study: %d simulations: expected 1 or more", s.Simulations)
	}
	c := &crew{settings: s}
	c.more.L = &c.mu
	workers := make([]*worker, s.Workers)
	for i := range workers {
		var err error
		if workers[i], err = c.hire(); err != nil {
			return nil, fmt.Errorf("study: %w", err)
		}
	}
	for _, w := range workers {
		c.wait.Go(w.work)
	}
	return c, nil
}

// close ends the workers. No task may be waiting.
func (c *crew) close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.more.Broadcast()
	c.wait.Wait()
}

// do has all tasks done and returns the first error.
func (c *crew) do(ctx context.Context, tasks []*task) error {
	errs := make(chan error, len(tasks))
	for _, t := range tasks {
		t.ctx, t.done = ctx, func(err error) { errs <- err }
	}
	c.mu.Lock()
	c.waiting = append(c.waiting, tasks...)
	c.mu.Unlock()
	c.more.Broadcast()
	var first error
	for range tasks {
		if err := <-errs; first == nil {
			first = err
		}
	}
	return first
}

// take returns the tasks that a worker with so many under way and room for more
// is to begin: no more than its share of all, so that the last ones do not all
// lie with one worker. A worker without any waits. It returns false at the end.
func (c *crew) take(busy, room int) ([]*task, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for busy == 0 && len(c.waiting) == 0 {
		if c.closed {
			return nil, false
		}
		c.more.Wait()
	}
	n := c.settings.Workers
	share := (len(c.waiting) + c.running + n - 1) / n
	took := min(len(c.waiting), room, max(0, share-busy))
	tasks := c.waiting[:took]
	c.waiting = c.waiting[took:]
	c.running += took
	return tasks, true
}

func (c *crew) finished() {
	c.mu.Lock()
	c.running--
	c.mu.Unlock()
}

// worker is one goroutine with what it needs.
type worker struct {
	crew      *crew
	evaluator mcts.Evaluator
	solver    *endgame.Solver
	batch     *mcts.Batch
	leaves    int // of one search at once
	free      []*mcts.Search
	busy      []running
}

type running struct {
	*task
	tree *mcts.Search
}

func (c *crew) hire() (*worker, error) {
	s := c.settings
	searches := max(1, min(Batch, budget/s.Simulations))
	w := &worker{crew: c, leaves: min(mostLeaves, Batch/searches)}
	w.batch = mcts.NewBatch(searches * w.leaves)
	var err error
	if w.evaluator, err = s.Evaluator(); err != nil {
		return nil, err
	}
	// Positions of one game lead to the same ones: a third of the answers is
	// remembered.
	w.evaluator = mcts.NewCache(w.evaluator, remembered)
	if w.solver, err = endgame.New(s.Rules, endgame.Options{HashBits: solverBits}); err != nil {
		return nil, err
	}
	if s.Search.SolveEmpties > 0 {
		s.Search.Solver = w.solver
	}
	for range searches {
		w.free = append(w.free, mcts.New(s.Rules, s.Search))
	}
	return w, nil
}

func (w *worker) work() {
	for {
		tasks, ok := w.crew.take(len(w.busy), len(w.free))
		if !ok {
			return
		}
		for _, t := range tasks {
			w.begin(t)
		}
		w.tick()
	}
}

// begin solves the position of t or starts its search.
func (w *worker) begin(t *task) {
	if t.solve == nil {
		s := w.free[len(w.free)-1]
		w.free = w.free[:len(w.free)-1]
		s.Reset(t.position)
		w.busy = append(w.busy, running{t, s})
		return
	}
	r, err := w.solver.Solve(t.ctx, t.position, endgame.ModeMargin)
	if err == nil && !r.Exact {
		err = t.ctx.Err()
	}
	if err == nil {
		t.solve(r)
	}
	w.crew.finished()
	t.done(err)
}

// tick takes every search one batch further.
func (w *worker) tick() {
	kept := w.busy[:0]
	for _, r := range w.busy {
		switch err := r.ctx.Err(); {
		case err != nil:
			w.end(r, err)
		case w.batch.Add(r.tree, w.crew.settings.Simulations, w.leaves) == 0:
			r.search(r.tree)
			w.end(r, nil)
		default:
			kept = append(kept, r)
		}
	}
	w.busy = kept
	if err := w.batch.Flush(w.evaluator); err != nil {
		for _, r := range w.busy {
			w.end(r, err)
		}
		w.busy = w.busy[:0]
	}
}

func (w *worker) end(r running, err error) {
	w.free = append(w.free, r.tree)
	w.crew.finished()
	r.done(err)
}
