package env

import "math/bits"

const (
	notA = 0xfefefefefefefefe // every column but a
	notH = 0x7f7f7f7f7f7f7f7f // every column but h
	mid  = notA & notH
)

// Mobility returns the empty squares on which own would flip at least one disc
// of opp, on the full board and without regard to any rule variant. It
// allocates nothing.
func Mobility(own, opp uint64) uint64 {
	m := opp & mid // a run that steps sideways ends at the edge columns
	// Adding the first disc of a run to the run carries into the square past
	// it: one whole direction, from a to h, for the price of an addition.
	right := m + m&(own<<1)
	left := m & (own >> 1)
	left |= m & (left >> 1)
	pairs := m & (m >> 1)
	left |= pairs & (left >> 2)
	left |= pairs & (left >> 2)
	return ^(own | opp) & (right | left>>1 |
		fillUp(own, opp, 8) | fillDown(own, opp, 8) |
		fillUp(own, m, 7) | fillDown(own, m, 7) |
		fillUp(own, m, 9) | fillDown(own, m, 9))
}

// fillUp returns the squares just past each run of opp that starts beside own,
// towards higher bits in steps of s. A run has at most six discs, so it is
// followed by one, one, two and two steps. The two functions are small enough
// to be inlined, which makes s a constant.
func fillUp(own, opp uint64, s uint) uint64 {
	f := opp & (own << s)
	f |= opp & (f << s)
	pairs := opp & (opp << s)
	f |= pairs & (f << (2 * s))
	f |= pairs & (f << (2 * s))
	return f << s
}

// fillDown is fillUp towards lower bits.
func fillDown(own, opp uint64, s uint) uint64 {
	f := opp & (own >> s)
	f |= opp & (f >> s)
	pairs := opp & (opp >> s)
	f |= pairs & (f >> (2 * s))
	f |= pairs & (f >> (2 * s))
	return f >> s
}

// Flips returns the discs of opp that a disc of own placed on the empty square
// sq, a1 to h8, turns over: none if sq is not in [Mobility]. It allocates
// nothing.
func Flips(own, opp uint64, sq Move) uint64 {
	r := &rayTable[sq&63]
	return flipsUp(own, opp, r.up[0]) | flipsDown(own, opp, r.down[0]) |
		flipsUp(own, opp, r.up[1]) | flipsDown(own, opp, r.down[1]) |
		flipsUp(own, opp, r.up[2]) | flipsDown(own, opp, r.down[2]) |
		flipsUp(own, opp, r.up[3]) | flipsDown(own, opp, r.down[3])
}

// flipsUp returns the flips along a ray of squares above the one played.
func flipsUp(own, opp, ray uint64) uint64 {
	stop := ray &^ opp            // where a run of opp may end
	closing := stop & -stop & own // the first such square, if it holds own
	if closing == 0 {
		return 0
	}
	return ray & (closing - 1)
}

// flipsDown returns the flips along a ray of squares below the one played.
func flipsDown(own, opp, ray uint64) uint64 {
	stop := ray&^opp | 1 // a1 stands in for an end that is not there
	closing := uint64(1) << (bits.Len64(stop) - 1) & ray & own
	return ray & -(closing << 1)
}

// rayTable holds for each square the rays that leave it towards higher bits
// (east, south-west, south, south-east) and their opposites.
var rayTable = func() (t [64]struct{ up, down [4]uint64 }) {
	for sq := range t {
		for i, step := range [4]struct{ column, row int }{{1, 0}, {-1, 1}, {0, 1}, {1, 1}} {
			t[sq].up[i] = ray(sq%8, sq/8, step.column, step.row)
			t[sq].down[i] = ray(sq%8, sq/8, -step.column, -step.row)
		}
	}
	return t
}()

// ray returns the squares from column, row (exclusive) to the edge.
func ray(column, row, dc, dr int) (squares uint64) {
	for c, r := column+dc, row+dr; c >= 0 && c < 8 && r >= 0 && r < 8; c, r = c+dc, r+dr {
		squares |= 1 << (8*r + c)
	}
	return squares
}
