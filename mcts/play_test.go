package mcts

import (
	"math"
	"math/rand/v2"
	"testing"

	"othellier/env"
)

// tree builds a search at the 4x4 start whose four children have the given
// visits, sums of values (for the side to move at the root) and bounds; the
// root's bounds follow.
func tree(visits [4]int32, value [4]float64, lower, upper [4]int8) *Search {
	s := New(env.Rules{Board: env.Board4}, Default())
	s.Select(nil, 1)
	if err := s.Expand(make([]float32, 64), []float32{0}, []float32{0}); err != nil {
		panic(err)
	}
	root := &s.nodes[0]
	root.lower, root.upper = -1, -1
	for k := range s.children(0) {
		c := &s.children(0)[k]
		c.visits, c.value = visits[k], -value[k]
		c.lower, c.upper = -upper[k], -lower[k]
		root.visits += c.visits
		root.lower, root.upper = max(root.lower, lower[k]), max(root.upper, upper[k])
	}
	return s
}

// What is known of the moves comes before how much they were searched.
func TestBestAndPolicyLookAtTheBounds(t *testing.T) {
	low, high := [4]int8{-1, -1, -1, -1}, [4]int8{1, 1, 1, 1}
	for _, c := range []struct {
		name         string
		visits       [4]int32
		value        [4]float64
		lower, upper [4]int8
		best         int
		policy       [4]float32
	}{
		{"visits", [4]int32{10, 40, 30, 20}, [4]float64{}, low, high, 1, [4]float32{.1, .4, .3, .2}},
		{"equal visits: the higher value", [4]int32{5, 5, 5, 5}, [4]float64{1, 2, 4, 3}, low, high, 2, [4]float32{.25, .25, .25, .25}},
		{"equal visits and values: the lower square", [4]int32{5, 5, 5, 5}, [4]float64{1, 2, 2, 1}, low, high, 1, [4]float32{.25, .25, .25, .25}},
		{"a proven win with one visit", [4]int32{50, 40, 1, 9}, [4]float64{45, 30, 1, 5},
			[4]int8{-1, -1, 1, -1}, high, 2, [4]float32{0, 0, 1, 0}},
		{"two proven wins", [4]int32{50, 30, 10, 10}, [4]float64{0, 30, 10, 0},
			[4]int8{-1, 1, 1, -1}, high, 1, [4]float32{0, .75, .25, 0}},
		{"a proven loss does not count", [4]int32{60, 10, 20, 10}, [4]float64{-60, 0, 0, 0},
			low, [4]int8{-1, 1, 1, 1}, 2, [4]float32{0, .25, .5, .25}},
		{"all lost: visits", [4]int32{10, 40, 30, 20}, [4]float64{-10, -40, -30, -20},
			low, low, 1, [4]float32{.1, .4, .3, .2}},
		{"a sure draw beats what is expected to lose", [4]int32{60, 30, 2, 8}, [4]float64{-30, -3, 0, -1},
			[4]int8{-1, -1, 0, -1}, [4]int8{1, 1, 0, 1}, 2, [4]float32{0, 0, 1, 0}},
		{"a sure draw beside what is expected to win", [4]int32{60, 30, 10, 0}, [4]float64{30, -3, 0, 0},
			[4]int8{-1, -1, 0, -1}, [4]int8{1, 1, 0, 1}, 0, [4]float32{6. / 7, 0, 1. / 7, 0}},
		{"a proven draw", [4]int32{60, 30, 8, 2}, [4]float64{-60, -30, 0, 0},
			[4]int8{-1, -1, 0, 0}, [4]int8{-1, 0, 0, 0}, 2, [4]float32{0, 0, .8, .2}},
		{"refuted but for what was never tried", [4]int32{4, 4, 4, 0}, [4]float64{-4, -4, -4, 0},
			low, [4]int8{-1, -1, -1, 1}, 3, [4]float32{0, 0, 0, 1}},
	} {
		s := tree(c.visits, c.value, c.lower, c.upper)
		children := s.Root().Children
		if got := s.Best(); got != children[c.best].Move {
			t.Errorf("%s: best is %v, want %v", c.name, got, children[c.best].Move)
		}
		policy := make([]float32, 64)
		policy[0] = 3 // left over
		s.Policy(policy)
		sum := float32(0)
		for k, x := range c.policy {
			if got := policy[children[k].Move]; got != x {
				t.Errorf("%s: policy %v on %v, want %v", c.name, got, children[k].Move, x)
			}
		}
		for _, x := range policy {
			sum += x
		}
		if math.Abs(float64(sum)-1) > 1e-6 {
			t.Errorf("%s: the policy sums to %v", c.name, sum)
		}
		if m := s.Sample(0, nil); m != s.Best() {
			t.Errorf("%s: sampled %v at temperature 0", c.name, m)
		}
		for _, ch := range children {
			if ch.Value < ch.Lower || ch.Value > ch.Upper {
				t.Errorf("%s: value %v outside %v to %v", c.name, ch.Value, ch.Lower, ch.Upper)
			}
		}
	}
}

