package record

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"othellier/env"
)

func openPGN(s *source, o Options) func() (Game, error) {
	s.skipMark()
	f := filePGN{source: s}
	return func() (Game, error) {
		c, err := f.next()
		if err != nil {
			return Game{}, err
		}
		return parsePGN(c, o, f.source.over)
	}
}

// filePGN cuts a file into games: a game ends where, after its moves, a line
// begins with a tag.
type filePGN struct {
	source *source
	text   []byte // of the game in hand
	start  Origin
	moves  bool // text has moves
	inside bool // within a comment in braces
	err    error
}

func (f *filePGN) next() (chunk, error) {
	for f.err == nil {
		line, start, err := f.source.line()
		if err != nil {
			f.err = err
			break
		}
		first := bytes.TrimLeft(line, " \t")
		if !f.inside && f.moves && len(first) > 0 && first[0] == '[' {
			c := f.cut()
			f.add(line, start)
			return c, nil
		}
		f.add(line, start)
		if len(f.text) > maxRecord {
			c := f.cut()
			return chunk{}, &Fault{c.Origin, errLong}
		}
	}
	if len(f.text) > 0 {
		return f.cut(), nil
	}
	err := f.err
	if err != io.EOF { // the fault of one line, or the end of a broken file
		f.err = nil
	}
	return chunk{}, err
}

// add appends a line to the game in hand. The line end it had may have been of
// two bytes; a blank stands for the second, so that places stay true.
func (f *filePGN) add(line []byte, start Origin) {
	if len(f.text) == 0 {
		if len(bytes.TrimSpace(line)) == 0 {
			return
		}
		f.start = start
	}
	f.text = append(f.text, line...)
	for at := f.start.Offset + int64(len(f.text)); at+1 < f.source.here.Offset; at++ {
		f.text = append(f.text, ' ')
	}
	f.text = append(f.text, '\n')
	first := bytes.TrimLeft(line, " \t")
	if !f.inside && (len(first) == 0 || first[0] == '%' || first[0] == '[' && !f.moves) {
		return
	}
	f.moves = true
	for _, c := range line {
		switch {
		case c == '{':
			f.inside = true
		case c == '}':
			f.inside = false
		case c == ';' && !f.inside:
			return
		}
	}
}

// cut returns the game in hand and lets go of it.
func (f *filePGN) cut() chunk {
	f.source.here.Record++
	f.start.Record = f.source.here.Record
	c := chunk{f.start, string(f.text)}
	f.text, f.moves, f.inside = f.text[:0], false, false
	return c
}

// parsePGN reads one game; last says that the file ends with it. Colours are not
// taken from the columns of the moves: after a pass that is left out they are wrong
// there.
func parsePGN(c chunk, o Options, last bool) (Game, error) {
	g := Game{Rules: tournament(o.Rules), Origin: c.Origin}
	g.Rules.Board, g.Rules.Start = env.Board8, env.StartStandard
	g.Start = g.Rules.Initial()
	result := ""
	at := 0
	for {
		for at < len(c.text) && isBlank(c.text[at]) {
			at++
		}
		if at < len(c.text) && c.text[at] == '%' {
			at += strings.IndexByte(c.text[at:], '\n')
			continue
		}
		if at == len(c.text) || c.text[at] != '[' {
			break
		}
		name, value, end, err := tagPGN(c.text, at)
		if err != nil {
			return Game{}, c.fault(at, err)
		}
		if name == "Result" {
			result = value
		} else if err := g.tag(name, value); err != nil {
			return Game{}, c.fault(at, err)
		}
		at = end
	}
	m := movesPGN{chunk: c, game: &g, line: newLine(g.Rules, g.Start)}
	if at, err := m.read(at); err != nil {
		return Game{}, c.fault(at, err)
	}
	if last {
		if err := m.cut(result); err != nil {
			return Game{}, c.fault(len(strings.TrimRight(c.text, " \t\r\n")), err)
		}
	}
	g.Moves = m.line.moves
	g.padNotes()
	stated, ok := parsePair(result, 64)
	if !ok {
		g.Fields = append(g.Fields, Field{"Result", result})
	}
	if stated.Stated == Nothing {
		stated, _ = parsePair(m.result, 64)
	}
	if stated.Stated == Winner {
		stated = m.withCounts(stated)
	}
	g.Result = stated
	return g, nil
}

// tagPGN reads `[Name "value"]` at text[at]. In the value a backslash takes the
// next byte as it is. Quotes may be missing.
func tagPGN(text string, at int) (name, value string, end int, err error) {
	line, _, _ := strings.Cut(text[at+1:], "\n")
	name, rest, found := strings.Cut(strings.TrimLeft(line, " \t"), " ")
	rest = strings.TrimLeft(rest, " \t")
	if !found || name == "" || rest == "" {
		return "", "", 0, fmt.Errorf("%q is not a tag: expected [Name \"value\"]", clip(text[at:]))
	}
	end = at + 1 + len(line) - len(strings.TrimLeft(rest, " \t"))
	if rest[0] != '"' {
		value, _, found = strings.Cut(rest, "]")
		end += len(value) + 1
		if !found {
			return "", "", 0, fmt.Errorf("tag %s has no end", clip(name))
		}
		return name, plainText(value), end, nil
	}
	var b strings.Builder
	i := 1
	for i < len(rest) && rest[i] != '"' {
		if rest[i] == '\\' && i+1 < len(rest) {
			i++
		}
		b.WriteByte(rest[i])
		i++
	}
	closing := strings.IndexByte(rest[min(i, len(rest)):], ']')
	if closing < 0 {
		return "", "", 0, fmt.Errorf("tag %s has no end", clip(name))
	}
	return name, plainText(b.String()), end + i + closing + 1, nil
}

// tag takes the value of a tag other than the result.
func (g *Game) tag(name, value string) error {
	switch name {
	case "Event":
		g.Event = known(value)
	case "Site":
		g.Place = known(value)
	case "Black":
		g.Black = known(value)
	case "White":
		g.White = known(value)
	case "Date":
		g.Date = strings.TrimSuffix(strings.TrimSuffix(value, ".??"), ".??")
		if g.Date == "????" {
			g.Date = ""
		}
	case "SetUp":
	case "FEN":
		var err error
		g.Rules, g.Start, err = startingAt(g.Rules, value)
		return err
	default:
		g.Fields = append(g.Fields, Field{strings.Clone(name), value})
	}
	return nil
}

// known returns "" for the question mark of tags that must be there.
func known(s string) string {
	if s == "?" {
		return ""
	}
	return s
}
