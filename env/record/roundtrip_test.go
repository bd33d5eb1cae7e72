package record

import (
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"othellier/env"
)

// held returns what is left of g in a file of that format, and false if it can
// not hold g at all. It says in Go what the package's story says in words.
func held(g Game, f Format) (Game, bool) {
	standard := g.Start == tournamentRules.Initial()
	final, err := g.Final()
	if err != nil {
		panic(err)
	}
	over := g.Rules.Over(final)
	if n := len(g.Moves); (f == Transcript || f == WTHOR) && n > 0 && g.Moves[n-1] == env.Pass {
		g.Moves = g.Moves[:n-1] // it is not between two moves
		final, _ = g.Final()
	}
	if over && f != Transcript && f != OBF && g.Result.Stated != Score {
		g.Result = finalResult(g.Rules, final)
	}
	if (f == GGF || f == PGN) && len(g.Date) > 4 {
		g.Date = "2003.12.15"
	}
	keepFields := false
	notes := func(Note) Note { return Note{} }
	switch f {
	case Transcript:
		if !standard || len(g.Moves) == 0 {
			return g, false
		}
		g = Game{Rules: g.Rules, Start: g.Start, Moves: g.Moves}
	case GGF:
		if g.Place == "" {
			g.Place, g.Event = g.Event, ""
		}
		keepFields = true
		notes = func(n Note) Note { n.Comment = ""; return n }
		g.Choices = nil
	case SGF:
		keepFields = true
		notes = func(n Note) Note { n.Seconds, n.HasTime = 0, false; return n }
		if len(g.Date) > 4 {
			g.Date = "2003-12-15"
		}
		g.Choices = nil
	case PGN:
		keepFields = true
		notes = func(n Note) Note { return Note{Comment: n.Comment} }
		g.Choices = nil
	case OBF:
		g = Game{Rules: startedAt(g.Rules, final), Start: final, Choices: g.Choices, Comment: g.Comment}
	case WTHOR:
		if !standard {
			return g, false
		}
		if g.Event == "" {
			g.Event = g.Place
		}
		g.Place, g.Comment, g.Choices = "", "", nil
		if len(g.Date) > 4 {
			g.Date = "2003"
		}
		if !over && g.Result.Stated == Nothing {
			g.Result = Result{Stated: Score, Margin: 2*float64(scoreWTHOR(&g, final)) - 64}
		}
	}
	if !keepFields {
		g.Fields = nil
	}
	g.Notes = append([]Note(nil), g.Notes...)
	if len(g.Notes) > len(g.Moves) {
		g.Notes = g.Notes[:len(g.Moves)]
	}
	for i, n := range g.Notes {
		g.Notes[i] = notes(n)
	}
	return g, true
}

// through writes g and reads it again: WTHOR through files, the others through
// a text.
func through(t rapid.TB, dir string, g Game, f Format) Game {
	if f != WTHOR {
		text, err := Text(g, f, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return readOne(t, f, text)
	}
	path := filepath.Join(dir, "x"+f.Extension())
	w, err := Create(path, f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Discard()
	if err := w.Write(g); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := Open(path, Unknown, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Format() != f {
		t.Fatalf("%v is read as %v", f, r.Format())
	}
	back, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if g, err := r.Next(); err == nil {
		t.Fatalf("a second game: %+v", g)
	}
	return back
}

var written = []Format{Transcript, GGF, SGF, WTHOR, PGN, OBF}

// TestRoundTrip takes games through one format and then through another: what
// each can hold comes back.
func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t)
		for _, first := range written {
			want, ok := held(g, first)
			if !ok {
				continue
			}
			back := through(t, dir, g, first)
			if !same(back, want) {
				t.Fatalf("%v returns\n%+v, expected\n%+v", first, back, want)
			}
			second := rapid.SampledFrom(written).Draw(t, "second format")
			want, ok = held(back, second)
			if !ok {
				continue
			}
			if again := through(t, dir, back, second); !same(again, want) {
				t.Fatalf("%v and %v return\n%+v, expected\n%+v", first, second, again, want)
			}
		}
	})
}