// Even a move without prior is played when nothing else is left.
func TestPolicyWithoutPriors(t *testing.T) {
	s := tree([4]int32{4, 4, 0, 0}, [4]float64{-4, -4, 0, 0}, [4]int8{-1, -1, -1, -1}, [4]int8{-1, -1, 1, 1})
	for k, prior := range []float32{.5, .5, 0, 0} {
		s.children(0)[k].prior = prior
	}
	policy := make([]float32, 64)
	s.Policy(policy)
	for k, want := range []float32{0, 0, .5, .5} {
		if m := s.children(0)[k].move; policy[m] != want {
			t.Errorf("policy %v on %v, want %v", policy[m], m, want)
		}
	}
	if m := s.Sample(.5, rand.New(rand.NewPCG(1, 1))); policy[m] == 0 {
		t.Errorf("sampled %v", m)
	}
}

// Moves are drawn as often as their shares to the power 1/temperature say.
func TestSampleFrequencies(t *testing.T) {
	s := tree([4]int32{10, 40, 30, 0}, [4]float64{}, [4]int8{-1, -1, -1, -1}, [4]int8{1, 1, 1, 1})
	rng := rand.New(rand.NewPCG(9, 9))
	const draws = 20_000
	for _, temperature := range []float64{1e-9, .2, .5, 1, 2, 1e300} {
		var want [4]float64
		sum := 0.0
		for k, visits := range []float64{10, 40, 30, 0} {
			if visits > 0 {
				want[k] = math.Pow(visits/40, 1/temperature)
			}
			sum += want[k]
		}
		count := map[env.Move]int{}
		for range draws {
			count[s.Sample(temperature, rng)]++
		}
		drawn := 0
		for k, c := range s.Root().Children {
			p := want[k] / sum
			drawn += count[c.Move]
			if d := math.Abs(float64(count[c.Move])/draws - p); d > 4*math.Sqrt(p*(1-p)/draws)+1e-9 {
				t.Errorf("temperature %v: %v was drawn %d times of %d, want %.0f", temperature, c.Move, count[c.Move], draws, p*draws)
			}
		}
		if drawn != draws {
			t.Errorf("temperature %v: %d of %d draws are moves", temperature, drawn, draws)
		}
	}
}

// Before the first simulation there is a move all the same, and after one it is
// the evaluator's.
func TestBeforeTheSearch(t *testing.T) {
	r := env.Rules{}
	s := New(r, Default())
	policy := make([]float32, 64)
	s.Policy(policy)
	for sq, x := range policy {
		want := float32(0)
		if r.Moves(r.Initial())>>sq&1 != 0 {
			want = .25
		}
		if x != want {
			t.Errorf("policy %v on %v, want %v", x, env.Move(sq), want)
		}
	}
	if s.Best() != firstMove(r.Moves(r.Initial())) || s.Root().Children != nil {
		t.Errorf("best %v, children %v", s.Best(), s.Root().Children)
	}
	grow(t, s, &oracle{t: t, rules: r}, 1)
	top := s.Root().Children[0]
	for _, c := range s.Root().Children {
		if c.Prior > top.Prior {
			top = c
		}
	}
	if s.Best() != top.Move {
		t.Errorf("best %v, the highest prior is on %v", s.Best(), top.Move)
	}
}
