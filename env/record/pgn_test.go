package record

import (
	"errors"
	"strings"
	"testing"

	"othellier/env"
	"othellier/env/golden"
)

// After beforePass Black must pass; passing has the pass and the next move.
const (
	beforePass = "f5d6c4g5d7c7h5d8b8b7b6a7"
	passing    = beforePass + "--b5"
)

// TestPGN reads a file as it is made from WTHOR: after a pass that is left out
// the colours shift inside the pairs.
func TestPGN(t *testing.T) {
	games, faults := readAll(t, PGN, `[Event "Mondial"]
[Date "1996.??.??"]
[Black "M\"x, \\ y"]
[White "Fran`+"\xe7"+`ois"]
[Result "34-30"]

1. F5 D6
2. C4 G5
3. D7 C7
4. H5 D8
5. B8 B7
6. B6 A7
7. B5

[Event "?"]
[Date "????.??.??"]
[Black "?"]
[White "?"]
[Result "*"]
[Round "3"]

1. D3 C5

`)
	if len(games) != 2 || len(faults) != 0 {
		t.Fatalf("%d games, %v", len(games), faults)
	}
	want := fromTranscript(t, passing)
	want.Event, want.Date, want.Black, want.White = "Mondial", "1996", `M"x, \ y`, "Fran\u00e7ois"
	want.Result = Result{Stated: Score, Margin: 4}
	if !same(games[0], want) {
		t.Errorf("%+v\nexpected\n%+v", games[0], want)
	}
	want = fromTranscript(t, "d3c5")
	want.Fields = []Field{{"Round", "3"}}
	if !same(games[1], want) {
		t.Errorf("%+v\nexpected\n%+v", games[1], want)
	}
	if o := games[1].Origin; o.Record != 2 || o.Line != 15 {
		t.Errorf("the second game is from %v", o)
	}
}

// TestPGNEdax reads the results and the passes of another program.
func TestPGNEdax(t *testing.T) {
	for _, c := range []struct {
		result, comment string
		want            Result
	}{
		{"1-0", "{one wins 40-24}", Result{Stated: Score, Margin: 16}},
		{"0-1", "{two wins 40-24}", Result{Stated: Score, Margin: -16}},
		{"0-1", "{two wins}", Result{Stated: Winner, Margin: -1}},
		{"1/2-1/2", "", Result{Stated: Winner}},
		{"1-0", "", Result{Stated: Winner, Margin: 1}},
		{"*", "", Result{}},
	} {
		g := readOne(t, PGN, "[Event \"x\"]\n[Result \""+c.result+"\"]\n1.f5 d6 2.c4 g5 3.d7 c7 4.h5 d8\n5.b8 b7 6.b6 a7 7.pass b5 "+c.comment+" "+c.result+"\n")
		if transcriptOf(g) != passing || g.Result != c.want {
			t.Errorf("%s %s: %s %+v", c.result, c.comment, transcriptOf(g), g.Result)
		}
	}
}

// TestPGNText skips what chess has and keeps comments.
func TestPGNText(t *testing.T) {
	g := readOne(t, PGN, `% an escaped line
[Event "x"]
[FEN "---------------------------XO------OX--------------------------- X"]
{before
[not a tag]} 1. c5! {a good
move} (1. d6 {or (this)} (1. e3)) 1... c4?! $14 ; to the end of the line
2. c3 34-30
`)
	if transcriptOf(g) != "c5c4c3" || g.Rules.Start != env.StartMirrored {
		t.Errorf("%s from %v", transcriptOf(g), g.Rules.Start)
	}
	if g.Comment != "before\n[not a tag]" || g.Notes[0].Comment != "a good\nmove" || g.Notes[1].Comment != "to the end of the line" {
		t.Errorf("%q %+v", g.Comment, g.Notes)
	}
	if g.Result != (Result{Stated: Score, Margin: 4}) {
		t.Errorf("result %v", g.Result)
	}
	text, err := Text(g, PGN, Options{})
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "comments.pgn", text)
	if back := readOne(t, PGN, text); !same(g, back) {
		t.Errorf("%+v\ncomes back as\n%+v", g, back)
	}
}

