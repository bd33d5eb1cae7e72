package mcts

import (
	"math"
	"math/rand/v2"
	"testing"

	"othellier/env"

	"pgregory.net/rapid"
)

func forcing(k, marginWeight float64) Config {
	c := weighted(marginWeight)
	c.ForcedPlayouts = k
	return c
}

// While a move that was tried at the root and is not pruned has fewer visits than
// it is forced to have, a simulation goes to the first such move.
func TestForcedVisits(t *testing.T) {
	forced := 0
	rapid.Check(t, func(t *rapid.T) {
		r := variants[rapid.IntRange(0, len(variants)-1).Draw(t, "rules")]
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		p := late(r, rapid.IntRange(4, 30).Draw(t, "empties"), rng)
		k := rapid.Float64Range(.1, 8).Draw(t, "k")
		s := at(r, forcing(k, rapid.SampledFrom([]float64{0, .1}).Draw(t, "margins")), p)
		s.AddNoise(rng)
		ev := &oracle{t: t, rules: r}
		for simulations := 1; simulations < 100 && !s.Done(simulations); simulations++ {
			want := env.Pass
			before := s.Root()
			for i, c := range before.Children {
				least := math.Sqrt(k * float64(s.priors[c.Move]) * float64(before.Visits-1))
				pruned := s.pruned(&s.nodes[0], &s.children(0)[i])
				if want == env.Pass && c.Visits > 0 && !pruned && float64(c.Visits) < least {
					want = c.Move
				}
			}
			grow(t, s, ev, simulations)
			for i, c := range before.Children {
				if want == c.Move && s.Root().Children[i].Visits != c.Visits+1 {
					t.Fatalf("simulation %d did not go to %v", simulations, want)
				}
			}
			if want != env.Pass {
				forced++
			}
		}
		s.check(t)
	})
	if forced == 0 {
		t.Error("no simulation was forced")
	}
}

// pruneSlowly is the obvious twin of forget: from the definition, over Root
// alone, trying every number of visits.
func pruneSlowly(s *Search) map[env.Move]int {
	root := s.Root()
	sum := 0
	for _, c := range root.Children {
		sum += c.Visits
	}
	kept := map[env.Move]int{}
	top := s.Best()
	score := func(c Child, visits int) float64 {
		utility := (1-s.config.MarginWeight)*c.Value + s.config.MarginWeight*c.Margin
		utility = max(c.Lower, min(c.Upper, utility))
		return utility + s.config.CPuct*float64(s.priors[c.Move])*math.Sqrt(float64(root.Visits))/float64(1+visits)
	}
	best := 0.0
	for _, c := range root.Children {
		if c.Move == top {
			best = score(c, c.Visits)
		}
	}
	for _, c := range root.Children {
		if c.Visits == 0 {
			continue
		}
		kept[c.Move] = c.Visits
		if c.Move == top {
			continue
		}
		forced := int(math.Ceil(math.Sqrt(s.config.ForcedPlayouts * float64(s.priors[c.Move]) * float64(sum))))
		for fewer := 0; fewer <= c.Visits; fewer++ {
			if c.Visits-fewer > forced || fewer < c.Visits-forced || score(c, fewer) >= best {
				continue
			}
			kept[c.Move] = fewer
			break
		}
		if kept[c.Move] <= 1 {
			delete(kept, c.Move)
		}
	}
	return kept
}

// The training target is what the twin says, and the first move stays first.
func TestForcedVisitsAreForgotten(t *testing.T) {
	r := env.Rules{}
	changed := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 2))
		s := at(r, forcing(2, .1), late(r, 40, rng))
		s.AddNoise(rng)
		grow(t, s, &oracle{t: t, rules: r}, 20+rng.IntN(200))
		if n := &s.nodes[0]; n.lower != s.worst { // bounds have the word: see Policy
			continue
		}
		kept := pruneSlowly(s)
		sum := 0
		for _, visits := range kept {
			sum += visits
		}
		var got [64]float32
		s.Policy(got[:])
		best := s.Best()
		for _, c := range s.Root().Children {
			want := float32(float64(kept[c.Move]) / float64(sum))
			if got[c.Move] != want {
				t.Fatalf("seed %d: the share of %v is %v, want %v", seed, c.Move, got[c.Move], want)
			}
			if got[c.Move] > got[best] {
				t.Fatalf("seed %d: %v has more than the best move", seed, c.Move)
			}
			if c.Visits != kept[c.Move] {
				changed++
			}
		}
	}
	if changed < 60 {
		t.Errorf("%d moves lost visits in all: the test looks at nothing", changed)
	}
}

// Without noise, and with 0, nothing is forced and nothing forgotten.
func TestForcedPlayoutsOff(t *testing.T) {
	r := env.Rules{}
	ev := &oracle{t: t, rules: r}
	plain, forced := New(r, Default()), New(r, forcing(2, 0))
	grow(t, plain, ev, 100)
	grow(t, forced, ev, 100)
	if plain.dump(0, r.Initial()) != forced.dump(0, r.Initial()) {
		t.Error("visits are forced at a root without noise")
	}
	var a, b [64]float32
	plain.Policy(a[:])
	if forced.Policy(b[:]); a != b {
		t.Error("visits are forgotten at a root without noise")
	}
	for _, k := range []float64{-1, math.NaN(), math.Inf(1)} {
		if err := forcing(k, 0).Validate(); err == nil {
			t.Errorf("ForcedPlayouts %v passes", k)
		}
	}
}
