package model

import (
	"fmt"
	"math"
	"math/bits"

	"othellier/env"
	"othellier/env/alike"

	G "gorgonia.org/gorgonia"
)

// Outputs is everything that a network says about some positions, row by row and
// from the side to move.
type Outputs struct {
	Logits    []float32 // N*64: policy before mask and softmax
	WDL       []float32 // N*3: probabilities of win, draw and loss
	Ownership []float32 // N*64 in [-1, 1]: expected final disc, 1 own, -1 the opponent's
	Margin    []float32 // N in [-1, 1]: expected final margin as a fraction of the squares
}

// forward computes a network's raw outputs for batches of at most a fixed size.
type forward interface {
	// input returns room for the planes of a batch.
	input() []float32
	// run computes the first n rows: policy logits (n, 64), ownership before
	// tanh (n, 64), and logits of win, draw and loss and margin before tanh (n,
	// 4). The results are valid until the next run. A row does not depend on the
	// others, nor on its place.
	run(n int) (logits, ownership, output []float32, err error)
}

// Evaluator answers what a network thinks of positions. It has its own copy of
// the weights and belongs to one goroutine; several evaluators are independent.
// What it says of a position does not depend, bit for bit, on the other
// positions of the call.
type Evaluator struct {
	rules   env.Rules
	batch   int
	forward forward
}

// NewEvaluator builds an evaluator for games under r that computes batch
// positions at a time; calls may have more or fewer.
func NewEvaluator(w *Weights, r env.Rules, batch int) (*Evaluator, error) {
	if err := r.Validate(); err != nil {
		return nil, fmt.Errorf("model: new evaluator: %w", err)
	}
	if batch < 1 {
		return nil, fmt.Errorf("model: new evaluator: batch is %d: expected 1 or more", batch)
	}
	if err := w.check(); err != nil {
		return nil, fmt.Errorf("model: new evaluator: %w", err)
	}
	return &Evaluator{rules: r, batch: batch, forward: newGraphForward(w.Clone(), batch)}, nil
}

// Evaluate writes, for every position, the probabilities of the 64 squares (0
// where not legal, so all 0 for a forced pass or a finished game), the
// probability of a win minus that of a loss, and the expected margin as a
// fraction of the squares of the board. It needs room for len(p)*64, len(p) and
// len(p) numbers.
func (e *Evaluator) Evaluate(p []env.Position, priors, value, margin []float32) error {
	return e.each(p, func(i int, logits, _, output []float32) {
		softmax(priors[i*64:][:64], logits, e.rules.Moves(p[i]))
		var wdl [3]float32
		softmax(wdl[:], output[:3], 7)
		value[i] = wdl[0] - wdl[2]
		margin[i] = tanh(output[3])
	})
}

// Outputs writes everything the network says of the positions, over out, whose
// slices it reuses.
func (e *Evaluator) Outputs(p []env.Position, out *Outputs) error {
	out.resize(len(p))
	return e.each(p, func(i int, logits, ownership, output []float32) {
		copy(out.Logits[i*64:], logits)
		softmax(out.WDL[i*3:][:3], output[:3], 7)
		for s, x := range ownership {
			out.Ownership[i*64+s] = tanh(x)
		}
		out.Margin[i] = tanh(output[3])
	})
}

// each runs the positions batch by batch and hands out the rows.
func (e *Evaluator) each(p []env.Position, row func(i int, logits, ownership, output []float32)) error {
	for first := 0; first < len(p); first += e.batch {
		n := min(e.batch, len(p)-first)
		planes := e.forward.input()
		for i := range n {
			Encode(e.rules, p[first+i], planes[i*Planes*64:])
		}
		logits, ownership, output, err := e.forward.run(n)
		if err != nil {
			return fmt.Errorf("model: evaluate: %w", err)
		}
		for i := range n {
			l, w, o := logits[i*64:][:64], ownership[i*64:][:64], output[i*4:][:4]
			if !finite(sum(l) + sum(w) + sum(o)) {
				return fmt.Errorf("model: evaluate: the outputs for %+v are not finite", p[first+i])
			}
			row(first+i, l, w, o)
		}
	}
	return nil
}

// softmax writes the probabilities of the entries in the set, and 0 elsewhere.
func softmax(dst, logits []float32, set uint64) {
	clear(dst)
	top := math.Inf(-1)
	for s := set; s != 0; s &= s - 1 {
		top = max(top, float64(logits[bits.TrailingZeros64(s)]))
	}
	total := 0.0
	for s := set; s != 0; s &= s - 1 {
		total += alike.Exp(float64(logits[bits.TrailingZeros64(s)]) - top)
	}
	for s := set; s != 0; s &= s - 1 {
		i := bits.TrailingZeros64(s)
		dst[i] = float32(alike.Exp(float64(logits[i])-top) / total)
	}
}

func tanh(x float32) float32 { return float32(alike.Tanh(float64(x))) }

// resize makes room for n positions.
func (o *Outputs) resize(n int) {
	o.Logits = resize(o.Logits, n*64)
	o.WDL = resize(o.WDL, n*3)
	o.Ownership = resize(o.Ownership, n*64)
	o.Margin = resize(o.Margin, n)
}

func resize(x []float32, n int) []float32 {
	if cap(x) < n {
		return make([]float32, n)
	}
	return x[:n]
}

// graphForward runs the Gorgonia graph.
type graphForward struct {
	graph                     *graph[float32]
	machine                   G.VM
	logits, ownership, output G.Value
}

// newGraphForward builds a graph over w, which it uses in place.
func newGraphForward(w *Weights, batch int) *graphForward {
	building.Lock()
	defer building.Unlock()
	f := &graphForward{graph: newGraph(w.Spec, batch, func(name string) []float32 { return w.Tensor(name).Data }, stockTower)}
	G.Read(f.graph.logits, &f.logits)
	G.Read(f.graph.ownership, &f.ownership)
	G.Read(f.graph.output, &f.output)
	f.machine = G.NewTapeMachine(f.graph.ExprGraph)
	return f
}

func (f *graphForward) input() []float32 { return f.graph.planes }

func (f *graphForward) run(int) (logits, ownership, output []float32, err error) {
	defer f.machine.Reset()
	if err := f.machine.RunAll(); err != nil {
		return nil, nil, nil, err
	}
	return data[float32](f.logits), data[float32](f.ownership), data[float32](f.output), nil
}
