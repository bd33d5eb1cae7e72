package main

import (
	"errors"
	"fmt"
	"strings"

	"othellier/env"
)

// parseMoves reads the moves of a line, which may be run together or not, with move
// numbers before them.
func parseMoves(line string) ([]env.Move, error) {
	var moves []env.Move
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t,;", r) }) {
		some, rest := env.ScanMoves(word)
		if rest != "" {
			return nil, fmt.Errorf("%q is neither a square nor a command; type help for the commands", word)
		}
		moves = append(moves, some...)
	}
	if len(moves) == 0 {
		return nil, fmt.Errorf("%q is neither a square nor a command; type help for the commands", line)
	}
	return moves, nil
}

// putAll plays the moves of one line, or none of them. Several are for those who
// type both sides.
func (t *table) putAll(moves []env.Move) error {
	switch {
	case len(moves) == 1:
		return t.put(moves[0])
	case t.human != seats{true, true}:
		return errors.New("one move at a time: the network answers (with --color both a line can have many)")
	}
	before := t.game.Moves()
	if len(before) > 0 && before[len(before)-1] == env.Pass && moves[0] == env.Pass {
		moves = moves[1:] // it was made already
	}
	trial := t.game.Copy()
	for i, m := range moves {
		over := trial.Over()
		var illegal *env.IllegalError
		switch err := trial.Follow(m); {
		case err == nil:
		case over:
			return fmt.Errorf("the game is over before %s, move %d of the line; none is played", m, i+1)
		case errors.As(err, &illegal):
			return fmt.Errorf("%s, move %d of the line, is not legal: %s could play %s; none is played",
				m, i+1, illegal.Position.Turn, names(illegal.Legal))
		default:
			return err
		}
	}
	for _, m := range moves {
		if err := t.game.Follow(m); err != nil {
			return err
		}
	}
	return nil
}
