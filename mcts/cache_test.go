package mcts

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"othellier/env"
)

// tally counts what it is asked, and fails when told to.
type tally struct {
	Evaluator
	positions int
	err       error
}

func (c *tally) Evaluate(p []env.Position, priors, value, margin []float32) error {
	c.positions += len(p)
	if c.err != nil {
		return c.err
	}
	return c.Evaluator.Evaluate(p, priors, value, margin)
}

// Searches through a cache of any size find what they find without one, to the
// bit, under all rules; and the evaluator is asked less.
func TestCacheChangesNothing(t *testing.T) {
	for _, r := range variants {
		rng := rand.New(rand.NewPCG(51, 52))
		starts := []env.Position{r.Initial(), r.Initial()}
		for range 6 {
			p := late(r, r.NumSquares(), rng)
			starts = append(starts, p, r.Next(p, legal(r, p)[0]))
		}
		// find lets searches of all starts share an evaluator, twice over.
		find := func(ev Evaluator) (trees []string) {
			for range 2 {
				var searches []*Search
				var simulations []int
				for i, p := range starts {
					searches = append(searches, at(r, weighted(.1), p))
					simulations = append(simulations, 20+5*i)
				}
				run := NewRunner(ev, 7)
				run.PerSearch = 3
				if err := run.Run(context.Background(), searches, simulations); err != nil {
					t.Fatal(err)
				}
				for _, s := range searches {
					trees = append(trees, s.dump(0, s.position))
				}
			}
			return trees
		}
		plain := &tally{Evaluator: &oracle{t: t, rules: r}}
		want := find(plain)
		for _, size := range []int{1, 5, 100000} {
			counted := &tally{Evaluator: &oracle{t: t, rules: r}}
			c := NewCache(counted, size)
			if !slices.Equal(find(c), want) {
				t.Errorf("%v: a cache of %d positions changes the trees", r, size)
			}
			if counted.positions > plain.positions {
				t.Errorf("%v: a cache of %d positions passes on %d; only %d were asked", r, size, counted.positions, plain.positions)
			}
			if size == 100000 && counted.positions > plain.positions/2 {
				t.Errorf("%v: %d of %d positions passed on, though all came twice", r, counted.positions, plain.positions)
			}
		}
	}
}

// What an evaluator failed to answer is not remembered.
func TestCacheFails(t *testing.T) {
	r := env.Rules{}
	behind := &tally{Evaluator: &oracle{t: t, rules: r}, err: errors.New("no answer")}
	c := NewCache(behind, 10)
	p := []env.Position{r.Initial()}
	priors, value, margin := make([]float32, 64), make([]float32, 1), make([]float32, 1)
	if err := c.Evaluate(p, priors, value, margin); err != behind.err {
		t.Errorf("error %v, want %v", err, behind.err)
	}
	behind.err = nil
	for range 2 {
		if err := c.Evaluate(p, priors, value, margin); err != nil {
			t.Fatal(err)
		}
	}
	if behind.positions != 2 { // the first, which failed, and the second, which the third remembers
		t.Errorf("%d positions passed on, want 2", behind.positions)
	}
}

func TestCacheDoesNotAllocate(t *testing.T) {
	r := env.Rules{}
	rng := rand.New(rand.NewPCG(53, 54))
	var p []env.Position
	for range 30 {
		p = append(p, late(r, 50, rng))
	}
	c := NewCache(UniformEvaluator{}, 20)
	priors, value, margin := make([]float32, 64*30), make([]float32, 30), make([]float32, 30)
	if n := testing.AllocsPerRun(5, func() { c.Evaluate(p, priors, value, margin) }); n != 0 {
		t.Errorf("%v allocations a call", n)
	}
}
