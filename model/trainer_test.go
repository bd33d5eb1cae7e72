package model

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	G "gorgonia.org/gorgonia"

	"othellier/env"
)

// testConfig is the default with small batches.
func testConfig(rows int) TrainerConfig {
	c := DefaultTrainerConfig()
	c.Batch = rows
	return c
}

func newTestTrainer(t testing.TB, s Spec, c TrainerConfig) *Trainer {
	t.Helper()
	tr, err := NewTrainer(NewWeights(s, rand.New(rand.NewPCG(1, 2))), c)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func mustStep(t testing.TB, tr *Trainer, b *Batch, rate float64) Losses {
	t.Helper()
	l, err := tr.Step(b, rate)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// The tower of Gorgonia's own operations finds the losses and the gradient that
// that of the kernels finds. (The steps then part: Adam's first goes as far along
// a gradient that is only rounding as along any other.)
func TestStock(t *testing.T) {
	b := randomBatch(env.Rules{}, 9, 1)
	var found []Losses
	for _, stock := range []bool{false, true} {
		c := testConfig(9)
		c.Stock = stock
		tr, err := NewTrainer(lively(small, 12), c)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, mustStep(t, tr, b, 1e-3))
	}
	want, got := found[0], found[1]
	if math.Abs(got.Total-want.Total) > 1e-5*want.Total || math.Abs(got.GradNorm-want.GradNorm) > 1e-5*want.GradNorm {
		t.Errorf("loss %v and gradient %v, with the kernels %v and %v", got.Total, got.GradNorm, want.Total, want.GradNorm)
	}
}

// A network must be able to learn 64 positions by heart: policy down to the
// entropy of the targets, the others to almost nothing.
func TestOverfit(t *testing.T) {
	const rows, steps = 64, 250
	c := testConfig(rows)
	c.WeightDecay = 0
	c.OwnershipWeight = 2 // 4096 answers to learn by heart against 64 of the others
	tr := newTestTrainer(t, Spec{Channels: 8, Blocks: 2, ValueChannels: 4, ValueHidden: 32}, c)
	b := randomBatch(env.Rules{}, rows, 1)
	floor, targets := 0.0, 0.0
	for i := range rows {
		targets += float64(b.PolicyWeight[i])
		for _, p := range b.Policy[i*64:][:64] {
			floor += entropy(float64(p))
		}
	}
	floor /= targets
	var first, l Losses
	for i := range steps {
		l = mustStep(t, tr, b, 0.01*(1-float64(i)/steps))
		if i == 0 {
			first = l
		}
	}
	t.Logf("from %+v to %+v, entropy of the policy targets %v", first, l, floor)
	for _, x := range []struct {
		name     string
		got, max float64
	}{
		{"policy above the entropy", l.Policy - floor, 0.06},
		{"value", l.Value, 0.01},
		{"ownership", l.Ownership, 0.5},
		{"margin", l.Margin, 0.005},
	} {
		if !(x.got >= -1e-6 && x.got <= x.max) {
			t.Errorf("%s loss is %v after %d steps: expected 0 to %v", x.name, x.got, steps, x.max)
		}
	}
	total := l.Policy + c.ValueWeight*l.Value + c.OwnershipWeight*l.Ownership + c.MarginWeight*l.Margin
	if math.Abs(total-l.Total) > 1e-5 {
		t.Errorf("total is %v: expected %v", l.Total, total)
	}
}

// The losses are what the package comment says, worked out in loops from the
// outputs of the loops, on every board, with rows of every weight.
func TestLossesAgainstLoops(t *testing.T) {
	const rows = 6
	for _, board := range boards {
		w := lively(Spec{Channels: 5, Blocks: 1, ValueChannels: 2, ValueHidden: 7, Reply: true, SoftPolicy: true}, 9)
		b := randomBatch(env.Rules{Board: board}, rows, 5)
		for i := range rows {
			b.PolicyWeight[i] = float32(i) / 2
			b.WDL[3*i], b.WDL[3*i+1], b.WDL[3*i+2] = 0.5, 0.125, 0.375
		}
		var want Losses
		weight, replyWeight := 0.0, 0.0
		for i := range rows {
			logits, ownership, output := w.forward64(b.Planes[i*Planes*64:][:Planes*64])
			logSoftmax := func(z []float64, legal []float32, k int) float64 {
				total := 0.0
				for a, x := range z {
					if legal == nil || legal[a] == 1 {
						total += math.Exp(x)
					}
				}
				return z[k] - math.Log(total)
			}
			// relative entropy, for a target that may be at an end of the range
			apart := func(t, m float64) (d float64) {
				for _, s := range []float64{1, -1} {
					if t != -s {
						d += (1 + s*t) / 2 * math.Log((1+s*t)/(1+s*m))
					}
				}
				return d
			}
			planes := make([][]float64, Planes)
			for k := range planes {
				planes[k] = make([]float64, 64)
				convert(planes[k], b.Planes[(i*Planes+k)*64:], 1)
			}
			empty := make([]float32, 64)
			for s := range empty {
				if planes[4][s] == 1 && planes[0][s] == 0 && planes[1][s] == 0 {
					empty[s] = 1
				}
			}
			replyWeight += float64(b.ReplyWeight[i])
			for s, p := range b.Reply[i*64:][:64] {
				if p > 0 {
					want.Reply -= float64(b.ReplyWeight[i]) * float64(p) * logSoftmax(w.conv64(w.trunk64(planes), "reply", 1)[0], empty, s)
				}
			}
			legal := b.Legal[i*64:][:64]
			if sum(legal) > 0 {
				weight += float64(b.PolicyWeight[i])
				roots := 0.0
				for _, p := range b.Policy[i*64:][:64] {
					roots += math.Pow(float64(p), .25)
				}
				for s, p := range b.Policy[i*64:][:64] {
					if p > 0 {
						want.Soft -= float64(b.PolicyWeight[i]) * math.Pow(float64(p), .25) / roots * logSoftmax(w.conv64(w.trunk64(planes), "soft", 1)[0], legal, s)
					}
				}
				for s, p := range b.Policy[i*64:][:64] {
					if p > 0 {
						want.Policy -= float64(b.PolicyWeight[i]) * float64(p) * logSoftmax(logits[:], legal, s)
					}
				}
			}
			for k, p := range b.WDL[3*i:][:3] {
				want.Value -= float64(p) * logSoftmax(output[:3], nil, k) / rows
			}
			n := float64(env.Rules{Board: board}.NumSquares())
			for s := range 64 {
				if (env.Rules{Board: board}).Squares()>>s&1 == 1 {
					want.Ownership += apart(float64(b.Ownership[i*64+s]), math.Tanh(ownership[s])) / n / rows
				}
			}
			want.Margin += apart(float64(b.Margin[i]), math.Tanh(output[3])) / rows
		}
		want.Policy /= weight
		want.Reply /= replyWeight
		want.Soft /= weight
		c := testConfig(rows)
		c.ValueWeight, c.OwnershipWeight, c.MarginWeight = 0.5, 3, 7
		c.ReplyWeight, c.SoftPolicyWeight = 0.25, 8
		want.Total = want.Policy + 0.5*want.Value + 3*want.Ownership + 7*want.Margin + 0.25*want.Reply + 8*want.Soft
		tr, err := NewTrainer(w, c)
		if err != nil {
			t.Fatal(err)
		}
		got := mustStep(t, tr, b, 1e-3)
		for _, x := range []struct {
			name      string
			got, want float64
		}{
			{"policy", got.Policy, want.Policy}, {"value", got.Value, want.Value}, {"ownership", got.Ownership, want.Ownership},
			{"margin", got.Margin, want.Margin}, {"reply", got.Reply, want.Reply}, {"soft policy", got.Soft, want.Soft}, {"total", got.Total, want.Total},
		} {
			if !(math.Abs(x.got-x.want) <= 1e-4*math.Abs(x.want)) {
				t.Errorf("board %v: %s loss is %v: expected %v", board, x.name, x.got, x.want)
			}
		}
	}
}

// Two thousand steps must not hold on to memory.
func TestMemory(t *testing.T) {
	tr := newTestTrainer(t, Spec{Channels: 2, Blocks: 1, ValueChannels: 1, ValueHidden: 4}, testConfig(2))
	b := randomBatch(env.Rules{}, 2, 1)
	live := func() (bytes uint64) {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for range 100 {
		mustStep(t, tr, b, 1e-3)
	}
	before, routines := live(), runtime.NumGoroutine()
	for range 2000 {
		mustStep(t, tr, b, 1e-3)
	}
	after := live()
	t.Logf("%d bytes live before, %d after", before, after)
	if after > before+64<<10 {
		t.Errorf("2000 steps left %d bytes more on the heap: expected fewer than %d", after-before, 64<<10)
	}
	if n := runtime.NumGoroutine(); n > routines {
		t.Errorf("2000 steps left %d goroutines: %d before", n, routines)
	}
	runtime.KeepAlive(tr)
}

// valueGrad is a weight and its gradient without a graph.
type valueGrad struct{ value, grad G.Value }

func (v valueGrad) Value() G.Value         { return v.value }
func (v valueGrad) Grad() (G.Value, error) { return v.grad, nil }

// Adam against the formulas in float64, with clipping, and without decay of the
// biases.
func TestAdam(t *testing.T) {
	s := Spec{Channels: 1, Blocks: 0, ValueChannels: 1, ValueHidden: 1}
	rng := rand.New(rand.NewPCG(1, 2))
	w, grads := NewWeights(s, rng), zeroWeights(s)
	for _, x := range w.tensors {
		for i := range x.Data {
			x.Data[i] = float32(rng.NormFloat64())
		}
	}
	c := DefaultTrainerConfig()
	c.ClipNorm, c.WeightDecay = 4, 0.1
	a := adam{config: c, m: zeroWeights(s), v: zeroWeights(s)}
	var params []G.ValueGrad
	for i, x := range w.tensors {
		params = append(params, valueGrad{asTensor(x), asTensor(grads.tensors[i])})
	}
	want, m, v := make([]float64, len(w.flat)), make([]float64, len(w.flat)), make([]float64, len(w.flat))
	for i, x := range w.flat {
		want[i] = float64(x)
	}
	bias := zeroWeights(s) // ones where a bias is
	for _, x := range bias.tensors {
		for k := range x.Data {
			if x.Name[len(x.Name)-1] == 'b' {
				x.Data[k] = 1
			}
		}
	}
	for step := 1; step <= 200; step++ {
		square := 0.0
		for _, x := range grads.tensors {
			for k := range x.Data {
				x.Data[k] = float32(rng.NormFloat64())
				square += float64(x.Data[k]) * float64(x.Data[k])
			}
		}
		g := make([]float64, len(grads.flat))
		for i, x := range grads.flat {
			g[i] = float64(x) * min(1, 4/math.Sqrt(square))
		}
		a.rate = 0.01 / float64(step)
		if err := a.Step(params); err != nil {
			t.Fatal(err)
		}
		if math.Abs(a.norm-math.Sqrt(square)) > 1e-9 {
			t.Fatalf("norm is %v: expected %v", a.norm, math.Sqrt(square))
		}
		for i := range want {
			m[i] = 0.9*m[i] + 0.1*g[i]
			v[i] = 0.999*v[i] + 0.001*g[i]*g[i]
			mean, root := m[i]/(1-math.Pow(0.9, float64(step))), math.Sqrt(v[i]/(1-math.Pow(0.999, float64(step))))
			d := a.rate * mean / (root + 1e-8)
			if bias.flat[i] == 0 {
				d += a.rate * 0.1 * want[i]
			}
			want[i] -= d
		}
	}
	for i, x := range w.flat {
		if math.Abs(float64(x)-want[i]) > 1e-5 {
			t.Errorf("weight %d is %v after 200 steps: expected %v", i, x, want[i])
		}
	}
	for i, x := range grads.flat {
		if x != 0 {
			t.Errorf("gradient %d is %v after the step: expected 0", i, x)
		}
	}
}

// What is not finite is an error that names it and changes nothing.
func TestNotFinite(t *testing.T) {
	b := randomBatch(env.Rules{}, 4, 1)
	for _, c := range []struct {
		name, tensor string
		set          float32
		want         string
	}{
		{"policy", "policy.w", 3e38, "policy loss is"},
		{"value", "output.w", 1e38, "value loss is"},
		{"ownership", "ownership.w", 3e38, "ownership loss is"},
		{"gradient", "hidden.w", 1e22, "gradient of"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := newTestTrainer(t, small, testConfig(4))
			mustStep(t, tr, b, 1e-3)
			good := state(t, tr)
			x := tr.weights.Tensor(c.tensor).Data
			old := append([]float32(nil), x...)
			for i := range x {
				x[i] = c.set
			}
			_, err := tr.Step(b, 1e-3)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "step 2") {
				t.Errorf("error %v: expected %q at step 2", err, c.want)
			}
			copy(x, old)
			if state(t, tr) != good {
				t.Fatal("the failed step changed the trainer")
			}
			mustStep(t, tr, b, 1e-3)
			other := newTestTrainer(t, small, testConfig(4))
			mustStep(t, other, b, 1e-3)
			mustStep(t, other, b, 1e-3)
			if state(t, tr) != state(t, other) {
				t.Error("the failed step left something behind in the next")
			}
		})
	}
}

