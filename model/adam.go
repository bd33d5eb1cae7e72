package model

import (
	"fmt"
	"math"

	G "gorgonia.org/gorgonia"

	"othellier/env/alike"
)

// adam is Adam with decoupled weight decay (Loshchilov, Hutter: Decoupled weight
// decay regularization, 2019) as a solver of Gorgonia: with the gradient g, cut
// to the norm clip over all tensors,
//
//	m = β1 m + (1-β1) g,  v = β2 v + (1-β2) g²
//	w = w - rate (m/(1-β1^t) / (√(v/(1-β2^t)) + ε) + decay w)
//
// where decay is 0 for biases. Gorgonia's own AdamW does not change the weights,
// and the state of its Adam cannot be saved.
type adam struct {
	config TrainerConfig
	rate   float64
	step   int64    // steps taken
	m, v   *Weights // moments, in the shape of the network
	norm   float64  // of the last gradient, before clipping
}

// Step takes one step along the gradients, which come in the order of the
// layout, and zeroes them. If they are not finite it changes nothing but them.
func (a *adam) Step(params []G.ValueGrad) error {
	grads := make([][]float32, len(params))
	for i, p := range params {
		g, err := p.Grad()
		if err != nil {
			return fmt.Errorf("gradient of %s: %w", a.m.tensors[i].Name, err)
		}
		grads[i] = data[float32](g)
	}
	defer func() {
		for _, g := range grads {
			clear(g)
		}
	}()
	if err := a.measure(grads); err != nil {
		return err
	}
	c := &a.config
	scale := 1.0
	if c.ClipNorm > 0 && a.norm > c.ClipNorm {
		scale = c.ClipNorm / a.norm
	}
	a.step++
	correct1 := 1 / (1 - alike.Pow(c.Beta1, float64(a.step)))
	correct2 := 1 / (1 - alike.Pow(c.Beta2, float64(a.step)))
	forms := a.m.Spec.layout()
	for i, p := range params {
		d := descent{
			scale: float32(scale), beta1: float32(c.Beta1), beta2: float32(c.Beta2), epsilon: float32(c.Epsilon),
			rate: float32(a.rate * correct1), correct2: float32(correct2),
		}
		if !forms[i].bias() {
			d.decay = float32(a.rate * c.WeightDecay)
		}
		d.apply(data[float32](p.Value()), grads[i], a.m.tensors[i].Data, a.v.tensors[i].Data)
	}
	return nil
}

// measure sets the norm, or names the first tensor whose gradient is not finite.
func (a *adam) measure(grads [][]float32) error {
	square := 0.0
	for i, g := range grads {
		s := 0.0
		for _, x := range g {
			s += float64(float64(x) * float64(x))
		}
		// beyond this the square of an entry overflows the second moment
		if !(s < math.MaxFloat32) {
			return fmt.Errorf("gradient of %s has the norm %v: not finite or too large", a.m.tensors[i].Name, math.Sqrt(s))
		}
		square += s
	}
	a.norm = math.Sqrt(square)
	return nil
}

// descent is one step for one tensor.
type descent struct{ scale, beta1, beta2, epsilon, rate, correct2, decay float32 }

func (d descent) apply(w, g, m, v []float32) {
	g, m, v = g[:len(w)], m[:len(w)], v[:len(w)]
	for k, x := range g {
		x *= d.scale
		m[k] = float32(d.beta1*m[k]) + float32((1-d.beta1)*x)
		v[k] = float32(d.beta2*v[k]) + float32((1-d.beta2)*x*x)
		w[k] -= d.rate*m[k]/(float32(math.Sqrt(float64(d.correct2*v[k])))+d.epsilon) + float32(d.decay*w[k])
	}
}
