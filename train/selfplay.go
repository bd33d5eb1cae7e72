package train

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"othellier/env/alike"
	"othellier/mcts"
	"othellier/mcts/endgame"
	"othellier/model"
)

// NewEvaluator makes the evaluator of one self-play worker. Workers run at the
// same time, each with its own; what an evaluator says of a position must not
// depend on the other positions of the call.
type NewEvaluator func(w *model.Weights) (mcts.Evaluator, error)

// usualBatch is told to the predictor as its usual number of positions, whatever
// the number of games in flight: it chooses the kernels by it, whose last bits
// differ, and the number of games must not change a game.
const usualBatch = 64

// Predictor makes the evaluator that self-play uses when told nothing else: the
// network, with what the configuration puts before it.
func (c Config) Predictor(w *model.Weights) (mcts.Evaluator, error) {
	p, err := model.NewPredictor(w, c.Rules, usualBatch)
	if err != nil {
		return nil, err
	}
	var ev mcts.Evaluator = p
	if c.SelfPlay.Turned {
		ev = mcts.NewTurned(ev)
	}
	if c.SelfPlay.Cache > 0 {
		ev = mcts.NewCache(ev, c.SelfPlay.Cache)
	}
	return ev, nil
}

// Assignment is what one call of [SelfPlay] plays.
type Assignment struct {
	From, To    int64 // indices of the games, To excluded
	Iteration   int   // written into the records
	Simulations int   // of a full search
}

// Played is a finished game on its way from a worker.
type Played struct {
	Record      *GameRecord
	Evaluations int // positions that the evaluator judged
}

// SelfPlay plays games and hands them to done, in the order of their indices and
// on the calling goroutine. Game i of a run with seed s draws all its chance
// from PCG(s, i), so that a game depends on its index, the weights and the
// configuration alone: not on the workers nor on the games beside it.
//
// It returns after all workers have stopped: with ctx's error when ctx ends,
// with the first error of done or of an evaluator otherwise. Games that were not
// handed over are lost, and play the same when they are asked for again.
func SelfPlay(ctx context.Context, c Config, w *model.Weights, a Assignment, newEvaluator NewEvaluator, done func(Played) error) error {
	workers := c.SelfPlay.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = int(min(int64(workers), a.To-a.From))
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := atomic.Int64{}
	next.Store(a.From)
	finished := make(chan Played, workers)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			p := worker{config: &c, assignment: a, next: &next, finished: finished}
			if err := p.run(ctx, share(c, a, workers), w, newEvaluator); err != nil {
				cancel(err)
			}
		})
	}
	go func() {
		group.Wait()
		close(finished)
	}()
	err := inOrder(a.From, finished, done, cancel)
	switch {
	case err != nil:
		return err
	case outer.Err() != nil:
		return outer.Err()
	}
	return context.Cause(ctx)
}

// share returns how many games a worker interleaves: fewer than it might, where
// the others would be left with none.
func share(c Config, a Assignment, workers int) int {
	each := (a.To - a.From + int64(workers) - 1) / int64(workers)
	return int(min(int64(c.SelfPlay.GamesInFlight), each))
}

// inOrder hands over what comes in the order of the indices, keeping back what
// comes early. After an error of done it goes on receiving, so that no worker
// waits for ever.
func inOrder(next int64, finished <-chan Played, done func(Played) error, cancel context.CancelCauseFunc) (err error) {
	early := map[int64]Played{}
	for p := range finished {
		early[p.Record.Index] = p
		for err == nil {
			q, ok := early[next]
			if !ok {
				break
			}
			delete(early, next)
			next++
			if err = done(q); err != nil {
				cancel(err)
			}
		}
	}
	return err
}

// worker is one goroutine of SelfPlay.
type worker struct {
	config     *Config
	assignment Assignment
	next       *atomic.Int64 // index of the next game, of all workers
	finished   chan<- Played
}

// run plays games, a number of them at a time, until none is left. One tick takes
// every game to its next position that needs the network, one leaf a game, and
// has them judged in one call; within it nothing is locked or sent.
func (p *worker) run(ctx context.Context, inFlight int, w *model.Weights, newEvaluator NewEvaluator) error {
	evaluator, err := newEvaluator(w)
	if err != nil {
		return fmt.Errorf("train: self-play: %w", err)
	}
	games, err := p.begin(inFlight)
	if err != nil {
		return err
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()

	batch := mcts.NewBatch(inFlight)
	for len(games) > 0 && !stop.Load() {
		for i := 0; i < len(games); {
			g := games[i]
			if g.advance(batch) {
				i++
				continue
			}
			p.finished <- Played{g.record, g.evaluations}
			if !p.start(g) {
				games[i] = games[len(games)-1]
				games = games[:len(games)-1]
			}
		}
		if err := batch.Flush(evaluator); err != nil {
			return fmt.Errorf("train: self-play: %w", err)
		}
	}
	return nil
}

// begin starts the first games.
func (p *worker) begin(inFlight int) ([]*game, error) {
	search, err := p.config.search()
	if err != nil {
		return nil, fmt.Errorf("train: self-play: %w", err)
	}
	var games []*game
	for range inFlight {
		g := newGame(p.config, p.assignment, search)
		if !p.start(g) {
			break
		}
		games = append(games, g)
	}
	return games, nil
}

// start makes g the next game; false if none is left.
func (p *worker) start(g *game) bool {
	index := p.next.Add(1) - 1
	if index >= p.assignment.To {
		return false
	}
	g.start(p.config.Run.Seed, index)
	return true
}

// solverBits keeps the table of a worker's solver, 384 KiB, in the processor's
// caches: the solves are shallow.
const solverBits = 14

// search returns the constants of the searches of one worker, which share a
// solver.
func (c *Config) search() (mcts.Config, error) {
	s := &c.SelfPlay
	m := mcts.Config{
		CPuct: s.CPuct, FPU: s.FPU, MarginWeight: s.MarginWeight,
		NoiseWeight: s.NoiseWeight, NoiseConcentration: s.NoiseConcentration, RootTemperature: s.RootTemperature,
		ForcedPlayouts: s.ForcedPlayouts,
		WipeOutPlies:   s.WipeOutPlies,
		SolveEmpties:   s.SolveEmpties,
	}
	if s.SolveEmpties == 0 {
		return m, nil
	}
	var err error
	m.Solver, err = endgame.New(c.Rules, endgame.Options{HashBits: solverBits})
	return m, err
}

// SimulationsAt returns the visits of a full search in an iteration, which is
// counted from 1.
func (c Config) SimulationsAt(iteration int) int {
	s := c.SelfPlay
	t := 1.0
	if ramp := s.SimulationsRamp * float64(c.Run.Iterations); ramp > 0 {
		t = min(1, float64(iteration-1)/ramp)
	}
	first, last := float64(min(s.SimulationsFirst, s.Simulations)), float64(s.Simulations)
	return int(math.Round(first * alike.Pow(last/first, t)))
}

// temperature returns that of the move choice at a ply.
func (c SelfPlayConfig) temperature(ply int) float64 {
	return c.TemperatureEnd + float64((c.Temperature-c.TemperatureEnd)*alike.Pow(2, -float64(ply)/c.TemperatureHalfLife))
}
