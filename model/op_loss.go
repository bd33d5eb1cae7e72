package model

import (
	"fmt"
	"math"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"othellier/env/alike"
)

// crossEntropy returns, for every row of the logits (B, N), the cross-entropy
// of the target with the softmax of the logits
//
//	y_i = -Σ_a t_ia log p_ia,  p_ia = m_ia exp z_ia / Σ_b m_ib exp z_ib
//
// as a column (B, 1). The mask m (B, N) of zeros and ones keeps only some of the
// columns; nil keeps all. A target need not sum to one, and is not read outside
// of the mask; a row whose mask is empty has the loss 0 and no gradient. Rows do
// not see each other.
func crossEntropy[T float](logits, target, mask *G.Node) (*G.Node, error) {
	rows, n := logits.Shape()[0], logits.Shape()[1]
	in := G.Nodes{logits, target}
	if mask != nil {
		in = append(in, mask)
	}
	// row returns row i of logits, target and mask
	row := func(src [][]T, i int) (z, t, m []T) {
		if mask != nil {
			m = src[2][i*n:][:n]
		}
		return src[0][i*n:][:n], src[1][i*n:][:n], m
	}
	o := &operation[T]{
		name:     fmt.Sprintf("crossEntropy{%d %v}", len(in), logits.Shape()),
		shape:    tensor.Shape{rows, 1},
		constant: []bool{false, true, true},
	}
	o.run = func(dst []T, src [][]T) {
		for i := range rows {
			z, t, m := row(src, i)
			lse, ok := logSumExp(z, m)
			sum := 0.0
			if ok {
				for a := range z {
					if m == nil || m[a] != 0 {
						sum += float64(float64(t[a]) * (lse - float64(z[a])))
					}
				}
			}
			dst[i] = T(sum)
		}
	}
	o.gradient = func(in G.Nodes, _, g *G.Node) (G.Nodes, error) {
		d := &operation[T]{name: o.name + "dz", shape: logits.Shape().Clone()}
		d.run = func(dst []T, src [][]T) {
			clear(dst)
			for i := range rows {
				z, t, m := row(src, i)
				lse, ok := logSumExp(z, m)
				if !ok {
					continue
				}
				total := 0.0
				for a := range t {
					if m == nil || m[a] != 0 {
						total += float64(t[a])
					}
				}
				gi := float64(src[len(src)-1][i])
				for a := range z {
					if m == nil || m[a] != 0 {
						dst[i*n+a] = T(gi * (float64(total*alike.Exp(float64(z[a])-lse)) - float64(t[a])))
					}
				}
			}
		}
		dz, err := d.apply(append(in[:len(in):len(in)], g)...)
		grads := make(G.Nodes, len(in))
		grads[0] = dz
		return grads, err
	}
	return o.apply(in...)
}

// logSumExp returns log Σ exp z over the columns that m keeps, and whether it
// keeps any. The largest kept logit is taken out first, so that nothing
// overflows.
func logSumExp[T float](z, m []T) (float64, bool) {
	top, ok := math.Inf(-1), false
	for a, x := range z {
		if m == nil || m[a] != 0 {
			top, ok = max(top, float64(x)), true
		}
	}
	if !ok {
		return 0, false
	}
	sum := 0.0
	for a, x := range z {
		if m == nil || m[a] != 0 {
			sum += alike.Exp(float64(x) - top)
		}
	}
	return top + alike.Log(sum), true
}

// logistic returns, for every row of z (B, N), the weighted sum of the relative
// entropies between a target t in [-1, 1] and tanh z, both read as the mean of a
// variable that is -1 or 1,
//
//	y_i = Σ_s w_is (log(2 cosh z_is) - t_is z_is - H(t_is)),  H(t) = -(1+t)/2 log((1+t)/2) - (1-t)/2 log((1-t)/2)
//
// as a column (B, 1). It is 0 where tanh z = t and positive elsewhere; over
// uncertain targets the best tanh z is their mean; and its derivative w (tanh z -
// t) does not vanish where tanh is saturated on the wrong side, as that of a
// squared error does.
func logistic[T float](z, target, weight *G.Node) (*G.Node, error) {
	rows, n := z.Shape()[0], z.Shape()[1]
	o := &operation[T]{
		name:     fmt.Sprintf("logistic{%v}", z.Shape()),
		shape:    tensor.Shape{rows, 1},
		constant: []bool{false, true, true},
	}
	o.run = func(dst []T, src [][]T) {
		for i := range rows {
			sum := 0.0
			for s := i * n; s < (i+1)*n; s++ {
				if w := float64(src[2][s]); w != 0 {
					z, t := float64(src[0][s]), float64(src[1][s])
					sum += float64(w * (math.Abs(z) + alike.Log(1+alike.Exp(-2*math.Abs(z))) - float64(t*z) - entropy((1+t)/2) - entropy((1-t)/2)))
				}
			}
			dst[i] = T(sum)
		}
	}
	o.gradient = func(in G.Nodes, _, g *G.Node) (G.Nodes, error) {
		d := &operation[T]{name: o.name + "dz", shape: z.Shape().Clone()}
		d.run = func(dst []T, src [][]T) {
			for s := range dst {
				dst[s] = T(float64(src[3][s/n]) * float64(src[2][s]) * (alike.Tanh(float64(src[0][s])) - float64(src[1][s])))
			}
		}
		dz, err := d.apply(in[0], in[1], in[2], g)
		return G.Nodes{dz, nil, nil}, err
	}
	return o.apply(z, target, weight)
}

// entropy returns -p log p, the part of an outcome of probability p in the
// entropy.
func entropy(p float64) float64 {
	if p <= 0 {
		return 0
	}
	return -p * alike.Log(p)
}
