package env

import "math/bits"

// Convention says what [Perft] counts where sides pass or the game ends before
// the full depth.
type Convention uint8

// The conventions. Under the standard rules they agree up to depth 8 and part
// at depth 9: 3005288, 3005288 and 3005320.
const (
	PassIsPly     Convention = iota // a pass takes a ply; a finished game is one leaf at every greater depth
	FullDepthOnly                   // a pass takes a ply; a finished game is no leaf at any greater depth
	PassIsFree                      // a pass takes no ply; a finished game is one leaf at every greater depth
)

// Perft returns the number of leaves of the game tree below p after depth
// plies. It is how move generators are compared.
func Perft(r Rules, p Position, depth int, c Convention) uint64 {
	if depth <= 0 {
		return 1
	}
	moves, pass := r.Status(p)
	switch {
	case moves != 0 && depth == 1:
		return uint64(bits.OnesCount64(moves))
	case moves != 0:
		var n uint64
		for ; moves != 0; moves &= moves - 1 {
			n += Perft(r, r.Next(p, Move(bits.TrailingZeros64(moves))), depth-1, c)
		}
		return n
	case pass && c == PassIsFree:
		return Perft(r, p.Passed(), depth, c)
	case pass:
		return Perft(r, p.Passed(), depth-1, c)
	case c == FullDepthOnly:
		return 0
	}
	return 1
}
