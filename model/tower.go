package model

import (
	"fmt"
	"slices"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// stockTower adds the stem and the residual blocks to the graph: from the planes
// (B, Planes, 8, 8) to the trunk (B, C, 8, 8).
//
//	x = ReLU(conv(planes) + b)
//	each block: y = ReLU(conv1(x) + b1), x = ReLU(x + conv2(y) + b2)
//	in some the sum has P·pool(y) too, and in some L·lineMeans(y)
//
// It is made of Gorgonia's own operations, pool and lineMeans aside, and is what
// kernelTower is held to. Nothing is used more than twice, so no gradient is a sum
// of more than two terms, whose order does not matter.
func stockTower[T float](g *graph[T], planes *G.Node) *G.Node {
	x := G.Must(G.Rectify(conv(g, planes, "stem")))
	for i := range g.spec.Blocks {
		y := G.Must(G.Rectify(conv(g, x, fmt.Sprintf("block%d.conv1", i))))
		z := conv(g, y, fmt.Sprintf("block%d.conv2", i))
		pooled, lined := slices.Contains(g.spec.pooled(), i), slices.Contains(g.spec.lined(), i)
		if pooled && lined {
			y = G.Must(same[T](y))
		}
		if lined {
			w := g.param(fmt.Sprintf("block%d.lines.w", i), g.spec.Channels, 4*lineChannels(g.spec.Channels), 1, 1)
			m := G.Must(lineMeans[T](y, planes))
			z = G.Must(G.Add(z, G.Must(G.Conv2d(m, w, tensor.Shape{1, 1}, []int{0, 0}, []int{1, 1}, []int{1, 1}))))
		}
		if pooled {
			w := g.param(fmt.Sprintf("block%d.pool.w", i), g.spec.Channels, 2*g.spec.Channels, 1, 1)
			p := G.Must(pool[T](y, planes))
			p = G.Must(G.Conv2d(p, w, tensor.Shape{1, 1}, []int{0, 0}, []int{1, 1}, []int{1, 1}))
			z = G.Must(G.BroadcastAdd(z, p, nil, []byte{2, 3}))
		}
		x = G.Must(G.Rectify(G.Must(G.Add(z, x))))
	}
	return x
}

// conv adds a 3x3 convolution with zeros beyond the edge, and its bias.
func conv[T float](g *graph[T], x *G.Node, name string) *G.Node {
	w := g.param(name+".w", g.spec.Channels, x.Shape()[1], 3, 3)
	b := g.param(name+".b", 1, g.spec.Channels, 1, 1)
	y := G.Must(G.Conv2d(x, w, tensor.Shape{3, 3}, []int{1, 1}, []int{1, 1}, []int{1, 1}))
	return G.Must(G.BroadcastAdd(y, b, nil, []byte{0, 2, 3}))
}
