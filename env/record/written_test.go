package record

import (
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"othellier/env"
)

// TestResultsWritten writes every kind of result of an unfinished game, and of
// a finished one, whose moves tell what is not stated.
func TestResultsWritten(t *testing.T) {
	for _, c := range []struct {
		moves         string
		result        Result
		ggf, sgf, pgn string
	}{
		{"f5", Result{}, "?", "?", "*"},
		{"f5", Result{Stated: Score, Margin: 8}, "+8.000", "B+8", "36-28"},
		{"f5", Result{Stated: Score, Margin: -8.5}, "-8.500", "W+8.5", "0-1"},
		{"f5", Result{Stated: Score, Margin: math.Copysign(0, -1)}, "+0.000", "0", "32-32"},
		{"f5", Result{Stated: Score, Margin: 64, Reason: Resigned}, "+64.000:r", "B+R", "64-0"},
		{"f5", Result{Stated: Score, Margin: 4, Reason: Agreed}, "+4.000:s", "B+4", "34-30"},
		{"f5", Result{Stated: Winner, Margin: -1, Reason: Timeout}, "-64.000:t", "W+T", "0-1"},
		{"f5", Result{Stated: Winner, Margin: 1, Reason: Forfeit}, "+64.000:r", "B+F", "1-0"},
		{"f5", Result{Stated: Winner, Margin: 1}, "?", "B+", "1-0"},
		{"f5", Result{Stated: Winner}, "+0.000", "0", "1/2-1/2"},
		{nine, Result{}, "+64.000", "B+64", "64-0"},
		{nine, Result{Stated: Winner, Margin: 1}, "+64.000", "B+64", "64-0"},
		{nine, Result{Stated: Score, Margin: 2}, "+2.000", "B+2", "33-31"}, // wrong, but stated
	} {
		g := fromTranscript(t, c.moves)
		g.Result = c.result
		for f, want := range map[Format]string{GGF: "RE[" + c.ggf + "]", SGF: "RE[" + c.sgf + "]", PGN: "[Result \"" + c.pgn + "\"]\n"} {
			if text, err := Text(g, f, Options{}); err != nil || !strings.Contains(text, want) {
				t.Errorf("%v of %+v has no %s: %s %v", f, c.result, want, text, err)
			}
		}
	}
}

// TestResultNotRead keeps a result that can not be read where it was, and only
// there: another format may read something else in it.
func TestResultNotRead(t *testing.T) {
	g := readOne(t, SGF, "(;GM[2]RE[1];B[f5])")
	for f, want := range map[Format]string{SGF: "RE[1]", GGF: "RE[?]", PGN: "[Result \"*\"]"} {
		if text, err := Text(g, f, Options{}); err != nil || !strings.Contains(text, want) {
			t.Errorf("%v has no %s: %s %v", f, want, text, err)
		}
	}
	g = readOne(t, PGN, "[Result \"adjourned\"]\n1. F5 *\n")
	if text, _ := Text(g, PGN, Options{}); !strings.Contains(text, "[Result \"adjourned\"]\n") || !strings.HasSuffix(text, "\n*\n\n") {
		t.Errorf("%s", text)
	}
}

// TestNumbersWritten writes evaluations with two digits, or as many as they
// need, and none that are no numbers.
func TestNumbersWritten(t *testing.T) {
	for x, want := range map[float64]string{0: "0.00", -2.5: "-2.50", .01: "0.01", .0625: "0.0625", 1e6: "1000000.00", math.Inf(1): "", math.NaN(): ""} {
		g := fromTranscript(t, "f5")
		g.Notes = []Note{{Eval: x, HasEval: true, Seconds: x, HasTime: true}}
		text, err := Text(g, GGF, Options{})
		move := "B[f5/" + want + "/" + want + "]"
		if want == "" {
			move = "B[f5]"
		}
		if err != nil || !strings.Contains(text, move) {
			t.Errorf("%v: no %s in %s %v", x, move, text, err)
		}
		text, err = Text(g, SGF, Options{})
		if err != nil || strings.Contains(text, "V[") != (want != "") || !strings.Contains(text, want) {
			t.Errorf("%v: %s %v", x, text, err)
		}
	}
}

