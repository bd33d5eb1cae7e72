package tui

import (
	"errors"
	"fmt"
	"strings"

	"othellier/env"
	"othellier/env/record"
)

// parseGame reads what a person pastes: the squares of a board, with or without
// the side to move, a record of a game, or moves in any spelling.
func parseGame(r env.Rules, text string) (*env.Game, error) {
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	if text == "" {
		return nil, errors.New("it is empty")
	}
	if p, ok := parseBoard(text); ok {
		return fromPosition(r, p)
	}
	switch f := record.Detect([]byte(text)); f {
	case record.GGF, record.SGF, record.PGN, record.OBF:
		g, err := record.Parse(f, text, record.Options{Rules: r})
		if err != nil && !errors.Is(err, record.ErrResult) {
			return nil, err
		}
		return asPlayed(r, g)
	}
	g, err := env.ParseTranscript(r, text)
	if err != nil {
		return nil, fmt.Errorf("neither moves nor a board: %w", err)
	}
	return g, nil
}

// parseBoard reads 64 squares; without a side to move it is Black.
func parseBoard(text string) (env.Position, bool) {
	if p, err := env.ParsePosition(text); err == nil {
		return p, true
	}
	p, err := env.ParsePosition(text + " X")
	return p, err == nil
}

// asPlayed returns a recorded game by the rules that the players at the board
// know, which are the same but for the start and what empty squares count.
func asPlayed(r env.Rules, g record.Game) (*env.Game, error) {
	if g.Rules.Board != r.Board {
		return nil, fmt.Errorf("the game is on the %dx%[1]d board, and the network plays on %[2]dx%[2]d: start with a network of the %[1]dx%[1]d board", g.Rules.Size(), r.Size())
	}
	game, err := fromPosition(r, g.Start)
	if err != nil {
		return nil, err
	}
	for i, move := range g.Moves {
		if err := game.Follow(move); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return game, nil
}

// fromPosition begins a game at a position.
func fromPosition(r env.Rules, p env.Position) (*env.Game, error) {
	if err := r.Check(p); err != nil {
		return nil, err
	}
	return env.NewGameFrom(r, p), nil
}
