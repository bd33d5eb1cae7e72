package mcts

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"othellier/env"
)

// What a program does wrong panics and says what.
func TestMisusePanics(t *testing.T) {
	r := env.Rules{}
	waiting := func() *Search {
		s := New(r, Default())
		s.Select(nil, 1)
		return s
	}
	over := at(r, Default(), env.Position{Own: 1})
	for _, c := range []struct {
		name, want string
		do         func()
	}{
		{"second Select", "Select while 1 leaves", func() { waiting().Select(nil, 1) }},
		{"Advance too early", "Advance while 1 leaves", func() { waiting().Advance(19) }},
		{"short answers", "Expand of 1 leaves with 64 priors, 0 values", func() { waiting().Expand(make([]float32, 64), nil, nil) }},
		{"illegal move", "Advance by a1, which is not legal", func() { New(r, Default()).Advance(0) }},
		{"illegal pass", "Advance by pass, which is not legal", func() { New(r, Default()).Advance(env.Pass) }},
		{"no such move", "Advance by move(99)", func() { New(r, Default()).Advance(99) }},
		{"pass at the end", "Advance by pass", func() { at(r, Default(), env.Position{Own: 1}).Advance(env.Pass) }},
		{"Best at the end", "Best at the end of a game", func() { over.Best() }},
		{"Sample at the end", "Sample at the end of a game", func() { over.Sample(1, nil) }},
		{"cold", "temperature -1", func() { New(r, Default()).Sample(-1, nil) }},
		{"hot", "temperature +Inf", func() { New(r, Default()).Sample(math.Inf(1), nil) }},
		{"short policy", "Policy into 3 entries", func() { New(r, Default()).Policy(make([]float32, 3)) }},
		{"zero configuration", "CPuct is 0", func() { New(r, Config{}) }},
		{"unknown rules", "board 9", func() { New(env.Rules{Board: 9}, Default()) }},
		{"empty batch", "batch of 0 leaves", func() { NewBatch(0) }},
		{"no room", "1 to 2 leaves where 1 fit", func() { NewBatch(1).Add(New(r, Default()), 1, 2) }},
		{"uneven run", "Run of 1 searches with 0", func() {
			NewRunner(UniformEvaluator{}, 1).Run(context.Background(), []*Search{New(r, Default())}, nil)
		}},
	} {
		if got := panics(c.do); !strings.Contains(got, c.want) {
			t.Errorf("%s: panic %q, want %q in it", c.name, got, c.want)
		}
	}
}

func TestConfigValidate(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
	if err := (Config{CPuct: 1}).Validate(); err != nil {
		t.Error(err)
	}
	nan, inf := math.NaN(), math.Inf(1)
	for name, set := range map[string]struct {
		field func(*Config) *float64
		bad   []float64
	}{
		"CPuct":              {func(c *Config) *float64 { return &c.CPuct }, []float64{0, -1, nan, inf}},
		"FPU":                {func(c *Config) *float64 { return &c.FPU }, []float64{-.1, 1.1, nan}},
		"MarginWeight":       {func(c *Config) *float64 { return &c.MarginWeight }, []float64{-.1, 1.1, nan}},
		"NoiseWeight":        {func(c *Config) *float64 { return &c.NoiseWeight }, []float64{-.1, 1.1, nan}},
		"NoiseConcentration": {func(c *Config) *float64 { return &c.NoiseConcentration }, []float64{0, -1, nan, inf}},
		"RootTemperature":    {func(c *Config) *float64 { return &c.RootTemperature }, []float64{-1, nan, inf}},
	} {
		for _, x := range set.bad {
			c := Default()
			*set.field(&c) = x
			if err := c.Validate(); err == nil || !strings.Contains(err.Error(), name+" is") {
				t.Errorf("%s %v: error %v", name, x, err)
			}
		}
	}
}

// faulty answers well but for one entry.
type faulty struct {
	priors        map[int]float32
	value, margin float32
	err           error
	t             *testing.T
}

