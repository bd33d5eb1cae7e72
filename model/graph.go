package model

import (
	"sync"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// building is held while a graph is built or compiled: all graphs of a process
// share Gorgonia's constant nodes, which remember their hashes, and a counter.
var building sync.Mutex

// graph is a network as a Gorgonia graph over batches of one fixed size B.
type graph[T float] struct {
	*G.ExprGraph
	spec   Spec
	batch  int
	values func(name string) []T // the numbers of a weight tensor, which the graph uses in place
	params map[string]*G.Node

	planes    []T     // input (B, Planes, 8, 8)
	logits    *G.Node // policy, before mask and softmax (B, 64)
	ownership *G.Node // before tanh (B, 64)
	output    *G.Node // logits of win, draw and loss; margin before tanh (B, 4)
	reply     *G.Node // policy of the opponent's next move, before mask and softmax (B, 64); nil without the head
	soft      *G.Node // softer policy, before mask and softmax (B, 64); nil without the head
}

// newGraph builds the network with a tower of one kind. A valid spec always can
// be built, so a failure in Gorgonia is a bug here and panics.
func newGraph[T float](s Spec, batch int, values func(name string) []T, tower towerFunc[T]) *graph[T] {
	g := &graph[T]{ExprGraph: G.NewGraph(), spec: s, batch: batch, values: values, params: map[string]*G.Node{}}
	planes, node := g.input("planes", batch, Planes, 8, 8)
	g.planes = planes

	trunk := tower(g, node)
	v, h := s.ValueChannels, s.ValueHidden
	hs := []head{
		{weight: g.param("policy.w", 1, s.Channels)},
		{weight: g.param("ownership.w", 1, s.Channels), bias: g.param("ownership.b", 1, 1)},
		{weight: g.param("value.w", v, s.Channels), bias: g.param("value.b", 1, v)},
	}
	if s.Reply {
		hs = append(hs, head{weight: g.param("reply.w", 1, s.Channels)})
	}
	if s.SoftPolicy {
		hs = append(hs, head{weight: g.param("soft.w", 1, s.Channels)})
	}
	out := G.Must(heads[T](trunk, hs...))
	more := 128 + v*64 // where the heads begin that serve learning alone
	if s.Reply {
		g.reply = G.Must(columns[T](out, more, more+64))
		more += 64
	}
	if s.SoftPolicy {
		g.soft = G.Must(columns[T](out, more, more+64))
	}
	g.logits = G.Must(columns[T](out, 0, 64))
	g.ownership = G.Must(columns[T](out, 64, 128))
	x := G.Must(G.Rectify(G.Must(columns[T](out, 128, 128+v*64))))
	x = G.Must(G.Rectify(g.dense(x, "hidden", v*64, h)))
	g.output = g.dense(x, "output", h, 4)
	return g
}

// dense adds x (B, in) times a weight (in, out), and a bias.
func (g *graph[T]) dense(x *G.Node, name string, in, out int) *G.Node {
	y := G.Must(G.Mul(x, g.param(name+".w", in, out)))
	return G.Must(G.BroadcastAdd(y, g.param(name+".b", 1, out), nil, []byte{0}))
}

// param adds a weight tensor in the shape that its operation wants.
func (g *graph[T]) param(name string, shape ...int) *G.Node {
	n := g.leaf(name, g.values(name), shape)
	g.params[name] = n
	return n
}

// input adds a tensor of data and returns its numbers, to be written before a
// run.
func (g *graph[T]) input(name string, shape ...int) ([]T, *G.Node) {
	x := make([]T, size(shape))
	return x, g.leaf(name, x, shape)
}

// leaf adds a tensor over numbers that stay where they are. Gorgonia merges
// leaves of equal names.
func (g *graph[T]) leaf(name string, x []T, shape []int) *G.Node {
	t := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(x))
	return G.NewTensor(g.ExprGraph, dtype[T](), len(shape), G.WithShape(shape...), G.WithName(name), G.WithValue(t))
}

// ordered returns the weight tensors in the order of the layout.
func (g *graph[T]) ordered() G.Nodes {
	var ns G.Nodes
	for _, f := range g.spec.layout() {
		ns = append(ns, g.params[f.name])
	}
	return ns
}
