package env

import (
	"fmt"
	"strings"
)

// Transcript returns the moves to the present position in the standard form:
// squares in lower case without blanks ("f5d6c3"), passes left out.
func (g *Game) Transcript() string {
	var b strings.Builder
	for _, m := range g.moves[:g.ply] {
		if m != Pass {
			b.WriteString(m.String())
		}
	}
	return b.String()
}

// ParseTranscript replays a transcript from the start of r. It reads squares
// in either case, run together or parted by blanks, commas and line ends; move
// numbers ("1.", "12)", or a bare number between blanks) are skipped and not
// checked. Passes may be written (pass, pa, ps or --, in either case) or left
// out: a forced pass that stands between two moves is inserted, one that would
// follow the last move is not. Passes after the end of the game, which some
// programs write, are ignored. The error names the place, the text and, through
// an [*IllegalError], the position.
func ParseTranscript(r Rules, s string) (*Game, error) {
	g := NewGame(r)
	for at := 0; ; {
		m, from, to := next(s, at)
		switch {
		case from == len(s):
			return g, nil
		case from == to:
			return nil, fmt.Errorf("env: transcript: move %d, byte %d: %q is neither a square nor a pass", g.ply+1, from+1, clip(s[from:]))
		}
		if err := g.Follow(m); err != nil {
			return nil, fmt.Errorf("env: transcript: move %d, byte %d: %w", g.ply+1, from+1, err)
		}
		at = to
	}
}

// ScanMoves reads moves as [ParseTranscript] does, without a game to play them in.
// What follows the last one that could be read is the rest, empty at the end of s.
func ScanMoves(s string) (moves []Move, rest string) {
	for at := 0; ; {
		m, from, to := next(s, at)
		if from == to {
			return moves, s[from:]
		}
		moves, at = append(moves, m), to
	}
}

// next finds the move from at on, s[from:to]; from and to are equal where there is
// none, at the end or at what is neither a move nor to be skipped.
func next(s string, at int) (m Move, from, to int) {
	for at < len(s) {
		n := skip(s, at)
		if n == 0 {
			break
		}
		at += n
	}
	m, n := scanMove(s[at:])
	return m, at, at + n
}

// Follow plays a move of a record that may leave passes out: a forced pass
// before m is played too, and a pass after the end of the game is ignored.
// Otherwise it is [Game.Play].
func (g *Game) Follow(m Move) error {
	moves, pass := g.rules.Status(g.Position())
	switch {
	case m == Pass && moves == 0 && !pass:
		return nil
	case m != Pass && pass && g.rules.Legal(g.Position().Passed(), m):
		if err := g.Play(Pass); err != nil {
			return err
		}
	}
	return g.Play(m)
}

// scanMove reads the move at the start of s and returns its length, 0 if there
// is none.
func scanMove(s string) (Move, int) {
	for _, n := range [...]int{len("pass"), len("f5")} {
		if n <= len(s) {
			if m, ok := parseMove(s[:n]); ok {
				return m, n
			}
		}
	}
	return 0, 0
}

// skip returns the length of the blank, the comma or the move number at s[at].
func skip(s string, at int) int {
	if separates(s[at]) {
		return 1
	}
	end := at
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	if end == at {
		return 0
	}
	mark := end
	for mark < len(s) && (s[mark] == '.' || s[mark] == ')') {
		mark++
	}
	bare := (at == 0 || separates(s[at-1])) && (end == len(s) || separates(s[end]))
	if mark > end || bare {
		return mark - at
	}
	return 0
}

func separates(c byte) bool { return strings.IndexByte(" \t\r\n,", c) >= 0 }

// clip shortens s for an error message.
func clip(s string) string {
	if len(s) > 12 {
		return s[:12] + "..."
	}
	return s
}
