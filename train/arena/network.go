package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"othellier/env"
	"othellier/mcts"
	"othellier/mcts/endgame"
	"othellier/model"
)

// Options is what players are made of beside their specification. Only those
// with a network and external ones look at more than the rules.
type Options struct {
	Rules env.Rules
	// Weights is the network of the specifications that name no checkpoint.
	Weights *model.Weights
	// Load reads the checkpoint of those that do; nil stands for [model.Load].
	Load func(path string) (*model.Weights, model.Meta, error)
	// Evaluator makes what answers for a network; it is called once for each
	// player. nil stands for [model.NewPredictor].
	Evaluator func(*model.Weights, env.Rules) (mcts.Evaluator, error)
	// Straight has searches show it positions as they are, not by [mcts.Turned].
	Straight bool
	// Search holds the constants of the search; without CPuct it stands for
	// [mcts.Default]. Noise is never used.
	Search mcts.Config
	// SolveEmpties is the number of empty squares from which on the searches
	// solve positions exactly; 0 solves none.
	SolveEmpties int
	// SolveRoot is the number of empty squares from which on searches by
	// simulations give the position on the board to the exact solver first, as
	// [endgame.Solver.Decide] does; 0 is never. Those by time let it depend on the
	// time.
	SolveRoot int
	// Batch is the number of positions that go to the evaluator at once; 0
	// stands for 64.
	Batch int
	// MoveTime is how long an external engine may take over a move before it
	// has lost the game, and over its start; 0 stands for a minute. It includes
	// what it takes to replay the game to the position.
	MoveTime time.Duration
	// Now is the time by which players with a clock think; nil stands for
	// time.Now.
	Now func() time.Time
}

const (
	defaultBatch = 64
	solverBits   = 14 // of a player's solver: its table stays in the cache
)

// complete fills in what may be left out, and checks the rest.
func (q *request) complete() error {
	if q.file != "" {
		load := q.Load
		if load == nil {
			load = model.Load
		}
		w, m, err := load(q.file)
		if err != nil {
			return &FileError{err}
		}
		if m.Rules.Board != q.Rules.Board {
			return fmt.Errorf("the network has learned the %dx%[1]d board, the game is on the %[2]dx%[2]d board: name one of that board", m.Rules.Size(), q.Rules.Size())
		}
		q.Weights = w
	}
	if q.Weights == nil {
		return errors.New("there is no network: name a checkpoint after @")
	}
	if q.Batch == 0 {
		q.Batch = defaultBatch
	}
	if q.Batch < 1 {
		return fmt.Errorf("a batch of %d positions: expected 1 or more", q.Batch)
	}
	if q.Evaluator == nil {
		batch := q.Batch
		q.Evaluator = func(w *model.Weights, r env.Rules) (mcts.Evaluator, error) { return model.NewPredictor(w, r, batch) }
	}
	if q.Search.CPuct == 0 {
		q.Search = mcts.Default()
	}
	q.Search.SolveEmpties = q.SolveEmpties
	return q.Search.Validate()
}

func networkPolicy(q request) (Entrant, error) {
	if err := q.complete(); err != nil {
		return Entrant{}, err
	}
	return Entrant{Name: q.name, New: func() (Player, error) {
		ev, err := q.Evaluator(q.Weights, q.Rules)
		if err != nil {
			return nil, err
		}
		return &policyPlayer{name: q.name, rules: q.Rules, evaluator: ev}, nil
	}}, nil
}

func networkSearch(q request) (Entrant, error) {
	if q.pace.timed && q.Batch == 0 {
		q.Batch = timedBatch
	}
	if err := q.complete(); err != nil {
		return Entrant{}, err
	}
	e := Entrant{Name: q.name, Clock: q.pace.clock(), NeedsClock: q.pace.timed && q.pace.move == 0}
	e.New = func() (Player, error) {
		ev, err := q.Evaluator(q.Weights, q.Rules)
		if err != nil {
			return nil, err
		}
		if !q.Straight {
			ev = mcts.NewTurned(ev)
		}
		if q.pace.timed {
			return newTimed(q, ev)
		}
		p := &searchPlayer{
			name: q.name, rules: q.Rules, config: q.Search, simulations: q.number,
			runner: mcts.NewRunner(ev, q.Batch),
			timed:  func() (*timedPlayer, error) { return newTimed(q, ev) },
		}
		if q.SolveRoot > 0 {
			if p.root, err = endgame.New(q.Rules, endgame.Options{}); err != nil {
				return nil, err
			}
			p.rootEmpties = q.SolveRoot
			if q.Search.MarginWeight == 0 {
				p.rootMode = endgame.ModeOutcome
			}
		}
		if q.SolveEmpties > 0 {
			if p.config.Solver, err = endgame.New(q.Rules, endgame.Options{HashBits: solverBits}); err != nil {
				return nil, err
			}
		}
		return p, nil
	}
	return e, nil
}

