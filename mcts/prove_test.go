package mcts

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"othellier/env"
)

// The 4x4 game is lost by 8 discs for the side that begins, as discs lie, and
// by 10 with the empty squares given to the winner.
func TestSmallBoardIsProven(t *testing.T) {
	for _, c := range []struct {
		rules  env.Rules
		weight float64
		margin int
	}{
		{env.Rules{Board: env.Board4}, 0, 0},
		{env.Rules{Board: env.Board4}, .1, -8},
		{env.Rules{Board: env.Board4}, 1, -8},
		{env.Rules{Board: env.Board4, Scoring: env.ScoreEmpties}, .1, -10},
	} {
		s := New(c.rules, weighted(c.weight))
		grow(t, s, UniformEvaluator{}, 100_000)
		s.check(t)
		root := s.Root()
		if !root.Proven || root.Value != -1 || root.Lower != root.Upper {
			t.Errorf("%+v: %+v, want a proven loss", c, root)
		}
		if c.weight > 0 && root.Margin*16 != float64(c.margin) {
			t.Errorf("%+v: margin %v discs", c, root.Margin*16)
		}
		t.Logf("%+v: proven after %d simulations", c, root.Visits)
	}
}

// On random late positions the proven root, its bounds and the move to play are
// those of the exhaustive solver, and so is every proven node of the tree. That
// holds for margins and for win, draw and loss, for both colours.
func TestProofsMatchTheSolver(t *testing.T) {
	for i, r := range variants {
		const games = 80
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(i), 20))
			colors := map[env.Color]int{}
			for k := range games {
				p := late(r, 6+k%3, rng)
				colors[p.Turn]++
				want := exact(r, p)
				for _, w := range []float64{0, .2} {
					s := at(r, weighted(w), p)
					grow(t, s, &oracle{t: t, rules: r}, 1_000_000)
					s.check(t)
					root := s.Root()
					if !root.Proven || root.Value != float64(sign(want)) {
						t.Fatalf("%v, weight %v: %+v, want a margin of %d", p, w, root, want)
					}
					best := -exact(r, r.Next(p, s.Best()))
					if w == 0 && sign(best) != sign(want) || w > 0 && best != want {
						t.Fatalf("%v, weight %v: %v gives %d, want %d", p, w, s.Best(), best, want)
					}
					if got := root.Margin * float64(r.NumSquares()); w > 0 && s.grade(want) != s.nodes[0].lower {
						t.Fatalf("%v: margin %v, want %d", p, got, want)
					}
					var policy [64]float32
					s.Policy(policy[:])
					for _, m := range legal(r, p) {
						if policy[m] > 0 && s.grade(-exact(r, r.Next(p, m))) != s.grade(want) {
							t.Fatalf("%v, weight %v: the policy has %v on %v, not a best move", p, w, policy[m], m)
						}
					}
				}
			}
			if colors[env.Black] == 0 || colors[env.White] == 0 {
				t.Errorf("only one colour was to move: %v", colors)
			}
		})
	}
}

// Every node of a small tree has bounds around the exact result for its own
// side to move, and the result itself where it is proven: the sign is right at
// every depth and across passes.
func TestBoundsHoldAtEveryNode(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	proven, passes := 0, 0
	for range 40 {
		r := variants[rng.IntN(3)]
		p := late(r, 6, rng)
		for _, w := range []float64{0, .3} {
			s := at(r, weighted(w), p)
			grow(t, s, &oracle{t: t, rules: r}, 20+rng.IntN(200))
			s.walk(0, p, 0, func(i int32, p env.Position, _ int) {
				n := &s.nodes[i]
				if s.open(n) {
					return
				}
				g := s.grade(exact(r, p))
				if g < n.lower || g > n.upper {
					t.Fatalf("%v: bounds %d to %d, the result is %d", p, n.lower, n.upper, g)
				}
				if n.proven() {
					proven++
				}
				if n.move == env.Pass {
					passes++
				}
			})
		}
	}
	if proven < 1000 || passes < 50 {
		t.Errorf("only %d proven nodes and %d passes were seen", proven, passes)
	}
}
