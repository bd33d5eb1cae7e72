package alike

import (
	"math"
	"math/rand/v2"
)

// Exponential draws from the exponential distribution of mean 1: a number above
// 0 and below 37.
func Exponential(rng *rand.Rand) float64 { return -Log(open(rng)) }

// Normal draws from the normal distribution of mean 0 and deviation 1, by a
// point drawn from the disc around 0 (Marsaglia's polar method; of its two
// numbers one is kept, so that nothing need be remembered).
func Normal(rng *rand.Rand) float64 {
	for {
		x, y := 2*open(rng)-1, 2*open(rng)-1
		if s := float64(x*x) + float64(y*y); s < 1 && s > 0 {
			return float64(x * math.Sqrt(-2*Log(s)/s))
		}
	}
}

// open draws one of the 2^52 numbers (n + ½) / 2^52: between 0 and 1, and never
// either.
func open(rng *rand.Rand) float64 { return float64((float64(rng.Uint64()>>12) + 0.5) * 0x1p-52) }
