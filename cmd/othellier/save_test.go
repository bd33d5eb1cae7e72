package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	name := filepath.Join(dir, strings.Repeat("x", 252))
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
