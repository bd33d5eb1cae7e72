package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"othellier/env"
	"othellier/model/kernel"
)

// lively is a network that is not at its start: no tensor is zero and the
// outputs spread.
func lively(s Spec, seed uint64) *Weights {
	rng := rand.New(rand.NewPCG(seed, 1))
	w := NewWeights(s, rng)
	for i, f := range s.layout() {
		for k := range w.tensors[i].Data {
			x := &w.tensors[i].Data[k]
			switch {
			case f.bias():
				*x = float32(.1 * rng.NormFloat64())
			case f.deviation == 0:
				*x = float32(.3 * rng.NormFloat64() * math.Sqrt(2/float64(9*s.Channels)))
			case f.deviation < .1:
				*x *= 5
			}
		}
	}
	return w
}

// played are n positions of random games, forced passes and finished games
// among them.
func played(rng *rand.Rand, r env.Rules, n int) []env.Position {
	var l []env.Position
	for len(l) < n {
		for p := r.Initial(); !r.Over(p); l = append(l, p) {
			mask := r.Mask(p)
			for {
				if m := env.Move(rng.IntN(env.NumMoves)); mask[m] {
					p = r.Next(p, m)
					break
				}
			}
		}
	}
	rng.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
	return l[:n]
}

// worst is the largest difference, NaN if there is one.
func worst(a, b []float32) float64 {
	d := 0.0
	for i := range a {
		if x := math.Abs(float64(a[i]) - float64(b[i])); !(x <= d) {
			d = x
		}
	}
	return d
}

func largest(a []float32) float64 {
	m := 0.0
	for _, x := range a {
		m = max(m, math.Abs(float64(x)))
	}
	return m
}

// The predictor and the graph say the same: policy logits to 1e-4 of the
// largest, everything else to 1e-4.
func TestPredictorAgainstGraph(t *testing.T) {
	rules := env.Rules{}
	for _, s := range []Spec{
		{Channels: 8, Blocks: 1, ValueChannels: 1, ValueHidden: 8},
		{Channels: 16, Blocks: 0, ValueChannels: 2, ValueHidden: 16},
		{Channels: 32, Blocks: 4, ValueChannels: 4, ValueHidden: 32},
		{Channels: 40, Blocks: 2, ValueChannels: 17, ValueHidden: 50, Reply: true, SoftPolicy: true},
		{Channels: 24, Blocks: 4, ValueChannels: 2, ValueHidden: 16, Pooled: 3, Lines: 2},
		{Channels: 64, Blocks: 5, ValueChannels: 8, ValueHidden: 64},
	} {
		w := lively(s, 2)
		positions := played(rand.New(rand.NewPCG(2, 2)), rules, 33)
		graph, err := NewEvaluator(w, rules, 33)
		if err != nil {
			t.Fatal(err)
		}
		var want Outputs
		if err := graph.Outputs(positions, &want); err != nil {
			t.Fatal(err)
		}
		n := len(positions)
		priors, value, margin := make([]float32, n*64), make([]float32, n), make([]float32, n)
		if err := graph.Evaluate(positions, priors, value, margin); err != nil {
			t.Fatal(err)
		}
		for _, isa := range kernel.Available() {
			for _, batch := range []int{4, 32} {
				t.Run(fmt.Sprintf("%v/%v/%d", s, isa, batch), func(t *testing.T) {
					t.Setenv(kernel.Variable, isa.String())
					p, err := NewPredictor(w, rules, batch)
					if err != nil {
						t.Fatal(err)
					}
					var got Outputs
					if err := p.Outputs(positions, &got); err != nil {
						t.Fatal(err)
					}
					logits := worst(got.Logits, want.Logits) / largest(want.Logits)
					pr, v, m := make([]float32, n*64), make([]float32, n), make([]float32, n)
					if err := p.Evaluate(positions, pr, v, m); err != nil {
						t.Fatal(err)
					}
					t.Logf("logits %.1e of %.2g, wdl %.1e, ownership %.1e, margin %.1e; priors %.1e, value %.1e of %.2g", logits, largest(want.Logits),
						worst(got.WDL, want.WDL), worst(got.Ownership, want.Ownership), worst(got.Margin, want.Margin), worst(pr, priors), worst(v, value), largest(value))
					for name, d := range map[string]float64{
						"logits": logits, "wdl": worst(got.WDL, want.WDL), "ownership": worst(got.Ownership, want.Ownership), "margin": worst(got.Margin, want.Margin),
						"priors": worst(pr, priors), "value": worst(v, value), "Evaluate's margin": worst(m, margin),
					} {
						if !(d <= 1e-4) {
							t.Errorf("%s differ by %.1e", name, d)
						}
					}
				})
			}
		}
	}
}

