package record

import (
	"errors"
	"fmt"

	"othellier/env"
)

func openTranscript(s *source, o Options) func() (Game, error) {
	s.skipMark()
	return func() (Game, error) {
		comment := ""
		for {
			text, start, err := s.line()
			if err != nil {
				return Game{}, err
			}
			c := chunk{start, string(text)}
			first := scan(c.text, 0)
			switch {
			case first.kind == endToken:
				continue
			case c.text[first.start] == '#' || c.text[first.start] == '%':
				comment = joinLines(comment, plainText(c.text[first.start+1:]))
				continue
			}
			s.here.Record++
			c.Record = s.here.Record
			g, err := parseTranscript(c, o)
			if err == nil {
				g.Comment = comment
			}
			return g, err
		}
	}
}

// parseTranscript reads one line.
func parseTranscript(c chunk, o Options) (Game, error) {
	g := Game{Rules: tournament(o.Rules), Start: o.Rules.Initial(), Origin: c.Origin}
	l := newLine(g.Rules, g.Start)
	for t := scan(c.text, 0); t.kind != endToken; t = scan(c.text, t.end) {
		switch {
		case t.kind == noToken:
			return Game{}, c.fault(t.start, fmt.Errorf("%q is neither a square nor a pass", clip(c.text[t.start:])))
		case g.Result.Stated != Nothing:
			return Game{}, c.fault(t.start, fmt.Errorf("%q after the result", clip(c.text[t.start:])))
		case t.kind == moveToken:
			if err := l.follow(t.move); err != nil {
				return Game{}, c.fault(t.start, err)
			}
		case t.kind == resultToken:
			g.Result, _ = parsePair(c.text[t.start:t.end], g.Rules.NumSquares())
		}
	}
	g.Moves = l.moves
	return g, nil
}

var (
	errStart      = errors.New("transcripts and wthor need the standard start, which this game does not have: ggf, sgf, pgn and obf can hold it")
	errBoard      = errors.New("the board of the game can not be written in this format: ggf and sgf can hold it")
	errNoMoves    = errors.New("a game without moves can not be written in this format")
	errEmptyStart = errors.New("a start without discs can not be written in this format")
)

// appendTranscript appends a line of squares in lower case, passes left out.
func appendTranscript(dst []byte, g *Game, o Options) ([]byte, error) {
	if _, err := g.check(); err != nil {
		return dst, err
	}
	if g.Rules.Board != o.Rules.Board {
		return dst, errBoard
	}
	if g.Start != o.Rules.Initial() {
		return dst, errStart
	}
	if len(g.Moves) == 0 {
		return dst, errNoMoves
	}
	for _, m := range g.Moves {
		if m != env.Pass {
			dst = env.Board8.AppendSquare(dst, m)
		}
	}
	return append(dst, '\n'), nil
}
