package arena

import (
	"math/bits"

	"othellier/env"
)

// The weights of the evaluation, in tenths of a move of mobility.
const (
	mobilityWeight  = 10 // a square that can be played
	potentialWeight = 4  // an empty square beside a disc of the opponent
	cornerWeight    = 90 // a corner
	xWeight         = 45 // a disc diagonally beside an empty corner, against its owner
	cWeight         = 20 // a disc orthogonally beside an empty corner, against its owner
	edgeWeight      = 4  // a disc on an edge, away from its corners
	parityWeight    = 8  // having the last move of the game, if nobody passes
)

// judge evaluates unfinished positions by what matters before the discs do:
// moves to choose from, corners and the squares that give them away, and who is
// to make the last move.
type judge struct {
	rules   env.Rules
	corners [4]corner
	edges   uint64 // without the corners and the squares next to them
}

// corner is a corner of the board with the squares that give it away.
type corner struct{ square, x, c uint64 }

func newJudge(r env.Rules) judge {
	j := judge{rules: r}
	first, last := int(r.Board), 7-int(r.Board)
	square := func(row, column int) uint64 { return 1 << (8*row + column) }
	for i := range j.corners {
		row, column, down, right := first, first, 1, 1
		if i&1 != 0 {
			row, down = last, -1
		}
		if i&2 != 0 {
			column, right = last, -1
		}
		j.corners[i] = corner{
			square: square(row, column),
			x:      square(row+down, column+right),
			c:      square(row+down, column) | square(row, column+right),
		}
		for k := first + 2; k <= last-2; k++ {
			j.edges |= square(row, k) | square(k, column)
		}
	}
	return j
}

// value judges p, whose playable squares are moves, for the side to move.
func (j *judge) value(p env.Position, moves uint64) int {
	replies := j.rules.Moves(p.Passed())
	empty := j.rules.Squares() &^ (p.Own | p.Opp)
	v := mobilityWeight * (bits.OnesCount64(moves) - bits.OnesCount64(replies))
	v += potentialWeight * (bits.OnesCount64(around(p.Opp)&empty) - bits.OnesCount64(around(p.Own)&empty))
	v += edgeWeight * (bits.OnesCount64(p.Own&j.edges) - bits.OnesCount64(p.Opp&j.edges))
	for _, k := range j.corners {
		switch {
		case p.Own&k.square != 0:
			v += cornerWeight
		case p.Opp&k.square != 0:
			v -= cornerWeight
		default:
			v -= xWeight * (bits.OnesCount64(p.Own&k.x) - bits.OnesCount64(p.Opp&k.x))
			v -= cWeight * (bits.OnesCount64(p.Own&k.c) - bits.OnesCount64(p.Opp&k.c))
		}
	}
	if bits.OnesCount64(empty)&1 == 1 {
		return v + parityWeight
	}
	return v - parityWeight
}

// around returns the squares that touch a square of b, in all eight directions.
func around(b uint64) uint64 {
	const notA, notH = 0xfefefefefefefefe, 0x7f7f7f7f7f7f7f7f
	row := b | b<<1&notA | b>>1&notH
	return row | row<<8 | row>>8
}
