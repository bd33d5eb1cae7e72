package arena

import (
	"math/bits"
	"math/rand/v2"

	"othellier/env"
)

// pick returns a random square of the set moves, which must not be empty.
func pick(moves uint64, rng *rand.Rand) env.Move {
	for n := rng.IntN(bits.OnesCount64(moves)); n > 0; n-- {
		moves &= moves - 1
	}
	return env.Move(bits.TrailingZeros64(moves))
}

// newRandom plays any legal square, all equally likely.
func newRandom(name string, r env.Rules, _ int) Player {
	return single{name, func(t *Turn) env.Move { return pick(r.Moves(t.Position), t.Rand) }}
}

// newGreedy plays a move after which it has most discs; one of them at random.
func newGreedy(name string, r env.Rules, _ int) Player {
	return single{name, func(t *Turn) env.Move {
		var best uint64
		most := -1
		for moves := r.Moves(t.Position); moves != 0; moves &= moves - 1 {
			m := env.Move(bits.TrailingZeros64(moves))
			n := bits.OnesCount64(r.Next(t.Position, m).Opp)
			if n > most {
				best, most = 0, n
			}
			if n == most {
				best |= 1 << m
			}
		}
		return pick(best, t.Rand)
	}}
}

// squareWeight values a square by its distances from the two nearest edges,
// the smaller first: a corner stays for ever, the X- and C-squares beside it
// give it away, the other edge squares are hard to turn over, and the squares
// behind the edge invite the opponent onto it. On a smaller board the middle
// rows are missing.
var squareWeight = [4][4]int{
	{100, -25, 10, 5},
	{-25, -50, -3, -3},
	{10, -3, 2, 1},
	{5, -3, 1, 0},
}

// squareWeights returns the weight of each square of the board of r, 0 outside.
func squareWeights(r env.Rules) (w [64]int) {
	for s := range w {
		if r.Squares()>>s&1 == 1 {
			w[s] = squareWeight[edgeDistance(r, s/8)][edgeDistance(r, s%8)]
		}
	}
	return w
}

// edgeDistance returns how far the row or column i is from the nearest edge of
// the board.
func edgeDistance(r env.Rules, i int) int {
	i -= int(r.Board)
	return min(i, r.Size()-1-i)
}

// newPositional plays the move after which the weights of its squares exceed
// the opponent's by most; of several, the first in reading order.
func newPositional(name string, r env.Rules, _ int) Player {
	return single{name, positional(r)}
}

func positional(r env.Rules) func(*Turn) env.Move {
	weights := squareWeights(r)
	sum := func(discs uint64) (n int) {
		for ; discs != 0; discs &= discs - 1 {
			n += weights[bits.TrailingZeros64(discs)]
		}
		return n
	}
	return func(t *Turn) env.Move {
		best, most := env.Pass, 0
		for moves := r.Moves(t.Position); moves != 0; moves &= moves - 1 {
			m := env.Move(bits.TrailingZeros64(moves))
			q := r.Next(t.Position, m)
			if v := sum(q.Opp) - sum(q.Own); best == env.Pass || v > most {
				best, most = m, v
			}
		}
		return best
	}
}
