package tui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"othellier/env"
)

// answer types into the prompt that a key opens, in place of what is there.
func (d *driver) answer(key, text string) {
	d.keys(key, "ctrl+u")
	d.send(tea.PasteMsg{Content: text})
	d.keys("enter")
}

func TestSaveAndOpen(t *testing.T) {
	for _, ext := range []string{".txt", ".ggf", ".sgf", ".pgn", ".wtb"} {
		path := filepath.Join(t.TempDir(), "my game"+ext)
		drive(t, Config{Seats: Seats{true, true}, Game: game(t, passes[:40])}, func(d *driver) {
			d.answer("s", path)
			d.shows("Saved ")
			if d.m.Unsaved() != nil {
				d.Fatal("the game counts as not saved")
			}
			d.keys("n")
			d.typed("f5")
			d.answer("s", path) // another game
			d.shows("exists: replace it? (y/n)")
			d.keys("n")
			d.shows("Nothing done")
			if got := d.m.Unsaved(); !slices.Equal(got, []string{"f5"}) {
				d.Fatal("the game counts as saved")
			}
			d.answer("o", path)
			d.moves(passes[:40])
			d.keys("U")
			d.moves("f5")
			d.answer("s", path)
			d.keys("y")
			d.shows("Saved ")
			d.answer("o", path)
			d.moves("f5")
		})
	}
}

func TestAPositionIsSaved(t *testing.T) {
	dir := t.TempDir()
	drive(t, Config{Seats: Seats{true, true}, Game: game(t, passes[:40])}, func(d *driver) {
		p := d.m.position()
		path := filepath.Join(dir, "x.obf")
		d.answer("s", path)
		d.answer("o", path)
		if d.m.position() != p || len(d.m.moves) != 0 {
			d.Fatalf("%v became %v", p, d.m.position())
		}
		d.answer("s", filepath.Join(dir, "x.txt")) // which has no place for a start
		d.typed("f2")
		d.answer("s", filepath.Join(dir, "x.txt"))
		d.shows("Not saved: ")
		if _, err := os.Stat(filepath.Join(dir, "x.txt")); err == nil {
			d.Error("a game that was not saved left a file")
		}
		d.answer("s", filepath.Join(dir, "x.sgf"))
		d.shows("Saved ")
	})
}

func TestFilesThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	broken := file("broken.sgf", "(;GM[2]SZ[8];B[a1])")
	empty := file("empty.txt", "")
	two := file("two.ggf", strings.Repeat("(;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5];)\n", 2))
	small := file("small.ggf", "(;GM[Othello]BO[6 ------ ------ --O*-- --*O-- ------ ------ *];)")
	bytes := file("bytes", "\x00\xff\x1b[2J")
	drive(t, Config{Seats: Seats{true, true}, Game: game(t, "f5d6")}, func(d *driver) {
		for _, path := range []string{dir, filepath.Join(dir, "none.txt"), broken, empty, two + "#3", small, bytes, "/dev/null"} {
			d.answer("o", path)
			d.shows("Not opened: ")
			d.moves("f5d6")
		}
		d.answer("o", two+"#2")
		d.moves("f5")
		d.keys("U")
		for _, path := range []string{filepath.Join(dir, "x"), filepath.Join(dir, "none", "x.txt"), "/dev/full.txt/x.txt", filepath.Join(dir, strings.Repeat("x", 300)+".txt")} {
			d.answer("s", path)
			d.shows("Not saved: ")
		}
		// A name with room for itself, but not for the temporary file beside it.
		long := filepath.Join(dir, strings.Repeat("x", 246)+".txt")
		d.answer("s", long)
		d.shows("Not saved: ")
		if _, err := os.Stat(long); err == nil {
			d.Error("a save that failed left a file")
		}
		sub := filepath.Join(dir, "sub.txt")
		if err := os.Mkdir(sub, 0o777); err != nil {
			d.Fatal(err)
		}
		d.answer("s", sub)
		d.shows("Not saved: ")

		// A full disk says so; the game is still there and still not saved.
		d.send(savedMsg{path: "x.txt", transcript: "f5d6", game: d.m.game, err: &os.PathError{Op: "write", Path: "x.txt", Err: syscall.ENOSPC}})
		d.shows("Not saved: write x.txt: no space left on device")
		if got := d.m.Unsaved(); !slices.Equal(got, []string{"f5d6"}) {
			d.Fatal("the game counts as saved")
		}
		// What is written is never announced for another game.
		old := d.m.game
		d.keys("n")
		d.typed("f5")
		d.send(savedMsg{path: "x.txt", transcript: "f5d6", game: old})
		if got := d.m.Unsaved(); !slices.Equal(got, []string{"f5"}) {
			d.Fatal("another game counts as saved")
		}
	})
}

