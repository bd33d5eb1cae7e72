package env

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
)

var (
	// ErrIllegal is what every [*IllegalError] is.
	ErrIllegal = errors.New("illegal move")
	// ErrOver is what an [*IllegalError] is, besides [ErrIllegal], when the game
	// had ended before the move.
	ErrOver = errors.New("the game is over")
)

// IllegalError reports a move that the rules forbid. errors.Is tells whether
// it is [ErrOver]; it is always [ErrIllegal].
type IllegalError struct {
	Move     Move
	Position Position
	Legal    []Move // what would have been legal, in order; empty when the game is over
}

// Error names the move, the position and the legal moves.
func (e *IllegalError) Error() string {
	if len(e.Legal) == 0 {
		return fmt.Sprintf("env: %v is illegal in %v: %v", e.Move, e.Position, ErrOver)
	}
	var legal strings.Builder
	for _, m := range e.Legal {
		legal.WriteByte(' ')
		legal.WriteString(m.String())
	}
	return fmt.Sprintf("env: %v is illegal in %v: legal:%v", e.Move, e.Position, legal.String())
}

// Is makes errors.Is find [ErrIllegal] and [ErrOver].
func (e *IllegalError) Is(target error) bool {
	return target == ErrIllegal || target == ErrOver && len(e.Legal) == 0
}

// Legal reports whether the side to move may play m.
func (r Rules) Legal(p Position, m Move) bool {
	moves, pass := r.Status(p)
	return moves>>m&1 != 0 || m == Pass && pass
}

// Play plays m if it is legal and otherwise returns p itself and an
// [*IllegalError].
func (r Rules) Play(p Position, m Move) (Position, error) {
	if !r.Legal(p, m) {
		return p, &IllegalError{Move: m, Position: p, Legal: r.AppendMoves(nil, p)}
	}
	return r.Next(p, m), nil
}

// AppendMoves appends the legal moves in ascending order to dst: squares, or
// the pass alone, or nothing when the game is over.
func (r Rules) AppendMoves(dst []Move, p Position) []Move {
	moves, pass := r.Status(p)
	for ; moves != 0; moves &= moves - 1 {
		dst = append(dst, Move(bits.TrailingZeros64(moves)))
	}
	if pass {
		dst = append(dst, Pass)
	}
	return dst
}

// Mask marks the legal moves: entries 0 to 63 the squares, entry 64 the pass,
// which is true exactly when no square is legal and the game is not over.
func (r Rules) Mask(p Position) (mask [NumMoves]bool) {
	moves, pass := r.Status(p)
	for ; moves != 0; moves &= moves - 1 {
		mask[bits.TrailingZeros64(moves)] = true
	}
	mask[Pass] = pass
	return mask
}

// Result returns the sign of the margin: 1 when the side to move has more
// discs, -1 when it has fewer, 0 when both have as many. It is the outcome once
// the game is over.
func (r Rules) Result(p Position) int {
	switch m := r.Margin(p); {
	case m > 0:
		return 1
	case m < 0:
		return -1
	}
	return 0
}

// Scores returns both sides' discs, with empty squares counted as r.Scoring
// says (an odd number of them can not remain at a draw).
func (r Rules) Scores(p Position) (black, white int) {
	black, white = p.Count(Black), p.Count(White)
	if r.Scoring == ScoreEmpties {
		empty := r.NumSquares() - black - white
		switch {
		case black > white:
			black += empty
		case black < white:
			white += empty
		default:
			black += empty / 2
			white += empty / 2
		}
	}
	return black, white
}
