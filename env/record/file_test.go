package record

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellier/env"
	"othellier/env/golden"
)

// TestWritten holds one full game in every format against its golden file.
func TestWritten(t *testing.T) {
	g := fromTranscript(t, strings.ReplaceAll("f5d6c4g5d7c7h5d8b8b7b6a7--b5a6a5--b4b3c6e8f8c8a8--e7--a4--b2a2c2d2d1--e2f2c5--c3--a1--a3--e6--d3--f6f7f1--g2h2e3f4b1--g1--c1--e1--g8--g7--f3--h1--h3--h4--h6", "--", ""))
	g.Black, g.White, g.Event, g.Place, g.Date = "Rose", "Tamenori", "Mondial", "Barcelona", "1996.11.02"
	g.Comment = "23 passes"
	g.Result = Result{Stated: Score, Margin: -64}
	g.Fields = []Field{{"RB", "2196.37"}, {"TI", "05:00//02:00"}}
	g.Notes = make([]Note, len(g.Moves))
	g.Notes[0] = Note{Seconds: 1.5, HasTime: true, Comment: "as in databases"}
	g.Notes[1] = Note{Eval: -2.25, HasEval: true, Seconds: .01, HasTime: true}
	for _, f := range written {
		if f == WTHOR {
			continue // byte by byte elsewhere
		}
		text, err := Text(g, f, Options{})
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "game"+f.Extension(), text)
	}
	g = fromTranscript(t, "f5d6c3")
	text, err := Text(g.Turned(1), PGN, Options{}) // mirrored
	if err != nil {
		t.Fatal(err)
	}
	g.Start, g.Moves = g.Rules.Next(g.Start, f5), g.Moves[1:] // White begins
	white, err := Text(g, PGN, Options{})
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "starts.pgn", text+white)
}