// TestNumbersOfGames opens a game of a file by its number, or says why there is none.
func TestNumbersOfGames(t *testing.T) {
	t.Chdir(t.TempDir())
	ggf := "(;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5];)\n"
	for name, text := range map[string]string{"two.ggf": ggf + strings.Replace(ggf, "f5", "d3", 1), "odd#2": "f5d6", "odd#x": "f5d6c3"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{"two.ggf": "f5", "two.ggf#1": "f5", "two.ggf#2": "d3", "odd#2": "f5d6", "odd#x": "f5d6c3", "odd#2#1": "f5d6"} {
		if g, err := LoadGame(env.Rules{}, path); err != nil || g.Transcript() != want {
			t.Errorf("%s: %v, %v, want %s", path, g, err, want)
		}
	}
	for path, want := range map[string]string{
		"two.ggf#3": "two.ggf: there is no game 3, only 2 games",
		"two.ggf#0": `two.ggf#0: "0" is not the number of a game: expected 1 or more, such as two.ggf#2`,
		"two.ggf#x": `two.ggf#x: "x" is not the number`,
		"two.ggf#":  `two.ggf#: "" is not the number`,
		"one.ggf#2": "one.ggf: there is no such file",
		"one.ggf":   "one.ggf: there is no such file",
	} {
		if _, err := LoadGame(env.Rules{}, path); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

// TestALongNameLeavesRoomForTheQuestion saves twice in the least window.
func TestALongNameLeavesRoomForTheQuestion(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		t.Chdir(t.TempDir())
		drive(t, Config{Seats: Seats{true, true}, Game: game(t, "f5"), ASCII: ascii}, func(d *driver) {
			d.send(tea.WindowSizeMsg{Width: leastWidth, Height: leastHeight})
			name := strings.Repeat("long/", 10) + strings.Repeat("name", 20) + ".txt"
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				d.Fatal(err)
			}
			d.answer("s", name)
			d.answer("s", name)
			d.shows("name.txt exists: replace it? (y/n)")
			d.keys("y")
			d.shows("Saved", "long/long/")
		})
	}
}

func TestPromptsAreEdited(t *testing.T) {
	drive(t, Config{Seats: Seats{true, true}}, func(d *driver) {
		d.keys("i")
		d.typed("5d6")
		d.keys("home", "f", "end", "c", "4", "x", "left", "delete", "y", "backspace", "ctrl+a", "right", "ctrl+e")
		d.shows("Moves, or 64 squares (X O -): f5d6c4")
		if v := d.m.View(); v.Cursor == nil || v.Cursor.X != len("Moves, or 64 squares (X O -): f5d6c4") {
			d.Errorf("the cursor is at %v", v.Cursor)
		}
		d.send(tea.PasteMsg{Content: strings.Repeat(" 文", 60)}) // wide, and too long for the line
		if v := d.m.View(); v.Cursor.X > 79 {
			d.Errorf("the cursor is at %v", v.Cursor.X)
		}
		d.keys("ctrl+u")
		d.typed("f5")
		d.keys("esc")
		d.moves("")
		d.keys("i", "f", "5", "enter")
		d.moves("f5")
	})
}

func TestQuitWaitsForItsGoroutines(t *testing.T) {
	e := &scripted{delay: 3 * time.Second, deaf: true}
	c := Config{Seats: Seats{false, true}}
	c.Players[env.Black] = Player{"slow", e}
	drive(t, c, func(d *driver) {
		begin := time.Now()
		d.keys("ctrl+c")
		if !d.quit || !d.m.interrupted {
			d.Fatal("it did not quit")
		}
		if waited := time.Since(begin); waited != 0 {
			d.Fatalf("the key took %v", waited)
		}
		d.m.jobs.close()
		if waited := time.Since(begin); waited != 3*time.Second { // of the bubble
			d.Fatalf("it waited %v for its engine", waited)
		}
	})
}
