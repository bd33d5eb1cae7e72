package record

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"othellier/env"
)

// TestWTHORBytes writes a database and looks at every byte of it.
func TestWTHORBytes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.wtb")
	w, err := Create(path, Unknown, Options{Created: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	one := fromTranscript(t, nine)
	one.Event, one.Black, one.White, one.Date = "Mondial", "Fran\u00e7ois", "Tamenori", "1996.11.02"
	one.Fields = []Field{{"Theoretical", "40/24"}}
	two := fromTranscript(t, passing)
	two.White, two.Date = "a name of more than nineteen letters, \u0416", "1996"
	two.Fields = []Field{{"Theoretical", "34/24"}}
	for _, g := range []Game{one, two} {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	p, _ := two.Final() // the score of the second game, not finished, is that of its discs
	black, white := tournamentRules.Scores(p)
	want := wtb(2, wtbGame(1, 1, 2, 64, 40, nine), wtbGame(0, 0, 3, byte((64+black-white)/2), 34, strings.ReplaceAll(passing, "--", "")))
	if got := read("x.wtb"); !bytes.Equal(got, want) {
		t.Errorf("x.wtb:\n%v, expected\n%v", got, want)
	}
	names := func(size int, names ...string) []byte {
		b := make([]byte, 16+size*len(names))
		copy(b, []byte{20, 26, 11, 30, 0, 0, 0, 0, byte(len(names))})
		for i, name := range names {
			copy(b[16+size*i:], name)
		}
		return b
	}
	if got, want := read("x.jou"), names(20, "???", "Fran\xe7ois", "Tamenori", "a name of more than"); !bytes.Equal(got, want) {
		t.Errorf("x.jou:\n%q, expected\n%q", got, want)
	}
	if got, want := read("x.trn"), names(26, "Diverses parties", "Mondial"); !bytes.Equal(got, want) {
		t.Errorf("x.trn:\n%q, expected\n%q", got, want)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("files %v %v", entries, err)
	}

	// the names are found in the same directory, under the usual name and any other
	for _, name := range []string{"X", "WTHOR", "other"} {
		r, err := Open(path, Unknown, Options{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := r.Next()
		if err != nil || g.Black != one.Black || g.White != one.White || g.Event != one.Event {
			t.Errorf("%s: %+v %v", name, g, err)
		}
		r.Close()
		for _, ext := range []string{".jou", ".trn"} {
			old, err := filepath.Glob(filepath.Join(dir, "*"+ext))
			if upper, _ := filepath.Glob(filepath.Join(dir, "*"+strings.ToUpper(ext))); len(upper) > 0 {
				old = upper
			}
			if err != nil || len(old) != 1 {
				t.Fatal(old, err)
			}
			if err := os.Rename(old[0], filepath.Join(dir, name+strings.ToUpper(ext))); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestWTHORMixed writes games that do not agree on what the head says of all.
func TestWTHORMixed(t *testing.T) {
	w := newWriterWTHOR()
	for i, c := range []struct{ date, theory string }{{"1996", "40/24"}, {"1997", "40/22"}, {"", ""}} {
		g := fromTranscript(t, nine)
		g.Date = c.date
		if c.theory != "" {
			g.Fields = []Field{{theoryField, c.theory}}
		}
		if err := w.add(&g); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := w.writeGames(&b, time.Time{}); err != nil {
			t.Fatal(err)
		}
		head, theory := parseHead(b.Bytes()), b.Bytes()[16+7]
		if i == 0 && (head.year != 1996 || head.depth != 24 || theory != 40) || i > 0 && (head.year != 0 || head.depth != 0 || theory != 64) {
			t.Errorf("%d games: %+v, theoretical score %d", i+1, head, theory)
		}
	}
	for name, g := range map[string]Game{
		"mirrored start": {Rules: env.Rules{Start: env.StartMirrored}, Start: env.Rules{Start: env.StartMirrored}.Initial()},
		"small board":    {Rules: env.Rules{Board: env.Board6}, Start: env.Rules{}.Initial()},
		"illegal move":   {Start: env.Rules{}.Initial(), Moves: []env.Move{0}},
	} {
		if err := w.add(&g); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if len(w.games) != 3*68 {
		t.Errorf("%d bytes of games", len(w.games))
	}
}

// TestWTHORScore writes unfinished games.
func TestWTHORScore(t *testing.T) {
	for _, c := range []struct {
		result Result
		score  byte
	}{
		{Result{}, 63}, // f5: 4-1 and 59 empty squares
		{Result{Stated: Score, Margin: -12}, 26},
		{Result{Stated: Score, Margin: 8.5}, 36},
		{Result{Stated: Score, Margin: -99}, 0},
		{Result{Stated: Winner, Margin: -1, Reason: Resigned}, 0},
		{Result{Stated: Winner, Margin: 1}, 64},
		{Result{Stated: Winner}, 32},
	} {
		g := fromTranscript(t, "f5")
		g.Result = c.result
		final, err := g.Final()
		if err != nil {
			t.Fatal(err)
		}
		if got := scoreWTHOR(&g, final); got != c.score {
			t.Errorf("%+v: %d, expected %d", c.result, got, c.score)
		}
	}
}

func TestReadNames(t *testing.T) {
	head := func(n byte) []byte { return append([]byte{20, 1, 2, 3, 0, 0, 0, 0, n}, make([]byte, 7)...) }
	if names, err := ReadNames(bytes.NewReader(head(0)), "x.jou"); len(names) != 0 || err != nil {
		t.Errorf("no names: %v %v", names, err)
	}
	full := append(head(1), "abcdefghijklmnopqrst"...) // no NUL
	if names, err := ReadNames(bytes.NewReader(full), "x.jou"); len(names) != 1 || names[0] != "abcdefghijklmnopqrst" || err != nil {
		t.Errorf("%v %v", names, err)
	}
	for _, data := range [][]byte{nil, head(1)[:12], head(1), full[:30], append(full, 'x')} {
		var fault *Fault
		if _, err := ReadNames(bytes.NewReader(data), "x.jou"); !errors.As(err, &fault) || fault.File != "x.jou" {
			t.Errorf("%d bytes: %v", len(data), err)
		}
	}
}

// TestWTHORRandom reads generated databases back.
func TestWTHORRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	path := filepath.Join(t.TempDir(), "x.wtb")
	w, err := Create(path, WTHOR, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var games []Game
	for range 500 {
		g := randomGame(rng)
		games = append(games, g)
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := Open(path, Unknown, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	n := 0
	for g, err := range r.Games() {
		if err != nil {
			t.Fatal(err)
		}
		if !same(g, games[n]) {
			t.Fatalf("game %d: %+v\nexpected\n%+v", n+1, g, games[n])
		}
		n++
	}
	if n != len(games) {
		t.Errorf("%d games of %d", n, len(games))
	}
}
