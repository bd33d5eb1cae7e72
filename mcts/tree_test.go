package mcts

import (
	"math/rand/v2"
	"testing"

	"othellier/env"

	"pgregory.net/rapid"
)

// Whole trees, as they are to stay until someone decides otherwise.
func TestGoldenTrees(t *testing.T) {
	late, err := env.ParsePosition("XXXXOOO-XXXOXXX-XXOXOXX-XOOOOXXOO-OXOXXO-OXOOXXOOOXXOOOOXXXXOOXO O")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		rules  env.Rules
		p      env.Position
		weight float64
		noise  bool
		leaves int
	}{
		{"opening", env.Rules{}, env.Rules{}.Initial(), 0, false, 1},
		{"opening-noise", env.Rules{}, env.Rules{}.Initial(), 0, true, 1},
		{"opening-8-leaves", env.Rules{}, env.Rules{}.Initial(), .1, false, 8},
		{"ending-result", env.Rules{}, late, 0, false, 1},
		{"ending-margin", env.Rules{}, late, .1, false, 1},
	} {
		s := at(c.rules, weighted(c.weight), c.p)
		if c.noise {
			s.AddNoise(rand.New(rand.NewPCG(1, 2)))
		}
		b := NewBatch(c.leaves)
		for b.Add(s, 60, c.leaves) > 0 {
			if err := b.Flush(&oracle{t: t, rules: c.rules}); err != nil {
				t.Fatal(err)
			}
		}
		s.check(t)
		golden(t, c.name, s.dump(0, c.p))
	}
}

// Whatever is done with a search, in any order, its tree is what check says and
// the evaluator is asked nothing that it should not be.
func TestAnyUse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(variants).Draw(t, "rules")
		c := weighted(rapid.SampledFrom([]float64{0, .25, 1}).Draw(t, "margin weight"))
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		ev := &oracle{t: t, rules: r}
		priors, value, margin := make([]float32, 64*40), make([]float32, 40), make([]float32, 40)
		s := at(r, c, late(r, rapid.IntRange(2, 60).Draw(t, "empties"), rng))
		for range rapid.IntRange(20, 200).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				s.Reset(late(r, 2+rng.IntN(r.NumSquares()), rng))
			case 1, 2:
				if moves := legal(r, s.position); len(moves) > 0 {
					s.Advance(moves[rng.IntN(len(moves))])
				}
			case 3:
				s.AddNoise(rng)
			case 4:
				if !s.over {
					s.Advance(s.Sample(1, rng))
				}
			default:
				limit := rapid.IntRange(1, 40).Draw(t, "limit")
				visits := s.Root().Visits
				got := s.Select(nil, limit)
				waiting := map[int32]bool{}
				for _, l := range s.pending {
					waiting[l.node] = true
				}
				ended := s.Root().Visits - visits
				if len(got)+ended > limit || len(waiting) != len(got) {
					t.Fatalf("%d leaves at %d nodes and %d simulations that ended, of %d", len(got), len(waiting), ended, limit)
				}
				if rapid.Bool().Draw(t, "cancel") {
					s.Cancel()
					break
				}
				if len(got) == 0 {
					break
				}
				ev.Evaluate(got, priors, value, margin)
				if err := s.Expand(priors, value, margin); err != nil {
					t.Fatal(err)
				}
				if got := s.Root().Visits - visits - ended; got != len(waiting) {
					t.Fatalf("%d visits for %d answers", got, len(waiting))
				}
			}
			s.check(t)
		}
	})
}

// Advance keeps of the tree just what lies below the move.
func TestAdvanceKeepsTheSubtree(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	kept := 0
	for i := range 40 {
		r := variants[i%3]
		ev := &oracle{t: t, rules: r}
		s := at(r, weighted(float64(i%2)/2), late(r, 4+rng.IntN(r.NumSquares()), rng))
		for !s.over {
			grow(t, s, ev, s.Root().Visits+rng.IntN(150))
			moves := legal(r, s.position)
			m := moves[rng.IntN(len(moves))]
			p := r.Next(s.position, m)
			want := ""
			for k := range s.children(0) {
				if c := s.nodes[0].first + int32(k); s.nodes[c].move == m && s.nodes[c].visits > 0 {
					want = s.dump(c, p)
				}
			}
			s.Advance(m)
			s.check(t)
			if s.position != p {
				t.Fatalf("the root is %v, want %v", s.position, p)
			}
			if got := s.dump(0, p); want != "" && got[5:] != want[len("root "):] {
				// The root alone may have gained: its only move, or its result.
				if s.nodes[0].count > 1 {
					t.Fatalf("kept\n%s\nof\n%s", got, want)
				}
			} else if want != "" {
				kept++
			}
			if want == "" && s.Root().Visits != 0 {
				t.Fatalf("%d visits of a move that had none", s.Root().Visits)
			}
		}
	}
	if kept < 300 {
		t.Errorf("only %d subtrees were kept", kept)
	}
}

// A search with a kept tree finds what one without finds where both prove it.
func TestAdvanceToTheEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 40 {
		r := env.Rules{}
		s := at(r, weighted(.1), late(r, 9, rng))
		want := exact(r, s.position)
		color := s.position.Turn
		for !s.over {
			grow(t, s, UniformEvaluator{}, 1_000_000)
			root := s.Root()
			got := root.Margin * 64
			if s.position.Turn != color {
				got = -got
			}
			if len(root.Children) > 1 && got != float64(want) {
				t.Fatalf("%v: margin %v, want %d", s.position, got, want)
			}
			s.Advance(s.Best())
		}
		if got := r.Margin(s.position); s.position.Turn == color && got != want || s.position.Turn != color && got != -want {
			t.Fatalf("best play ended with %d, want %d", got, want)
		}
	}
}

// In the steady state nothing is allocated: no simulation, no move, no new game,
// and the arrays stay as large as the largest tree.
func TestNoAllocations(t *testing.T) {
	r := env.Rules{}
	s, batch := New(r, Default()), NewBatch(8)
	rng := rand.New(rand.NewPCG(1, 1))
	ev := NewRolloutEvaluator(r, 1, 1)
	policy := make([]float32, 64)
	pv := make([]env.Move, 0, 128)
	game := func() {
		s.Reset(r.Initial())
		for !s.over {
			s.AddNoise(rng)
			for batch.Add(s, 100, 8) > 0 {
				if err := batch.Flush(ev); err != nil {
					t.Fatal(err)
				}
			}
			s.Policy(policy)
			pv = s.PV(pv[:0])
			s.Advance(s.Sample(1, rng))
		}
	}
	for range 5 {
		game()
	}
	if n := testing.AllocsPerRun(5, game); n != 0 {
		t.Errorf("%v allocations a game", n)
	}
}
