package record

import (
	"strconv"
	"strings"

	"othellier/env"
)

// escapes are what a value needs; the last keeps a reader from taking the text
// for the start of a game.
var escapes = strings.NewReplacer(`\`, `\\`, `]`, `\]`, `(;`, `\(;`)

func escaped(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	return escapes.Replace(strings.TrimSpace(s))
}

// appendSGF appends a tree of one line of play and a line end.
func appendSGF(dst []byte, g *Game, _ Options) ([]byte, error) {
	final, err := g.check()
	if err != nil {
		return dst, err
	}
	size := g.Rules.Size()
	if g.Start.Own|g.Start.Opp == 0 {
		return dst, errEmptyStart
	}
	dst = append(dst, "(;FF[4]GM[2]CA[UTF-8]"...)
	for _, f := range [...]Field{{"EV", g.Event}, {"PC", g.Place}, {"DT", dateSGF(g.Date)}, {"PB", g.Black}, {"PW", g.White}} {
		if value := oneLine(f.Value, ""); value != "" {
			dst = append(dst, f.Name+"["+escaped(value)+"]"...)
		}
	}
	dst = append(dst, "SZ["+strconv.Itoa(size)+"]"...)
	for c, name := range [...]string{env.Black: "AB", env.White: "AW"} {
		discs := g.Start.Discs(env.Color(c))
		if discs == 0 {
			continue
		}
		dst = append(dst, name...)
		for m := range env.Pass {
			if discs>>m&1 != 0 {
				dst = append(g.Rules.Board.AppendSquare(append(dst, '['), m), ']')
			}
		}
	}
	dst = append(dst, "PL["...)
	dst = append(dst, "BW"[g.Start.Turn], ']')
	dst = append(dst, "RE["...)
	result := g.outcome(final)
	text, _ := g.Field("RE")
	if _, isResult := parseResultSGF(escaped(text)); !isResult && result.Stated == Nothing {
		dst = append(dst, escaped(oneLine(text, ""))...)
	} else {
		dst = append(dst, result.String()...)
	}
	dst = append(dst, ']')
	dst = appendRemarks(dst, g.Fields, g.Comment)
	for i, m := range g.Moves {
		dst = append(dst, '\n', ';', "BW"[moverOf(g, i)], '[')
		if m == env.Pass {
			dst = append(dst, "PA"...)
		} else {
			dst = g.Rules.Board.AppendSquare(dst, m)
		}
		dst = append(dst, ']')
		if g.Notes == nil {
			continue
		}
		n := &g.Notes[i]
		if x := n.Eval; n.HasEval && x-x == 0 {
			if moverOf(g, i) == env.White {
				x = -x
			}
			dst = append(dst, "V["+hundredths(x)+"]"...)
		}
		dst = appendRemarks(dst, n.Fields, n.Comment)
	}
	return append(dst, ")\n"...), nil
}

// appendRemarks appends fields and a comment; fields of one name that follow
// each other become one property.
func appendRemarks(dst []byte, fields []Field, comment string) []byte {
	last := ""
	for _, f := range fields {
		switch f.Name {
		case "FF", "GM", "CA", "EV", "PC", "DT", "PB", "PW", "SZ", "AB", "AW", "AE", "PL", "RE", "B", "W", "V", "C":
			continue
		}
		if !isCapitals(f.Name, len(f.Name)) {
			continue
		}
		if f.Name != last {
			dst = append(dst, f.Name...)
			last = f.Name
		}
		dst = append(dst, "["+escaped(f.Value)+"]"...)
	}
	if comment = escaped(comment); comment != "" {
		dst = append(dst, "C["+comment+"]"...)
	}
	return dst
}
