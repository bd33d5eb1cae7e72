package record

import (
	"fmt"
	"slices"

	"othellier/env"
)

// Game is one record: where play starts, the moves, and what is said about
// them. The zero value of everything but Rules and Start means "not stated".
// Strings are UTF-8.
type Game struct {
	// Rules are the rules of the replay. A reader takes the board and the start
	// from the record, the end and the supply from [Options], and always scores
	// by [env.ScoreEmpties], as every format here does.
	Rules env.Rules
	Start env.Position // the position before the first move
	Moves []env.Move   // legal one after the other, forced passes included
	Notes []Note       // nil, or one for each move

	// Choices are scored moves of the position after Moves, best first (OBF).
	Choices []Choice

	Black, White string // the players
	Event        string // the tournament
	Place        string // the place, often a server
	Date         string // as the record writes it: a year, a day, a day and a time
	Result       Result // as stated, which need not be where the moves lead
	Comment      string // on the game as a whole
	Fields       []Field

	Origin Origin // where the record was read; writers ignore it
}

// Note is what a record says about one move.
type Note struct {
	Eval    float64 // the mover's evaluation in discs, positive when it is ahead; with HasEval
	Seconds float64 // the time the move took; with HasTime
	HasEval bool
	HasTime bool
	Comment string
	Fields  []Field
}

// Choice is a move and the final margin it leads to, in discs, for the side
// that makes it, empty squares to the winner.
type Choice struct {
	Move  env.Move
	Score int
}

// Field is a property, tag or item that the package carries along unread. A
// property of several values has a field for each. A writer writes the fields
// whose names its format can have:
//
//	GGF    one or two capital letters
//	SGF    capital letters
//	PGN    letters, digits and underscores
//	WTHOR  Theoretical ("34/24": Black's discs with best play from 24 empties on)
//	OBF    obf (an item that is not a scored move)
type Field struct{ Name, Value string }

// New returns the record of a game up to its present position.
func New(g *env.Game) Game {
	return Game{Rules: g.Rules(), Start: g.Start(), Moves: g.Moves()}
}

// Replay plays the record. It fails if a move is illegal, which no game from a
// reader is.
func (g Game) Replay() (*env.Game, error) {
	if err := g.Rules.Check(g.Start); err != nil {
		return nil, fmt.Errorf("record: start: %w", err)
	}
	played := env.NewGameFrom(g.Rules, g.Start)
	for i, m := range g.Moves {
		if err := played.Play(m); err != nil {
			return nil, fmt.Errorf("record: move %d: %w", i+1, err)
		}
	}
	return played, nil
}

// Final returns the position after the last move. It fails as [Game.Replay]
// does and allocates nothing.
func (g Game) Final() (env.Position, error) {
	p := g.Start
	for i, m := range g.Moves {
		q, err := g.Rules.Play(p, m)
		if err != nil {
			return p, fmt.Errorf("record: move %d: %w", i+1, err)
		}
		p = q
	}
	return p, nil
}

// Field returns the value of the first field of that name.
func (g Game) Field(name string) (string, bool) {
	for _, f := range g.Fields {
		if f.Name == name {
			return f.Value, true
		}
	}
	return "", false
}

// Turned returns g as s takes it: start, moves and choices. Comments and fields
// stay as they are, also where they name squares.
func (g Game) Turned(s env.Symmetry) Game {
	g.Start = s.Position(g.Start)
	g.Rules = startedAt(g.Rules, g.Start)
	g.Moves = slices.Clone(g.Moves)
	for i, m := range g.Moves {
		g.Moves[i] = s.Move(m)
	}
	g.Choices = slices.Clone(g.Choices)
	for i, c := range g.Choices {
		g.Choices[i].Move = s.Move(c.Move)
	}
	return g
}

// f5 is the first move in databases.
const f5 env.Move = 4*8 + 5

// Normal returns g turned as databases have it: from the standard start with f5
// as the first move. It reports false, and g itself, if no symmetry takes the
// start to the standard one; it does take the mirrored start there.
func (g Game) Normal() (Game, bool) {
	standard := env.Rules{}.Initial()
	for s := range env.Symmetry(env.Symmetries) {
		if s.Position(g.Start) == standard && (len(g.Moves) == 0 || s.Move(g.Moves[0]) == f5) {
			return g.Turned(s), true
		}
	}
	return g, false
}

// startedAt returns r with the start that begins at p: the standard one if p
// is none of the variants' first positions.
func startedAt(r env.Rules, p env.Position) env.Rules {
	if p.Own|p.Opp == 0 {
		r.Start = env.StartFree
		return r
	}
	for _, r.Start = range [...]env.Start{env.StartMirrored, env.StartParallel} {
		if r.Initial() == p {
			return r
		}
	}
	r.Start = env.StartStandard
	return r
}

// note returns the note of move i, making room for it.
func (g *Game) note(i int) *Note {
	if g.Notes == nil {
		g.Notes = make([]Note, 0, usualMoves)
	}
	for len(g.Notes) <= i {
		g.Notes = append(g.Notes, Note{})
	}
	return &g.Notes[i]
}