func TestStepRefuses(t *testing.T) {
	tr := newTestTrainer(t, small, testConfig(4))
	good := state(t, tr)
	b := randomBatch(env.Rules{}, 4, 1)
	for _, rate := range []float64{-1, 2, math.NaN(), math.Inf(1)} {
		if _, err := tr.Step(b, rate); err == nil || !strings.Contains(err.Error(), "learning rate") {
			t.Errorf("rate %v: error %v", rate, err)
		}
	}
	if _, err := tr.Step(randomBatch(env.Rules{}, 3, 1), 1e-3); err == nil || !strings.Contains(err.Error(), "3 rows: expected 4") {
		t.Errorf("short batch: error %v", err)
	}
	b.Margin[1] = 2
	if _, err := tr.Step(b, 1e-3); err == nil || !strings.Contains(err.Error(), "row 1: field Margin") {
		t.Errorf("bad batch: error %v", err)
	}
	if state(t, tr) != good {
		t.Error("refused steps changed the trainer")
	}
}

// A forced pass teaches nothing about moves, whatever its policy row holds, and
// neither does a row of weight 0; both still teach the rest.
func TestRowsWithoutPolicy(t *testing.T) {
	const rows = 4
	b := randomBatch(env.Rules{}, rows, 3)
	s, c := small, testConfig(rows)
	s.SoftPolicy, c.SoftPolicyWeight = true, 8
	grad := func() (Losses, map[string]float64) {
		tr := newTestTrainer(t, s, c)
		tr.graph.feed(b)
		if err := tr.machine.RunAll(); err != nil {
			t.Fatal(err)
		}
		norms := map[string]float64{}
		for i, p := range tr.params {
			g, err := p.Grad()
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range data[float32](g) {
				norms[tr.weights.tensors[i].Name] += float64(x) * float64(x)
			}
		}
		return tr.graph.losses(), norms
	}
	clear(b.Legal[64:128]) // row 1: no legal square
	b.PolicyWeight[2] = 0
	b.Policy[2*64+20] = -1
	if err := b.check(); err != nil {
		t.Fatal(err)
	}
	l, norms := grad()
	for name, x := range norms {
		if !finite(x) || name != "block0.conv1.w" && name != "block0.conv1.b" && x == 0 { // the start's zero convolution passes no gradient
			t.Errorf("squared norm of the gradient of %s is %v", name, x)
		}
	}
	want := 0.0
	for _, i := range []int{0, 3} {
		n := sum(b.Legal[i*64:][:64])
		want += math.Log(n) / 2
	}
	if math.Abs(l.Policy-want) > 0.3 || math.Abs(l.Soft-want) > 0.3 { // a new network is almost uniform
		t.Errorf("policy losses are %v and %v: expected about %v, the mean over the two rows with a target", l.Policy, l.Soft, want)
	}
	for i := range b.PolicyWeight {
		b.PolicyWeight[i] = 0
	}
	l, norms = grad()
	if l.Policy != 0 || norms["policy.w"] != 0 || l.Soft != 0 || norms["soft.w"] != 0 {
		t.Errorf("without policy targets the policy losses are %v and %v and their gradients %v and %v: expected 0", l.Policy, l.Soft, norms["policy.w"], norms["soft.w"])
	}
	if !(l.Value > 0 && norms["value.w"] > 0) {
		t.Errorf("without policy targets the value loss is %v and its gradient %v: expected more than 0", l.Value, norms["value.w"])
	}
}

