package mcts

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"othellier/env"
	"othellier/env/alike"
	"othellier/mcts/endgame"

	"pgregory.net/rapid"
)

// halving is the obvious twin: sequential halving over lists, with a search of
// its own for what follows each move.
type halving struct {
	moves  []*contender
	judged float64
}

type contender struct {
	move         env.Move
	noise, prior float64
	after        *Search
	visits       int
}

func (h *halving) score(c *contender, noise float64) float64 {
	most, visits, priors, mean := 0, 0, 0.0, 0.0
	utility := func(c *contender) float64 { return -c.after.mean(&c.after.nodes[0]) }
	for _, m := range h.moves {
		most, visits = max(most, m.visits), visits+m.visits
		if m.visits > 0 {
			priors += m.prior
			mean += m.prior * utility(m)
		}
	}
	u := h.judged
	switch {
	case c.visits > 0:
		u = utility(c)
	case visits > 0:
		u = (h.judged + float64(visits)*mean/priors) / float64(1+visits)
	}
	return noise*c.noise + math.Log(c.prior) + float64(50+most)*(u+1)/2
}

func (h *halving) best(list []*contender) *contender {
	return slices.MaxFunc(list, func(a, b *contender) int {
		if h.score(a, 1) > h.score(b, 1) {
			return 1
		}
		return -1
	})
}

// top returns the n contenders of the list with the best scores.
func (h *halving) top(list []*contender, n int) (best []*contender) {
	list = slices.Clone(list)
	for range n {
		c := h.best(list)
		best = append(best, c)
		list = slices.DeleteFunc(list, func(d *contender) bool { return c == d })
	}
	return best
}

// run spends the budget and returns the order in which moves were visited.
func (h *halving) run(t *testing.T, ev Evaluator, considered, budget int) (order []env.Move) {
	considered = min(considered, len(h.moves), budget)
	rounds := max(1, math.Ceil(math.Log2(float64(considered))))
	left, goal := h.top(h.moves, considered), 0
	for {
		goal += max(1, int(float64(budget)/(rounds*float64(len(left)))))
		for {
			fewest := goal
			for _, c := range left {
				fewest = min(fewest, c.visits)
			}
			if fewest == goal {
				break
			}
			c := h.best(slices.DeleteFunc(slices.Clone(left), func(c *contender) bool { return c.visits > fewest }))
			c.visits++
			grow(t, c.after, ev, c.visits)
			if order = append(order, c.move); len(order) == budget {
				return order
			}
		}
		if len(left) > 2 {
			left = h.top(left, max(2, len(left)/2))
		}
	}
}

// The moves are visited in the order of the twin, and the target is the improved
// policy worked out from its definition.
func TestGumbelIsTheSlowTwin(t *testing.T) {
	r := env.Rules{}
	config := weighted(.1)
	compared := 0
	config.FPU = 0 // the twin's searches begin below the root
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		p := late(r, 40, rng)
		ev := &oracle{t: t, rules: r}
		considered, simulations := 1+rng.IntN(16), 2+rng.IntN(60)
		s := at(r, config, p)
		s.AddGumbel(rand.New(rand.NewPCG(seed, 4)), considered, simulations)

		h := halving{}
		var priors [64]float32
		var value, margin [1]float32
		if err := ev.Evaluate([]env.Position{p}, priors[:], value[:], margin[:]); err != nil {
			t.Fatal(err)
		}
		h.judged = .9*float64(value[0]) + .1*float64(margin[0])
		sum, forced := 0.0, false
		for _, m := range legal(r, p) {
			sum += float64(priors[m])
			forced = forced || len(legal(r, r.Next(p, m))) < 2
		}
		if forced { // a search of one move is over before it begins
			continue
		}
		compared++
		draw := rand.New(rand.NewPCG(seed, 4))
		for _, m := range legal(r, p) {
			h.moves = append(h.moves, &contender{
				move: m, noise: -math.Log(alike.Exponential(draw)), prior: float64(priors[m]) / sum, after: at(r, config, r.Next(p, m)),
			})
		}
		order := h.run(t, ev, considered, simulations-1)
		var got []env.Move
		for n := range simulations {
			before := s.Root()
			grow(t, s, ev, n+1)
			for i, c := range s.Root().Children {
				if n > 0 && c.Visits > before.Children[i].Visits {
					got = append(got, c.Move)
				}
			}
		}
		s.check(t)
		if !slices.Equal(got, order) {
			t.Fatalf("seed %d: %d of %d simulations visit\n%v, want\n%v", seed, considered, simulations, got, order)
		}
		var policy [64]float32
		s.Policy(policy[:])
		total := 0.0
		for _, c := range h.moves {
			total += math.Exp(h.score(c, 0) - h.score(h.moves[0], 0))
		}
		for _, c := range h.moves {
			want := math.Exp(h.score(c, 0)-h.score(h.moves[0], 0)) / total
			if math.Abs(float64(policy[c.move])-want) > 1e-5 {
				t.Fatalf("seed %d: the share of %v is %v, want %v", seed, c.move, policy[c.move], want)
			}
		}
	}
	if compared < 30 {
		t.Errorf("only %d searches were compared", compared)
	}
}

