package record

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// GGF and SGF share their looks: a record is "(;" NAME[value]... ")". In SGF
// parentheses nest and a backslash escapes the next byte of a value.

// tree returns the next record from its "(;" to its ")". The error is io.EOF, a
// read error, or a fault after which the next call goes on: text between the
// records, or a record that stops in the middle.
func (s *source) tree(sgf bool) (chunk, error) {
	start, err := s.treeStart(sgf)
	if err != nil {
		return chunk{}, err
	}
	s.here.Record++
	start.Record = s.here.Record
	s.buf = append(s.buf[:0], '(')
	depth, inValue, escaped, fresh := 1, false, false, false // fresh: nothing but blanks and digits since the line end
	for depth > 0 {
		c, ok := s.next()
		if !ok {
			if s.err != nil {
				return chunk{}, s.end()
			}
			return chunk{}, &Fault{start, fmt.Errorf("%w: the file ends at byte %d", ErrCut, s.here.Offset)}
		}
		if c == '(' && (fresh || !inValue) && s.restarts(sgf, inValue) {
			s.back()
			return chunk{}, &Fault{start, fmt.Errorf("%w: another begins at byte %d", ErrCut, s.here.Offset)}
		}
		switch {
		case escaped:
			escaped = false
		case inValue && c == '\\':
			escaped = sgf
		case inValue && c == ']':
			inValue = false
		case inValue:
		case c == '[':
			inValue = true
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		fresh = c == '\n' || fresh && (c <= ' ' || c >= '0' && c <= '9')
		if len(s.buf) == maxRecord {
			return chunk{}, &Fault{start, errLong}
		}
		s.buf = append(s.buf, c)
	}
	return chunk{start, string(s.buf)}, nil
}

// restarts says whether the parenthesis just read begins another game, the one
// in hand having lost its end.
func (s *source) restarts(sgf, inValue bool) bool {
	head, _ := s.in.Peek(4)
	if !sgf && !inValue {
		return len(head) > 0 && head[0] == ';'
	}
	return string(head) == ";GM[" || string(head) == ";FF["
}

// treeStart skips to the next "(;", which it has read up to the parenthesis.
// Blanks may precede it, and in GGF the count of an archive line.
func (s *source) treeStart(sgf bool) (Origin, error) {
	var junk *Fault
	for {
		at := s.here
		c, ok := s.next()
		if !ok {
			if junk != nil {
				return at, junk
			}
			return at, s.end()
		}
		if c == '(' {
			head, _ := s.in.Peek(64)
			if strings.HasPrefix(strings.TrimLeft(string(head), " \t\r\n"), ";") {
				if junk != nil {
					s.back()
					return at, junk
				}
				return at, nil
			}
		}
		if junk == nil && c > ' ' && (sgf || c < '0' || c > '9') {
			junk = &Fault{at, errors.New("text that belongs to no game")}
		}
	}
}

// property is one value of a NAME[value], escapes and all.
type property struct {
	name  string // in capitals
	value string
	at    int // where the value begins in the record
}

// info returns where the value of a property belongs that both formats have.
func (g *Game) info(name string) *string {
	switch name {
	case "EV":
		return &g.Event
	case "PC":
		return &g.Place
	case "DT":
		return &g.Date
	case "PB":
		return &g.Black
	case "PW":
		return &g.White
	}
	return nil
}

// scanner cuts a record into properties.
type scanner struct {
	text string
	at   int
	sgf  bool
	name string // of the last property: it may have more values
}

// next returns the next property, or one of the marks '(', ';' and ')', or
// io.EOF.
func (s *scanner) next() (mark byte, p property, err error) {
	for s.at < len(s.text) && s.text[s.at] <= ' ' {
		s.at++
	}
	if s.at == len(s.text) {
		return 0, p, io.EOF
	}
	switch c := s.text[s.at]; {
	case c == '(' || c == ';' || c == ')':
		s.at++
		s.name = ""
		return c, p, nil
	case c == '[' && s.name != "":
	default:
		end := s.at
		for end < len(s.text) && isLetter(s.text[end]) {
			end++
		}
		name := s.text[s.at:end]
		for end < len(s.text) && s.text[end] <= ' ' {
			end++
		}
		if name == "" || end == len(s.text) || s.text[end] != '[' {
			return 0, p, fmt.Errorf("%q is not a property: expected NAME[value]", clip(s.text[s.at:]))
		}
		s.at, s.name = end, capitals(name, s.sgf)
	}
	start := s.at + 1
	for end := start; end < len(s.text); end++ {
		switch {
		case s.text[end] == '\\' && s.sgf:
			end++
		case s.text[end] == ']':
			s.at = end + 1
			return 0, property{s.name, s.text[start:end], start}, nil
		}
	}
	return 0, p, fmt.Errorf("the value of %s has no end", s.name)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// capitals returns a property name in capitals. In SGF small letters beside
// capitals do not count, as in its early versions ("GaMe").
func capitals(name string, sgf bool) string {
	if sgf && strings.ToLower(name) != name {
		return strings.Map(func(r rune) rune {
			if r >= 'a' {
				return -1
			}
			return r
		}, name)
	}
	return strings.ToUpper(name)
}

// isCapitals says whether name is of one to that many letters, all capitals.
func isCapitals(name string, longest int) bool {
	for i := range len(name) {
		if name[i] < 'A' || name[i] > 'Z' {
			return false
		}
	}
	return name != "" && len(name) <= longest
}