func (f faulty) Evaluate(p []env.Position, priors, value, margin []float32) error {
	if f.err != nil {
		return f.err
	}
	if err := (&oracle{t: f.t}).Evaluate(p, priors, value, margin); err != nil {
		return err
	}
	last := len(p) - 1
	for sq, x := range f.priors {
		priors[64*last+sq] = x
	}
	value[last], margin[last] = f.value, f.margin
	return nil
}

// An answer that is no answer is an error that names the position, whatever
// leaf it belongs to; the tree is as before and the search can go on.
func TestBadAnswers(t *testing.T) {
	r := env.Rules{}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	everywhere := func(x float32) map[int]float32 {
		m := map[int]float32{}
		for sq := range 64 {
			m[sq] = x
		}
		return m
	}
	for _, c := range []struct {
		name, what string
		ev         faulty
	}{
		{"value", "value", faulty{value: nan}},
		{"value", "value", faulty{value: 1.1}},
		{"value", "value", faulty{value: -inf}},
		{"margin", "margin", faulty{margin: nan}},
		{"margin", "margin", faulty{margin: -2}},
		{"prior", "prior of ", faulty{priors: everywhere(nan)}},
		{"prior", "prior of ", faulty{priors: everywhere(inf)}},
		{"prior", "prior of ", faulty{priors: everywhere(-1)}},
	} {
		c.ev.t = t
		s := New(r, Default())
		grow(t, s, &oracle{t: t}, 50)
		before := s.dump(0, s.position)
		b := NewBatch(4)
		if b.Add(s, 60, 4) != 4 {
			t.Fatal("no leaves")
		}
		last := b.positions[3]
		var bad *AnswerError
		err := b.Flush(c.ev)
		if !errors.As(err, &bad) || !strings.HasPrefix(bad.What, c.what) || bad.Position != last {
			t.Errorf("%s: error %v", c.name, err)
			continue
		}
		if !strings.Contains(err.Error(), last.String()) {
			t.Errorf("%s: %q does not name the position", c.name, err)
		}
		s.check(t)
		if after := s.dump(0, s.position); after != before {
			t.Errorf("%s: the tree has changed", c.name)
		}
		grow(t, s, &oracle{t: t}, 60)
	}
	// What is read is checked, and nothing else.
	s := New(r, Default())
	grow(t, s, faulty{t: t, priors: map[int]float32{0: nan, 63: -1}, value: 1.0005, margin: -1.0005}, 1)
	if root := s.Root(); root.Value != 1 || root.Margin != -1 {
		t.Errorf("rounding errors gave value %v and margin %v", root.Value, root.Margin)
	}
}

// An error of the evaluator comes through, and every search can go on.
func TestEvaluatorError(t *testing.T) {
	broken := errors.New("no such file")
	r := env.Rules{}
	searches := []*Search{New(r, Default()), New(r, Default())}
	err := NewRunner(faulty{err: broken}, 8).Run(context.Background(), searches, []int{10, 10})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "evaluating 2 positions") {
		t.Errorf("error %v", err)
	}
	for _, s := range searches {
		s.check(t)
		grow(t, s, UniformEvaluator{}, 10)
	}
}

// A sum of priors beyond float32 is no reason to fail, nor are all-zero ones:
// those count as equal.
func TestOddPriors(t *testing.T) {
	for _, x := range []float32{0, math.MaxFloat32, math.SmallestNonzeroFloat32} {
		s := New(env.Rules{}, Default())
		priors := make([]float32, 64)
		for sq := range priors {
			priors[sq] = x
		}
		s.Select(nil, 1)
		if err := s.Expand(priors, []float32{0}, []float32{0}); err != nil {
			t.Fatal(err)
		}
		for _, c := range s.Root().Children {
			if c.Prior != .25 {
				t.Errorf("priors of %v give %v for %v", x, c.Prior, c.Move)
			}
		}
		policy := make([]float32, 64)
		if s.Policy(policy); policy[s.Best()] != .25 {
			t.Errorf("priors of %v give the policy %v", x, policy)
		}
		if m := s.Sample(1, rand.New(rand.NewPCG(1, 1))); (env.Rules{}).Moves(s.position)>>m&1 == 0 {
			t.Errorf("priors of %v: sampled %v", x, m)
		}
	}
}
