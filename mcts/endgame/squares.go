package endgame

import "math/bits"

// noMove is no square.
const noMove = 64

const corners = 1 | 1<<7 | 1<<56 | 1<<63

// neighbours holds the squares around each square.
var neighbours = func() (t [64]uint64) {
	for sq := range t {
		for other := range 64 {
			dc, dr := other%8-sq%8, other/8-sq/8
			if other != sq && max(dc, -dc, dr, -dr) == 1 {
				t[sq] |= 1 << other
			}
		}
	}
	return t
}()

// quadrant holds for each square the bit of its 4x4 quarter of the board.
var quadrant = func() (t [64]uint8) {
	for sq := range t {
		t[sq] = 1 << (sq/32*2 + sq%8/4)
	}
	return t
}()

// inQuadrants holds for each set of quadrants the squares in them.
var inQuadrants = func() (t [16]uint64) {
	for set := range t {
		for sq := range 64 {
			if set&int(quadrant[sq]) != 0 {
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