func TestDetect(t *testing.T) {
	g := fromTranscript(t, passing)
	for _, f := range written {
		if f == WTHOR {
			continue
		}
		text, err := Text(g, f, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, before := range []string{"", " \r\n", byteOrderMark} {
			if got := Detect([]byte(before + text)); got != f {
				t.Errorf("%q looks like %v, expected %v", before+text[:20], got, f)
			}
		}
	}
	for head, want := range map[string]Format{
		"1 " + sampleGGF:             GGF,
		"(;PB[x]BO[8 -":              GGF,
		"(;FF[3]PB[x]":               SGF,
		"(;PB[GM[Othello]GM[2]":      GGF,
		string(wtb(0)):               WTHOR,
		"1. f5 d6":                   Transcript,
		"# games":                    Transcript,
		"% problems\n":               OBF,
		"{a comment} 1. F5":          PGN,
		"...*....":                   OBF,
		"PK\x03\x04":                 Unknown,
		"what is this":               Unknown,
		"":                           Unknown,
		strings.Repeat("\x00", 4096): Unknown,
	} {
		if got := Detect([]byte(head)); got != want {
			t.Errorf("%.20q looks like %v, expected %v", head, got, want)
		}
	}
	for path, want := range map[string]Format{"a/b.GGF": GGF, "x.wtb": WTHOR, "x.sgf": SGF, "x.pgn": PGN, "x.obf": OBF, "x.txt": Unknown, "x": Unknown, "ggf": Unknown} {
		if got := ByName(path); got != want {
			t.Errorf("%s is %v, expected %v", path, got, want)
		}
	}
	for f := range Format(len(layouts)) {
		text, err := f.MarshalText()
		var back Format
		if errBack := back.UnmarshalText(text); err != nil || errBack != nil || back != f {
			t.Errorf("%v is written as %s and read as %v: %v %v", f, text, back, err, errBack)
		}
	}
	for word, want := range map[string]Format{"txt": Transcript, ".txt": Transcript, "wtb": WTHOR, "WTHOR": WTHOR, ".Sgf": SGF, "OBF": OBF} {
		var f Format
		if err := f.UnmarshalText([]byte(word)); err != nil || f != want {
			t.Errorf("%s is read as %v: %v", word, f, err)
		}
	}
	for _, word := range []string{"", "."} {
		if err := new(Format).UnmarshalText([]byte(word)); err == nil {
			t.Errorf("%q is a format", word)
		}
	}
	var f Format
	if err := f.UnmarshalText([]byte("doc")); err == nil || f != Unknown {
		t.Errorf("format doc: %v %v", f, err)
	}
	if Format(99).String() != "format(99)" || Format(99).Extension() != "" {
		t.Errorf("%v", Format(99))
	}
}

// TestOpen finds the format by the extension and then by the content.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.txt": sampleGGF, "b.txt": "f5d6\n", "c.GGF": sampleGGF, "d": "(;GM[2];B[f5])"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := Open(path, Unknown, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if g, err := r.Next(); err != nil || len(g.Moves) == 0 || g.Origin.File != path {
			t.Errorf("%s: %+v %v", name, g, err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	for name, message := range map[string]string{
		"none.ggf": "no such file",
		"none.wtb": "no such file",
		"x.jou":    "names of a WTHOR database",
		"x.bin":    "the format is not known",
	} {
		path := filepath.Join(dir, name)
		if name == "x.bin" {
			if err := os.WriteFile(path, []byte("garbage"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Open(path, Unknown, Options{}); err == nil || !strings.Contains(err.Error(), message) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	bad := filepath.Join(dir, "x.wtb")
	for path, data := range map[string]string{bad: string(wtb(0)), filepath.Join(dir, "WTHOR.JOU"): "short"} {
		if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(bad, Unknown, Options{}); err == nil || !strings.Contains(err.Error(), "WTHOR.JOU") {
		t.Errorf("names that are cut short: %v", err)
	}
	if _, err := NewReader(strings.NewReader(""), Format(99), Options{}); err == nil {
		t.Error("format 99 is read")
	}
	wrong := Options{Rules: env.Rules{Board: 9}}
	if _, err := NewReader(strings.NewReader(""), GGF, wrong); err == nil {
		t.Error("a board that is none is taken")
	}
	if _, err := Parse(GGF, "  ", Options{}); err == nil || !strings.Contains(err.Error(), "no game") {
		t.Errorf("no game: %v", err)
	}
}

// TestCreate leaves no file behind but whole ones.
func TestCreate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.ggf")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	w, err := Create(path, Unknown, Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := fromTranscript(t, "f5")
	if err := w.Write(g); err != nil || w.Format() != GGF {
		t.Fatal(w.Format(), err)
	}
	w.Discard()
	data, err := os.ReadFile(path)
	if entries, _ := os.ReadDir(dir); err != nil || string(data) != "old" || len(entries) != 1 {
		t.Errorf("%q, %v", data, entries)
	}
	w, err = Create(path, Unknown, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(g), w.Close()); err != nil {
		t.Fatal(err)
	}
	w.Discard()
	data, err = os.ReadFile(path)
	if text, _ := Text(g, GGF, Options{}); err != nil || string(data) != text {
		t.Errorf("%q %v", data, err)
	}
	if w, err := Create(filepath.Join(dir, "y.TXT"), Unknown, Options{}); err != nil || w.Format() != Transcript {
		t.Errorf("%v", err)
	} else {
		w.Discard()
	}
	for _, bad := range []string{"x", "x.doc"} {
		if _, err := Create(filepath.Join(dir, bad), Unknown, Options{}); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if _, err := Create(filepath.Join(dir, "none", "x.ggf"), Unknown, Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
	if w, err := Create(filepath.Join(dir, "none", "x.wtb"), Unknown, Options{}); err != nil || !errors.Is(w.Close(), os.ErrNotExist) {
		t.Errorf("no directory for WTHOR: %v", err)
	}
	if _, err := NewWriter(io.Discard, WTHOR, Options{}); err == nil {
		t.Error("WTHOR is written to a stream")
	}
}

// TestCopy goes on behind faults on either side.
func TestCopy(t *testing.T) {
	mirrored := "(;GM[Othello]BO[8 ---------------------------*O------O*--------------------------- *]B[c5];)"
	r, err := NewReader(strings.NewReader(sampleGGF+"\n(;GM[Othello]B[a1];)\n"+mirrored+sampleGGF), GGF, Options{File: "in"})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	w, err := NewWriter(&out, Transcript, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var messages []string
	games, faults, err := Copy(w, r.Games(), func(err error) { messages = append(messages, err.Error()) })
	if err := errors.Join(err, w.Close()); err != nil || games != 2 || faults != 2 || out.String() != "d3c5d6\nd3c5d6\n" {
		t.Errorf("%d games, %d faults, %v, %q", games, faults, err, out.String())
	}
	if len(messages) != 2 || !strings.HasPrefix(messages[0], "in: game 2, line 2, byte ") ||
		!strings.HasPrefix(messages[1], "in: game 3, line 3, byte ") || !strings.HasSuffix(messages[1], "the game is not written: "+errStart.Error()) {
		t.Errorf("%q", messages)
	}
	r, err = NewReader(bytes.NewReader(wtb(1, wtbGame(0, 0, 0, 63, 0, nine))), WTHOR, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if games, faults, err := Copy(w, r.Games(), nil); games != 1 || faults != 1 || err != nil {
		t.Errorf("a wrong result: %d games, %d faults, %v", games, faults, err)
	}
	many := func(yield func(Game, error) bool) {
		for yield(fromTranscript(t, nine), nil) {
		}
	}
	broken, err := NewWriter(brokenWriter{}, GGF, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Copy(broken, many, nil); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a writer that fails: %v", err)
	}
	if err := broken.Close(); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("and its end: %v", err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