func TestPGNFaults(t *testing.T) {
	good := "[Event \"x\"]\r\n\r\n1. F5 D6\r\n"
	for _, c := range []struct{ bad, at, message string }{
		{"[Event \"y\"]\r\n\r\n1. F5 F5\r\n", "F5\r\n", "f5 is illegal"},
		{"[Event \"y\"]\r\n\r\n1. F5 D9\r\n", "D9", "neither a move nor a comment"},
		{"[Event \"y\"]\r\n\r\n1. F5 1-0 D6\r\n", "D6", "neither a move nor a comment"},
		{"[Event \"y\r\n\r\n1. F5\r\n", "[Event", "tag Event has no end"},
		{"[Event y\r\n\r\n1. F5\r\n", "[Event", "tag Event has no end"},
		{"[Event]\r\n\r\n1. F5\r\n", "[Event", "is not a tag"},
		{"[FEN \"--\"]\r\n\r\n1. F5\r\n", "[FEN", "expected 64 squares"},
		{"[Event \"y\"]\r\n\r\n1. F5 (1. D3\r\n", "(1", "the variation has no end"},
	} {
		text := good + c.bad + good
		games, faults := readAll(t, PGN, text)
		if len(games) != 2 || len(faults) != 1 {
			t.Errorf("%q: %d games, %v", c.bad, len(games), faults)
			continue
		}
		at := len(good) + strings.Index(c.bad, c.at)
		if f := faults[0]; f.Offset != int64(at) || f.Line != strings.Count(text[:at], "\n")+1 || !strings.Contains(f.Error(), c.message) {
			t.Errorf("%q: %v, expected byte %d and %q", c.bad, f, at, c.message)
		}
	}
	_, faults := readAll(t, PGN, good+"{no end")
	if len(faults) != 1 || !strings.Contains(faults[0].Error(), "the comment has no end") {
		t.Errorf("a comment without an end: %v", faults)
	}
}

// TestPGNCut cuts a file anywhere in its last game. What is left of that game is
// a fault wherever the moves do not lead to the end, unless nothing says how it
// ended.
func TestPGNCut(t *testing.T) {
	g := fromTranscript(t, "f5f6e6f4e3c5c4e7b5e2") // a game of nobody's, not over
	g.Result = Result{Stated: Score, Margin: 58}
	text, err := Text(g, PGN, Options{})
	if err != nil {
		t.Fatal(err)
	}
	whole := strings.TrimRight(text, "\n")
	moves := strings.Index(whole, "1. F5")
	result := strings.LastIndex(whole, "61-3")
	for n := moves; n < len(whole); n++ {
		games, faults := readAll(t, PGN, text+whole[:n])
		if n > result+len("61") { // two numbers parted by a dash are a result
			continue
		}
		if len(games) != 1 || len(faults) != 1 {
			t.Errorf("%q is taken for %d games, %v", whole[moves:n], len(games), faults)
			continue
		}
	}
	for n, want := range map[int]string{
		result:                         "after 10 moves, the game is not over, and its result is 61-3",
		strings.Index(whole, " E3 C5"): "after \"3.\", which no move follows",
	} {
		games, faults := readAll(t, PGN, text+whole[:n])
		if len(games) != 1 || len(faults) != 1 || !errors.Is(faults[0], ErrCut) || !strings.Contains(faults[0].Error(), want) {
			t.Errorf("%q: %d games, %v, want %q", whole[moves:n], len(games), faults, want)
		}
	}
	for _, whole := range []string{
		"[Result \"61-3\"]\n\n1. F5 D6\n*\n",
		"[Result \"61-3\"]\n\n1. F5 D6\n\n[Result \"*\"]\n\n1. F5 D6",
		"[Event \"?\"]\n\n1. F5 D6",
		"[Result \"0-64\"]\n\n1. E6 F4 2. E3 F6 3. G5 D6 4. E7 F5 5. C5\n",
	} {
		if games, faults := readAll(t, PGN, whole); len(games) != strings.Count(whole, "1.") || len(faults) != 0 {
			t.Errorf("%q: %d games, %v", whole, len(games), faults)
		}
	}
}
