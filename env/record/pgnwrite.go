package record

import (
	"fmt"
	"strings"

	"othellier/env"
)

// appendPGN appends the tags, the moves in numbered pairs of capitals, one pair
// a line and passes written out, the result, and an empty line.
func appendPGN(dst []byte, g *Game, _ Options) ([]byte, error) {
	final, err := g.check()
	if err != nil {
		return dst, err
	}
	if g.Rules.Board != env.Board8 {
		return dst, errBoard
	}
	result := string(g.outcome(final).appendPair(nil, 64))
	tagged := result
	text, _ := g.Field("Result")
	if _, isResult := parsePair(text, 64); !isResult && result == "*" {
		tagged = text
	}
	dst = appendTag(dst, "Event", orUnknown(g.Event))
	if g.Place != "" {
		dst = appendTag(dst, "Site", g.Place)
	}
	dst = appendTag(dst, "Date", datePGN(g.Date))
	dst = appendTag(dst, "Black", orUnknown(g.Black))
	dst = appendTag(dst, "White", orUnknown(g.White))
	dst = appendTag(dst, "Result", tagged)
	if g.Start != (env.Rules{}).Initial() {
		dst = appendTag(dst, "SetUp", "1")
		dst = appendTag(dst, "FEN", g.Start.String())
	}
	for _, f := range g.Fields {
		switch f.Name {
		case "Event", "Site", "Date", "Black", "White", "Result", "SetUp", "FEN":
			continue
		}
		if isTagName(f.Name) {
			dst = appendTag(dst, f.Name, f.Value)
		}
	}
	dst = append(dst, '\n')
	if text := braces(g.Comment); text != "" {
		dst = append(dst, text+"\n"...)
	}
	for i, m := range g.Moves {
		switch {
		case moverOf(g, i) == env.Black:
			dst = fmt.Appendf(dst, "%d. ", (i+int(g.Start.Turn))/2+1)
		case i == 0:
			dst = append(dst, "1. ... "...)
		default:
			dst = append(dst, ' ')
		}
		dst = append(dst, strings.ToUpper(m.String())...)
		if g.Notes != nil {
			if text := braces(g.Notes[i].Comment); text != "" {
				dst = append(dst, " "+text...)
			}
		}
		if moverOf(g, i) == env.White || i == len(g.Moves)-1 {
			dst = append(dst, '\n')
		}
	}
	return append(dst, result+"\n\n"...), nil
}

func orUnknown(s string) string {
	if s == "" {
		return "?"
	}
	return s
}

var quotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func appendTag(dst []byte, name, value string) []byte {
	return append(dst, "["+name+" \""+quotes.Replace(oneLine(value, ""))+"\"]\n"...)
}

// braces returns a comment, in which a closing brace becomes a parenthesis.
func braces(s string) string {
	s = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(s, "\r", ""), "}", ")"))
	if s == "" {
		return ""
	}
	return "{" + s + "}"
}

func isTagName(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && c != '_' && (c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
