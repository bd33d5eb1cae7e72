package mcts

import (
	"fmt"
	"math"
	"math/rand/v2"

	"othellier/env"
)

// Root is what a search knows of its root. Values and bounds are for the side
// to move at the root, those of the children too: the highest is the best.
type Root struct {
	Position     env.Position
	Visits       int     // simulations, those kept by Advance among them
	Value        float64 // P(win) - P(loss), -1 to 1; exact if Proven
	Margin       float64 // expected final margin / squares of the board; exact if Proven and MarginWeight > 0
	Lower, Upper float64 // utility that is sure, and that cannot be exceeded
	Proven       bool    // Lower equals Upper
	Children     []Child // in the order of the squares; none before the first evaluation or at the end of a game
}

// Child is one move at the root. Without visits Value and Margin are 0 (unless
// it is proven).
type Child struct {
	Move          env.Move
	Visits        int
	Prior         float64 // the evaluator's, normalised over the legal moves, without noise
	Value, Margin float64
	Lower, Upper  float64
	Proven        bool
}

// Root returns a description of the root.
func (s *Search) Root() Root {
	n := &s.nodes[0]
	r := Root{Position: s.position, Visits: int(n.visits), Proven: n.proven()}
	r.Value, r.Margin = s.estimate(n)
	if s.over {
		r.Margin = float64(s.rules.Margin(s.position)) * s.scale
	}
	r.Lower, r.Upper = s.worth(n.lower), s.worth(n.upper)
	if n.count > 0 {
		r.Children = make([]Child, n.count)
	}
	for k := range s.children(0) {
		c := &s.children(0)[k]
		value, margin := s.estimate(c)
		r.Children[k] = Child{
			Move: c.move, Visits: int(c.visits), Prior: float64(c.prior),
			Value: 0 - value, Margin: 0 - margin, // 0-0 is 0 where -0 would print a sign
			Lower: 0 - s.worth(c.upper), Upper: 0 - s.worth(c.lower), Proven: c.proven(),
		}
	}
	return r
}

// estimate returns the average value and margin of a node for its own side to
// move, kept within its bounds, so exact for a proven one; 0 without visits.
func (s *Search) estimate(n *node) (value, margin float64) {
	if n.visits > 0 {
		value, margin = n.value/float64(n.visits), n.margin/float64(n.visits)
	}
	return s.within(n, value, margin)
}

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
// [Search.Policy] raised to 1/temperature. Temperature 0 is [Search.Best] and
// draws no number. It panics if the game is over or the temperature negative.
func (s *Search) Sample(temperature float64, rng *rand.Rand) env.Move {
	s.playable("Sample")
	if !(temperature >= 0) {
		panic(fmt.Sprintf("mcts: Sample at temperature %v: want 0 or more", temperature))
	}
	if s.nodes[0].count == 1 {
		return s.nodes[s.nodes[0].first].move
	}
	if temperature == 0 {
		return s.Best()
	}
	var share [64]float32
	s.Policy(share[:])
	top := float32(0)
	for _, p := range share {
		top = max(top, p)
	}
	var weight [64]float64
	sum := 0.0
	for sq, p := range share {
		if p > 0 {
			weight[sq] = math.Pow(float64(p/top), 1/temperature)
			sum += weight[sq]
		}
	}
	x := rng.Float64() * sum
	last := env.Pass
	for sq, w := range weight {
		if w > 0 {
			last = env.Move(sq)
			if x -= w; x < 0 {
				break
			}
		}
	}
	return last
}

// Policy fills dst, one entry a square, with the training target of the root:
// the visits of the moves that [Search.Best] would consider, divided by their
// sum. So at a proven root all of it lies on the proven best moves, however few
// their visits; if those have none, the priors stand in, and before the first
// evaluation equal shares of the legal moves. All entries are 0 where no square
// is legal (a pass, or the end).
func (s *Search) Policy(dst []float32) {
	if len(dst) < 64 {
		panic(fmt.Sprintf("mcts: Policy into %d entries: want 64", len(dst)))
	}
	dst = dst[:64]
	clear(dst)
	n := &s.nodes[0]
	if n.count == 0 {
		moves := s.rules.Moves(s.position)
		fillUniform(dst, moves)
		return
	}
	visits, priors := 0.0, 0.0
	for k := range s.children(0) {
		if c := &s.children(0)[k]; s.eligible(n, c) {
			visits += float64(c.visits)
			priors += float64(c.prior)
		}
	}
	for k := range s.children(0) {
		c := &s.children(0)[k]
		switch {
		case c.move == env.Pass || !s.eligible(n, c):
		case visits > 0:
			dst[c.move] = float32(float64(c.visits) / visits)
		case priors > 0:
			dst[c.move] = float32(float64(c.prior) / priors)
		}
	}
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
