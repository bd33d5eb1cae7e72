package model

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"othellier/env"
)

// The graph computes what the formulas say, and Evaluate and Outputs make of it
// what they promise.
func TestEvaluatorAgainstLoops(t *testing.T) {
	for _, board := range boards {
		r := env.Rules{Board: board}
		w := lively(Spec{Channels: 6, Blocks: 2, ValueChannels: 3, ValueHidden: 10, Pooled: 1, Lines: 2}, 4)
		e, err := NewEvaluator(w, r, 5)
		if err != nil {
			t.Fatal(err)
		}
		ps := played(rand.New(rand.NewPCG(1, 1)), r, 17)
		n := len(ps)
		priors, value, margin := make([]float32, n*64), make([]float32, n), make([]float32, n)
		var out Outputs
		if err := e.Evaluate(ps, priors, value, margin); err != nil {
			t.Fatal(err)
		}
		if err := e.Outputs(ps, &out); err != nil {
			t.Fatal(err)
		}
		for i, p := range ps {
			near := func(what string, got float32, want float64) {
				if !(math.Abs(float64(got)-want) <= 1e-5*max(1, math.Abs(want))) {
					t.Errorf("%s of %v is %v: expected %v", what, p, got, want)
				}
			}
			planes := make([]float32, Planes*64)
			Encode(r, p, planes)
			logits, ownership, output := w.forward64(planes)
			total, mask := 0.0, r.Mask(p)
			for s, z := range logits {
				if mask[s] {
					total += math.Exp(z)
				}
			}
			for s := range 64 {
				near("logit", out.Logits[i*64+s], logits[s])
				near("ownership", out.Ownership[i*64+s], math.Tanh(ownership[s]))
				want := 0.0
				if mask[s] {
					want = math.Exp(logits[s]) / total
				}
				near("prior", priors[i*64+s], want)
				if !mask[s] && priors[i*64+s] != 0 {
					t.Errorf("prior of an illegal square is %v", priors[i*64+s])
				}
			}
			var wdl [3]float64
			for k := range wdl {
				wdl[k] = math.Exp(output[k]) / (math.Exp(output[0]) + math.Exp(output[1]) + math.Exp(output[2]))
				near("result", out.WDL[i*3+k], wdl[k])
			}
			near("value", value[i], wdl[0]-wdl[2])
			near("margin", margin[i], math.Tanh(output[3]))
			near("margin", out.Margin[i], math.Tanh(output[3]))
		}
	}
}

// What is said of a position is the same bits in any company and any place.
func TestEvaluationsAreIndependent(t *testing.T) {
	r := env.Rules{}
	// products of more than a block of gonum's in every direction
	w := lively(Spec{Channels: 70, Blocks: 1, ValueChannels: 2, ValueHidden: 70}, 5)
	const batch = 6
	e, err := NewEvaluator(w, r, batch)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 2))
	ps := played(rng, r, 8)
	alone := map[env.Position]Outputs{}
	for _, p := range ps {
		var out Outputs
		if err := e.Outputs([]env.Position{p}, &out); err != nil {
			t.Fatal(err)
		}
		alone[p] = out
	}
	for range 6 {
		call := make([]env.Position, 1+rng.IntN(2*batch))
		for i := range call {
			call[i] = ps[rng.IntN(len(ps))]
		}
		var out Outputs
		if err := e.Outputs(call, &out); err != nil {
			t.Fatal(err)
		}
		for i, p := range call {
			want := alone[p]
			if !slices.Equal(out.Logits[i*64:][:64], want.Logits) || !slices.Equal(out.Ownership[i*64:][:64], want.Ownership) ||
				!slices.Equal(out.WDL[i*3:][:3], want.WDL) || out.Margin[i] != want.Margin[0] {
				t.Fatalf("position %d of %d differs from itself alone", i, len(call))
			}
		}
	}
}