// Near the end moves are pruned and solved. The search still ends with as many
// visits as asked for or a proof, a proof is right, and no target holds a move
// that is proven to be worse than another.
func TestGumbelWithProofs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := variants[rapid.IntRange(0, len(variants)-1).Draw(t, "rules")]
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		p := late(r, rapid.IntRange(2, 10).Draw(t, "empties"), rng)
		config := weighted(rapid.SampledFrom([]float64{0, .1, 1}).Draw(t, "margins"))
		if rapid.Bool().Draw(t, "solve") {
			solver, err := endgame.New(r, endgame.Options{HashBits: 10})
			if err != nil {
				t.Fatal(err)
			}
			config.Solver, config.SolveEmpties = solver, rapid.IntRange(0, 5).Draw(t, "solved")
		}
		simulations := rapid.IntRange(1, 400).Draw(t, "simulations")
		s := at(r, config, p)
		s.AddGumbel(rng, rapid.IntRange(1, 8).Draw(t, "considered"), simulations)
		runner := NewRunner(&oracle{t: t, rules: r}, 16)
		runner.PerSearch = rapid.IntRange(1, 8).Draw(t, "leaves")
		if err := runner.Run(context.Background(), []*Search{s}, []int{simulations}); err != nil {
			t.Fatal(err)
		}
		s.check(t)
		root := s.Root()
		if root.Visits != simulations && !root.Proven {
			t.Fatalf("%d visits, want %d", root.Visits, simulations)
		}
		if g := s.nodes[0].lower; root.Proven && g != s.grade(exact(r, p)) {
			t.Fatalf("proven to be %d, is %d", g, exact(r, p))
		}
		var policy [64]float32
		s.Policy(policy[:])
		sum := float32(0)
		for _, c := range root.Children {
			sum += policy[c.Move]
			if policy[c.Move] > 0 && c.Upper < root.Lower {
				t.Fatalf("%v is a target with at most %v where %v is sure", c.Move, c.Upper, root.Lower)
			}
		}
		if math.Abs(float64(sum)-1) > 1e-5 {
			t.Fatalf("the target sums to %v", sum)
		}
	})
}

func TestRootsDoNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	p := late(env.Rules{}, 40, rng)
	s := at(env.Rules{}, forcing(2, .1), p)
	run := NewRunner(UniformEvaluator{}, 1)
	searches, counts, policy := []*Search{s}, []int{100}, make([]float32, 64)
	for name, mark := range map[string]func(){
		"noise":  func() { s.AddNoise(rng) },
		"gumbel": func() { s.AddGumbel(rng, 16, 100) },
	} {
		once := func() {
			s.Reset(p)
			mark()
			if err := run.Run(t.Context(), searches, counts); err != nil {
				t.Fatal(err)
			}
			s.Policy(policy)
		}
		once()
		if n := testing.AllocsPerRun(5, once); n != 0 {
			t.Errorf("%s: %v allocations a search", name, n)
		}
	}
}

// What a root with one visit says is the network's policy, and the mark is gone
// after a move.
func TestGumbelBeginsAndEnds(t *testing.T) {
	r := env.Rules{}
	ev := &oracle{t: t, rules: r}
	s, plain := New(r, Default()), New(r, Default())
	s.AddGumbel(rand.New(rand.NewPCG(7, 8)), 4, 50)
	grow(t, s, ev, 1)
	var policy [64]float32
	s.Policy(policy[:])
	for _, c := range s.Root().Children {
		if math.Abs(float64(policy[c.Move])-c.Prior) > 1e-6 {
			t.Errorf("after one visit the share of %v is %v, its prior %v", c.Move, policy[c.Move], c.Prior)
		}
	}
	grow(t, s, ev, 50)
	s.Advance(s.Best())
	plain.Reset(s.position)
	s.Reset(s.position)
	grow(t, plain, ev, 100)
	grow(t, s, ev, 100)
	if plain.dump(0, s.position) != s.dump(0, s.position) {
		t.Error("the mark was left after a move")
	}
	at(r, Default(), env.Position{Own: 1}).AddGumbel(nil, 4, 10)         // over
	at(r, Default(), env.Position{Own: 1, Opp: 2}).AddGumbel(nil, 4, 10) // one move
	for want, f := range map[string]func(){
		"mcts: AddGumbel of 0 moves with 10 simulations: want 1 or more": func() { New(r, Default()).AddGumbel(nil, 0, 10) },
		"mcts: AddGumbel at a root with 100 visits: want none":           func() { s.AddGumbel(nil, 4, 10) },
	} {
		if got := panics(f); got != want {
			t.Errorf("panic %q, want %q", got, want)
		}
	}
}
