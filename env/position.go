package env

import (
	"fmt"
	"math/bits"
	"strings"
)

// Color is a side: Black moves first.
type Color uint8

// The two sides.
const (
	Black Color = iota
	White
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// Move is a square, 0 (a1) to 63 (h8) counted row by row, or [Pass].
type Move uint8

const (
	// Pass hands over the turn; it is legal exactly when no square is and the
	// opponent can move.
	Pass Move = 64
	// NumMoves is the length of a legal-move mask and of a policy.
	NumMoves = 65
)

// String returns the square in lower case ("f5"), or "pass".
func (m Move) String() string {
	switch {
	case m < Pass:
		return string([]byte{'a' + byte(m)%8, '1' + byte(m)/8})
	case m == Pass:
		return "pass"
	}
	return fmt.Sprintf("move(%d)", uint8(m))
}

// ParseMove reads a square in either case, or a pass as "pass", "pa", "ps" or
// "--". Blanks around it are ignored.
func ParseMove(s string) (Move, error) {
	if m, ok := parseMove(strings.TrimSpace(s)); ok {
		return m, nil
	}
	return 0, fmt.Errorf("env: %q is not a move: expected a square from a1 to h8, or pass", s)
}

func parseMove(s string) (Move, bool) {
	s = strings.ToLower(s)
	switch s {
	case "pass", "pa", "ps", "--":
		return Pass, true
	}
	if len(s) == 2 && s[0] >= 'a' && s[0] <= 'h' && s[1] >= '1' && s[1] <= '8' {
		return Move(s[1]-'1')*8 + Move(s[0]-'a'), true
	}
	return 0, false
}

// MarshalText returns the square or "pass". It fails beyond [Pass].
func (m Move) MarshalText() ([]byte, error) {
	if m > Pass {
		return nil, fmt.Errorf("env: move %d is unknown: expected 0 to %d", uint8(m), Pass)
	}
	return []byte(m.String()), nil
}

// UnmarshalText reads what [ParseMove] reads.
func (m *Move) UnmarshalText(text []byte) error {
	parsed, err := ParseMove(string(text))
	if err == nil {
		*m = parsed
	}
	return err
}

// Position is what the rules need to know of a game: it is comparable and can
// be a map key.
type Position struct {
	Own  uint64 // discs of the side to move
	Opp  uint64 // discs of its opponent
	Turn Color  // the side to move
	// Lead is the number of discs that the side to move has taken from its
	// supply minus the opponent's number. It matters, and is other than 0, only
	// under [SupplySeparate].
	Lead int8
}

// Black returns Black's discs.
func (p Position) Black() uint64 { return p.Discs(Black) }

// White returns White's discs.
func (p Position) White() uint64 { return p.Discs(White) }

// Discs returns the discs of c.
func (p Position) Discs(c Color) uint64 {
	if p.Turn == c {
		return p.Own
	}
	return p.Opp
}

// Count returns the number of discs of c.
func (p Position) Count(c Color) int { return bits.OnesCount64(p.Discs(c)) }

// Passed returns the position with the turn handed over.
func (p Position) Passed() Position {
	return Position{Own: p.Opp, Opp: p.Own, Turn: p.Turn.Other(), Lead: -p.Lead}
}

// NewPosition builds a position from the two sides' discs.
func NewPosition(black, white uint64, turn Color) Position {
	if turn == Black {
		return Position{Own: black, Opp: white}
	}
	return Position{Own: white, Opp: black, Turn: White}
}
