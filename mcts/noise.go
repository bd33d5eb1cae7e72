package mcts

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"othellier/env/alike"
)

// AddNoise marks the root for noise: until the next Reset or Advance its priors
// are raised to 1/RootTemperature, normalised, and mixed with a share of
// NoiseWeight of Dirichlet noise over its legal moves. It may be called before
// or after the first simulation; a second call draws anew. The numbers are
// drawn from rng at once, none for a root with fewer than two moves.
// [Child.Prior] stays free of noise.
func (s *Search) AddNoise(rng *rand.Rand) {
	moves := s.rules.Moves(s.position)
	if bits.OnesCount64(moves) < 2 {
		return
	}
	s.noisy = true
	if s.config.NoiseWeight > 0 {
		dirichlet(&s.noise, moves, s.config.NoiseConcentration, rng)
	}
	if s.nodes[0].count > 0 {
		s.mixNoise()
	}
}

// mixNoise computes the priors that selection uses at a root marked for noise.
func (s *Search) mixNoise() {
	power := 1.0
	if t := s.config.RootTemperature; t > 0 {
		power = 1 / t
	}
	var weight [64]float64
	sum := 0.0
	for k := range s.children(0) {
		c := &s.children(0)[k]
		w := float64(c.prior)
		if power != 1 {
			w = alike.Pow(w, power)
		}
		weight[c.move] = w
		sum += w
	}
	share := s.config.NoiseWeight
	for k := range s.children(0) {
		m := s.children(0)[k].move
		s.priors[m] = float32(float64((1-share)*weight[m]/sum) + float64(share*float64(s.noise[m])))
	}
}

// dirichlet fills dst on the squares of moves with a sample of the symmetric
// Dirichlet distribution of the given total concentration: numbers >= 0 that
// sum to 1. The other squares get 0.
func dirichlet(dst *[64]float32, moves uint64, concentration float64, rng *rand.Rand) {
	alpha := concentration / float64(bits.OnesCount64(moves))
	var sample [64]float64
	sum := 0.0
	for m := moves; m != 0; m &= m - 1 {
		sq := bits.TrailingZeros64(m)
		sample[sq] = gamma(alpha, rng)
		sum += sample[sq]
	}
	*dst = [64]float32{}
	if sum == 0 { // every sample was too small to tell: in the limit one move has all
		for n := rng.IntN(bits.OnesCount64(moves)); n > 0; n-- {
			moves &= moves - 1
		}
		dst[bits.TrailingZeros64(moves)] = 1
		return
	}
	for m := moves; m != 0; m &= m - 1 {
		sq := bits.TrailingZeros64(m)
		dst[sq] = float32(sample[sq] / sum)
	}
}

// gamma samples the gamma distribution of shape alpha > 0 and scale 1 (Marsaglia
// and Tsang 2000; a shape below 1 through shape+1).
func gamma(alpha float64, rng *rand.Rand) float64 {
	boost := 1.0
	if alpha < 1 {
		boost = alike.Exp(-alike.Exponential(rng) / alpha) // a uniform number to the power 1/alpha
		alpha++
	}
	d := alpha - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := alike.Normal(rng)
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v = v * v * v
		if -alike.Exponential(rng) < float64(x*x/2)+d-float64(d*v)+float64(d*alike.Log(v)) {
			return boost * d * v
		}
	}
}
