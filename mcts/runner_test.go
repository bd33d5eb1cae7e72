package mcts

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"othellier/env"
)

// crowd returns searches at positions of all stages, and their simulations.
func crowd(r env.Rules, n int) (searches []*Search, simulations []int) {
	rng := rand.New(rand.NewPCG(21, 22))
	for i := range n {
		s := at(r, weighted(float64(i%3)/4), late(r, 2+i%60, rng))
		if i%2 == 0 {
			s.AddNoise(rng)
		}
		searches = append(searches, s)
		simulations = append(simulations, i%5*40)
	}
	return searches, simulations
}

func dumps(searches []*Search) (all []string) {
	for _, s := range searches {
		all = append(all, s.dump(0, s.position))
	}
	return all
}

// What a search finds depends neither on the batch nor on its neighbours.
func TestRunDoesNotDependOnTheBatch(t *testing.T) {
	r := env.Rules{}
	for _, per := range []int{1, 6} {
		var want []string
		alone, simulations := crowd(r, 70)
		for i, s := range alone {
			run := NewRunner(&oracle{t: t, rules: r}, per)
			run.PerSearch = per
			if err := run.Run(context.Background(), alone[i:i+1], simulations[i:i+1]); err != nil {
				t.Fatal(err)
			}
			s.check(t)
		}
		want = dumps(alone)
		for _, batch := range []int{7, 64, 1000} {
			together, _ := crowd(r, 70)
			run := NewRunner(&oracle{t: t, rules: r}, batch)
			run.PerSearch = per
			if err := run.Run(context.Background(), together, simulations); err != nil {
				t.Fatal(err)
			}
			for i, got := range dumps(together) {
				if got != want[i] {
					t.Errorf("%d leaves a search: search %d differs in a batch of %d", per, i, batch)
				}
				if !together[i].Done(simulations[i]) {
					t.Errorf("search %d is not done", i)
				}
				if v := together[i].Root().Visits; v > simulations[i] {
					t.Errorf("search %d has %d visits, asked were %d", i, v, simulations[i])
				}
			}
		}
	}
}

// counter counts calls and positions.
type counter struct {
	calls, positions, largest int
	then                      func()
}

func (c *counter) Evaluate(p []env.Position, priors, value, margin []float32) error {
	c.calls++
	c.positions += len(p)
	c.largest = max(c.largest, len(p))
	if c.then != nil {
		c.then()
	}
	return UniformEvaluator{}.Evaluate(p, priors, value, margin)
}

// Batches are filled: by many searches with a leaf each, by few with more.
func TestRunFillsBatches(t *testing.T) {
	r := env.Rules{}
	for _, c := range []struct{ searches, per, batch, largest, calls int }{
		{64, 1, 16, 16, 64 * 100 / 16},
		{3, 1, 16, 3, 100},
		{1, 16, 16, 16, 13},
	} {
		searches := make([]*Search, c.searches)
		simulations := make([]int, c.searches)
		for i := range searches {
			searches[i], simulations[i] = New(r, Default()), 100
		}
		ev := &counter{}
		run := NewRunner(ev, c.batch)
		run.PerSearch = c.per
		if err := run.Run(context.Background(), searches, simulations); err != nil {
			t.Fatal(err)
		}
		if ev.positions != 100*c.searches || ev.largest != c.largest || ev.calls > c.calls {
			t.Errorf("%+v: %d positions in %d calls of at most %d", c, ev.positions, ev.calls, ev.largest)
		}
	}
}

// The end of the context stops a run after the batch under way; the searches
// can go on.
func TestRunStops(t *testing.T) {
	r := env.Rules{}
	ctx, cancel := context.WithCancel(context.Background())
	ev := &counter{}
	ev.then = func() {
		if ev.calls == 3 {
			cancel()
		}
	}
	s := New(r, Default())
	run := NewRunner(ev, 4)
	err := run.Run(ctx, []*Search{s}, []int{1_000_000})
	if !errors.Is(err, context.Canceled) || ev.calls != 3 {
		t.Errorf("error %v after %d calls", err, ev.calls)
	}
	s.check(t)
	if err := run.Run(context.Background(), []*Search{s}, []int{10}); err != nil || s.Root().Visits != 10 {
		t.Errorf("error %v, %d visits", err, s.Root().Visits)
	}
	if err := run.Run(context.Background(), nil, nil); err != nil {
		t.Errorf("no searches: %v", err)
	}
}

