package alike

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"othellier/env/golden"
)

// The functions have the bits that they had on the machine where the golden file
// was written: a few numbers that can be read, and a digest of many.
func TestBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var out strings.Builder
	row := func(name string, f func(x, y float64) float64, xs ...float64) {
		for _, x := range xs {
			fmt.Fprintf(&out, "%s %v = %x\n", name, x, f(x, 0.3))
		}
		h := fnv.New64a()
		for range 20_000 {
			x := rng.Float64()
			switch rng.IntN(3) {
			case 0:
				x = math.Float64frombits(rng.Uint64())
			case 1:
				x *= float64(rng.IntN(800) - 400)
			}
			y := f(x, rng.Float64())
			if y == y { // the bits of what is no number may differ
				fmt.Fprintf(h, "%x ", math.Float64bits(y))
			}
		}
		fmt.Fprintf(&out, "%s of 20000: %x\n", name, h.Sum64())
	}
	one := func(f func(float64) float64) func(x, _ float64) float64 {
		return func(x, _ float64) float64 { return f(x) }
	}
	row("exp", one(Exp), 1, -1, 0.3, 700, -740)
	row("log", one(Log), 2, 0.7, 10, 1e-320)
	row("tanh", one(Tanh), 0.1, 0.3, -1, 5)
	row("pow(x, .3)", Pow, 0.5, 3)
	row("cos(pi x)", one(func(x float64) float64 { return CosPi(x - math.Floor(x)) }), 0.1, 0.25, 0.9)
	row("normal", func(x, _ float64) float64 { return Normal(rng) })
	row("exponential", func(x, _ float64) float64 { return Exponential(rng) })
	golden.Check(t, "bits.golden", out.String())
}
