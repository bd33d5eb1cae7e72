package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"othellier/env"
	"othellier/env/golden"
	"othellier/mcts"
)

// newTable seats a human against a search with random playouts.
func newTable(r env.Rules, out *strings.Builder, human ...env.Color) *table {
	e, err := newEngine(r, mcts.NewRolloutEvaluator(r, 1, 1), playFlags{Simulations: simulations{n: 40}, styleFlags: styleFlags{Margin: 0.1}})
	if err != nil {
		panic(err)
	}
	t := &table{
		out:     out,
		echo:    true,
		game:    env.NewGame(r),
		engines: [2]*engine{e, e},
		names:   [2]string{"net-a", "net-b"},
		now:     func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) },
	}
	for _, c := range human {
		t.human[c] = true
	}
	return t
}

func TestBoardDrawings(t *testing.T) {
	var b strings.Builder
	g, err := env.ParseTranscript(env.Rules{}, "f5d6c3")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []drawing{{}, {colour: true}} {
		b.WriteString(d.board(g.Rules(), g.Position(), 18))
	}
	for _, last := range []env.Move{7, 56, 63, env.Pass} { // corners, where brackets meet the edge
		b.WriteString(drawing{}.board(g.Rules(), g.Position(), last))
	}
	for _, r := range []env.Rules{{Board: env.Board6}, {Board: env.Board4}} {
		b.WriteString(drawing{}.board(r, r.Initial(), env.Pass))
	}
	golden.Check(t, "boards.golden", b.String())
}

func TestWholeGameThroughAPipe(t *testing.T) {
	var out strings.Builder
	tab := newTable(env.Rules{}, &out, env.Black, env.White)
	// Black passes many times in this game: nobody types that.
	in := "hint\nf5\nD6\nz9\na1\nundo\nd6\nmoves\n" + lines("c4g5d7c7h5d8b8b7b6a7b5a6a5b4b3c6e8f8c8a8e7a4b2a2c2d2d1e2f2c5c3a1a3e6d3f6f7f1g2h2e3f4b1g1c1e1g8g7f3h1h3h4h6") + "\nf5\n"
	if err := tab.play(context.Background(), strings.NewReader(in)); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "game.golden", out.String())
	if !tab.game.Over() {
		t.Fatal("the game is not over")
	}
}

// lines puts each square of a transcript on its own line.
func lines(transcript string) string {
	var s []string
	for i := 0; i < len(transcript); i += 2 {
		s = append(s, transcript[i:i+2])
	}
	return strings.Join(s, "\n")
}

func TestUndoTakesBackTheAnswerToo(t *testing.T) {
	for _, human := range []env.Color{env.Black, env.White} {
		var out strings.Builder
		tab := newTable(env.Rules{}, &out, human)
		ctx := context.Background()
		step := func() {
			t.Helper()
			if err := tab.computer(ctx); err != nil {
				t.Fatal(err)
			}
		}
		step()
		if err := tab.undo(); err == nil {
			t.Fatalf("%s: took back a move before the first", human)
		}
		before := tab.game.Transcript()
		for tab.game.Rules().Moves(tab.game.Position()) != 0 {
			if err := tab.command(ctx, tab.example()); err != nil {
				t.Fatal(err)
			}
			step()
			after := tab.game.Transcript()
			if err := tab.command(ctx, "undo"); err != nil {
				t.Fatal(err)
			}
			if got := tab.game.Transcript(); got != before {
				t.Fatalf("%s: undo left %s, want %s", human, got, before)
			}
			if err := tab.command(ctx, "redo"); err != nil {
				t.Fatal(err)
			}
			if got := tab.game.Transcript(); got != after {
				t.Fatalf("%s: redo left %s, want %s", human, got, after)
			}
			before = after
		}
		if tab.command(ctx, "redo") == nil {
			t.Errorf("%s: played again what nobody took back", human)
		}
	}
}