// policyPlayer plays the move to which the network gives the greatest prior,
// without any search; of several, the first in reading order.
type policyPlayer struct {
	name      string
	rules     env.Rules
	evaluator mcts.Evaluator

	asked                 []*Turn
	positions             []env.Position
	priors, value, margin []float32
}

func (p *policyPlayer) Name() string { return p.name }

func (p *policyPlayer) Choose(ctx context.Context, turns []*Turn) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p.asked, p.positions = p.asked[:0], p.positions[:0]
	for _, t := range turns {
		moves := p.rules.Moves(t.Position)
		if bits.OnesCount64(moves) == 1 { // an evaluator is not asked about these
			t.Move = env.Move(bits.TrailingZeros64(moves))
			continue
		}
		p.asked = append(p.asked, t)
		p.positions = append(p.positions, t.Position)
	}
	n := len(p.asked)
	if n == 0 {
		return nil
	}
	for len(p.value) < n {
		p.priors = append(p.priors, make([]float32, 64)...)
		p.value, p.margin = append(p.value, 0), append(p.margin, 0)
	}
	if err := p.evaluator.Evaluate(p.positions, p.priors[:64*n], p.value[:n], p.margin[:n]); err != nil {
		return err
	}
	for i, t := range p.asked {
		priors := p.priors[64*i : 64*i+64]
		moves := p.rules.Moves(t.Position)
		t.Move = env.Move(bits.TrailingZeros64(moves))
		for moves &= moves - 1; moves != 0; moves &= moves - 1 {
			if m := env.Move(bits.TrailingZeros64(moves)); priors[m] > priors[t.Move] {
				t.Move = m
			}
		}
	}
	return nil
}

// searchPlayer plays what a search with the network finds. The searches of all
// turns run side by side and fill the network's batches, one leaf each, so that
// no search sees a virtual loss and each finds what it would find alone. Where
// there is a clock it leaves that to a timed player.
type searchPlayer struct {
	name        string
	rules       env.Rules
	config      mcts.Config
	simulations int
	runner      *mcts.Runner

	root        *endgame.Solver // solves what is on the board; nil solves nothing
	rootEmpties int
	rootMode    endgame.Mode

	searches []*mcts.Search // used again by each call, from a new tree
	searched []*Turn        // whose they are
	counts   []int

	timed   func() (*timedPlayer, error) // makes clocked
	clocked *timedPlayer                 // nil before the first turn with a clock
}

func (p *searchPlayer) Name() string { return p.name }

func (p *searchPlayer) Choose(ctx context.Context, turns []*Turn) (err error) {
	if len(turns) > 0 && turns[0].Clock.Limited() {
		if p.clocked == nil {
			if p.clocked, err = p.timed(); err != nil {
				return err
			}
		}
		return p.clocked.Choose(ctx, turns)
	}
	p.searched = p.searched[:0]
	for _, t := range turns {
		solved, err := p.solve(ctx, t)
		if err != nil {
			return err
		}
		if !solved {
			p.searched = append(p.searched, t)
		}
	}
	n := len(p.searched)
	for len(p.searches) < n {
		p.searches = append(p.searches, mcts.New(p.rules, p.config))
		p.counts = append(p.counts, p.simulations)
	}
	for i, t := range p.searched {
		p.searches[i].Reset(t.Position)
	}
	if err := p.runner.Run(ctx, p.searches[:n], p.counts[:n]); err != nil {
		return err
	}
	for i, t := range p.searched {
		t.Move = p.searches[i].Best()
	}
	return nil
}

// solve finds the move by the exact solver, if that can decide.
func (p *searchPlayer) solve(ctx context.Context, t *Turn) (bool, error) {
	if p.root == nil || bits.OnesCount64(p.rules.Moves(t.Position)) == 1 {
		return false, nil
	}
	r, decided, err := p.root.Decide(ctx, t.Position, p.rootEmpties, p.rootMode)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return false, err
	}
	if decided {
		t.Move = r.Best
	}
	return decided, nil
}
