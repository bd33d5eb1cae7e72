package train

import (
	"math/bits"
	"math/rand/v2"

	"othellier/env"
	"othellier/mcts"
)

// game is one game of self-play under way. It is used again for the next one,
// with the arrays of its search.
type game struct {
	config    *SelfPlayConfig
	rules     env.Rules
	full      int // simulations of a full search
	iteration int

	search      *mcts.Search
	source      rand.PCG
	rng         *rand.Rand // over source
	record      *GameRecord
	position    env.Position
	evaluations int

	opening int  // plies still to be drawn without a search
	uniform bool // they are drawn uniformly
	kind    Kind // of the ply under way
	target  int  // visits that its search needs; 0 = the ply has not begun
	grown   bool // the root of the search is the position
	policy  [64]float32
}

func newGame(c *Config, a Assignment, search mcts.Config) *game {
	g := &game{config: &c.SelfPlay, rules: c.Rules, full: a.Simulations, iteration: a.Iteration}
	g.search = mcts.New(c.Rules, search)
	g.rng = rand.New(&g.source)
	return g
}

func (g *game) start(seed uint64, index int64) {
	g.source.Seed(seed, uint64(index))
	g.record = &GameRecord{Index: index, Iteration: g.iteration, Plies: make([]Ply, 0, 64)}
	g.position = g.rules.Initial()
	g.opening = g.rng.IntN(g.config.OpeningPliesMax + 1)
	g.uniform = g.rng.Float64() < g.config.OpeningRandomShare
	g.target, g.grown, g.evaluations = 0, false, 0
}

// advance plays on until the search needs the network, whose question it adds
// to the batch; false when the game is over instead.
func (g *game) advance(batch *mcts.Batch) bool {
	for {
		if g.target > 0 {
			if batch.Add(g.search, g.target, 1) > 0 {
				g.evaluations++
				return true
			}
			g.move()
		}
		moves, pass := g.rules.Status(g.position)
		switch bits.OnesCount64(moves) {
		case 0:
			if !pass {
				g.record.Margin = marginOf(g.rules, g.position, env.Black)
				return false
			}
			g.play(Ply{Move: env.Pass, Kind: KindForced})
		case 1:
			g.play(Ply{Move: env.Move(bits.TrailingZeros64(moves)), Kind: KindForced})
		default:
			g.begin(moves)
		}
	}
}

// begin decides how the move of a ply with a choice is found.
func (g *game) begin(moves uint64) {
	switch {
	case g.opening > 0 && g.uniform:
		g.opening--
		for n := g.rng.IntN(bits.OnesCount64(moves)); n > 0; n-- {
			moves &= moves - 1
		}
		g.play(Ply{Move: env.Move(bits.TrailingZeros64(moves)), Kind: KindOpening})
		return
	case g.opening > 0: // one visit brings the priors of the root
		g.opening--
		g.kind, g.target = KindOpening, 1
		g.search.Reset(g.position)
	case g.rng.Float64() < g.config.FullSearchShare:
		// A tree kept from before would have been grown without noise.
		g.kind, g.target = KindFull, g.full
		g.search.Reset(g.position)
		if g.config.Gumbel > 0 {
			g.search.AddGumbel(g.rng, g.config.Gumbel, g.full)
		} else {
			g.search.AddNoise(g.rng)
		}
	default:
		g.kind, g.target = KindFast, g.config.FastSimulations
		if !g.grown || !g.config.TreeReuse {
			g.search.Reset(g.position)
		}
	}
	g.grown = true
}

// move chooses by what the search has found.
func (g *game) move() {
	g.target = 0
	ply := Ply{Kind: g.kind}
	root := g.search.Root()
	if g.kind == KindOpening {
		ply.Move = samplePrior(root.Children, g.rng)
		g.play(ply)
		return
	}
	ply.SetValue(root.Value)
	if g.kind == KindFull {
		g.search.Policy(g.policy[:])
		ply.SetPolicy(g.policy[:])
		if ply.Surprise = -1; !g.solved() {
			ply.SetSurprise(g.policy[:], root.Children)
		}
	}
	ply.Move = g.search.Sample(g.config.temperature(len(g.record.Plies)), g.rng)
	g.play(ply)
}

// solved reports whether the search left the position to the solver, so that
// the priors of its root are none of the network's.
func (g *game) solved() bool {
	return g.rules.NumSquares()-bits.OnesCount64(g.position.Own|g.position.Opp) <= g.config.SolveEmpties
}

func (g *game) play(p Ply) {
	g.record.Plies = append(g.record.Plies, p)
	g.position = g.rules.Next(g.position, p.Move)
	switch {
	case !g.grown:
	case g.config.TreeReuse && p.Kind != KindOpening:
		g.search.Advance(p.Move)
	default:
		g.grown = false
	}
}

// samplePrior draws a move by the priors, which sum to 1.
func samplePrior(children []mcts.Child, rng *rand.Rand) env.Move {
	x := rng.Float64()
	for _, c := range children {
		if x -= c.Prior; x < 0 {
			return c.Move
		}
	}
	return children[len(children)-1].Move // the sum was rounded down
}
