package endgame

import "math/bits"

const (
	edgeRows    = 0xff000000000000ff
	edgeColumns = 0x8181818181818181
)

// stable returns discs of own that can never be turned over, not all of them:
// on each of the four lines through such a disc either all squares are taken,
// or it is at the end of the line, or has another such disc beside it. Squares
// off a small board do for discs of own.
func (s *Solver) stable(own, opp uint64) uint64 {
	own |= ^s.board
	row, column, fall, rise := fullLines(own | opp)
	row |= edgeColumns
	column |= edgeRows
	fall |= edgeRows | edgeColumns
	rise |= edgeRows | edgeColumns
	found := own & row & column & fall & rise
	for {
		more := own &
			(row | found<<1&notA | found>>1&notH) &
			(column | found<<8 | found>>8) &
			(fall | found<<9&notA | found>>9&notH) &
			(rise | found<<7&notH | found>>7&notA)
		if more&^found == 0 {
			return found & s.board
		}
		found |= more
	}
}

// fullLines returns the squares whose row, column, falling and rising diagonal
// has no empty square.
func fullLines(taken uint64) (row, column, fall, rise uint64) {
	row = taken & (taken >> 1)
	row &= row >> 2
	row &= row >> 4
	row = (row & columnA) * 0xff

	column = taken & bits.RotateLeft64(taken, 8)
	column &= bits.RotateLeft64(column, 16)
	column &= bits.RotateLeft64(column, 32)

	// A square stays if the one 1, then 2, then 4 steps on is taken too or off
	// the board, which the constants say; once for each sense.
	down := taken & (taken>>9 | 0xff80808080808080)
	down &= down>>18 | 0xffffc0c0c0c0c0c0
	down &= down>>36 | 0xfffffffff0f0f0f0
	up := taken & (taken<<9 | 0x01010101010101ff)
	up &= up<<18 | 0x030303030303ffff
	up &= up<<36 | 0x0f0f0f0fffffffff
	fall = down & up

	down = taken & (taken>>7 | 0xff01010101010101)
	down &= down>>14 | 0xffff030303030303
	down &= down>>28 | 0xffffffff0f0f0f0f
	up = taken & (taken<<7 | 0x80808080808080ff)
	up &= up<<14 | 0xc0c0c0c0c0c0ffff
	up &= up<<28 | 0xf0f0f0f0ffffffff
	rise = down & up
	return row, column, fall, rise
}
