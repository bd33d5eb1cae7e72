package record

import (
	"errors"
	"strings"
	"testing"

	"othellier/env"
	"othellier/env/golden"
)

// TestSGF reads a file as Edax saves it.
func TestSGF(t *testing.T) {
	g := readOne(t, SGF, `(;FF[4]GM[2]AP[edax:4.6]
PC[Edax]DT[2026-10-7]
PB[one]PW[two]
SZ[8]AB[e4][d5]AW[d4][e5]PL[B]
RE[B+12]
B[f5];W[f6];
B[e6];W[f4];)
`)
	want := fromTranscript(t, "f5f6e6f4")
	want.Place, want.Date, want.Black, want.White = "Edax", "2026-10-7", "one", "two"
	want.Result = Result{Stated: Score, Margin: 12}
	want.Fields = []Field{{"AP", "edax:4.6"}}
	if !same(g, want) {
		t.Errorf("%+v\nexpected\n%+v", g, want)
	}
}

// TestSGFLetters reads a file as Quarry saves it: squares are two letters, and a
// forced pass is not written.
func TestSGFLetters(t *testing.T) {
	g := readOne(t, SGF, `(;GM[2]FF[4]
CA[UTF-8]
AP[Quarry:0.2.0]
SZ[8]
PB[one]
PW[two]
RE[Void]
;B[dc];W[ce];B[ef];W[ec];B[df];W[cc]
)
`)
	if got, want := transcriptOf(g), "d3c5e6e3d6c3"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	if _, faults := readAll(t, SGF, "(;GM[2];B[di])(;GM[2];B[d\\x80])(;GM[2]SZ[6];B[dc])"); len(faults) != 3 {
		t.Errorf("faults %v", faults)
	}
}

// TestSGFCollection reads several trees, each along its main line, with
// comments, escapes and properties of several values.
func TestSGFCollection(t *testing.T) {
	games, faults := readAll(t, SGF, `
(;FF[4]GM[2]C[a \] bracket, a \\ backslash
and a \
joined line]AR[a1][b2]
 ;B[F5]C[first](;W[d6]V[-3.5]BL[30](;B[c3])(;B[c4]))(;W[f6];B[e6]))
(;GM[2]FF[4];B[d3];W[c5])`)
	if len(games) != 2 || len(faults) != 0 {
		t.Fatalf("%d games, %v", len(games), faults)
	}
	g := games[0]
	if transcriptOf(g) != "f5d6c3" || transcriptOf(games[1]) != "d3c5" {
		t.Errorf("%s, %s", transcriptOf(g), transcriptOf(games[1]))
	}
	if want := "a ] bracket, a \\ backslash\nand a joined line"; g.Comment != want {
		t.Errorf("comment %q, expected %q", g.Comment, want)
	}
	if len(g.Fields) != 2 || g.Fields[0] != (Field{"AR", "a1"}) || g.Fields[1] != (Field{"AR", "b2"}) {
		t.Errorf("fields %v", g.Fields)
	}
	if g.Notes[0].Comment != "first" || !g.Notes[1].HasEval || g.Notes[1].Eval != 3.5 || len(g.Notes[1].Fields) != 1 {
		t.Errorf("notes %+v: V is from Black's side, a note from the mover's", g.Notes)
	}
	text, err := Text(g, SGF, Options{})
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "comments.sgf", text)
	if back := readOne(t, SGF, text); !same(g, back) {
		t.Errorf("%+v\ncomes back as\n%+v", g, back)
	}
}

func TestSGFStarts(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[2])":                                      "---------------------------OX------XO--------------------------- X",
		"(;GM[2]AB[d4][e5]AW[e4][d5];B[c5])":            "---------------------------XO------OX--------------------------- X",
		"(;GM[2]AB[c4:e4]AW[d5];W[d3])":                 "--------------------------XXX------O---------------------------- O",
		"(;GM[2]AB[c4:e4]AW[d5]PL[white])":              "--------------------------XXX------O---------------------------- O",
		"(;GM[2]AB[a1:h8]AE[b2:g7]AE[a1]AW[d4])":        "-XXXXXXXX------XX------XX--O---XX------XX------XX------XXXXXXXXX X",
		"(;GM[2]PL[W])":                                 "---------------------------OX------XO--------------------------- O",
		"(;GM[2]AB[d3]SZ[6]AB[c4]AW[c3][d4];B[b3])":     "---------------------------OX------XO--------------------------- X",
		"(;GaMe[2]AddBlack[c4:e4]AW[d5];PLayer[White])": "--------------------------XXX------O---------------------------- O",
	} {
		if g := readOne(t, SGF, text); g.Start.String() != want {
			t.Errorf("%s starts at\n%v, expected\n%v", text, g.Start, want)
		}
	}
}

