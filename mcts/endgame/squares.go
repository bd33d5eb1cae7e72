package endgame

import "math/bits"

// noMove is no square.
const noMove = 64

const (
	notA = 0xfefefefefefefefe // every column but a
	notH = 0x7f7f7f7f7f7f7f7f // every column but h
)

// around returns the squares of b and all beside them.
func around(b uint64) uint64 {
	b |= b<<1&notA | b>>1&notH
	return b | b<<8 | b>>8
}

// neighbours holds the squares around each square.
var neighbours = func() (t [64]uint64) {
	for sq := range t {
		t[sq] = around(1<<sq) &^ (1 << sq)
	}
	return t
}()

// cornersOf returns the corners of a square board.
func cornersOf(board uint64) (corners uint64) {
	for sq, beside := range neighbours {
		if board>>sq&1 != 0 && bits.OnesCount64(beside&board) == 3 {
			corners |= 1 << sq
		}
	}
	return corners
}

// quadrant holds for each square the bit of its quarter of the board.
var quadrant = func() (t [64]uint8) {
	for sq := range t {
		t[sq] = 1 << (sq/32*2 + sq%8/4)
	}
	return t
}()

// inQuadrants holds for each set of quadrants the squares in them.
var inQuadrants = func() (t [16]uint64) {
	for set := range t {
		for sq, q := range quadrant {
			if set&int(q) != 0 {
				t[set] |= 1 << sq
			}
		}
	}
	return t
}()

// oddQuadrants returns the set of quadrants with an odd number of empty squares.
func oddQuadrants(empty uint64) uint8 {
	return uint8(bits.OnesCount64(empty&inQuadrants[1])&1 |
		bits.OnesCount64(empty&inQuadrants[2])&1<<1 |
		bits.OnesCount64(empty&inQuadrants[4])&1<<2 |
		bits.OnesCount64(empty&inQuadrants[8])&1<<3)
}
