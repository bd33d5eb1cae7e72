package model

import (
	"fmt"
	"math"

	G "gorgonia.org/gorgonia"
)

// Losses are the parts of the loss of one step, each a mean over the rows it
// concerns and without its weight.
type Losses struct {
	Total     float64 // Policy plus the weighted others
	Policy    float64 // cross-entropy in nats: at the best the entropy of the targets
	Value     float64 // cross-entropy in nats
	Ownership float64 // relative entropy in nats, a mean over squares: 0 at the best
	Margin    float64 // relative entropy in nats: 0 at the best
	Reply     float64 // cross-entropy in nats; 0 without the head
	Soft      float64 // cross-entropy in nats; 0 without the head
	GradNorm  float64 // Euclidean norm of the whole gradient before clipping
}

// lossNames are the parts in the order of lossGraph.parts.
var lossNames = [...]string{"policy", "value", "ownership", "margin", "reply", "soft policy"}

// lossGraph is a network with its loss and the gradients of it.
type lossGraph[T float] struct {
	*graph[T]
	legal               []T // (B, 64)
	policy              []T // (B, 64), with the weight of the row in the batch
	wdl                 []T // (B, 3), over B
	owner, ownerWeight  []T // (B, 64); squares of the board, over their number and over B
	margin, marginShare []T // (B, 1); 1 over B
	empty, replies      []T // (B, 64), the second with the weight of the row in the batch; nil without the head
	softer              []T // (B, 64), with the weight of the row in the batch; nil without the head
	softened            []float32

	parts [len(lossNames)]G.Value // scalars, set by a run; the last two are nil without their heads
	total G.Value
}

// newLossGraph builds a network, with a tower of one kind, and its loss.
func newLossGraph[T float](s Spec, c TrainerConfig, values func(name string) []T, tower towerFunc[T]) *lossGraph[T] {
	g := &lossGraph[T]{graph: newGraph(s, c.Batch, values, tower)}
	input := func(dst *[]T, name string, columns int) (n *G.Node) {
		*dst, n = g.input(name, c.Batch, columns)
		return n
	}
	legal := input(&g.legal, "legal", 64)
	rows := [len(lossNames)]*G.Node{
		G.Must(crossEntropy[T](g.logits, input(&g.policy, "policy", 64), legal)),
		G.Must(crossEntropy[T](G.Must(columns[T](g.output, 0, 3)), input(&g.wdl, "wdl", 3), nil)),
		G.Must(logistic[T](g.ownership, input(&g.owner, "owner", 64), input(&g.ownerWeight, "ownerWeight", 64))),
		G.Must(logistic[T](G.Must(columns[T](g.output, 3, 4)), input(&g.margin, "margin", 1), input(&g.marginShare, "marginShare", 1))),
	}
	for i := range g.marginShare {
		g.marginShare[i] = 1 / T(c.Batch)
	}
	if s.Reply {
		rows[4] = G.Must(crossEntropy[T](g.reply, input(&g.replies, "reply", 64), input(&g.empty, "empty", 64)))
	}
	if s.SoftPolicy {
		rows[5] = G.Must(crossEntropy[T](g.soft, input(&g.softer, "soft", 64), legal))
		g.softened = make([]float32, c.Batch*64)
	}
	weights := [len(lossNames)]float64{1, c.ValueWeight, c.OwnershipWeight, c.MarginWeight, c.ReplyWeight, c.SoftPolicyWeight}
	var total *G.Node
	var parts [len(lossNames)]*G.Node
	for i, n := range rows {
		if n == nil {
			continue
		}
		part := G.Must(G.Sum(n))
		parts[i] = part
		if weights[i] != 1 {
			part = G.Must(G.Mul(part, G.NewConstant(T(weights[i]))))
		}
		if total == nil {
			total = part
		} else {
			total = G.Must(G.Add(total, part))
		}
	}
	if _, err := G.Grad(total, g.ordered()...); err != nil {
		panic(fmt.Sprintf("model: gradient of the loss: %v", err))
	}
	for i, n := range parts {
		if n != nil {
			G.Read(n, &g.parts[i])
		}
	}
	G.Read(total, &g.total)
	return g
}

// feed writes a checked batch to the inputs.
func (g *lossGraph[T]) feed(b *Batch) {
	convert(g.planes, b.Planes, 1)
	convert(g.legal, b.Legal, 1)
	convert(g.wdl, b.WDL, 1/float64(b.N))
	convert(g.owner, b.Ownership, 1)
	convert(g.margin, b.Margin, 1)
	shares(g.policy, b.Policy, b.policyWeight)
	if g.reply != nil {
		shares(g.replies, b.Reply, func(i int) float64 { return float64(b.ReplyWeight[i]) })
		for i := range g.empty {
			g.empty[i] = T(b.empty(i/64, i%64))
		}
	}
	if g.soft != nil {
		for i := range b.N {
			soften(g.softened[i*64:][:64], b.Policy[i*64:], b.policyWeight(i))
		}
		shares(g.softer, g.softened, b.policyWeight)
	}
	for i := range b.N {
		squares := b.squares(i)
		convert(g.ownerWeight[i*64:][:64], squares, 1/(sum(squares)*float64(b.N)))
	}
}

// soften writes the fourth roots of a policy's shares, scaled to the sum 1
// (KataGo's soft policy, of temperature 4); or zeros for a policy without weight,
// which may hold anything.
func soften(dst, policy []float32, weight float64) {
	clear(dst)
	if weight == 0 {
		return
	}
	total := 0.0
	for s := range dst {
		total += math.Sqrt(math.Sqrt(float64(policy[s])))
	}
	for s := range dst {
		dst[s] = float32(math.Sqrt(math.Sqrt(float64(policy[s]))) / total)
	}
}

// shares writes policies, 64 entries a row, each times the share of its row in
// the sum of the weights.
func shares[T float](dst []T, policies []float32, weight func(row int) float64) {
	total := 0.0
	for i := range len(dst) / 64 {
		total += weight(i)
	}
	for i := range len(dst) / 64 {
		w := 0.0
		if total > 0 {
			w = weight(i) / total
		}
		convert(dst[i*64:][:64], policies[i*64:], w)
	}
}

func convert[T float](dst []T, src []float32, scale float64) {
	for i := range dst {
		dst[i] = T(float64(src[i]) * scale)
	}
}

// losses returns what the last run found.
func (g *lossGraph[T]) losses() Losses {
	at := func(v G.Value) float64 { return float64(v.Data().(T)) }
	l := Losses{
		Total: at(g.total), Policy: at(g.parts[0]), Value: at(g.parts[1]),
		Ownership: at(g.parts[2]), Margin: at(g.parts[3]),
	}
	if g.reply != nil {
		l.Reply = at(g.parts[4])
	}
	if g.soft != nil {
		l.Soft = at(g.parts[5])
	}
	return l
}