func TestSGFPass(t *testing.T) {
	before := fromTranscript(t, beforePass)
	text, err := Text(before, SGF, Options{})
	if err != nil {
		t.Fatal(err)
	}
	open := strings.TrimSuffix(text, ")\n")
	for _, pass := range []string{";B[PA]", ";B[]", ";B[pass]", ""} {
		if g := readOne(t, SGF, open+pass+";W[b5])"); !strings.HasSuffix(transcriptOf(g), "a7--b5") {
			t.Errorf("after %s: %s", pass, transcriptOf(g))
		}
	}
}

func TestSGFResults(t *testing.T) {
	for text, want := range map[string]Result{
		"B+12":     {Stated: Score, Margin: 12},
		"w+2.5":    {Stated: Score, Margin: -2.5},
		"0":        {Stated: Score},
		"Draw":     {Stated: Score},
		"W+Resign": {Stated: Winner, Margin: -1, Reason: Resigned},
		"B+R":      {Stated: Winner, Margin: 1, Reason: Resigned},
		"B+T":      {Stated: Winner, Margin: 1, Reason: Timeout},
		"W+F":      {Stated: Winner, Margin: -1, Reason: Forfeit},
		"B+":       {Stated: Winner, Margin: 1},
		"Void":     {},
		"?":        {},
		"":         {},
	} {
		got, ok := parseResultSGF(text)
		if !ok || got != want {
			t.Errorf("RE[%s]: %+v %v, expected %+v", text, got, ok, want)
		}
	}
	g := readOne(t, SGF, "(;GM[2]RE[a \\] b];B[f5])")
	if text, _ := Text(g, SGF, Options{}); !strings.Contains(text, `RE[a \] b]`) {
		t.Errorf("a result that is none is lost: %s", text)
	}
}

func TestSGFFaults(t *testing.T) {
	good := "(;FF[4]GM[2]SZ[8]PL[B];B[f5];W[d6])"
	for _, c := range []struct{ bad, at, message string }{
		{"(;FF[4]GM[1]SZ[19];B[aa])", "1]SZ", "GM[1]: expected GM[2]"},
		{"(;FF[4]GM[2]SZ[19])", "19", "SZ[19]"},
		{"(;FF[4]GM[2];B[f5];W[f5])", "f5])", "f5 is illegal"},
		{"(;FF[4]GM[2];B[fz])", "fz", "is not a move"},
		{"(;FF[4]GM[2];B[f5];SZ[6])", "6])", "SZ after the first move"},
		{"(;FF[4]GM[2];B[f5];AB[a1])", "a1", "AB after the first move"},
		{"(;FF[4]GM[2]AB[xx])", "xx", "is not a square"},
		{"(;FF[4]GM[2]PL[green])", "green", "PL[green]"},
		{"(;FF[4]GM[2];B f5)", "B f5", "is not a property"},
		{"(;FF[4]GM[2];B[f5];W[d6]", "(;FF", "cut short"},
		{"(;FF[4]GM[2]C[no end;B(f5)", "(;FF", "cut short"},
		{"words", "words", "belongs to no game"},
	} {
		text := good + "\n" + c.bad + "\n" + good + "\n"
		games, faults := readAll(t, SGF, text)
		if len(games) != 2 || len(faults) != 1 {
			t.Errorf("%s: %d games, %v", c.bad, len(games), faults)
			continue
		}
		at := len(good) + 1 + strings.Index(c.bad, c.at)
		if f := faults[0]; f.Offset != int64(at) || f.Line != 2 || !strings.Contains(f.Error(), c.message) {
			t.Errorf("%s: %v, expected byte %d and %q", c.bad, f, at, c.message)
		}
	}
	empty := Game{Rules: env.Rules{Start: env.StartFree}}
	if _, err := Text(empty, SGF, Options{}); !errors.Is(err, ErrWrite) {
		t.Errorf("a start without discs: %v", err)
	}
}
