package main

import (
	"slices"
	"strings"
	"testing"

	"othellier/env"
)

func TestManyMovesInALine(t *testing.T) {
	passing, err := env.ParseTranscript(env.Rules{}, "f5d6c4g5d7c7h5d8b8b7b6a7") // Black has to pass now
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ before, line, want, says string }{
		{"", "f5 d6 c3", "f5d6c3", ""},
		{"", "F5D6", "f5d6", ""},
		{"", "f5,d6, c3", "f5d6c3", ""},
		{"", "1. f5 d6 2. c3", "f5d6c3", ""},
		{"", "1.f5 d6 2.c3", "f5d6c3", ""},
		{"", "1.f5d62.c3", "f5d6c3", ""},
		{"", "1 F5 D6 2) C3 3.", "f5d6c3", ""},
		{"f5", "d6", "f5d6", ""},
		{"f5", "1... d6 2. c3", "f5d6c3", ""},
		{passing.Transcript(), "b5 a6", passing.Transcript() + "b5a6", ""},
		{passing.Transcript(), "pass b5", passing.Transcript() + "b5", ""},
		{passing.Transcript(), "7. -- B5 8. A6", passing.Transcript() + "b5a6", ""},
		{"", "f5 d6 a1", "", "a1, move 3 of the line, is not legal: Black could play c3 c4 c5"},
		{"", "f5 a1 d6", "", "a1, move 2 of the line, is not legal"},
		{"", "f5 pass d6", "", "pass, move 2 of the line, is not legal"},
		{"", "a1 f5", "", "a1, move 1 of the line, is not legal"},
		{"", "f5 hint", "", `"hint" is neither a square nor a command`},
		{"", "f5d", "", `"f5d" is neither a square`},
		{"", "f5 d9", "", `"d9" is neither a square`},
		{"", "12", "", `"12" is neither a square`},
		{"", "1.", "", `"1." is neither a square`},
		{wholeGame, "a1 a2", wholeGame, "the game is over before a1"},
		{wholeGame[:len(wholeGame)-2], "h6 a1", wholeGame[:len(wholeGame)-2], "the game is over before a1, move 2"},
	} {
		var out strings.Builder
		tab := newTable(env.Rules{}, &out, env.Black, env.White)
		if tab.game, err = env.ParseTranscript(env.Rules{}, c.before); err != nil {
			t.Fatal(err)
		}
		if err := tab.computer(t.Context()); err != nil { // the pass
			t.Fatal(err)
		}
		err := tab.command(t.Context(), c.line)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.line, err, c.says)
		}
		if got := tab.game.Transcript(); got != c.want {
			t.Errorf("%s: the moves are %s, want %s", c.line, got, c.want)
		}
	}
}

// wholeGame ends in a position where nobody can move.
const wholeGame = "f5d6c4g5d7c7h5d8b8b7b6a7b5a6a5b4b3c6e8f8c8a8e7a4b2a2c2d2d1e2f2c5c3a1a3e6d3f6f7f1g2h2e3f4b1g1c1e1g8g7f3h1h3h4h6"

// TestNothingOfALineIsDropped adds words to every command, and moves for a player
// who has one side.
func TestNothingOfALineIsDropped(t *testing.T) {
	for _, human := range [][]env.Color{{env.Black}, {env.White}, {env.Black, env.White}} {
		var out strings.Builder
		tab := newTable(env.Rules{}, &out, human...)
		lines := []string{"sims", "sims 3 4", "sims 3x"}
		for _, verb := range alone {
			lines = append(lines, verb+" 3", strings.ToUpper(verb)+" d3", verb+" "+verb)
		}
		if len(human) == 1 {
			lines = append(lines, "d3 c3", "d3c3", "1. d3 c3")
		}
		for _, line := range lines {
			if err := tab.command(t.Context(), line); err == nil || err == errQuit {
				t.Errorf("%q was taken: %v", line, err)
			}
		}
		if out.String() != "" || len(tab.game.Moves()) > 0 {
			t.Errorf("something was done:\n%s%v", out.String(), tab.game.Moves())
		}
	}
	for line := range strings.Lines(tableHelp) { // those of the help that take something
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		takes := verb == "sims" || verb == "save"
		if strings.HasPrefix(line, "  f5") || strings.HasPrefix(line, "     ") {
			continue
		}
		if known := slices.Contains(alone, strings.TrimSuffix(verb, ",")); known == takes {
			t.Errorf("%s %s: stands alone: %v", verb, rest, known)
		}
	}
}
