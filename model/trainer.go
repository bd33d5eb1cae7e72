package model

import (
	"fmt"
	"math"

	"othellier/model/kernel"

	G "gorgonia.org/gorgonia"
)

// TrainerConfig says how a [Trainer] learns.
type TrainerConfig struct {
	Batch       int     `json:"batch" yaml:"batch"`               // rows of every batch, at least 1
	WeightDecay float64 `json:"weight_decay" yaml:"weight_decay"` // share of a weight lost per step and unit of learning rate; biases lose none
	ClipNorm    float64 `json:"clip_norm" yaml:"clip_norm"`       // largest norm of the whole gradient; 0 does not clip
	Beta1       float64 `json:"beta1" yaml:"beta1"`               // memory of the mean gradient, 0 to below 1
	Beta2       float64 `json:"beta2" yaml:"beta2"`               // memory of its mean square, 0 to below 1
	Epsilon     float64 `json:"epsilon" yaml:"epsilon"`           // added to the root of the mean square, above 0
	EMADecay    float64 `json:"ema_decay" yaml:"ema_decay"`       // memory of the averaged weights per step, 0 to below 1; 0 follows the weights

	// weights of the losses beside the policy's, which is 1
	ValueWeight      float64 `json:"value_weight" yaml:"value_weight"`
	OwnershipWeight  float64 `json:"ownership_weight" yaml:"ownership_weight"`
	MarginWeight     float64 `json:"margin_weight" yaml:"margin_weight"`
	ReplyWeight      float64 `json:"reply_weight" yaml:"reply_weight"`             // without effect where there is no such head
	SoftPolicyWeight float64 `json:"soft_policy_weight" yaml:"soft_policy_weight"` // the same

	// Stock builds the tower of Gorgonia's own operations and not of package
	// kernel: the same results up to rounding, in some twenty times the time. It
	// is there to compare with.
	Stock bool `json:"stock,omitempty" yaml:"stock"`
}

// DefaultTrainerConfig returns a configuration that trains any size of network.
func DefaultTrainerConfig() TrainerConfig {
	return TrainerConfig{
		Batch: 256, WeightDecay: 1e-2, ClipNorm: 1,
		Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, // Kingma, Ba: Adam, 2014
		EMADecay:    0.999,
		ValueWeight: 1, OwnershipWeight: 0.25, MarginWeight: 0.25,
	}
}

// Validate reports the first value outside its range.
func (c TrainerConfig) Validate() error {
	if c.Batch < 1 {
		return fmt.Errorf("model: batch is %d: expected 1 or more", c.Batch)
	}
	for _, f := range []struct {
		name string
		got  float64
		ok   bool
		want string
	}{
		{"weight_decay", c.WeightDecay, c.WeightDecay >= 0 && c.WeightDecay <= 1, "0 to 1"},
		{"clip_norm", c.ClipNorm, c.ClipNorm >= 0 && c.ClipNorm < math.MaxFloat32, "a finite number of 0 or more"},
		{"beta1", c.Beta1, c.Beta1 >= 0 && c.Beta1 < 1, "0 to below 1"},
		{"beta2", c.Beta2, c.Beta2 >= 0 && c.Beta2 < 1, "0 to below 1"},
		{"epsilon", c.Epsilon, c.Epsilon >= 1e-12 && c.Epsilon <= 1, "1e-12 to 1"},
		{"ema_decay", c.EMADecay, c.EMADecay >= 0 && c.EMADecay < 1, "0 to below 1"},
		{"value_weight", c.ValueWeight, c.ValueWeight >= 0 && c.ValueWeight <= 1000, "0 to 1000"},
		{"ownership_weight", c.OwnershipWeight, c.OwnershipWeight >= 0 && c.OwnershipWeight <= 1000, "0 to 1000"},
		{"margin_weight", c.MarginWeight, c.MarginWeight >= 0 && c.MarginWeight <= 1000, "0 to 1000"},
		{"reply_weight", c.ReplyWeight, c.ReplyWeight >= 0 && c.ReplyWeight <= 1000, "0 to 1000"},
		{"soft_policy_weight", c.SoftPolicyWeight, c.SoftPolicyWeight >= 0 && c.SoftPolicyWeight <= 1000, "0 to 1000"},
	} {
		if !f.ok {
			return fmt.Errorf("model: %s is %v: expected %s", f.name, f.got, f.want)
		}
	}
	return nil
}

