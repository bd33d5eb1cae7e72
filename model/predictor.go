package model

import (
	"fmt"

	"othellier/env"
	"othellier/model/kernel"
)

// Predictor says of positions what an [Evaluator] says, some thirty times
// faster: it runs the same weights through package kernel and not through a
// graph. It belongs to one goroutine; Clone makes one for another. A call
// allocates nothing and takes no locks.
//
// What it says of a position does not depend, bit for bit, on the other
// positions of the call. It does depend, in the last digits, on the scheme,
// which [NewPredictor] chooses, and on whether the kernels run in assembly or in
// portable Go.
type Predictor struct {
	net  *packedNetwork
	eval Evaluator
}

// NewPredictor packs w for games under r. batch is how many positions a call
// usually has, by which the kernels choose their scheme (kernel.SchemeFor): a
// call may have more or fewer. The environment variable OTHELLIER_KERNEL chooses the
// instruction set; one that this machine lacks is an error.
func NewPredictor(w *Weights, r env.Rules, batch int) (*Predictor, error) {
	if err := r.Validate(); err != nil {
		return nil, fmt.Errorf("model: new predictor: %w", err)
	}
	if batch < 1 {
		return nil, fmt.Errorf("model: new predictor: batch is %d: expected 1 or more", batch)
	}
	if err := w.check(); err != nil {
		return nil, fmt.Errorf("model: new predictor: %w", err)
	}
	isa, err := kernel.Select()
	if err != nil {
		return nil, fmt.Errorf("model: new predictor: %w", err)
	}
	net, err := packNetwork(w, isa, kernel.SchemeFor(w.Spec.Channels, batch))
	if err != nil {
		return nil, fmt.Errorf("model: new predictor: %w", err)
	}
	return newPredictor(net, r, batch), nil
}

func newPredictor(net *packedNetwork, r env.Rules, batch int) *Predictor {
	return &Predictor{net: net, eval: Evaluator{rules: r, batch: batch, forward: newKernelForward(net, batch)}}
}

// Clone returns a predictor of the same network for another goroutine. The two
// share the packed weights, which nobody changes, and give the same answers to
// the bit.
func (p *Predictor) Clone() *Predictor { return newPredictor(p.net, p.eval.rules, p.eval.batch) }

// Evaluate answers like [Evaluator.Evaluate].
func (p *Predictor) Evaluate(pos []env.Position, priors, value, margin []float32) error {
	return p.eval.Evaluate(pos, priors, value, margin)
}

// Outputs writes everything the network says of the positions, like
// [Evaluator.Outputs].
func (p *Predictor) Outputs(pos []env.Position, out *Outputs) error {
	return p.eval.Outputs(pos, out)
}

// packedNetwork is a network in the form the kernels want. It is read-only.
type packedNetwork struct {
	spec           Spec
	tower          *kernel.Network
	planes         *kernel.Matrix // 1x1 convolutions: policy, ownership, value channels
	hidden, output *kernel.Matrix
	bias           struct{ planes, hidden, output []float32 }
}

func packNetwork(w *Weights, isa kernel.ISA, scheme kernel.Scheme) (*packedNetwork, error) {
	s := w.Spec
	n := &packedNetwork{spec: s}
	var err error
	if n.tower, err = kernel.Pack(isa, scheme, w.convs()); err != nil {
		return nil, err
	}
	rows := append(append(append([]float32(nil), w.Tensor("policy.w").Data...), w.Tensor("ownership.w").Data...), w.Tensor("value.w").Data...)
	if n.planes, err = kernel.NewMatrix(isa, s.Channels, 2+s.ValueChannels, func(in, out int) float32 { return rows[out*s.Channels+in] }); err != nil {
		return nil, err
	}
	dense := func(name string, in, out int) (*kernel.Matrix, error) {
		x := w.Tensor(name).Data
		return kernel.NewMatrix(isa, in, out, func(i, o int) float32 { return x[i*out+o] })
	}
	if n.hidden, err = dense("hidden.w", s.ValueChannels*64, s.ValueHidden); err != nil {
		return nil, err
	}
	if n.output, err = dense("output.w", s.ValueHidden, 4); err != nil {
		return nil, err
	}
	n.bias.planes = append(append([]float32{0}, w.Tensor("ownership.b").Data...), w.Tensor("value.b").Data...)
	n.bias.hidden = append([]float32(nil), w.Tensor("hidden.b").Data...)
	n.bias.output = append([]float32(nil), w.Tensor("output.b").Data...)
	return n, nil
}

// convs are the convolutions of the tower, from the stem on; their numbers are
// w's own.
func (w *Weights) convs() []kernel.Conv {
	convs, tensors := shapedConvs(w.Spec), w.tensors
	w.Spec.fill(convs, func(int) []float32 {
		x := tensors[0].Data
		tensors = tensors[1:]
		return x
	})
	return convs
}
