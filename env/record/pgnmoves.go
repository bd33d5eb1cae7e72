package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"othellier/env/words"
)

// movesPGN reads the moves of a game.
type movesPGN struct {
	chunk
	game   *Game
	line   line
	result string // after the moves
	number string // of a move, where nothing but comments follows it
}

// read reads from text[at] to the end and returns the place of a fault.
func (m *movesPGN) read(at int) (int, error) {
	for {
		for at < len(m.text) && isBlank(m.text[at]) {
			at++
		}
		if at == len(m.text) {
			return at, nil
		}
		end := at
		switch c := m.text[at]; {
		case c == '{':
			n := strings.IndexByte(m.text[at:], '}')
			if n < 0 {
				return at, fmt.Errorf("the comment has no end")
			}
			m.comment(m.text[at+1 : at+n])
			end = at + n + 1
		case c == ';':
			n := strings.IndexByte(m.text[at:], '\n')
			m.comment(m.text[at+1 : at+n])
			end = at + n
		case c == '%' && (at == 0 || m.text[at-1] == '\n'):
			end = at + strings.IndexByte(m.text[at:], '\n')
		case c == '(':
			if end = variationEnd(m.text, at); end < 0 {
				return at, errors.New("the variation has no end")
			}
		case c == '$' || c == '!' || c == '?':
			for end++; end < len(m.text) && strings.IndexByte("0123456789!?", m.text[end]) >= 0; end++ {
			}
		default:
			t := scan(m.text, at)
			m.number = ""
			switch {
			case t.kind == noToken || m.result != "":
				return at, fmt.Errorf("%q is neither a move nor a comment", clip(m.text[at:]))
			case t.kind == moveToken:
				if err := m.line.follow(t.move); err != nil {
					return at, err
				}
			case t.kind == resultToken:
				m.result = m.text[t.start:t.end]
			case t.kind == numberToken:
				m.number = m.text[t.start:t.end]
			}
			end = t.end
		}
		at = end
	}
}

// cut returns an error if the last game of a file, which states a result in its
// tags, stops in the middle. The result after the moves, which should end every
// game, is left out by programs that others made their files with, but then the
// moves lead to the end, or the tag says "*".
func (m *movesPGN) cut(tagged string) error {
	if m.result != "" || m.line.rules.Over(m.line.pos) {
		return nil
	}
	if m.number != "" {
		return fmt.Errorf("%w: the file ends after %q, which no move follows", ErrCut, m.number)
	}
	if r, ok := parsePair(tagged, 64); ok && r.Stated != Nothing {
		return fmt.Errorf("%w: the file ends after %s, the game is not over, and its result is %s (if it stopped there, write * behind the last move)",
			ErrCut, words.Count(len(m.line.moves), "move"), tagged)
	}
	return nil
}

func (m *movesPGN) comment(raw string) {
	text := utf8Text(strings.ReplaceAll(raw, "\r", ""))
	if last := len(m.line.moves) - 1; last >= 0 {
		n := m.game.note(last)
		n.Comment = joinLines(n.Comment, text)
	} else {
		m.game.Comment = joinLines(m.game.Comment, text)
	}
}

// variationEnd returns the place after the variation that begins at text[at],
// or -1.
func variationEnd(text string, at int) int {
	depth, inside := 0, false
	for i := at; i < len(text); i++ {
		switch c := text[i]; {
		case c == '{':
			inside = true
		case c == '}':
			inside = false
		case inside:
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// withCounts looks for the disc counts of a result that states the winner alone
// in the last comment: "name wins 40-24".
func (m *movesPGN) withCounts(r Result) Result {
	if len(m.game.Notes) == 0 || r.Margin == 0 {
		return r
	}
	words := strings.Fields(m.game.Notes[len(m.game.Notes)-1].Comment)
	for i := 1; i < len(words); i++ {
		left, right, found := strings.Cut(words[i], "-")
		a, errA := strconv.Atoi(left)
		b, errB := strconv.Atoi(right)
		if words[i-1] != "wins" || !found || errA != nil || errB != nil {
			continue
		}
		if score, ok := counted(max(a, b), min(a, b), 64); ok && score.Margin > 0 {
			return Result{Stated: Score, Margin: sign(r.Margin) * score.Margin}
		}
	}
	return r
}
