package bench

import (
	"math"
	"math/rand/v2"
	"strings"

	"othellier/model"
)

// Network returns a network that has learned nothing but whose tensors are all
// in use, unlike those of a new one, many of which are zero. The same seed gives
// the same network.
func Network(s model.Spec, seed uint64) *model.Weights {
	rng := rand.New(rand.NewPCG(seed, 0))
	w := model.NewWeights(s, rng)
	for _, t := range w.Tensors() {
		for i := range t.Data {
			switch {
			case strings.HasSuffix(t.Name, ".b"):
				t.Data[i] = float32(.1 * rng.NormFloat64())
			case strings.HasSuffix(t.Name, ".conv2.w"), strings.HasSuffix(t.Name, ".pool.w"), strings.HasSuffix(t.Name, ".lines.w"):
				t.Data[i] = float32(.3 * rng.NormFloat64() * math.Sqrt(2/float64(9*s.Channels)))
			case strings.HasPrefix(t.Name, "policy"), strings.HasPrefix(t.Name, "ownership"), strings.HasPrefix(t.Name, "output"):
				t.Data[i] *= 5 // which a new network has at a tenth
			}
		}
	}
	return w
}

// sizes are the networks that are measured when none is given: that of the
// default configuration first.
var sizes = []model.Spec{
	{Channels: 32, Blocks: 4, ValueChannels: 4, ValueHidden: 64},
	{Channels: 64, Blocks: 5, ValueChannels: 8, ValueHidden: 64},
	{Channels: 96, Blocks: 6, ValueChannels: 8, ValueHidden: 64},
	{Channels: 128, Blocks: 8, ValueChannels: 8, ValueHidden: 64},
}
