package protocol

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellier/env"
	"othellier/env/record"
)

// writeSGF writes a file and returns its name.
func writeSGF(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// sgfOf returns a game in SGF.
func sgfOf(t *testing.T, g *env.Game) string {
	t.Helper()
	var b strings.Builder
	w, err := record.NewWriter(&b, record.SGF, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(record.New(g)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestGTPLoadsUpToEveryMove loads a game with passes up to each of its moves and
// compares it with the same moves played, which undo takes back one by one.
func TestGTPLoadsUpToEveryMove(t *testing.T) {
	game := transcript(t, passes)
	path := writeSGF(t, "game.sgf", sgfOf(t, game))
	_, c := newLister(env.Rules{})
	played := newGTP(c)
	number := 0
	compare := func(args ...string) {
		t.Helper()
		s := newGTP(c)
		if _, err := s.run(context.Background(), "loadsgf", append([]string{path}, args...)); err != nil {
			t.Fatalf("loadsgf %v: %v", args, err)
		}
		if s.game.Position() != played.game.Position() || fmt.Sprint(s.game.Moves(), s.steps) != fmt.Sprint(played.game.Moves(), played.steps) {
			t.Fatalf("loadsgf %v: %v, %v, want %v, %v", args, s.game.Moves(), s.steps, played.game.Moves(), played.steps)
		}
		for range s.steps {
			if _, err := s.run(context.Background(), "undo", nil); err != nil {
				t.Fatal(err)
			}
		}
		if s.game.Position() != s.Rules.Initial() {
			t.Fatalf("loadsgf %v, and all taken back: %v", args, s.game.Position())
		}
	}
	for _, m := range game.Moves() {
		if m == env.Pass {
			continue
		}
		number++
		compare(fmt.Sprint(number))
		p := played.game.Position()
		if played.Rules.Moves(p) == 0 {
			p = p.Passed()
		}
		if err := played.play(p.Turn, m); err != nil {
			t.Fatal(err)
		}
	}
	compare()
	compare(fmt.Sprint(number + 1))
	compare("1000")
}

// TestGTPLoads reads a position that is set up, and starts the clocks.
func TestGTPLoads(t *testing.T) {
	path := writeSGF(t, "position.sgf", "(;FF[4]GM[2]SZ[8]KM[1.5]RE[W+2]AB[d4][e5]AW[e4][d5][f4]PL[W];W[c4])")
	e, c := newLister(env.Rules{})
	s := newGTP(c)
	for _, k := range []string{"time_settings 60 0 0", "genmove b", "loadsgf " + path, "genmove b"} {
		words := strings.Fields(k)
		if _, err := s.run(context.Background(), words[0], words[1:]); err != nil {
			t.Fatalf("%s: %v", k, err)
		}
	}
	if s.komi != 1.5 {
		t.Errorf("komi is %v", s.komi)
	}
	if n := s.game.Position().Count(env.White); len(s.game.Moves()) != 2 || n < 1 {
		t.Errorf("%v, %d white discs", s.game.Moves(), n)
	}
	if len(e.limits) != 2 || e.limits[1].Time <= e.limits[0].Time { // of as much time, with fewer moves to go
		t.Errorf("the time of the moves: %v", e.limits)
	}
}

// TestGTPLoadFaults also looks that they change nothing.
func TestGTPLoadFaults(t *testing.T) {
	good := writeSGF(t, "good.sgf", "(;FF[4]GM[2]SZ[8];B[f5];W[d6])")
	for _, f := range []struct{ args, want string }{
		{"", "syntax error"},
		{good + " x", "syntax error"},
		{good + " 0", "syntax error"},
		{good + " -1", "syntax error"},
		{good + " 1 2", "syntax error"},
		{filepath.Join(t.TempDir(), "none.sgf"), "cannot load file: "},
		{t.TempDir(), "cannot load file: it is not a regular file"},
		{writeSGF(t, "empty.sgf", ""), "cannot load file: there is no game in it"},
		{writeSGF(t, "go.sgf", "(;FF[4]GM[1]SZ[19];B[aa])"), "cannot load file: "},
		{writeSGF(t, "illegal.sgf", "(;FF[4]GM[2]SZ[8];B[f5];W[a1])"), "cannot load file: "},
		{writeSGF(t, "small.sgf", "(;FF[4]GM[2]SZ[4];B[a2])"), "cannot load file: the game is on the 4x4 board, the engine plays on 8x8: start it with a network of the 4x4 board"},
		{writeSGF(t, "text.sgf", "f5d6"), "cannot load file: "},
	} {
		_, c := newLister(env.Rules{})
		in := "komi 3\nplay b d3\ngenmove w\nshowboard\n"
		before := serveGTP(t, c, in+"undo\nundo\n")
		before = strings.TrimSuffix(before, "=\n\n=\n\n")
		all := serveGTP(t, c, in+"loadsgf "+f.args+"\nshowboard\nundo\nundo\nundo\n")
		answers := strings.Split(strings.TrimPrefix(all, before), "\n\n")
		board := strings.Split(before, "\n\n")[3]
		if len(answers) < 5 || !strings.HasPrefix(answers[0], "? "+f.want) || strings.Contains(answers[0], "\n") || answers[1] != board ||
			answers[2] != "=" || answers[3] != "=" || answers[4] != "? cannot undo" {
			t.Errorf("loadsgf %s: %q", f.args, answers)
		}
	}
}