// TestNotWritten refuses what is no game of Othello in every format.
func TestNotWritten(t *testing.T) {
	good := fromTranscript(t, passing)
	illegal, notes, lead, overlap, unknown := good, good, good, good, good
	illegal.Moves = append(illegal.Moves[:12:12], 0)
	notes.Notes = make([]Note, 3)
	lead.Start.Lead = 2
	overlap.Start.Opp = overlap.Start.Own
	unknown.Rules.Board = 9
	for name, c := range map[string]struct {
		game    Game
		message string
	}{
		"illegal": {illegal, "move 13: env: a1 is illegal"},
		"notes":   {notes, "3 notes on 14 moves"},
		"lead":    {lead, "a lead of 2 where discs are shared"},
		"overlap": {overlap, "both sides have a disc on e4"},
		"board":   {unknown, "board 9 is unknown"},
	} {
		for _, f := range written {
			var err error
			if f == WTHOR {
				err = newWriterWTHOR().add(&c.game)
			} else {
				_, err = Text(c.game, f, Options{})
				if !errors.Is(err, ErrWrite) {
					t.Errorf("%s in %v: not an ErrWrite", name, f)
				}
			}
			if err == nil || !strings.Contains(err.Error(), c.message) {
				t.Errorf("%s in %v: %v, expected %q", name, f, err, c.message)
			}
		}
	}
	choice := good
	choice.Choices = []Choice{{0, 4}}
	if _, err := Text(choice, OBF, Options{}); !errors.Is(err, env.ErrIllegal) {
		t.Errorf("a choice that is not legal: %v", err)
	}
	small := readOne(t, SGF, "(;GM[2]SZ[4];B[a2])")
	for _, f := range written {
		_, err := Text(small, f, Options{})
		if fits := f == GGF || f == SGF; f != WTHOR && (err == nil) != fits || !fits && f != WTHOR && !errors.Is(err, errBoard) {
			t.Errorf("a board of four rows in %v: %v", f, err)
		}
	}
}

// TestFieldNames writes the fields that a format can have, in their order, and
// never one that it has itself.
func TestFieldNames(t *testing.T) {
	g := fromTranscript(t, "f5")
	for _, name := range []string{"KM", "Round", "AR", "AR", "LONG", "under_score", "", "two words", "PB", "BO", "AB", "FF", "Event", "FEN", "RE", "Theoretical", "obf", "k"} {
		g.Fields = append(g.Fields, Field{name, "it"})
	}
	for f, want := range map[Format]string{
		GGF: "KM AR AR AB FF",
		SGF: "KM AR LONG BO FEN",
		PGN: "KM Round AR AR LONG under_score PB BO AB FF RE Theoretical obf k",
		OBF: "it",
	} {
		text, err := Text(g, f, Options{})
		if err != nil {
			t.Fatal(err)
		}
		pattern := map[Format]string{GGF: `(\w+)\[it\]`, SGF: `(\w+)\[it\]`, PGN: `(\w+) "it"`, OBF: ` (it);`}[f]
		var names []string
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			if match[1] != "RE" || f == PGN { // a result that is not read keeps its place
				names = append(names, match[1])
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%v has the fields %s, expected %s", f, got, want)
		}
	}
}

// Holds says beforehand what a Writer says of a game.
func TestHolds(t *testing.T) {
	small := env.Rules{Board: env.Board6}
	mirrored := env.Rules{Start: env.StartMirrored}
	for _, c := range []struct {
		rules env.Rules
		held  []Format
	}{
		{env.Rules{}, []Format{Transcript, GGF, SGF, WTHOR, PGN, OBF}},
		{mirrored, []Format{GGF, SGF, PGN, OBF}},
		{small, []Format{GGF, SGF}},
	} {
		g := New(env.NewGame(c.rules))
		g.Moves = []env.Move{c.rules.AppendMoves(nil, g.Start)[0]}
		for f := Transcript; f <= OBF; f++ {
			w, err := Create(t.TempDir()+"/games", f, Options{})
			if err != nil {
				t.Fatal(err)
			}
			written := w.Write(g)
			w.Discard()
			if held := Holds(f, g); (held == nil) != slices.Contains(c.held, f) || (held == nil) != (written == nil) {
				t.Errorf("%+v, %v: %v, and when it is written %v", c.rules, f, held, written)
			}
		}
	}
	if Holds(Unknown, New(env.NewGame(env.Rules{}))) == nil {
		t.Error("no format holds a game")
	}
}
