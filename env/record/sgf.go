package record

import (
	"fmt"
	"io"
	"strings"

	"othellier/env"
)

func openSGF(s *source, o Options) func() (Game, error) {
	s.skipMark()
	return func() (Game, error) {
		c, err := s.tree(true)
		if err != nil {
			return Game{}, err
		}
		return parseSGF(c, o)
	}
}

// treeSGF is a game tree on its way to becoming a Game: its main line, which is
// everything up to the first closing parenthesis.
type treeSGF struct {
	game         Game
	line         line
	result       string
	black, white uint64 // set up by AB and AW
	setup        bool   // one of them was there
	turn         env.Color
	turnSet      bool // by PL
	started      bool // line is in use
	nodes        int  // begun so far
}

// parseSGF reads one tree. Variations beside the main line are skipped.
func parseSGF(c chunk, o Options) (Game, error) {
	t := treeSGF{game: Game{Rules: tournament(o.Rules), Origin: c.Origin}}
	t.game.Rules.Board, t.game.Rules.Start = env.Board8, env.StartStandard
	in := scanner{text: c.text, sgf: true}
	var node []property
	for {
		mark, p, err := in.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return Game{}, c.fault(in.at, err)
		}
		if mark == 0 {
			node = append(node, p)
			continue
		}
		if at, err := t.node(node); err != nil {
			return Game{}, c.fault(at, err)
		}
		node = node[:0]
		if mark == ')' {
			break
		}
		if mark == ';' {
			t.nodes++
		}
	}
	t.start(env.Black)
	g := t.game
	g.Moves = t.line.moves
	g.padNotes()
	ok := false
	if g.Result, ok = parseResultSGF(t.result); !ok {
		g.Fields = append(g.Fields, Field{"RE", simpleText(t.result)})
	}
	return g, nil
}

// node reads the properties of one node: what concerns the start, the move, and
// what is said about it, in this order whatever theirs is. It returns the place
// of a fault in the record.
func (t *treeSGF) node(node []property) (at int, err error) {
	for _, p := range node {
		if p.name == "GM" || p.name == "SZ" {
			if err := t.board(p.name, strings.TrimSpace(p.value)); err != nil {
				return p.at, err
			}
		}
	}
	for _, p := range node {
		switch p.name {
		case "AB", "AW", "AE", "PL":
			if err := t.head(p.name, strings.TrimSpace(p.value)); err != nil {
				return p.at, err
			}
		}
	}
	root := t.nodes <= 1 // some programs put the first move there, behind what is said about the game
	for _, p := range node {
		if p.name == "B" || p.name == "W" {
			if err := t.move(p); err != nil {
				return p.at, err
			}
		} else if root {
			t.remark(p)
		}
	}
	if !root {
		for _, p := range node {
			t.remark(p)
		}
	}
	return 0, nil
}

// board reads which game it is and the size of its board.
func (t *treeSGF) board(name, value string) error {
	rules := &t.game.Rules
	switch {
	case name == "GM" && value == "2":
	case name == "GM":
		return fmt.Errorf("GM[%s]: expected GM[2], Othello", clip(value))
	case t.started:
		return fmt.Errorf("%s after the first move", name)
	case value == "8":
		rules.Board = env.Board8
	case value == "6":
		rules.Board = env.Board6
	case value == "4":
		rules.Board = env.Board4
	default:
		return fmt.Errorf("SZ[%s]: expected a board of 8, 6 or 4 rows", clip(value))
	}
	return nil
}

// head reads the discs and the side to move at the start.
func (t *treeSGF) head(name, value string) error {
	if t.started {
		return fmt.Errorf("%s after the first move", name)
	}
	if name == "PL" {
		switch strings.ToLower(value) {
		case "b", "black", "1":
			t.turn = env.Black
		case "w", "white", "2":
			t.turn = env.White
		default:
			return fmt.Errorf("PL[%s]: expected B or W", clip(value))
		}
		t.turnSet = true
		return nil
	}
	squares, err := pointsSGF(value, t.game.Rules.Board)
	if err != nil {
		return err
	}
	t.black &^= squares
	t.white &^= squares
	switch name {
	case "AB":
		t.setup = true
		t.black |= squares
	case "AW":
		t.setup = true
		t.white |= squares
	}
	return nil
}

// start fixes the first position, if that was not done. mover makes the first
// move, if nothing else says who does.
func (t *treeSGF) start(mover env.Color) {
	if t.started {
		return
	}
	t.started = true
	g := &t.game
	g.Start = g.Rules.Initial()
	black, white := g.Start.Black(), g.Start.White()
	if t.setup {
		black, white = t.black, t.white
	}
	turn := env.Black
	switch {
	case t.turnSet:
		turn = t.turn
	case t.setup:
		turn = mover
	}
	g.Start = env.NewPosition(black, white, turn)
	g.Rules = startedAt(g.Rules, g.Start)
	t.line = newLine(g.Rules, g.Start)
}

func (t *treeSGF) move(p property) error {
	color := env.Black
	if p.name == "W" {
		color = env.White
	}
	t.start(color)
	value := strings.TrimSpace(p.value)
	m, ok := squareSGF(value, t.game.Rules.Board)
	if value == "" {
		m, ok = env.Pass, true
	}
	if !ok {
		return fmt.Errorf("%q is not a move", clip(value))
	}
	return t.line.followBy(color, m)
}

// remark reads a property that says something about the game or the last move.
func (t *treeSGF) remark(p property) {
	g := &t.game
	switch p.name {
	case "FF", "CA", "GM", "SZ", "AB", "AW", "AE", "PL", "B", "W":
		return
	case "EV", "PC", "DT", "PB", "PW":
		*g.info(p.name) = simpleText(p.value)
		return
	case "RE":
		t.result = p.value
		return
	}
	last := len(t.line.moves) - 1
	if last < 0 {
		if p.name == "C" {
			g.Comment = joinLines(g.Comment, fullText(p.value))
		} else {
			g.Fields = append(g.Fields, Field{p.name, fullText(p.value)})
		}
		return
	}
	note := g.note(last)
	if p.name == "V" {
		if x, ok := parseNumber(strings.TrimSpace(p.value)); ok {
			if moverOf(g, last) == env.White {
				x = -x
			}
			note.Eval, note.HasEval = x, true
			return
		}
	}
	if p.name == "C" {
		note.Comment = joinLines(note.Comment, fullText(p.value))
	} else {
		note.Fields = append(note.Fields, Field{p.name, fullText(p.value)})
	}
}

func joinLines(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}
