package record

import (
	"os"
	"strings"
	"testing"

	"othellier/env"
)

// TestOBFProblems reads the FFO end positions and writes them as they are.
func TestOBFProblems(t *testing.T) {
	r, err := Open("testdata/ffo-1-39.obf", Unknown, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var b strings.Builder
	w, err := NewWriter(&b, OBF, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range r.Games() {
		if err != nil {
			t.Fatal(err)
		}
		if n := len(g.Rules.AppendMoves(nil, g.Start)); len(g.Choices) == 0 || len(g.Choices) > n || len(g.Fields) > 0 {
			t.Errorf("%v: %d choices of %d moves, fields %v", g.Origin, len(g.Choices), n, g.Fields)
		}
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("testdata/ffo-1-39.obf")
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for line := range strings.Lines(string(data)) {
		want.WriteString(strings.TrimRight(line, " \r\n") + "\n")
	}
	if b.String() != want.String() {
		t.Errorf("written:\n%s", b.String())
	}
}

func TestOBFVariants(t *testing.T) {
	const board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
	want, err := env.ParsePosition(board + " X")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		board + " X; G8:+18; H1:+12;",
		strings.NewReplacer("X", "*", "-", ".").Replace(board) + " *; g8:18;h1:12",
		strings.ToLower(board) + "x ; G8 : +18 ; h1:+12 ;\r",
		"% first\n%second\n\n" + board + " X; G8:+18; H1:+12; % third",
	} {
		g := readOne(t, OBF, text)
		if g.Start != want || len(g.Choices) != 2 || g.Choices[0] != (Choice{62, 18}) || g.Choices[1] != (Choice{7, 12}) {
			t.Errorf("%s: %v %v", text, g.Start, g.Choices)
		}
		if strings.HasPrefix(text, "%") && g.Comment != "first\nsecond\nthird" {
			t.Errorf("comment %q", g.Comment)
		}
	}
	g := readOne(t, OBF, board+" X; id \"FFO 1\"; G8:+18; depth 12")
	text, err := Text(g, OBF, Options{})
	if err != nil || text != board+" X; G8:+18; id \"FFO 1\"; depth 12;\n" {
		t.Errorf("%s %v", text, err)
	}
	g.Comment = "two\nlines"
	if text, _ := Text(g, OBF, Options{}); !strings.HasPrefix(text, "% two\n% lines\n-") {
		t.Errorf("%s", text)
	}
}

func TestOBFFaults(t *testing.T) {
	good := "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;\n"
	for _, c := range []struct{ bad, at, message string }{
		{"--XXX X; G8:+18;\n", "--", "expected 64 squares"},
		{strings.Replace(good, "G8", "A1", 1), " A1", "a1 is illegal"},
		{strings.Replace(good, " X;", " Q;", 1), "--", "is not a side to move"},
		{"garbage\n", "garbage", "is not a square"},
	} {
		games, faults := readAll(t, OBF, good+c.bad+good)
		if len(games) != 2 || len(faults) != 1 {
			t.Errorf("%s: %d games, %v", c.bad, len(games), faults)
			continue
		}
		at := len(good) + strings.Index(c.bad, c.at)
		if f := faults[0]; f.Offset != int64(at) || f.Line != 2 || f.Record != 2 || !strings.Contains(f.Error(), c.message) {
			t.Errorf("%s: %v, expected byte %d and %q", c.bad, f, at, c.message)
		}
	}
}
