package endgame

// A move turns discs over along the four lines through its square. On a line
// only the place of the square, the opponent's six inner discs and the eight
// own ones matter, few enough for tables: one finds the own discs that close a
// run, one the discs between. A multiplication gathers the bits of a column or
// diagonal into the top byte of a word and another spreads the answer again.

const (
	columnA = 0x0101010101010101 // a1 to a8; as a factor it adds up the rows of a board with one disc a column at most
	gather  = 0x0102040810204080 // brings a1 to a8 into the top byte, and eight bits apart again
)

// diagonals holds the two diagonals through each square.
var diagonals = func() (t [64]struct{ fall, rise uint64 }) {
	for sq := range t {
		for other := range 64 {
			dc, dr := other%8-sq%8, other/8-sq/8
			if dc == dr {
				t[sq].fall |= 1 << other
			}
			if dc == -dr {
				t[sq].rise |= 1 << other
			}
		}
	}
	return t
}()

// Tables over one line, whose squares are numbered 0 to 7.
var (
	// closers[x][opp] has the squares on which an own disc would close a run of
	// opp, the opponent's discs on 1 to 6, that begins beside x.
	closers [8][64]uint8
	// between[x][own] has the squares strictly between x and the closing discs.
	between [8][256]uint8
	// turned[x][own] is twice the number of discs that a disc on x turns over
	// where all squares of the line that are not own are the opponent's.
	turned [8][256]uint8
)

func init() {
	for x := range 8 {
		for _, step := range [2]int{-1, 1} {
			for opp := range 64 {
				end := x + step
				for end > 0 && end < 7 && opp>>(end-1)&1 != 0 {
					end += step
				}
				if end >= 0 && end < 8 && end != x+step {
					closers[x][opp] |= 1 << end
				}
			}
			for own := range 256 {
				var run, count uint8
				for end := x + step; end >= 0 && end < 8; end += step {
					if own>>end&1 != 0 {
						between[x][own] |= run
						turned[x][own] += 2 * count
						break
					}
					run |= 1 << end
					count++
				}
			}
		}
	}
}

// flips returns the discs of opp that a disc of own on the empty square sq
// turns over.
func flips(own, opp uint64, sq int) uint64 {
	x, y, d := sq&7, sq>>3&7, &diagonals[sq&63]
	row := uint64(between[x][closers[x][opp>>(y*8+1)&63]&uint8(own>>(y*8))]) << (y * 8)
	column := uint64(between[y][closers[y][opp>>x&columnA*gather>>57&63]&uint8(own>>x&columnA*gather>>56)])
	fall := uint64(between[x][closers[x][opp&d.fall*columnA>>57&63]&uint8(own&d.fall*columnA>>56)]) * columnA & d.fall
	rise := uint64(between[x][closers[x][opp&d.rise*columnA>>57&63]&uint8(own&d.rise*columnA>>56)]) * columnA & d.rise
	return row | column*gather>>7&columnA<<x | fall | rise
}

// lastFlips returns twice the number of discs that a disc of own turns over on
// sq, the last empty square of the board. Squares off a small board may count
// as the opponent's: they lie at the ends of their lines, where no run closes.
func lastFlips(own uint64, sq int) int {
	x, y, d := sq&7, sq>>3&7, &diagonals[sq&63]
	return int(turned[x][uint8(own>>(y*8))]) +
		int(turned[y][own>>x&columnA*gather>>56]) +
		int(turned[x][own&d.fall*columnA>>56]) +
		int(turned[x][own&d.rise*columnA>>56])
}