// In the steady state a run allocates nothing.
func TestRunDoesNotAllocate(t *testing.T) {
	r := env.Rules{}
	searches, simulations := make([]*Search, 20), make([]int, 20)
	for i := range searches {
		searches[i], simulations[i] = New(r, Default()), 50
	}
	run := NewRunner(UniformEvaluator{}, 8)
	n := testing.AllocsPerRun(3, func() {
		for _, s := range searches {
			s.Reset(r.Initial())
		}
		if err := run.Run(context.Background(), searches, simulations); err != nil {
			t.Fatal(err)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations a run", n)
	}
}

// Random games from a position with one empty square end in the result that it
// has, and more playouts come closer to the mean of all games.
func TestRolloutEvaluator(t *testing.T) {
	r := env.Rules{}
	rng := rand.New(rand.NewPCG(31, 32))
	priors, value, margin := make([]float32, 640), make([]float32, 10), make([]float32, 10)
	for range 50 {
		p := late(r, 4, rng)
		wantValue, wantMargin := average(r, p)
		if err := NewRolloutEvaluator(r, 4000, 1).Evaluate([]env.Position{p}, priors, value, margin); err != nil {
			t.Fatal(err)
		}
		if d := float64(value[0]) - wantValue; d > .08 || d < -.08 {
			t.Errorf("%v: value %v, the mean of all games is %v", p, value[0], wantValue)
		}
		if d := float64(margin[0])*64 - wantMargin; d > 2.5 || d < -2.5 {
			t.Errorf("%v: margin %v, the mean of all games is %v", p, margin[0]*64, wantMargin)
		}
	}
	// An answer depends on the position and the seed alone.
	batch := []env.Position{late(r, 40, rng), late(r, 30, rng), late(r, 20, rng)}
	ev := NewRolloutEvaluator(r, 3, 5)
	ev.Evaluate(batch, priors, value, margin)
	differs := false
	for i := range batch {
		var v, m [1]float32
		ev.Evaluate(batch[i:i+1], priors, v[:], m[:])
		if v[0] != value[i] || m[0] != margin[i] {
			t.Errorf("position %d is worth %v in a batch, %v alone", i, value[i], v[0])
		}
		NewRolloutEvaluator(r, 3, 6).Evaluate(batch[i:i+1], priors, v[:], m[:])
		differs = differs || m[0] != margin[i]
	}
	if !differs {
		t.Error("another seed changed nothing")
	}
}

// average returns the mean result and margin of random games from p.
func average(r env.Rules, p env.Position) (value, margin float64) {
	moves := legal(r, p)
	if len(moves) == 0 {
		return float64(sign(r.Margin(p))), float64(r.Margin(p))
	}
	for _, m := range moves {
		v, d := average(r, r.Next(p, m))
		value -= v / float64(len(moves))
		margin -= d / float64(len(moves))
	}
	return value, margin
}

// Plain Monte Carlo tree search beats random play.
func TestRolloutsBeatRandom(t *testing.T) {
	r := env.Rules{Board: env.Board6}
	rng := rand.New(rand.NewPCG(41, 42))
	ev := NewRolloutEvaluator(r, 1, 3)
	s := New(r, Default())
	points := 0
	const games = 20
	for g := range games {
		us := env.Color(g % 2)
		p := r.Initial()
		for !r.Over(p) {
			moves := legal(r, p)
			m := moves[rng.IntN(len(moves))]
			if p.Turn == us {
				s.Reset(p)
				grow(t, s, ev, 60)
				m = s.Best()
			}
			p = r.Next(p, m)
		}
		result := sign(r.Margin(p))
		if p.Turn != us {
			result = -result
		}
		points += result
	}
	if points < games*3/4 {
		t.Errorf("%d points of %d games", points, games)
	}
}
