package record

import (
	"errors"
	"strings"
	"testing"

	"othellier/env"
)

// sampleGGF is a game of the Generic Game Server, komi and random starts apart
// with every property that its archive has.
const sampleGGF = `(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[one]PW[two]RB[2196.37]RW[2200.35]TI[05:00//02:00]TY[8]RE[+0.000]` +
	`BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[c5/2.39/0.01]B[d6/-1.50];)`

func TestGGF(t *testing.T) {
	g := readOne(t, GGF, sampleGGF)
	want := fromTranscript(t, "d3c5d6")
	want.Place, want.Date = "GGS/os", "2003.12.15_12:33:18.MST"
	want.Black, want.White = "one", "two"
	want.Result = Result{Stated: Score}
	want.Fields = []Field{{"RB", "2196.37"}, {"RW", "2200.35"}, {"TI", "05:00//02:00"}}
	want.Notes = []Note{{Seconds: .01, HasTime: true}, {Eval: 2.39, HasEval: true, Seconds: .01, HasTime: true}, {Eval: -1.5, HasEval: true}}
	if !same(g, want) {
		t.Errorf("%+v\nexpected\n%+v", g, want)
	}
	text, err := Text(g, GGF, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if text != sampleGGF+"\n" {
		t.Errorf("written again:\n%s", text)
	}
}

// TestGGFMirrored reads the form that is common in the wild: the mirrored
// centre, blanks at the end of the board, the two disc counts run together.
func TestGGFMirrored(t *testing.T) {
	const board = "BO[8 ---------------------------*O------O*--------------------------- *   ]"
	g := readOne(t, GGF, "(;GM[Othello]PC[web]DT[Fri Mar 1 2013]PB[a]PW[b]RE[3133]TY[8]"+board+"B[c5]W[e6];)")
	if g.Rules.Start != env.StartMirrored || g.Start != g.Rules.Initial() {
		t.Errorf("start %v, %v", g.Rules.Start, g.Start)
	}
	if want := (Result{Stated: Score, Margin: -2}); g.Result != want {
		t.Errorf("3133 is %v, expected %v", g.Result, want)
	}
	if g.Date != "Fri Mar 1 2013" {
		t.Errorf("date %q", g.Date)
	}
	for _, first := range []string{"c5", "d6", "e3", "f4"} {
		readOne(t, GGF, "(;GM[Othello]"+board+"B["+first+"];)")
	}
	_, faults := readAll(t, GGF, "(;GM[Othello]"+board+"B[f5];)")
	if len(faults) != 1 || !errors.Is(faults[0], env.ErrIllegal) {
		t.Errorf("f5 from the mirrored start: %v", faults)
	}
	n, ok := g.Normal()
	if !ok || n.Start != tournamentRules.Initial() || n.Rules.Start != env.StartStandard || n.Moves[0] != f5 {
		t.Errorf("turned to the standard start: %+v", n)
	}
}

// TestGGFWipeout reads 23-0 run together, which is all 64 squares to Black.
func TestGGFWipeout(t *testing.T) {
	nine := fromTranscript(t, "e6f4e3f6g5d6e7f5c5")
	text, err := Text(nine, GGF, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, "RE[+64.000]") {
		t.Fatalf("no full score: %s", text)
	}
	g := readOne(t, GGF, strings.Replace(text, "+64.000", "130", 1)) // 13-0
	if want := (Result{Stated: Score, Margin: 64}); g.Result != want {
		t.Errorf("130 is %v, expected %v", g.Result, want)
	}
	if err := g.CheckResult(); err != nil {
		t.Error(err)
	}
}

func TestGGFResults(t *testing.T) {
	start := env.Rules{}.Initial()
	for text, want := range map[string]Result{
		"+8.000":     {Stated: Score, Margin: 8},
		"-56":        {Stated: Score, Margin: -56},
		"12":         {Stated: Score, Margin: 12},
		"+8.500":     {Stated: Score, Margin: 8.5},
		"-64.00:r":   {Stated: Score, Margin: -64, Reason: Resigned},
		"+64.000:t":  {Stated: Score, Margin: 64, Reason: Timeout},
		" +2.00 :s ": {Stated: Score, Margin: 2, Reason: Agreed},
		"3133":       {Stated: Score, Margin: -2},
		"064":        {Stated: Score, Margin: -64},
		"22":         {Stated: Score}, // the counts of the position
		"230":        {},              // 23-0 or 2-30
		"640":        {},              // 64-0 or 6-40
		"?":          {},
		"":           {},
		"-127.000":   {}, // Edax, unfinished
	} {
		got, ok := parseRE(text, env.Rules{}, start)
		if !ok || got != want {
			t.Errorf("RE[%s]: %+v %v, expected %+v", text, got, ok, want)
		}
	}
	g := readOne(t, GGF, "(;gm[OTHELLO]Re[adjourned]b[F5]\r\nw [d6];)") // any letter case
	if text, _ := Text(g, GGF, Options{}); !strings.Contains(text, "RE[adjourned]") {
		t.Errorf("a result that is none is lost: %s", text)
	}
}

// TestGGFArchive reads lines as the server keeps them: a count first, and two
// games on a line where two were played at once.
func TestGGFArchive(t *testing.T) {
	one := strings.Replace(sampleGGF, "TY[8]", "TY[s8r20]", 1)
	games, faults := readAll(t, GGF, "1 "+sampleGGF+"\n2 "+one+one+"\r\n1 "+sampleGGF+"\n")
	if len(games) != 4 || len(faults) != 0 {
		t.Fatalf("%d games, %v", len(games), faults)
	}
	for i, g := range games {
		if g.Origin.Record != i+1 || g.Origin.Line != []int{1, 2, 2, 3}[i] {
			t.Errorf("game %d is from %v", i, g.Origin)
		}
		if transcriptOf(g) != "d3c5d6" {
			t.Errorf("game %d: %s", i, transcriptOf(g))
		}
	}
	if ty, _ := games[1].Field("TY"); ty != "s8r20" {
		t.Errorf("TY %q", ty)
	}
}

// TestGGFPass applies passes in every spelling, with times, and at the end of
// the record: the side to move is the one after the last pass.
func TestGGFPass(t *testing.T) {
	before := fromTranscript(t, beforePass)
	text, err := Text(before, GGF, Options{})
	if err != nil {
		t.Fatal(err)
	}
	open, _, _ := strings.Cut(text, ";)")
	for _, pass := range []string{"PA//3.1", "pa", "pass//1.67", "PASS", "--", "ps"} {
		g := readOne(t, GGF, open+"B["+pass+"];)")
		p, err := g.Final()
		if err != nil || p.Turn != env.White || g.Moves[len(g.Moves)-1] != env.Pass {
			t.Errorf("after B[%s]: %v, %v", pass, p, err)
		}
		g = readOne(t, GGF, open+"B["+pass+"]W[b5];)")
		if !strings.HasSuffix(transcriptOf(g), "a7--b5") {
			t.Errorf("after B[%s]: %s", pass, transcriptOf(g))
		}
	}
	if g := readOne(t, GGF, open+"W[b5];)"); !strings.HasSuffix(transcriptOf(g), "a7--b5") {
		t.Errorf("a pass left out: %s", transcriptOf(g))
	}
	g := readOne(t, GGF, open+"B[PA//3.1];)")
	if n := g.Notes[12]; !n.HasTime || n.Seconds != 3.1 || n.HasEval {
		t.Errorf("the note of the pass: %+v", n)
	}
	over := fromTranscript(t, "e6f4e3f6g5d6e7f5c5")
	text, _ = Text(over, GGF, Options{})
	if g := readOne(t, GGF, strings.Replace(text, ";)", "W[pa]B[pa];)", 1)); len(g.Moves) != 9 {
		t.Errorf("passes after the end: %s", transcriptOf(g))
	}
}

func TestGGFSmallBoards(t *testing.T) {
	g := readOne(t, GGF, "(;GM[Othello]TY[6]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]B[e4]W[c5];)")
	if g.Rules.Board != env.Board6 || g.Start != g.Rules.Initial() || transcriptOf(g) != "f5d6" {
		t.Errorf("%v from %v: %s", g.Rules, g.Start, transcriptOf(g))
	}
	text, err := Text(g, GGF, Options{})
	if err != nil || !strings.Contains(text, "TY[6]RE[?]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]B[e4]W[c5];)") {
		t.Errorf("%s %v", text, err)
	}
	for board, message := range map[string]string{
		"10 ---":  "a board of 10 rows",
		"8 ---":   "expected 64 squares",
		"6 --- *": "expected 36 squares",
		"8 x y":   "is not a square",
		"":        "0 of 65 symbols",
		"4 ----Q": "is not a square",
	} {
		_, faults := readAll(t, GGF, "(;GM[Othello]BO["+board+"];)")
		if len(faults) != 1 || !strings.Contains(faults[0].Error(), message) {
			t.Errorf("BO[%s]: %v", board, faults)
		}
	}
}

// TestGGFTexts keeps what it can of names: GGF has no escapes.
func TestGGFTexts(t *testing.T) {
	g := fromTranscript(t, "f5")
	g.Black, g.White, g.Comment = "a]b\n[c", "Fran\u00e7ois", "two\nlines"
	g.Fields = []Field{{"KM", "-0.500"}, {"Round", "3"}, {"RB", "x"}, {"obf", "y"}}
	g.Notes = []Note{{Fields: []Field{{evalField, "12%"}, {timeField, "soon"}}}}
	text, err := Text(g, GGF, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = "(;GM[Othello]PB[a)b [c]PW[Fran\u00e7ois]KM[-0.500]RB[x]TY[8]C[two lines]RE[?]" +
		"BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5/12%/soon];)\n"
	if text != want {
		t.Errorf("%s\nexpected\n%s", text, want)
	}
	if back := readOne(t, GGF, text); len(back.Notes) != 1 || len(back.Notes[0].Fields) != 2 {
		t.Errorf("%+v", back)
	}
	latin1 := strings.Replace(text, "\u00e7", "\xe7", 1)
	if back := readOne(t, GGF, latin1); back.White != "Fran\u00e7ois" {
		t.Errorf("ISO 8859-1: %q", back.White)
	}
}

// TestGGFFaults names the place of every fault and goes on behind it.
func TestGGFFaults(t *testing.T) {
	good := "(;GM[Othello]PB[x]PW[y]B[f5]W[d6];)"
	for _, c := range []struct {
		bad     string
		at      string // where in bad
		message string
	}{
		{"(;GM[Othello]B[f5]W[f5];)", "f5];", "f5 is illegal"},
		{"(;GM[Othello]\nB[f5]\nB[d6];)", "d6", "it is White's turn"},
		{"(;GM[Amazons]B[f5];)", "Amazons", `a game of "Amazons"`},
		{"(;GM[Othello]B[z9];)", "z9", `"z9" is not a move`},
		{"(;GM[Othello]B[f5]7W[d6];)", "7W", "is not a property"},
		{"(;GM[Othello]B[f5]BO[8 x];)", "8 x", "the board after the first move"},
		{"(;GM[Othello]B[f5]W[d6]", "(;GM", "cut short"},
		{"(;GM[Othello]B[f5]W[d6", "(;GM", "cut short"},
		{"hello", "hello", "belongs to no game"},
	} {
		text := good + "\n" + c.bad + "\n" + good + "\n"
		games, faults := readAll(t, GGF, text)
		if len(games) != 2 || len(faults) != 1 {
			t.Errorf("%s: %d games, %v", c.bad, len(games), faults)
			continue
		}
		f := faults[0]
		at := len(good) + 1 + strings.Index(c.bad, c.at)
		if f.Offset != int64(at) || f.Line != strings.Count(text[:at], "\n")+1 || f.File != "test" || !strings.Contains(f.Error(), c.message) {
			t.Errorf("%s: %v, expected byte %d and %q", c.bad, f, at, c.message)
		}
	}
	_, faults := readAll(t, GGF, good+"\n"+good[:20])
	if len(faults) != 1 || !errors.Is(faults[0], ErrCut) || faults[0].Record != 2 {
		t.Errorf("cut at the end of the file: %v", faults)
	}
}
