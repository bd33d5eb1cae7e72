package mcts

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"othellier/env"
	"othellier/mcts/endgame"
)

// earlyOracle is an oracle that must not be asked what the solver answers.
type earlyOracle struct {
	oracle
	empties int
}

func (o *earlyOracle) Evaluate(p []env.Position, priors, value, margin []float32) error {
	for _, q := range p {
		if empties(o.rules, q) <= o.empties {
			o.t.Errorf("asked to judge %v, which the solver solves", q)
		}
	}
	return o.oracle.Evaluate(p, priors, value, margin)
}

func empties(r env.Rules, p env.Position) int {
	return r.NumSquares() - bits.OnesCount64(p.Own|p.Opp)
}

// With a solver the evaluator is not asked about late positions, what is proven
// is what the exhaustive twin finds, and the root has a best move to play.
func TestSolverSettlesLatePositions(t *testing.T) {
	for i, r := range variants {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			solver, err := endgame.New(r, endgame.Options{HashBits: 12})
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(uint64(i), 21))
			for k := range 60 {
				p := late(r, 5+k%4, rng)
				want := exact(r, p)
				for _, w := range []float64{0, .2} {
					c := weighted(w)
					c.Solver, c.SolveEmpties = solver, 3+k%6
					s := at(r, c, p)
					o := &earlyOracle{oracle{t: t, rules: r}, c.SolveEmpties}
					grow(t, s, o, 1_000_000)
					s.check(t)
					if root := s.Root(); !root.Proven || root.Value != float64(sign(want)) || w > 0 && s.nodes[0].lower != s.grade(want) {
						t.Fatalf("%v, weight %v: %+v, want a margin of %d", p, w, root, want)
					}
					if best := -exact(r, r.Next(p, s.Best())); s.grade(best) != s.grade(want) {
						t.Fatalf("%v, weight %v: %v gives %d, want %d", p, w, s.Best(), best, want)
					}
					if empties(r, p) <= c.SolveEmpties && o.asked > 0 {
						t.Fatalf("%v: the evaluator was asked %d times", p, o.asked)
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
		})
	}
}

// A game played out with one tree, advanced from move to move, ends with the
// exact result, though its roots were solved leaves before.
func TestSolvedLeavesBecomeRoots(t *testing.T) {
	for i, r := range variants {
		solver, err := endgame.New(r, endgame.Options{HashBits: 12})
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(uint64(i), 23))
		for range 20 {
			p := late(r, 8, rng)
			want, turn := exact(r, p), p.Turn
			c := weighted(.2)
			c.Solver, c.SolveEmpties = solver, 6
			s := at(r, c, p)
			for !r.Over(p) {
				grow(t, s, &oracle{t: t, rules: r}, 1_000_000)
				s.check(t)
				m := s.Best()
				p = r.Next(p, m)
				s.Advance(m)
			}
			got := r.Margin(p)
			if p.Turn != turn {
				got = -got
			}
			if got != want {
				t.Errorf("%v: played to %d, solved %d", p, got, want)
			}
		}
	}
}

func TestSolverAllocatesNothing(t *testing.T) {
	r := env.Rules{}
	solver, err := endgame.New(r, endgame.Options{HashBits: 12})
	if err != nil {
		t.Fatal(err)
	}
	c := weighted(.1)
	c.Solver, c.SolveEmpties = solver, 7
	p := late(r, 10, rand.New(rand.NewPCG(1, 22)))
	s := at(r, c, p)
	run := NewRunner(UniformEvaluator{}, 1)
	searches, counts := []*Search{s}, []int{200}
	once := func() {
		s.Reset(p)
		if err := run.Run(t.Context(), searches, counts); err != nil {
			t.Fatal(err)
		}
	}
	once()
	if n := testing.AllocsPerRun(5, once); n != 0 {
		t.Errorf("%v allocations a search", n)
	}
}