// Trainer fits a network to batches. It belongs to one goroutine. Equal weights,
// configurations and batches give equal networks bit for bit, whatever the
// number of cores.
type Trainer struct {
	weights *Weights // the graph uses these numbers in place
	average *Weights
	solver  adam
	graph   *lossGraph[float32]
	params  []G.ValueGrad
	machine G.VM
}

// NewTrainer builds a trainer that starts from a copy of w. A learning step
// costs memory in proportion to the batch, held for as long as the trainer.
func NewTrainer(w *Weights, c TrainerConfig) (*Trainer, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if err := w.check(); err != nil {
		return nil, fmt.Errorf("model: new trainer: %w", err)
	}
	isa, err := kernel.Select()
	if err != nil {
		return nil, fmt.Errorf("model: new trainer: %w", err)
	}
	building.Lock()
	defer building.Unlock()
	t := &Trainer{
		weights: w.Clone(), average: w.Clone(),
		solver: adam{config: c, m: zeroWeights(w.Spec), v: zeroWeights(w.Spec)},
	}
	tower := kernelTower(isa)
	if c.Stock {
		tower = stockTower[float32]
	}
	t.graph = newLossGraph(w.Spec, c, func(name string) []float32 { return t.weights.Tensor(name).Data }, tower)
	nodes := t.graph.ordered()
	t.params = G.NodesToValueGrads(nodes)
	t.machine = G.NewTapeMachine(t.graph.ExprGraph, G.BindDualValues(nodes...))
	return t, nil
}

// Step learns from one batch of exactly TrainerConfig.Batch rows. A batch that
// cannot be learned from, and a loss or gradient that is not finite, are errors
// that leave the trainer as it was.
func (t *Trainer) Step(b *Batch, learnRate float64) (Losses, error) {
	l, err := t.learn(b, learnRate)
	if err != nil {
		return Losses{}, fmt.Errorf("model: step %d: %w", t.solver.step+1, err)
	}
	return l, nil
}

func (t *Trainer) learn(b *Batch, learnRate float64) (Losses, error) {
	c := t.solver.config
	if !(learnRate >= 0 && learnRate <= 1) {
		return Losses{}, fmt.Errorf("learning rate is %v: expected 0 to 1", learnRate)
	}
	if b.N != c.Batch {
		return Losses{}, fmt.Errorf("batch has %d rows: expected %d", b.N, c.Batch)
	}
	if err := b.check(); err != nil {
		return Losses{}, err
	}
	t.graph.feed(b)
	defer t.machine.Reset()
	if err := t.machine.RunAll(); err != nil {
		return Losses{}, err
	}
	l := t.graph.losses()
	for i, x := range [...]float64{l.Policy, l.Value, l.Ownership, l.Margin, l.Reply, l.Soft, l.Total} {
		if !finite(x) {
			t.forget()
			return Losses{}, fmt.Errorf("%s loss is %v", append(lossNames[:], "total")[i], x)
		}
	}
	t.solver.rate = learnRate
	if err := t.solver.Step(t.params); err != nil {
		return Losses{}, err
	}
	l.GradNorm = t.solver.norm
	keep := float32(c.EMADecay)
	for i, w := range t.weights.flat {
		t.average.flat[i] = float32(keep*t.average.flat[i]) + float32((1-keep)*w)
	}
	return l, nil
}

// forget zeroes the gradients, which Gorgonia would add to the next.
func (t *Trainer) forget() {
	for _, p := range t.params {
		if g, err := p.Grad(); err == nil {
			clear(data[float32](g))
		}
	}
}

// Steps returns the number of steps taken since the network was new.
func (t *Trainer) Steps() int64 { return t.solver.step }

// Weights returns a copy of the weights as the last step left them.
func (t *Trainer) Weights() *Weights { return t.weights.Clone() }

// EMA returns a copy of the averaged weights, which usually play better.
func (t *Trainer) EMA() *Weights { return t.average.Clone() }
