package bench

import (
	"math/bits"
	"math/rand/v2"

	"othellier/env"
)

// Positions returns n positions of games played at random under the rules, all
// with a choice of moves: what a network is asked about. The same numbers give
// the same positions.
func Positions(r env.Rules, n int, seed uint64) []env.Position {
	rng := rand.New(rand.NewPCG(seed, 0))
	all := make([]env.Position, 0, n)
	p := r.Initial()
	for len(all) < n {
		moves, pass := r.Status(p)
		if moves == 0 {
			if p = p.Passed(); !pass {
				p = r.Initial()
			}
			continue
		}
		// Games are sampled thinly, so that n positions are of many.
		if bits.OnesCount64(moves) > 1 && rng.IntN(8) == 0 {
			all = append(all, p)
		}
		for k := rng.IntN(bits.OnesCount64(moves)); k > 0; k-- {
			moves &= moves - 1
		}
		p = r.Next(p, env.Move(bits.TrailingZeros64(moves)))
	}
	return all
}