// The average follows the weights at its own pace.
func TestEMA(t *testing.T) {
	c := testConfig(4)
	c.EMADecay = 0.75
	tr := newTestTrainer(t, small, c)
	want := tr.Weights()
	b := randomBatch(env.Rules{}, 4, 1)
	for range 5 {
		mustStep(t, tr, b, 1e-2)
		for i, x := range tr.Weights().flat {
			want.flat[i] = 0.75*want.flat[i] + 0.25*x
		}
	}
	if !tr.EMA().Equal(want) {
		t.Error("the averaged weights are not the running mean")
	}
	if tr.EMA().Equal(tr.Weights()) {
		t.Error("the averaged weights are the weights")
	}
}

func TestStateRefused(t *testing.T) {
	dir := t.TempDir()
	tr := newTestTrainer(t, small, testConfig(4))
	good := state(t, tr)
	other := small
	other.Channels++
	bigger := newTestTrainer(t, other, testConfig(4))
	path := filepath.Join(dir, "state")
	if err := bigger.SaveState(path); err != nil {
		t.Fatal(err)
	}
	if err := tr.LoadState(path); err == nil || !strings.Contains(err.Error(), `"channels":9`) || !strings.Contains(err.Error(), path) {
		t.Errorf("state of another size: error %v", err)
	}
	if err := Save(path, tr.Weights(), Meta{}); err != nil {
		t.Fatal(err)
	}
	if err := tr.LoadState(path); err == nil || !strings.Contains(err.Error(), `"othellier-weights": expected "othellier-trainer"`) {
		t.Errorf("checkpoint as state: error %v", err)
	}
	if err := newTestTrainer(t, small, testConfig(4)).SaveState(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 5000); err != nil {
		t.Fatal(err)
	}
	if err := tr.LoadState(path); err == nil || !strings.Contains(err.Error(), "it is cut short after") {
		t.Errorf("truncated state: error %v", err)
	}
	if err := tr.LoadState(filepath.Join(dir, "none")); err == nil {
		t.Error("a missing file was loaded")
	}
	if state(t, tr) != good {
		t.Error("refused files changed the trainer")
	}
}
