package record

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"othellier/env"
)

// TestTranscripts replays published games, whose results and passes are known.
func TestTranscripts(t *testing.T) {
	data, err := os.ReadFile("testdata/games.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	for _, line := range lines[1:] {
		column := strings.Split(line, "\t")
		g := fromTranscript(t, column[0])
		p, err := g.Final()
		if err != nil {
			t.Fatal(err)
		}
		passes := [2]int{}
		for i, m := range g.Moves {
			if m == env.Pass {
				passes[moverOf(&g, i)]++
			}
		}
		for i, got := range []int{p.Count(env.Black), p.Count(env.White), 64 - p.Count(env.Black) - p.Count(env.White)} {
			if strconv.Itoa(got) != column[i+1] {
				t.Errorf("%s: %d, expected %s", column[0], got, column[i+1])
			}
		}
		if column[4] != "" { // finished
			black, _ := strconv.Atoi(column[4])
			white, _ := strconv.Atoi(column[5])
			g.Result = Result{Stated: Score, Margin: float64(black - white)}
			if err := g.CheckResult(); err != nil || !g.Rules.Over(p) {
				t.Errorf("%s: %v", column[0], err)
			}
		}
		if strconv.Itoa(passes[0]) != column[6] || strconv.Itoa(passes[1]) != column[7] {
			t.Errorf("%s: passes %v, expected %s and %s", column[0], passes, column[6], column[7])
		}
		for _, f := range []Format{Transcript, GGF, SGF, PGN} {
			text, err := Text(g, f, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if back := readOne(t, f, text); transcriptOf(back) != transcriptOf(g) {
				t.Errorf("%v: %s", f, transcriptOf(back))
			}
		}
	}
}

func TestTranscriptForms(t *testing.T) {
	for _, text := range []string{
		"f5d6c4g5d7c7h5d8b8b7b6a7b5",
		"F5 D6 C4 G5 D7 C7 H5 D8 B8 B7 B6 A7 -- B5",
		"1. f5 d6 2. c4 g5 3. d7 c7 4. h5 d8 5. b8 b7 6. b6 a7 7. pass b5",
		"1.f5,d6, 2.c4,g5 3)d7 c7 4 h5 d8 b8b7b6a7psb5",
		"f5d6c4g5d7c7h5d8b8b7b6a7PAb5 34-30\r",
		byteOrderMark + "\n# a comment\n\t f5d6c4g5d7c7h5d8b8b7b6a7b5 *",
	} {
		g := readOne(t, Transcript, text)
		if transcriptOf(g) != passing {
			t.Errorf("%q: %s", text, transcriptOf(g))
		}
		if strings.Contains(text, "34") != (g.Result == Result{Stated: Score, Margin: 4}) {
			t.Errorf("%q: result %v", text, g.Result)
		}
	}
}

func TestTranscriptRules(t *testing.T) {
	o := Options{Rules: env.Rules{Start: env.StartMirrored}}
	g, err := Parse(Transcript, "c5c4", o)
	if err != nil || g.Start != o.Rules.Initial() {
		t.Fatalf("%v %v", g.Start, err)
	}
	if text, err := Text(g, Transcript, o); text != "c5c4\n" || err != nil {
		t.Errorf("%q %v", text, err)
	}
	if _, err := Text(g, Transcript, Options{}); !errors.Is(err, ErrWrite) || !errors.Is(err, errStart) {
		t.Errorf("a mirrored start among standard ones: %v", err)
	}
	small := Options{Rules: env.Rules{Board: env.Board6}}
	g, err = Parse(Transcript, "f5d6", small)
	if err != nil || g.Rules.Board != env.Board6 {
		t.Fatalf("%v %v", g.Rules, err)
	}
	if _, err := Text(g, Transcript, Options{}); !errors.Is(err, errBoard) {
		t.Errorf("a board of six rows among those of eight: %v", err)
	}
	if _, err := Text(New(env.NewGame(env.Rules{})), Transcript, Options{}); !errors.Is(err, ErrWrite) {
		t.Errorf("a game without moves: %v", err)
	}
}

func TestTranscriptFaults(t *testing.T) {
	games, faults := readAll(t, Transcript, "f5d6\nf5d6c3c3\nf5 xx\nf5 34-30 d6\nd3\n")
	if len(games) != 2 || len(faults) != 3 {
		t.Fatalf("%d games, %v", len(games), faults)
	}
	for i, want := range []Origin{{"test", 2, 2, 11}, {"test", 3, 3, 17}, {"test", 4, 4, 29}} {
		if faults[i].Origin != want {
			t.Errorf("%v, expected %v", faults[i], want)
		}
	}
	var illegal *env.IllegalError
	if !errors.As(faults[0], &illegal) || illegal.Move != 18 || !errors.Is(faults[0], env.ErrIllegal) {
		t.Errorf("%v", faults[0])
	}
	if got := faults[1].Error(); got != `test: game 3, line 3, byte 17 from the start: "xx" is neither a square nor a pass` {
		t.Errorf("%s", got)
	}
}
