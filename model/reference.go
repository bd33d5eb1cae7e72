package model

import (
	"fmt"
	"slices"

	"othellier/env"
	"othellier/env/alike"
)

// Reference writes over out what the network says of the positions, computed in
// float64 by plain loops and rounded once at the end. It takes some
// milliseconds a position, thousands of times longer than a [Predictor], and
// is there to tell how far others err.
func (w *Weights) Reference(r env.Rules, pos []env.Position, out *Outputs) {
	out.resize(len(pos))
	planes := make([]float32, Planes*64)
	for i, p := range pos {
		Encode(r, p, planes)
		logits, ownership, output := w.forward64(planes)
		total := alike.Exp(output[0]) + alike.Exp(output[1]) + alike.Exp(output[2])
		for k := range 3 {
			out.WDL[i*3+k] = float32(alike.Exp(output[k]) / total)
		}
		for s := range logits {
			out.Logits[i*64+s] = float32(logits[s])
			out.Ownership[i*64+s] = float32(alike.Tanh(ownership[s]))
		}
		out.Margin[i] = float32(alike.Tanh(output[3]))
	}
}

// forward64 computes a network's raw outputs for the planes of one board: see
// forward.
func (w *Weights) forward64(planes []float32) (logits, ownership [64]float64, output [4]float64) {
	x := make([][]float64, Planes)
	for i := range x {
		x[i] = make([]float64, 64)
		convert(x[i], planes[i*64:], 1)
	}
	x = w.trunk64(x)
	copy(logits[:], w.conv64(x, "policy", 1)[0])
	copy(ownership[:], w.conv64(x, "ownership", 1)[0])
	var features []float64
	for _, plane := range positive64(w.conv64(x, "value", 1)) {
		features = append(features, plane...)
	}
	hidden := positive64([][]float64{w.dense64(features, "hidden")})[0]
	copy(output[:], w.dense64(hidden, "output"))
	return logits, ownership, output
}

// trunk64 is the stem and the blocks.
func (w *Weights) trunk64(x [][]float64) [][]float64 {
	board := x[Planes-1]
	x = positive64(w.conv64(x, "stem", 3))
	for i := range w.Spec.Blocks {
		y := positive64(w.conv64(x, fmt.Sprintf("block%d.conv1", i), 3))
		z := w.conv64(y, fmt.Sprintf("block%d.conv2", i), 3)
		bias := make([]float64, len(z))
		if slices.Contains(w.Spec.pooled(), i) {
			bias = w.pooled64(y, board, fmt.Sprintf("block%d.pool.w", i))
		}
		for k := range z {
			for s := range z[k] {
				z[k][s] += x[k][s] + bias[k]
			}
		}
		if slices.Contains(w.Spec.lined(), i) {
			w.lines64(z, y, board, fmt.Sprintf("block%d.lines.w", i))
		}
		x = positive64(z)
	}
	return x
}

// pooled64 is a matrix times the means and maxima of planes over the squares of
// the board.
func (w *Weights) pooled64(y [][]float64, board []float64, name string) []float64 {
	pooled := make([]float64, 2*len(y))
	for c, plane := range y {
		n := 0.0
		for s, m := range board {
			if m == 1 {
				n++
				pooled[c] += plane[s]
				pooled[len(y)+c] = max(pooled[len(y)+c], plane[s])
			}
		}
		pooled[c] /= n
	}
	bias := make([]float64, len(y))
	for i, v := range w.Tensor(name).Data {
		bias[i/len(pooled)] += float64(float64(v) * pooled[i%len(pooled)])
	}
	return bias
}

// lines64 adds to z what follows from the means of planes along the lines of the
// board through every square.
func (w *Weights) lines64(z, y [][]float64, board []float64, name string) {
	weight := w.Tensor(name).Data
	k := len(weight) / len(z) / 4
	for d, step := range lineSteps {
		for s := range board {
			var line []int // squares of the board on the line, from one end to the other
			for i := -7; i <= 7; i++ {
				if r, c := s/8+i*step[0], s%8+i*step[1]; r >= 0 && r < 8 && c >= 0 && c < 8 && board[s]*board[r*8+c] == 1 {
					line = append(line, r*8+c)
				}
			}
			for i := range k * len(z) {
				for _, t := range line {
					z[i/k][s] += float64(weight[i*4+d]) * y[i%k][t] / float64(len(line))
				}
			}
		}
	}
}

// conv64 is a convolution over size x size squares, with zeros beyond the edge,
// and its bias if it has one.
func (w *Weights) conv64(x [][]float64, name string, size int) [][]float64 {
	weight := w.Tensor(name + ".w")
	y := make([][]float64, weight.Shape[0])
	for o := range y {
		y[o] = make([]float64, 64)
		if name != "policy" && name != "reply" && name != "soft" {
			for s := range y[o] {
				y[o][s] = float64(w.Tensor(name + ".b").Data[o])
			}
		}
		for i := range x {
			for tap, v := range weight.Data[(o*len(x)+i)*size*size:][:size*size] {
				dr, dc := tap/size-size/2, tap%size-size/2
				for r := max(0, -dr); r < min(8, 8-dr); r++ {
					for c := max(0, -dc); c < min(8, 8-dc); c++ {
						y[o][r*8+c] += float64(float64(v) * x[i][(r+dr)*8+c+dc])
					}
				}
			}
		}
	}
	return y
}

// dense64 is a dense layer with its bias.
func (w *Weights) dense64(x []float64, name string) []float64 {
	weight, bias := w.Tensor(name+".w").Data, w.Tensor(name+".b").Data
	y := make([]float64, len(bias))
	convert(y, bias, 1)
	for i, v := range x {
		for o := range y {
			y[o] += float64(v * float64(weight[i*len(y)+o]))
		}
	}
	return y
}

func positive64(x [][]float64) [][]float64 {
	for i := range x {
		for s, v := range x[i] {
			x[i][s] = max(v, 0)
		}
	}
	return x
}
