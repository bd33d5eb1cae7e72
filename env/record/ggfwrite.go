package record

import (
	"math"
	"strconv"

	"othellier/env"
)

// appendGGF appends a record and a line end.
func appendGGF(dst []byte, g *Game, _ Options) ([]byte, error) {
	final, err := g.check()
	if err != nil {
		return dst, err
	}
	size := g.Rules.Size()
	dst = append(dst, "(;GM[Othello]"...)
	place, event := g.Place, g.Event
	if place == "" {
		place, event = event, "" // GGF has no event: other programs put it here
	}
	dst = appendValue(dst, "PC", place)
	dst = appendValue(dst, "EV", event)
	dst = appendValue(dst, "DT", dateGGF(g.Date))
	dst = append(dst, "PB["+ggfText(g.Black)+"]PW["+ggfText(g.White)+"]"...)
	for _, f := range g.Fields {
		switch f.Name {
		case "GM", "PC", "EV", "DT", "PB", "PW", "RE", "BO", "B", "W", "C":
			continue
		}
		if isCapitals(f.Name, 2) {
			dst = append(dst, f.Name+"["+ggfText(f.Value)+"]"...)
		}
	}
	if _, ok := g.Field("TY"); !ok {
		dst = append(dst, "TY["+strconv.Itoa(size)+"]"...)
	}
	dst = appendValue(dst, "C", g.Comment)
	dst = append(dst, "RE["...)
	dst = g.appendRE(dst, final)
	dst = append(dst, "]BO["...)
	dst = appendBoard(dst, g.Start, size)
	dst = append(dst, ']')
	for i, m := range g.Moves {
		dst = append(dst, "BW"[moverOf(g, i)], '[')
		if m == env.Pass {
			dst = append(dst, "PA"...)
		} else {
			dst = g.Rules.Board.AppendSquare(dst, m)
		}
		if g.Notes != nil {
			dst = g.Notes[i].appendGGF(dst)
		}
		dst = append(dst, ']')
	}
	return append(dst, ";)\n"...), nil
}

// moverOf returns who makes move i: passes are moves, so the sides alternate.
func moverOf(g *Game, i int) env.Color { return g.Start.Turn ^ env.Color(i&1) }

// ggfText returns s as a value: GGF has no escapes.
func ggfText(s string) string { return oneLine(s, "]") }

func appendValue(dst []byte, name, value string) []byte {
	if value = ggfText(value); value == "" {
		return dst
	}
	return append(dst, name+"["+value+"]"...)
}

func (n *Note) appendGGF(dst []byte) []byte {
	eval, seconds := "", ""
	for _, f := range n.Fields {
		switch f.Name {
		case evalField:
			eval = oneLine(f.Value, "]/")
		case timeField:
			seconds = oneLine(f.Value, "]/")
		}
	}
	if n.HasEval {
		eval = hundredths(n.Eval)
	}
	if n.HasTime {
		seconds = hundredths(n.Seconds)
	}
	if eval != "" || seconds != "" {
		dst = append(dst, "/"+eval...)
	}
	if seconds != "" {
		dst = append(dst, "/"+seconds...)
	}
	return dst
}

// hundredths returns x with two digits after the point, or more if x has more.
func hundredths(x float64) string {
	if x-x != 0 { // an infinity or NaN is nothing GGF can say
		return ""
	}
	if x == math.Round(100*x)/100 {
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// appendRE appends the result for Black with three digits after the point. A
// resignation or a loss on time without a margin counts as a full board; other
// results without one can not be told.
func (g *Game) appendRE(dst []byte, final env.Position) []byte {
	r := g.outcome(final)
	margin := r.Margin
	switch {
	case r.Stated == Nothing:
		text, _ := g.Field("RE")
		text = ggfText(text)
		if _, isResult := parseRE(text, g.Rules, final); !isResult {
			return append(dst, text...)
		}
		return append(dst, '?')
	case r.Stated == Winner && margin != 0 && r.Reason == Played:
		return append(dst, '?')
	case r.Stated == Winner:
		margin = sign(margin) * float64(g.Rules.NumSquares())
	}
	if margin >= 0 {
		dst = append(dst, '+')
		margin = math.Abs(margin) // the zero may have a sign
	}
	dst = strconv.AppendFloat(dst, margin, 'f', 3, 64)
	switch r.Reason {
	case Resigned, Forfeit:
		dst = append(dst, ":r"...)
	case Timeout:
		dst = append(dst, ":t"...)
	case Agreed:
		dst = append(dst, ":s"...)
	}
	return dst
}

// appendBoard appends "8 --------...- *".
func appendBoard(dst []byte, p env.Position, size int) []byte {
	dst = strconv.AppendInt(dst, int64(size), 10)
	margin := (8 - size) / 2
	for row := margin; row < 8-margin; row++ {
		dst = append(dst, ' ')
		for column := margin; column < 8-margin; column++ {
			switch square := 8*row + column; {
			case p.Black()>>square&1 != 0:
				dst = append(dst, '*')
			case p.White()>>square&1 != 0:
				dst = append(dst, 'O')
			default:
				dst = append(dst, '-')
			}
		}
	}
	return append(dst, ' ', "*O"[p.Turn])
}
