package env

import "math/bits"

// Convention says what [Perft] counts where sides pass or the game ends before
// the full depth.
type Convention uint8

// The conventions. From the standard start they agree up to depth 8; at depth
// 11 they give 212258800, 212258572 and 212260880.
const (
	// PassIsPly: a pass takes a ply; a finished game is one leaf at every
	// greater depth.
	PassIsPly Convention = iota
	// FullDepthOnly: a pass takes a ply, and so does the one that a side without
	// moves makes after the end; a game that ends before that is no leaf.
	FullDepthOnly
	// PassIsFree: a pass takes no ply; a finished game is one leaf at every
	// greater depth.
	PassIsFree
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
	case c == FullDepthOnly && depth > 1:
		return 0
	}
	return 1
}
