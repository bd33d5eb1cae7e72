package protocol

import (
	"fmt"
	"strings"

	"othellier/env"
)

// squareName returns the name of a square, in upper case, on the board of r.
func squareName(r env.Rules, m env.Move) string {
	return strings.ToUpper(string(r.Board.AppendSquare(nil, m)))
}

// line returns moves separated by sep, passes by the name given.
func line(r env.Rules, moves []env.Move, sep, pass string) string {
	names := make([]string, len(moves))
	for i, m := range moves {
		if names[i] = pass; m != env.Pass {
			names[i] = squareName(r, m)
		}
	}
	return strings.Join(names, sep)
}

// otherBoard refuses a game of another board than the engine's.
func otherBoard(game, engine env.Rules) error {
	return fmt.Errorf("the game is on the %dx%[1]d board, the engine plays on %[2]dx%[2]d: start it with a network of the %[1]dx%[1]d board", game.Size(), engine.Size())
}
