package record

import (
	"fmt"
	"strconv"
	"strings"

	"othellier/env"
)

// obfField is the name of a [Field] with an item of a problem line.
const obfField = "obf"

func openOBF(s *source, o Options) func() (Game, error) {
	s.skipMark()
	return func() (Game, error) {
		comment := ""
		for {
			text, start, err := s.line()
			if err != nil {
				return Game{}, err
			}
			c := chunk{start, string(text)}
			switch trimmed := strings.TrimSpace(c.text); {
			case trimmed == "":
				continue
			case trimmed[0] == '%':
				comment = joinLines(comment, plainText(trimmed[1:]))
				continue
			}
			s.here.Record++
			c.Record = s.here.Record
			g, err := parseOBF(c, o)
			if err == nil {
				g.Comment = joinLines(comment, g.Comment)
			}
			return g, err
		}
	}
}

// parseOBF reads "<64 squares> <side>; G8:+18; H1:+12; ... % comment".
func parseOBF(c chunk, o Options) (Game, error) {
	g := Game{Rules: tournament(o.Rules), Origin: c.Origin}
	g.Rules.Board = env.Board8
	text, comment, _ := strings.Cut(c.text, "%")
	g.Comment = plainText(comment)
	board, _, _ := strings.Cut(text, ";")
	var err error
	if g.Rules, g.Start, err = startingAt(g.Rules, board); err != nil {
		return Game{}, c.fault(0, err)
	}
	for at := len(board) + 1; at < len(text); {
		item, _, _ := strings.Cut(text[at:], ";")
		if err := g.item(plainText(item)); err != nil {
			return Game{}, c.fault(at, err)
		}
		at += len(item) + 1
	}
	return g, nil
}

// item reads a scored move, or keeps what is none.
func (g *Game) item(item string) error {
	if item == "" {
		return nil
	}
	square, score, found := strings.Cut(item, ":")
	m, isMove := env.Board8.ParseMove(strings.TrimSpace(square))
	x, err := strconv.Atoi(strings.TrimSpace(score))
	if !found || !isMove || err != nil || x < -64 || x > 64 {
		g.Fields = append(g.Fields, Field{obfField, item})
		return nil
	}
	if _, err := g.Rules.Play(g.Start, m); err != nil {
		return err
	}
	g.Choices = append(g.Choices, Choice{m, x})
	return nil
}

// appendOBF appends the comment, each of its lines after a percent sign, and the
// position after the moves of g with its choices.
func appendOBF(dst []byte, g *Game, _ Options) ([]byte, error) {
	final, err := g.check()
	if err != nil {
		return dst, err
	}
	if g.Rules.Board != env.Board8 {
		return dst, errBoard
	}
	for text := range strings.Lines(g.Comment) {
		if text = oneLine(text, ""); text != "" {
			dst = append(dst, "% "+text+"\n"...)
		}
	}
	dst = append(dst, final.String()...)
	dst = append(dst, ';')
	for _, c := range g.Choices {
		if _, err := g.Rules.Play(final, c.Move); err != nil {
			return dst, fmt.Errorf("choice %v: %w", c.Move, err)
		}
		dst = fmt.Appendf(dst, " %s:%+d;", strings.ToUpper(c.Move.String()), c.Score)
	}
	for _, f := range g.Fields {
		if f.Name == obfField {
			dst = append(dst, " "+oneLine(f.Value, ";%")+";"...)
		}
	}
	return append(dst, '\n'), nil
}
