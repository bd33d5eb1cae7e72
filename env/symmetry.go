package env

import (
	"fmt"
	"math/bits"
)

// Symmetry is one of the eight ways to turn and mirror the board. As bits: 4
// exchanges columns and rows (a1 and h8 stay), then 1 mirrors the columns (a
// with h) and 2 mirrors the rows (1 with 8). The identity is 0.
type Symmetry uint8

// Symmetries is the number of symmetries.
const Symmetries = 8

const (
	mirrorColumns Symmetry = 1 << iota
	mirrorRows
	transpose
)

// symmetryMove[s][m] is where s takes m.
var symmetryMove = func() (t [Symmetries][NumMoves]Move) {
	for s := range Symmetry(Symmetries) {
		for m := range Pass {
			column, row := m%8, m/8
			if s&transpose != 0 {
				column, row = row, column
			}
			if s&mirrorColumns != 0 {
				column = 7 - column
			}
			if s&mirrorRows != 0 {
				row = 7 - row
			}
			t[s][m] = 8*row + column
		}
		t[s][Pass] = Pass
	}
	return t
}()

// Move returns where s takes m. The pass stays a pass.
func (s Symmetry) Move(m Move) Move { return symmetryMove[s][m] }

// Board returns the set of squares to which s takes those of b.
func (s Symmetry) Board(b uint64) uint64 {
	if s&transpose != 0 {
		b = transposed(b)
	}
	if s&mirrorColumns != 0 {
		b = b>>1&0x5555555555555555 | b&0x5555555555555555<<1
		b = b>>2&0x3333333333333333 | b&0x3333333333333333<<2
		b = b>>4&0x0f0f0f0f0f0f0f0f | b&0x0f0f0f0f0f0f0f0f<<4
	}
	if s&mirrorRows != 0 {
		b = bits.ReverseBytes64(b)
	}
	return b
}

// transposed exchanges columns and rows by swapping off-diagonal blocks of
// 4x4, 2x2 and 1x1 squares.
func transposed(b uint64) uint64 {
	t := (b ^ b>>28) & 0x00000000f0f0f0f0
	b ^= t | t<<28
	t = (b ^ b>>14) & 0x0000cccc0000cccc
	b ^= t | t<<14
	t = (b ^ b>>7) & 0x00aa00aa00aa00aa
	return b ^ t ^ t<<7
}

// Position returns p as s takes it.
func (s Symmetry) Position(p Position) Position {
	p.Own, p.Opp = s.Board(p.Own), s.Board(p.Opp)
	return p
}

// Inverse returns the symmetry that undoes s.
func (s Symmetry) Inverse() Symmetry {
	if s&transpose != 0 {
		return s.exchanged()
	}
	return s
}

// Compose returns the symmetry that does t first and s next:
// s.Compose(t).Move(m) == s.Move(t.Move(m)).
func (s Symmetry) Compose(t Symmetry) Symmetry {
	if s&transpose != 0 { // the mirrors of t change roles behind the transposition
		return s ^ t.exchanged()
	}
	return s ^ t
}

// exchanged returns s with the two mirrors exchanged.
func (s Symmetry) exchanged() Symmetry {
	return s&transpose | s&mirrorColumns<<1 | s&mirrorRows>>1
}

// Permute moves the 64 entries of src, one a square, to where s takes their
// squares in dst; a 65th entry, the pass, stays the last. It serves masks,
// policies and planes. It panics unless dst and src have the same length, 64 or
// 65; they must not overlap.
func Permute[T any](s Symmetry, dst, src []T) {
	if len(dst) != len(src) || len(src) != 64 && len(src) != NumMoves {
		panic(fmt.Sprintf("env: Permute of %d entries into %d: expected 64 or 65 of both", len(src), len(dst)))
	}
	to := &symmetryMove[s]
	for i, v := range src {
		dst[to[i]] = v
	}
}

// Canonical returns the least of the eight forms of p, compared by Own and then
// by Opp, and the first symmetry that takes p to it. Two positions have the same
// canonical form exactly when a symmetry takes one to the other.
func (p Position) Canonical() (Position, Symmetry) {
	best, by := p, Symmetry(0)
	for s := Symmetry(1); s < Symmetries; s++ {
		q := s.Position(p)
		if q.Own < best.Own || q.Own == best.Own && q.Opp < best.Opp {
			best, by = q, s
		}
	}
	return best, by
}