func TestTheComputerAnswersAndBothSidesCanBeSwapped(t *testing.T) {
	var out strings.Builder
	tab := newTable(env.Rules{Board: env.Board4}, &out, env.Black)
	in := "swap\nswap\n" // the network now plays every second move by itself
	if err := tab.play(context.Background(), strings.NewReader(in)); err != nil {
		t.Fatal(err)
	}
	if n := len(tab.game.Moves()); n != 2 {
		t.Errorf("after two swaps %d moves are played, want 2:\n%s", n, out.String())
	}
	for _, want := range []string{"Black (X) plays ", "White (O) plays ", "End of input."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestSavingNeverOverwritesAStrangersFile(t *testing.T) {
	var out strings.Builder
	tab := newTable(env.Rules{}, &out, env.Black, env.White)
	ctx, name := context.Background(), filepath.Join(t.TempDir(), "my game.txt")
	for _, line := range []string{"f5", "save " + name, "d6", "SAVE  " + name} {
		if err := tab.command(ctx, line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "f5d6\n" {
		t.Fatalf("saved %q, %v", got, err)
	}
	for _, line := range []string{"save", "save  ", "save " + t.TempDir(), "save " + filepath.Join(t.TempDir(), "none", "x.txt")} {
		if tab.command(ctx, line) == nil {
			t.Errorf("%q was taken", line)
		}
	}
	other := newTable(env.Rules{}, &out, env.Black)
	unused := filepath.Join(t.TempDir(), "x.txt")
	if err := other.command(ctx, "save "+unused); err == nil || !strings.Contains(err.Error(), "no moves") {
		t.Errorf("a game without a move was saved: %v", err)
	}
	if _, err := os.Stat(unused); err == nil {
		t.Error("a refused save left a file")
	}
	if err := other.command(ctx, "f5"); err != nil {
		t.Fatal(err)
	}
	if err := other.command(ctx, "save "+name); err == nil || !strings.Contains(err.Error(), "already exists; choose another name") {
		t.Errorf("a second table overwrote the file: %v", err)
	}
}

func TestAnInterruptLeavesTheMoves(t *testing.T) {
	var out strings.Builder
	tab := newTable(env.Rules{}, &out, env.Black, env.White)
	if err := tab.command(context.Background(), "f5"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := tab.play(ctx, strings.NewReader("")); err != nil && !strings.Contains(out.String(), "The game: f5") {
		t.Errorf("got %v and\n%s", err, out.String())
	}
	tab.human[env.White] = false // now the interrupt meets the search
	if err := tab.play(ctx, strings.NewReader("")); err == nil || !strings.Contains(out.String(), "The game: f5") {
		t.Errorf("got %v and\n%s", err, out.String())
	}
}

func TestFaultsAreToldAndChangeNothing(t *testing.T) {
	var out strings.Builder
	tab := newTable(env.Rules{}, &out, env.Black, env.White)
	for _, line := range []string{"a1", "e4", "pass", "f9", "nonsense", "sims", "sims 0", "sims x", "sims 99999999", "undo", "redo"} {
		before := tab.game.Position()
		if err := tab.command(context.Background(), line); err == nil {
			t.Errorf("%q was taken", line)
		}
		if tab.game.Position() != before {
			t.Errorf("%q changed the game", line)
		}
	}
}

// TestTwoNetworksPlay gives White an engine of its own.
func TestTwoNetworksPlay(t *testing.T) {
	r := env.Rules{Board: env.Board4}
	var out strings.Builder
	table := newTable(r, &out)
	white, err := newEngine(r, mcts.NewRolloutEvaluator(r, 1, 2), playFlags{Simulations: simulations{n: 7}})
	if err != nil {
		t.Fatal(err)
	}
	table.engines[env.White] = white
	if err := table.play(context.Background(), strings.NewReader("sims 3\n")); err != nil {
		t.Fatal(err)
	}
	if !table.game.Over() {
		t.Errorf("the game is not over:\n%s", out.String())
	}
	for c, e := range table.engines {
		if root := e.thinker.Search().Root(); root.Position.Turn != env.Color(c) || e.simulations.n != 3 {
			t.Errorf("%v searched for %v, and now searches %d simulations", env.Color(c), root.Position.Turn, e.simulations.n)
		}
	}
}

// TestOutlook is of what is solved before any search, and of the only move.
func TestOutlook(t *testing.T) {
	r := env.Rules{Board: env.Board4}
	var out strings.Builder
	table := newTable(r, &out)
	e, err := newEngine(r, mcts.NewRolloutEvaluator(r, 1, 1), playFlags{Simulations: simulations{n: 40}, styleFlags: styleFlags{Margin: 0.1}, rootFlag: rootFlag{10}})
	if err != nil {
		t.Fatal(err)
	}
	table.engines = [2]*engine{e, e}
	if err := table.play(context.Background(), strings.NewReader("")); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{`Black \(X\) plays ..; it gives itself \d+ % and [-+]\d`, `White \(O\) plays ..; it knows that it ends with \+8 discs\.`, `Black \(X\) plays ..; it knows that it ends with -8 discs\.`} {
		if !regexp.MustCompile(line).MatchString(out.String()) {
			t.Errorf("no line %s in\n%s", line, out.String())
		}
	}
}

// TestHintSaysWhatItDid thinks by simulations and by time.
func TestHintSaysWhatItDid(t *testing.T) {
	for _, c := range []struct {
		simulations int
		seconds     time.Duration
		says        string
	}{
		{40, 0, `\(40 simulations\)\n`},
		{0, 20 * time.Millisecond, `\(\d+ simulations in 1\.5 s\)\n`},
	} {
		var out strings.Builder
		tab := newTable(env.Rules{}, &out, env.Black)
		tab.engines[env.Black].simulations.n, tab.engines[env.Black].seconds = c.simulations, c.seconds
		now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		tab.now = func() time.Time { now = now.Add(1500 * time.Millisecond); return now }
		if err := tab.command(t.Context(), "hint"); err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(c.says).MatchString(out.String()) {
			t.Errorf("no %s in\n%s", c.says, out.String())
		}
	}
}