// Evaluators and a trainer, built and used at the same time, share nothing; the
// race detector watches when it is on.
func TestConcurrent(t *testing.T) {
	r := env.Rules{}
	w := lively(small, 6)
	ps := played(rand.New(rand.NewPCG(3, 3)), r, 10)
	var wg sync.WaitGroup
	var found [2][]float32
	for k := range found {
		wg.Add(1)
		go func() {
			defer wg.Done()
			e, err := NewEvaluator(w, r, 4)
			if err != nil {
				t.Error(err)
				return
			}
			priors, value, margin := make([]float32, len(ps)*64), make([]float32, len(ps)), make([]float32, len(ps))
			for range 10 {
				if err := e.Evaluate(ps, priors, value, margin); err != nil {
					t.Error(err)
				}
			}
			found[k] = slices.Concat(priors, value, margin)
		}()
	}
	tr, err := NewTrainer(w, testConfig(4))
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		mustStep(t, tr, randomBatch(r, 4, 1), 1e-2)
	}
	wg.Wait()
	if !slices.Equal(found[0], found[1]) {
		t.Error("two evaluators of the same weights disagree")
	}
}

// An evaluator keeps the weights it was built with, and calls leave nothing on
// the heap.
func TestEvaluatorKeeps(t *testing.T) {
	r := env.Rules{}
	w := lively(small, 7)
	e, err := NewEvaluator(w, r, 4)
	if err != nil {
		t.Fatal(err)
	}
	ps := played(rand.New(rand.NewPCG(4, 4)), r, 4)
	var before, after Outputs
	if err := e.Outputs(ps, &before); err != nil {
		t.Fatal(err)
	}
	for i := range w.flat {
		w.flat[i] = 0
	}
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	run := func(n int) {
		for range n {
			if err := e.Outputs(ps, &after); err != nil {
				t.Fatal(err)
			}
		}
	}
	run(20)
	start := live()
	run(300)
	if end := live(); end > start+32<<10 {
		t.Errorf("300 calls left %d bytes more on the heap", end-start)
	}
	if !slices.Equal(before.Logits, after.Logits) || !slices.Equal(before.WDL, after.WDL) {
		t.Error("the answers changed with weights that the evaluator should have copied")
	}
}

func TestEvaluatorRefuses(t *testing.T) {
	w := lively(small, 8)
	if _, err := NewEvaluator(w, env.Rules{}, 0); err == nil || !strings.Contains(err.Error(), "batch is 0") {
		t.Errorf("batch 0: error %v", err)
	}
	if _, err := NewEvaluator(w, env.Rules{Board: 7}, 1); err == nil || !strings.Contains(err.Error(), "board") {
		t.Errorf("unknown board: error %v", err)
	}
	for i := range w.Tensor("policy.w").Data {
		w.Tensor("policy.w").Data[i] = math.MaxFloat32
	}
	e, err := NewEvaluator(w, env.Rules{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	p := env.Rules{}.Initial()
	if err := e.Evaluate([]env.Position{p}, make([]float32, 64), make([]float32, 1), make([]float32, 1)); err == nil || !strings.Contains(err.Error(), "not finite") {
		t.Errorf("outputs beyond float32: error %v", err)
	}
	w.Tensor("stem.b").Data[1] = float32(math.Inf(-1))
	if _, err := NewEvaluator(w, env.Rules{}, 1); err == nil || !strings.Contains(err.Error(), "stem.b holds -Inf at index 1") {
		t.Errorf("infinite weight: error %v", err)
	}
}

// A row whose only legal move is a1, or any single square, must give it
// everything, whatever the logits of the others.
func TestSoftmaxSingle(t *testing.T) {
	logits := make([]float32, 64)
	for s := range logits {
		logits[s] = float32(s*10 - 100)
	}
	dst := make([]float32, 64)
	for s := range 64 {
		softmax(dst, logits, 1<<s)
		if dst[s] != 1 || sum(dst) != 1 {
			t.Errorf("only %v legal: probabilities %v", env.Move(s), dst)
		}
	}
	softmax(dst, logits, 0)
	if sum(dst) != 0 {
		t.Errorf("no legal square: probabilities %v", dst)
	}
	softmax(dst, logits, 0x8001)
	if math.Abs(sum(dst)-1) > 1e-6 || dst[1] != 0 {
		t.Errorf("two legal squares: probabilities %v", dst)
	}
}
