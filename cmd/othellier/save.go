package main

import (
	"errors"
	"fmt"
	"os"

	"othellier/train"
)

// save writes the transcript to a file that does not exist yet, or that this
// table wrote before. What was saved before stays when that fails.
func (t *table) save(name string) error {
	switch {
	case name == "":
		return errors.New("say where to, such as: save game.txt")
	case t.game.Transcript() == "":
		return errors.New("there is no move to save yet")
	}
	if !t.saved[name] { // nobody else gets the name
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, os.ErrExist) {
			return fmt.Errorf("%s exists already; choose another name", name)
		}
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			return fmt.Errorf("the game is not saved: %w", err)
		}
	}
	if err := train.WriteFile(name, []byte(t.game.Transcript()+"\n")); err != nil {
		if !t.saved[name] {
			err = errors.Join(err, os.Remove(name))
		}
		return fmt.Errorf("the game is not saved: %w", err)
	}
	t.saved[name] = true
	fmt.Fprintf(t.out, "Saved to %s: %s\n", name, t.game.Transcript())
	return nil
}
