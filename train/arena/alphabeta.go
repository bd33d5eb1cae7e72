package arena

import (
	"math/bits"

	"othellier/env"
)

// final is the value of one disc of margin at the end of the game; every
// judgement of an unfinished position lies within one such unit.
const final = 1 << 12

// infinity is above every value.
const infinity = 1 << 24

// alphaBeta searches the game tree to a fixed depth. A pass costs no depth, so
// that a search as deep as there are empty squares is exact.
type alphaBeta struct {
	rules env.Rules
	judge judge
	order [64]int // key of a square in move ordering, small first
	table []memo
	stamp uint32            // of this decision: entries with another are stale
	lists [65][64]candidate // moves to try, by the number of empty squares
}

// candidate is a move waiting to be searched.
type candidate struct {
	move env.Move
	key  int
	next env.Position
}

// memo is what an earlier visit learned of a position.
type memo struct {
	position  env.Position
	stamp     uint32
	depth     int8
	low, high int32 // bounds of its value
}

const tableBits = 14

func newAlphaBeta(r env.Rules) *alphaBeta {
	s := &alphaBeta{rules: r, judge: newJudge(r), table: make([]memo, 1<<tableBits)}
	for i, w := range squareWeights(r) {
		s.order[i] = -w
	}
	return s
}

// best returns the best move and its value for the side to move. The position
// must have a square to play. Of equal moves it takes the one tried first, so
// the answer is a function of the position and the depth alone.
func (s *alphaBeta) best(p env.Position, depth int) (best env.Move, value int) {
	s.stamp++
	value = -infinity
	for _, c := range s.candidates(p, s.rules.Moves(p), depth) {
		if v := -s.search(c.next, depth-1, -infinity, -value); v > value {
			best, value = c.move, v
		}
	}
	return best, value
}

// search returns the value of p if it lies between alpha and beta, else a bound
// on the same side of the window as the value.
func (s *alphaBeta) search(p env.Position, depth, alpha, beta int) int {
	moves, pass := s.rules.Status(p)
	switch {
	case pass:
		return -s.search(p.Passed(), depth, -beta, -alpha)
	case moves == 0:
		return final * s.rules.Margin(p)
	case depth <= 0:
		return s.judge.value(p, moves)
	}
	var slot *memo
	low, high := int32(-infinity), int32(infinity)
	if depth > 2 { // less is sooner searched than looked up
		slot = &s.table[slotOf(p)]
		if slot.stamp == s.stamp && int(slot.depth) == depth && slot.position == p {
			low, high = slot.low, slot.high
			if int(low) >= beta || low == high {
				return int(low)
			}
			if int(high) <= alpha {
				return int(high)
			}
		}
	}
	value, floor := -infinity, alpha
	for _, c := range s.candidates(p, moves, depth) {
		v := -s.search(c.next, depth-1, -beta, -max(floor, value))
		if v > value {
			value = v
			if value >= beta {
				break
			}
		}
	}
	if slot != nil {
		if value > alpha {
			low = int32(value)
		}
		if value < beta {
			high = int32(value)
		}
		*slot = memo{p, s.stamp, int8(depth), low, high}
	}
	return value
}

// candidates lists the moves of p, the likely best first: those that leave the
// opponent the fewest replies when that is worth finding out, else by square.
func (s *alphaBeta) candidates(p env.Position, moves uint64, depth int) []candidate {
	list := s.lists[s.rules.NumSquares()-bits.OnesCount64(p.Own|p.Opp)][:0]
	for ; moves != 0; moves &= moves - 1 {
		m := env.Move(bits.TrailingZeros64(moves))
		c := candidate{m, s.order[m], s.rules.Next(p, m)}
		if depth > 2 {
			c.key += 32 * bits.OnesCount64(s.rules.Moves(c.next))
		}
		i := len(list)
		list = append(list, c)
		for ; i > 0 && list[i-1].key > c.key; i-- {
			list[i] = list[i-1]
		}
		list[i] = c
	}
	return list
}

func slotOf(p env.Position) uint64 {
	// Odd constants from the fractional parts of the golden ratio and of e.
	h := p.Own*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(p.Opp*0xb7e151628aed2a6b, 31) ^ uint64(p.Turn)
	return h * 0x9e3779b97f4a7c15 >> (64 - tableBits)
}

func newDepth(name string, r env.Rules, depth int) Player {
	s := newAlphaBeta(r)
	return single{name, func(t *Turn) env.Move {
		m, _ := s.best(t.Position, depth)
		return m
	}}
}

// newSolver plays perfectly once at most limit squares are empty (a 4x4 game
// throughout) and like the positional player until then.
func newSolver(name string, r env.Rules, limit int) Player {
	s, early := newAlphaBeta(r), positional(r)
	return single{name, func(t *Turn) env.Move {
		empty := r.NumSquares() - bits.OnesCount64(t.Position.Own|t.Position.Opp)
		if empty > limit && r.Board != env.Board4 {
			return early(t)
		}
		m, _ := s.best(t.Position, empty)
		return m
	}}
}

// Solve returns the final margin of p for the side to move under perfect play
// of both, and a move that reaches it: [env.Pass] when no square can be played.
// The whole tree below p is searched: on the full board ten empty squares take
// about a millisecond, and each more two to three times as long.
func Solve(r env.Rules, p env.Position) (margin int, best env.Move) {
	s := newAlphaBeta(r)
	moves, pass := r.Status(p)
	switch {
	case pass:
		margin, _ = Solve(r, p.Passed())
		return -margin, env.Pass
	case moves == 0:
		return r.Margin(p), env.Pass
	}
	m, v := s.best(p, r.NumSquares()-bits.OnesCount64(p.Own|p.Opp))
	return v / final, m
}
