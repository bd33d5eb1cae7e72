package endgame

import "math/bits"

const (
	edgeRows    = 0xff000000000000ff
	edgeColumns = 0x8181818181818181
)

// stable returns discs of own that can never be turned over, not all of them:
// on each of the four lines through such a disc either all squares are taken,
// or it is at the end of the line, or has another such disc beside it.
func stable(own, opp uint64) uint64 {
	taken := own | opp
	row, column, fall, rise := fullLines(taken)
	row |= edgeColumns
	column |= edgeRows
	fall |= edgeRows | edgeColumns
	rise |= edgeRows | edgeColumns
	found := own & row & column & fall & rise
	for {
		more := own &
			(row | (found&0x7f7f7f7f7f7f7f7f)<<1 | found>>1&0x7f7f7f7f7f7f7f7f) &
			(column | found<<8 | found>>8) &
			(fall | (found&0x7f7f7f7f7f7f7f7f)<<9 | found>>9&0x7f7f7f7f7f7f7f7f) &
			(rise | (found&0xfefefefefefefefe)<<7 | found>>7&0xfefefefefefefefe)
		if more|found == found {
			return found
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

	fall, rise = taken, taken
	// A square stays in if its neighbour is in or off the board, at distances
	// 1, 2 and 4 both ways.
	fall &= fall>>9 | 0xff80808080808080
	fall &= fall>>18 | 0xffffc0c0c0c0c0c0
	fall &= fall>>36 | 0xfffffffff0f0f0f0
	up := taken
	up &= up<<9 | 0x01010101010101ff
	up &= up<<18 | 0x030303030303ffff
	up &= up<<36 | 0x0f0f0f0fffffffff
	fall &= up
	rise &= rise>>7 | 0xff01010101010101
	rise &= rise>>14 | 0xffff030303030303
	rise &= rise>>28 | 0xffffffff0f0f0f0f
	up = taken
	up &= up<<7 | 0x80808080808080ff
	up &= up<<14 | 0xc0c0c0c0c0c0ffff
	up &= up<<28 | 0xf0f0f0f0ffffffff
	rise &= up
	return row, column, fall, rise
}
