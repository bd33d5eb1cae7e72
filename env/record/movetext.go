package record

import (
	"strings"

	"othellier/env"
)

// tokenKind says what a piece of move text is.
type tokenKind uint8

const (
	noToken     tokenKind = iota // nothing that move text can have
	endToken                     // the end of the text
	numberToken                  // "12", "12.", "12)", "..."
	moveToken                    // a square or a pass
	resultToken                  // "34-30", "1-0", "1/2-1/2" or "*"
)

type token struct {
	kind  tokenKind
	move  env.Move
	start int // in the text
	end   int
}

// scan returns the first token of s from at on. Transcripts and PGN share it:
// squares may run together, blanks and commas part them or not.
func scan(s string, at int) token {
	for at < len(s) && isBlank(s[at]) {
		at++
	}
	t := token{start: at, end: at}
	if at == len(s) {
		t.kind = endToken
		return t
	}
	n := len("f5")
	if at+len("pass") <= len(s) && strings.EqualFold(s[at:at+len("pass")], "pass") {
		n = len("pass")
	}
	if at+n <= len(s) {
		if m, ok := env.Board8.ParseMove(s[at : at+n]); ok {
			t.kind, t.move, t.end = moveToken, m, at+n
			return t
		}
	}
	word := at
	for word < len(s) && !isBlank(s[word]) {
		word++
	}
	if s[at:word] == "*" || strings.IndexByte(s[at:word], '-') > 0 {
		if _, ok := parsePair(s[at:word], 64); ok {
			t.kind, t.end = resultToken, word
			return t
		}
	}
	digits := at
	for digits < len(s) && s[digits] >= '0' && s[digits] <= '9' {
		digits++
	}
	t.end = digits
	for t.end < len(s) && (s[t.end] == '.' || s[t.end] == ')') {
		t.end++
	}
	if t.end > digits || digits > at && t.end == word {
		t.kind = numberToken
	}
	return t
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',' }
