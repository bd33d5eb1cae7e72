package model

import (
	"math/bits"

	"othellier/env"
)

// Encode writes the planes of p, as the side to move sees it, over the first
// Planes*64 entries of dst: plane after plane, each from a1, b1 to h8, 1 where
// the plane has a square and 0 elsewhere. Whose colour it is cannot be seen, and
// neither can the discs in hand under separate supply.
func Encode(r env.Rules, p env.Position, dst []float32) {
	dst = dst[:Planes*64]
	clear(dst)
	for i, plane := range [Planes]uint64{p.Own, p.Opp, r.Moves(p), r.Moves(p.Passed()), r.Squares()} {
		for ; plane != 0; plane &= plane - 1 {
			dst[i*64+bits.TrailingZeros64(plane)] = 1
		}
	}
}
