package record

import (
	"fmt"
	"strings"

	"othellier/env"
)

// simpleText returns a value of one line without its escapes.
func simpleText(raw string) string { return plainText(fullText(raw)) }

// fullText returns a value without its escapes: a backslash takes the next byte
// as it is, or joins two lines.
func fullText(raw string) string {
	if strings.ContainsAny(raw, "\\\r") {
		var b strings.Builder
		raw = strings.ReplaceAll(strings.ReplaceAll(raw, "\r\n", "\n"), "\r", "\n")
		for i := 0; i < len(raw); i++ {
			if raw[i] == '\\' && i+1 < len(raw) {
				i++
				if raw[i] == '\n' {
					continue
				}
			}
			b.WriteByte(raw[i])
		}
		raw = b.String()
	}
	return utf8Text(raw)
}

// squareSGF reads a move, "e4", or "ed" as Quarry writes it, with letters for the
// rows too.
func squareSGF(s string, board env.Board) (env.Move, bool) {
	m, ok := board.ParseMove(s)
	if !ok && len(s) == 2 && board == env.Board8 {
		return board.ParseMove(string([]byte{s[0], s[1] - 'a' + '1'}))
	}
	return m, ok
}

// pointsSGF reads "e4", or "a1:c3" for all squares between two corners.
func pointsSGF(s string, board env.Board) (squares uint64, err error) {
	first, last, isArea := strings.Cut(s, ":")
	a, okA := squareSGF(strings.TrimSpace(first), board)
	b := a
	okB := true
	if isArea {
		b, okB = squareSGF(strings.TrimSpace(last), board)
	}
	if !okA || !okB || a == env.Pass || b == env.Pass {
		return 0, fmt.Errorf("%q is not a square", clip(s))
	}
	for row := min(a/8, b/8); row <= max(a/8, b/8); row++ {
		for column := min(a%8, b%8); column <= max(a%8, b%8); column++ {
			squares |= 1 << (8*row + column)
		}
	}
	return squares, nil
}

// parseResultSGF reads "B+12", "W+R" and the like.
func parseResultSGF(s string) (Result, bool) {
	s = strings.ToLower(simpleText(s))
	switch s {
	case "", "?", "void":
		return Result{}, true
	case "0", "draw", "d":
		return Result{Stated: Score}, true
	}
	side, margin, found := strings.Cut(s, "+")
	winner := map[string]float64{"b": 1, "black": 1, "w": -1, "white": -1}[side]
	if !found || winner == 0 {
		return Result{}, false
	}
	r := Result{Stated: Winner, Margin: winner}
	switch margin {
	case "":
	case "r", "resign":
		r.Reason = Resigned
	case "t", "time":
		r.Reason = Timeout
	case "f", "forfeit":
		r.Reason = Forfeit
	default:
		x, ok := parseNumber(margin)
		if !ok || x <= 0 || x > 64 {
			return Result{}, false
		}
		r = Result{Stated: Score, Margin: winner * x}
	}
	return r, true
}
