package main

import (
	"errors"
	"fmt"
	"os"

	"othellier/cmd/othellier/tui"
	"othellier/env"
)

// save writes the game, in the format of the extension, to a file that does not
// exist yet, or that this table wrote before. What was saved before stays when
// that fails.
func (t *table) save(name string) error {
	if name == "" {
		return errors.New("say where to, such as: save game.txt")
	}
	players := t.names
	for c, person := range t.human {
		if person {
			players[c] = "a person"
		}
	}
	now := t.now()
	switch err := tui.Save(name, tui.Record(t.game, players, now), t.kept.Ours(name), now); {
	case errors.Is(err, os.ErrExist):
		return fmt.Errorf("not saved: %w; choose another name", err)
	case err != nil:
		return fmt.Errorf("not saved: %w", err)
	}
	moves := t.game.Transcript()
	if !t.kept.Saved(name, t.game, moves) {
		moves = "the position alone, not the moves"
	}
	fmt.Fprintf(t.out, "Saved to %s: %s\n", name, moves)
	return nil
}

// leave prints the moves of a game that ends, unless a file has them.
func (t *table) leave() {
	if moves := t.kept.Missing(t.game); moves != "" {
		fmt.Fprintf(t.out, "The game: %s\n", moves)
	}
}

// restart leaves the game for a new one.
func (t *table) restart() {
	t.leave()
	t.game = env.NewGame(t.game.Rules())
}