// One position alone and in any company: the same bits. A clone: the same bits.
func TestPredictionsAreIndependent(t *testing.T) {
	rules := env.Rules{}
	rng := rand.New(rand.NewPCG(3, 3))
	w := lively(Spec{Channels: 24, Blocks: 1, ValueChannels: 3, ValueHidden: 20, Pooled: 1, Lines: 1}, 2)
	all := played(rng, rules, 40)
	for _, batch := range []int{8, 32} {
		p, err := NewPredictor(w, rules, batch)
		if err != nil {
			t.Fatal(err)
		}
		var single, many Outputs
		for _, n := range []int{1, 2, 3, 5, 8, 9, 31, 33, 40} {
			first := rng.IntN(len(all) - n + 1)
			if err := p.Clone().Outputs(all[first:first+n], &many); err != nil {
				t.Fatal(err)
			}
			for i := range n {
				if err := p.Outputs(all[first+i:first+i+1], &single); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(single.Logits, many.Logits[i*64:(i+1)*64]) || !slices.Equal(single.Ownership, many.Ownership[i*64:(i+1)*64]) ||
					!slices.Equal(single.WDL, many.WDL[i*3:(i+1)*3]) || single.Margin[0] != many.Margin[i] {
					t.Fatalf("batch %d: position %d of %d differs from itself alone", batch, i, n)
				}
			}
		}
	}
}

func TestPredictorAllocatesNothing(t *testing.T) {
	rules := env.Rules{}
	p, err := NewPredictor(lively(Spec{Channels: 8, Blocks: 2, ValueChannels: 2, ValueHidden: 16, Pooled: 1, Lines: 1}, 3), rules, 16)
	if err != nil {
		t.Fatal(err)
	}
	positions := played(rand.New(rand.NewPCG(4, 4)), rules, 20)
	priors, value, margin := make([]float32, 20*64), make([]float32, 20), make([]float32, 20)
	if a := testing.AllocsPerRun(5, func() {
		if err := p.Evaluate(positions, priors, value, margin); err != nil {
			t.Fatal(err)
		}
	}); a != 0 {
		t.Errorf("%v allocations a call", a)
	}
}

func TestNewPredictorRefuses(t *testing.T) {
	w := lively(small, 5)
	if _, err := NewPredictor(w, env.Rules{}, 0); err == nil {
		t.Error("batch 0: no error")
	}
	if _, err := NewPredictor(w, env.Rules{Board: 99}, 1); err == nil {
		t.Error("impossible rules: no error")
	}
	t.Setenv(kernel.Variable, "abacus")
	if _, err := NewPredictor(w, env.Rules{}, 1); err == nil {
		t.Error("unknown instruction set: no error")
	}
	t.Setenv(kernel.Variable, "")
	w.Tensor("hidden.b").Data[0] = float32(math.NaN())
	if _, err := NewPredictor(w, env.Rules{}, 1); err == nil {
		t.Error("NaN in the weights: no error")
	}
}

func BenchmarkPredictor(b *testing.B) {
	rules := env.Rules{}
	for _, s := range []Spec{{Channels: 32, Blocks: 4, ValueChannels: 4, ValueHidden: 64}, {Channels: 64, Blocks: 5, ValueChannels: 8, ValueHidden: 64}} {
		w := lively(s, 6)
		for _, n := range []int{1, 8, 64, 128} {
			positions := played(rand.New(rand.NewPCG(5, 5)), rules, n)
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("%v/batch%d/goroutines%d", s, n, workers), func(b *testing.B) {
					p, err := NewPredictor(w, rules, n)
					if err != nil {
						b.Fatal(err)
					}
					done := make(chan error)
					b.ResetTimer()
					for range workers {
						go func(p *Predictor) {
							priors, value, margin := make([]float32, n*64), make([]float32, n), make([]float32, n)
							var err error
							for range b.N {
								if err = p.Evaluate(positions, priors, value, margin); err != nil {
									break
								}
							}
							done <- err
						}(p.Clone())
					}
					for range workers {
						if err := <-done; err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(n*workers*b.N)/b.Elapsed().Seconds(), "evals/s")
				})
			}
		}
	}
}
