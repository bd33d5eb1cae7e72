package record

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"othellier/env"
)

func openGGF(s *source, o Options) func() (Game, error) {
	s.skipMark()
	return func() (Game, error) {
		c, err := s.tree(false)
		if err != nil {
			return Game{}, err
		}
		return parseGGF(c, o)
	}
}

// parseGGF reads one record. The board comes before the moves.
func parseGGF(c chunk, o Options) (Game, error) {
	g := Game{Rules: tournament(o.Rules), Origin: c.Origin}
	g.Rules.Board, g.Rules.Start = env.Board8, env.StartStandard
	g.Start = g.Rules.Initial()
	var l line
	var result property
	started := false
	in := scanner{text: c.text}
	for {
		mark, p, err := in.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return Game{}, c.fault(in.at, err)
		}
		if mark != 0 {
			continue
		}
		switch p.name {
		case "GM":
			if name := strings.ToLower(strings.TrimSpace(p.value)); name != "othello" && name != "reversi" {
				return Game{}, c.fault(p.at, fmt.Errorf("a game of %q: expected Othello", clip(p.value)))
			}
		case "EV", "PC", "DT", "PB", "PW":
			*g.info(p.name) = plainText(p.value)
		case "C":
			g.Comment = plainText(p.value)
		case "RE":
			result = p
		case "BO":
			if started {
				return Game{}, c.fault(p.at, fmt.Errorf("the board after the first move"))
			}
			if g.Rules, g.Start, err = parseBoard(g.Rules, p.value); err != nil {
				return Game{}, c.fault(p.at, err)
			}
		case "B", "W":
			if !started {
				started = true
				l = newLine(g.Rules, g.Start)
			}
			if err := g.moveGGF(&l, p); err != nil {
				return Game{}, c.fault(p.at, err)
			}
		default:
			g.Fields = append(g.Fields, Field{p.name, plainText(p.value)})
		}
	}
	if !started {
		l = newLine(g.Rules, g.Start)
	}
	plain := Field{"TY", strconv.Itoa(g.Rules.Size())} // the board says as much
	g.Fields = slices.DeleteFunc(g.Fields, func(f Field) bool { return f == plain })
	g.Moves = l.moves
	g.padNotes()
	ok := false
	if g.Result, ok = parseRE(result.value, g.Rules, l.pos); !ok {
		g.Fields = append(g.Fields, Field{"RE", plainText(result.value)})
	}
	return g, nil
}

// moveGGF plays "SQUARE[/eval[/seconds]]".
func (g *Game) moveGGF(l *line, p property) error {
	square, rest, _ := strings.Cut(p.value, "/")
	m, ok := g.Rules.Board.ParseMove(strings.TrimSpace(square))
	if !ok {
		return fmt.Errorf("%q is not a move", clip(p.value))
	}
	color := env.Black
	if p.name == "W" {
		color = env.White
	}
	before := len(l.moves)
	if err := l.followBy(color, m); err != nil {
		return err
	}
	eval, seconds, _ := strings.Cut(rest, "/")
	eval, seconds = strings.TrimSpace(eval), strings.TrimSpace(seconds)
	if len(l.moves) == before || eval == "" && seconds == "" {
		return nil
	}
	note := g.note(len(l.moves) - 1)
	if note.Eval, note.HasEval = parseNumber(eval); !note.HasEval && eval != "" {
		note.Fields = append(note.Fields, Field{evalField, plainText(eval)})
	}
	if note.Seconds, note.HasTime = parseSeconds(seconds); !note.HasTime && seconds != "" {
		note.Fields = append(note.Fields, Field{timeField, plainText(seconds)})
	}
	return nil
}

// The names of fields that hold an evaluation or a time of a GGF move which is
// not a number.
const (
	evalField = "eval"
	timeField = "time"
)

// padNotes makes a note for each move if there is one for any.
func (g *Game) padNotes() {
	if g.Notes != nil && len(g.Moves) > 0 {
		g.note(len(g.Moves) - 1)
	}
}

func parseNumber(s string) (float64, bool) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x-x != 0 { // no infinities, no NaN
		return 0, false
	}
	return x, true
}

// parseSeconds reads seconds, or minutes and seconds with a colon between.
func parseSeconds(s string) (float64, bool) {
	minutes, rest, found := strings.Cut(s, ":")
	if !found {
		return parseNumber(s)
	}
	m, okMinutes := parseNumber(minutes)
	x, okSeconds := parseNumber(rest)
	return 60*m + x, okMinutes && okSeconds
}

// parseBoard reads "8 --------...--- *": the number of rows, the squares with or
// without blanks between the rows, the side to move.
func parseBoard(r env.Rules, s string) (env.Rules, env.Position, error) {
	first, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	rows := 8
	if n, err := strconv.Atoi(first); err == nil {
		rows = n
		s = rest
	}
	switch rows {
	case 8:
		r.Board = env.Board8
	case 6:
		r.Board = env.Board6
	case 4:
		r.Board = env.Board4
	default:
		return r, env.Position{}, fmt.Errorf("a board of %d rows: expected 8, 6 or 4", rows)
	}
	return startingAt(r, s)
}

// startingAt reads a position of the squares of the board and the side to move, and
// returns the rules of a game that starts there.
func startingAt(r env.Rules, s string) (env.Rules, env.Position, error) {
	p, err := r.Board.ParsePosition(s)
	if err == nil {
		err = r.Check(p)
	}
	return startedAt(r, p), p, err
}

// parseRE reads the result of a GGF record, whose final position is p. Beside
// the margin ("+8.000", "-64.00:r") it reads both disc counts run together
// ("3133"): plain digits that are the counts of p, or more than a margin can
// be and have but one meaning.
func parseRE(s string, rules env.Rules, p env.Position) (Result, bool) {
	s = strings.TrimSpace(s)
	text, flag, _ := strings.Cut(s, ":")
	text = strings.TrimSpace(text)
	if text == "" || text == "?" {
		return Result{}, true
	}
	x, ok := parseNumber(text)
	if !ok {
		return Result{}, false
	}
	squares := rules.NumSquares()
	if strings.Trim(text, "0123456789") == "" {
		if r, ok := joined(text, squares, p); ok {
			return r, true
		}
	}
	if x < -float64(squares) || x > float64(squares) {
		return Result{}, true // written for unfinished games
	}
	r := Result{Stated: Score, Margin: x}
	switch strings.ToLower(strings.TrimSpace(flag)) {
	case "r":
		r.Reason = Resigned
	case "t":
		r.Reason = Timeout
	case "s":
		r.Reason = Agreed
	}
	return r, true
}

// joined reads disc counts that are run together.
func joined(digits string, squares int, p env.Position) (found Result, ok bool) {
	if digits == strconv.Itoa(p.Count(env.Black))+strconv.Itoa(p.Count(env.White)) {
		return counted(p.Count(env.Black), p.Count(env.White), squares)
	}
	if len(digits) > 4 || len(digits) < 3 {
		return found, false
	}
	meanings := 0
	for i := 1; i < len(digits); i++ {
		if digits[0] == '0' && i > 1 || digits[i] == '0' && i < len(digits)-1 {
			continue // a count has no leading zero
		}
		black, _ := strconv.Atoi(digits[:i])
		white, _ := strconv.Atoi(digits[i:])
		if r, ok := counted(black, white, squares); ok {
			found = r
			meanings++
		}
	}
	return found, meanings == 1
}
