package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"othellier/cmd/othellier/tui"
	"othellier/env"
)

// TestAFailedSaveLeavesNothing saves under a name that is just short enough for
// a file and too long for what is written beside it.
func TestAFailedSaveLeavesNothing(t *testing.T) {
	var out strings.Builder
	tab := newTable(env.Rules{}, &out, env.Black, env.White)
	ctx, dir := context.Background(), t.TempDir()
	if err := tab.command(ctx, "f5"); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, strings.Repeat("x", 248)+".txt")
	for range 2 { // the second time is not told that there is a file
		err := tab.command(ctx, "save "+name)
		if err == nil || !strings.Contains(err.Error(), "not saved") {
			t.Fatalf("got %v", err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Fatalf("left behind: %v, %v", left, err)
		}
	}
	name = filepath.Join(dir, "game.txt")
	for _, line := range []string{"save " + name, "d6", "save " + name} {
		if err := tab.command(ctx, line); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "f5d6\n" {
		t.Errorf("saved %q, %v", got, err)
	}
}

func TestWhatIsOfferedWorks(t *testing.T) {
	ctx := context.Background()
	for _, human := range []seats{{}, {true, false}, {true, true}} {
		var out strings.Builder
		tab := newTable(env.Rules{Board: env.Board4}, &out)
		for !tab.game.Over() {
			if err := tab.game.Play(tab.game.Rules().AppendMoves(nil, tab.game.Position())[0]); err != nil {
				t.Fatal(err)
			}
		}
		tab.human = human
		offered := strings.Contains(tab.prompt(), "undo")
		if works := tab.command(ctx, "undo") == nil; works != offered {
			t.Errorf("%v: undo offered: %t, works: %t", human, offered, works)
		}
	}
	if !strings.Contains(tableHelp, "pass") {
		t.Error("the help says nothing of passes")
	}
}

// TestNoMovesAreLostLineByLine leaves games in every way, saved or not.
func TestNoMovesAreLostLineByLine(t *testing.T) {
	start, err := env.ParseTranscript(env.Rules{}, "f5")
	if err != nil {
		t.Fatal(err)
	}
	const told = "The game: "
	for _, c := range []struct {
		lines string
		want  []string
	}{
		{"", nil},
		{"quit", nil},
		{"f5,d6", []string{"f5d6"}},
		{"f5,d6,quit", []string{"f5d6"}},
		{"f5,new", []string{"f5"}},
		{"f5,new,d3,q", []string{"f5", "d3"}},
		{"f5,save a.txt,new,d3,q", []string{"d3"}},
		{"f5,save a.txt,quit", nil},
		{"f5,save a.obf,quit", []string{"f5"}},
		{"f5,save a.sgf,d6,quit", []string{"f5d6"}},
		{"f5,d6,undo", []string{"f5d6"}},
		{"f5,d6,save a.wtb,undo", nil},
		{"f5,d6,undo,save a.ggf", []string{"f5d6"}},
		{"f5,d6,save a.ggf,undo,save a.ggf", []string{"f5d6"}},
		{"f5,d6,save a.ggf,undo,save b.ggf", nil},
		{"f5,save a.x,q", []string{"f5"}},
	} {
		t.Chdir(t.TempDir())
		var out strings.Builder
		tab := newTable(env.Rules{}, &out, env.Black, env.White)
		if err := tab.play(t.Context(), strings.NewReader(strings.ReplaceAll(c.lines, ",", "\n"))); err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(out.String()) {
			if moves, ok := strings.CutPrefix(line, told); ok {
				got = append(got, strings.TrimSpace(moves))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: told %q, want %q", c.lines, got, c.want)
		}
	}
	var out strings.Builder
	tab := newTable(env.Rules{}, &out, env.Black, env.White)
	tab.game = env.NewGameFrom(env.Rules{}, start.Position())
	if err := tab.play(t.Context(), strings.NewReader("d6")); err != nil {
		t.Fatal(err)
	}
	if want := told + "d6 from " + start.Position().String() + "\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("no %q in\n%s", want, out.String())
	}
}

// TestSavesOfEveryFormatAreRead opens what was saved, and has it as the whole
// screen would have saved it.
func TestSavesOfEveryFormatAreRead(t *testing.T) {
	var out strings.Builder
	tab := newTable(env.Rules{}, &out, env.Black)
	ctx, dir := t.Context(), t.TempDir()
	for _, line := range []string{"f5", "d6", "c3"} {
		if err := tab.command(ctx, line); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.txt", "a.ggf", "a.SGF", "a.pgn", "a.obf", "a.wtb"} {
		path := filepath.Join(dir, name)
		if err := tab.command(ctx, "save "+path); err != nil {
			t.Fatal(err)
		}
		g, err := tui.LoadGame(env.Rules{}, path)
		if err != nil {
			t.Fatal(err)
		}
		want := "f5d6c3"
		if name == "a.obf" {
			want = ""
		}
		if g.Transcript() != want || g.Position() != tab.game.Position() {
			t.Errorf("%s: read %q and %v", name, g.Transcript(), g.Position())
		}
	}
	if !strings.Contains(out.String(), "a.obf: the position alone, not the moves\n") {
		t.Errorf("not told of positions:\n%s", out.String())
	}
	text, err := os.ReadFile(filepath.Join(dir, "a.ggf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"PB[a person]", "PW[net-b]", "DT[2026.01.02]", "B[f5]W[d6]B[c3]"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %s in %s", part, text)
		}
	}
	for _, name := range []string{"b", "b.x", "b.txtx", "b.json"} {
		err := tab.command(ctx, "save "+filepath.Join(dir, name))
		if err == nil || !strings.Contains(err.Error(), "expected .txt .ggf .sgf .pgn .obf or .wtb") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
