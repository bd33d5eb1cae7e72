package mcts

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"othellier/env"
)

// fair judges all forms of a position alike: a move by the discs that it turns.
type fair struct{ rules env.Rules }

func (f fair) Evaluate(p []env.Position, priors, value, margin []float32) error {
	for i, q := range p {
		for m := range env.Pass {
			priors[64*i+int(m)] = -1 // nobody may read it
			if f.rules.Moves(q)>>m&1 != 0 {
				priors[64*i+int(m)] = float32(bits.OnesCount64(f.rules.Next(q, m).Opp))
			}
		}
		value[i] = float32(bits.OnesCount64(q.Own)) / 64
		margin[i] = float32(bits.OnesCount64(q.Opp)) / 64
	}
	return nil
}

// seen keeps what it is shown.
type seen struct {
	Evaluator
	positions []env.Position
}

func (s *seen) Evaluate(p []env.Position, priors, value, margin []float32) error {
	s.positions = append(s.positions, p...)
	return s.Evaluator.Evaluate(p, priors, value, margin)
}

// Whom all forms are alike answers turned as straight; and all forms are shown,
// the same one of the same position.
func TestTurned(t *testing.T) {
	for _, r := range variants {
		rng := rand.New(rand.NewPCG(61, 62))
		var p []env.Position
		for range 400 {
			p = append(p, late(r, 3+rng.IntN(r.NumSquares()/2), rng))
		}
		n := len(p)
		behind := &seen{Evaluator: fair{r}}
		type answer struct{ priors, value, margin []float32 }
		ask := func(ev Evaluator) answer {
			a := answer{make([]float32, 64*n), make([]float32, n), make([]float32, n)}
			if err := ev.Evaluate(p, a.priors, a.value, a.margin); err != nil {
				t.Fatal(err)
			}
			return a
		}
		turned, straight := ask(NewTurned(behind)), ask(fair{r})
		if !slices.Equal(turned.priors, straight.priors) || !slices.Equal(turned.value, straight.value) || !slices.Equal(turned.margin, straight.margin) {
			t.Errorf("%v: the answers differ", r)
		}
		shown := slices.Clone(behind.positions)
		ask(NewTurned(behind))
		if !slices.Equal(behind.positions[n:], shown) {
			t.Errorf("%v: a position is shown in two forms", r)
		}
		var used [env.Symmetries]int
		for i, q := range p {
			for s := range env.Symmetry(env.Symmetries) {
				if s.Position(q) == shown[i] {
					used[s]++
				}
			}
		}
		if slices.Min(used[:]) < n/20 {
			t.Errorf("%v: forms are shown %v times", r, used)
		}
	}
}

func TestTurnedFails(t *testing.T) {
	behind := &tally{Evaluator: UniformEvaluator{}, err: errors.New("no answer")}
	p := []env.Position{env.Rules{}.Initial()}
	if err := NewTurned(behind).Evaluate(p, make([]float32, 64), make([]float32, 1), make([]float32, 1)); err != behind.err {
		t.Errorf("error %v, want %v", err, behind.err)
	}
}

func TestTurnedDoesNotAllocate(t *testing.T) {
	r := env.Rules{}
	rng := rand.New(rand.NewPCG(63, 64))
	var p []env.Position
	for range 30 {
		p = append(p, late(r, 50, rng))
	}
	ev := NewTurned(UniformEvaluator{})
	priors, value, margin := make([]float32, 64*30), make([]float32, 30), make([]float32, 30)
	if n := testing.AllocsPerRun(5, func() { ev.Evaluate(p, priors, value, margin) }); n != 0 {
		t.Errorf("%v allocations a call", n)
	}
}
