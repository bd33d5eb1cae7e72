package mcts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"othellier/env"
	"othellier/env/alike"
)

// eligible reports whether child c of n may be played: it is among the moves
// that give what n is sure of, or may give more and is expected to. While
// nothing better than the worst result is sure, every move that is not proven
// to end in it is eligible.
func (s *Search) eligible(n, c *node) bool {
	sure := -c.upper == n.lower
	switch {
	case n.proven():
		return sure
	case n.lower == s.worst:
		return !s.pruned(n, c)
	}
	return sure || !s.pruned(n, c) && c.visits > 0 && -s.mean(c) > s.worth(n.lower)
}

// best returns the index of the child of node i to play, or -1 if it has none:
// of the eligible ones that with most visits, then the highest utility, then
// the highest prior, then the lowest square.
func (s *Search) best(i int32) int32 {
	n := &s.nodes[i]
	at := int32(-1)
	for k := range s.children(i) {
		c := &s.children(i)[k]
		if s.eligible(n, c) && (at < 0 || s.better(c, &s.nodes[at])) {
			at = n.first + int32(k)
		}
	}
	return at
}

func (s *Search) better(a, b *node) bool {
	if a.visits != b.visits {
		return a.visits > b.visits
	}
	if a.visits > 0 {
		if x, y := s.mean(a), s.mean(b); x != y {
			return x < y // their side to move is the opponent
		}
	}
	return a.prior > b.prior
}

// Best returns the move to play: a proven best one if the root is proven, else
// the one with most visits (of equal ones the higher utility, then the higher
// prior, then the lower square). A move that is proven not to be better than
// another is left out, and so is one that is not expected to be better than a
// result that is sure. Before the first simulation it is the first legal move.
//
// It panics if the game is over: a finished position has no move.
func (s *Search) Best() env.Move {
	s.playable("Best")
	if i := s.best(0); i >= 0 {
		return s.nodes[i].move
	}
	return firstMove(s.rules.Moves(s.position))
}

// Sample draws a move with probability proportional to its share in
// [Search.Policy] raised to 1/temperature. Temperature 0 is [Search.Best]; it
// and a single move draw no number. Sample panics if the game is over or the
// temperature is negative or infinite.
func (s *Search) Sample(temperature float64, rng *rand.Rand) env.Move {
	s.playable("Sample")
	if !(temperature >= 0 && temperature <= math.MaxFloat64) {
		panic(fmt.Sprintf("mcts: Sample at temperature %v: want a number, 0 or more", temperature))
	}
	if temperature == 0 || s.nodes[0].count == 1 {
		return s.Best()
	}
	var weight [64]float64
	s.weigh(&weight)
	top := slices.Max(weight[:])
	sum := 0.0
	for sq, w := range weight {
		weight[sq] = alike.Pow(w/top, 1/temperature)
		sum += weight[sq]
	}
	x := rng.Float64() * sum
	drawn := env.Pass
	for sq, w := range weight {
		if w == 0 {
			continue
		}
		drawn = env.Move(sq) // the last one if rounding leaves x at 0 or more
		if x -= w; x < 0 {
			break
		}
	}
	return drawn
}

// Policy fills dst, one entry a square, with the training target of the root:
// the visits of the moves that [Search.Best] considers, divided by their sum. So
// at a proven root all of it lies on the proven best moves, however few their
// visits. A root marked by [Search.AddGumbel] has another target, and forced visits are left out: see [Config].ForcedPlayouts. If those
// moves have no visits their priors stand in; before the first
// evaluation all legal moves have equal shares. Where no square is legal (a
// pass, or the end) all entries are 0.
func (s *Search) Policy(dst []float32) {
	if len(dst) < 64 {
		panic(fmt.Sprintf("mcts: Policy into %d entries: want 64", len(dst)))
	}
	var weight [64]float64
	sum := s.weigh(&weight)
	for sq, w := range weight {
		dst[sq] = 0
		if w > 0 {
			dst[sq] = float32(w / sum)
		}
	}
}

// weigh fills w with the weight of each square as Policy says, and returns the
// sum.
func (s *Search) weigh(w *[64]float64) (sum float64) {
	n := &s.nodes[0]
	if s.gumbel.on && n.count > 0 {
		return s.improve(w)
	}
	for i, of := range [...]func(c *node) float64{
		func(c *node) float64 { return float64(c.visits) },
		func(c *node) float64 { return float64(c.prior) },
		func(*node) float64 { return 1 },
	} {
		for k := range s.children(0) {
			if c := &s.children(0)[k]; c.move < env.Pass && s.eligible(n, c) {
				w[c.move] = of(c)
				sum += w[c.move]
			}
		}
		if sum > 0 && i == 0 {
			sum -= s.forget(w)
		}
		if sum > 0 {
			return sum
		}
	}
	if n.count == 0 {
		for m := s.rules.Moves(s.position); m != 0; m &= m - 1 {
			w[firstMove(m)] = 1
			sum++
		}
	}
	return sum
}

// PV appends the expected continuation to dst: the best move of the root, the
// best answer to it, and so on while nodes have visits. Passes are part of it.
func (s *Search) PV(dst []env.Move) []env.Move {
	for i := s.best(0); i >= 0; i = s.best(i) {
		if s.nodes[i].visits == 0 {
			break
		}
		dst = append(dst, s.nodes[i].move)
	}
	return dst
}

func (s *Search) playable(op string) {
	if s.over {
		panic(fmt.Sprintf("mcts: %s at the end of a game: %v", op, s.position))
	}
}
