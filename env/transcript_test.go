package env

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseTranscriptForms(t *testing.T) {
	const want = "f5d6c3d3c4"
	for _, s := range []string{
		"f5d6c3d3c4",
		"F5D6C3D3C4",
		"F5d6C3d3c4",
		"f5 d6 c3 d3 c4",
		"f5, d6, c3, d3, c4",
		" f5\td6\r\nc3\nd3 c4\n",
		"1. F5 d6 2. C3 d3 3. C4",
		"1.F5 d6 2.C3 d3 3.C4",
		"1. f5 2. d6 3. c3 4. d3 5. c4",
		"1 f5 2 d6 3 c3 4 d3 5 c4",
		"1) f5 d6 2) c3 d3 3) c4",
		"1. f5 1... d6 2. c3 2... d3 3. c4",
		"1.f5d62.c3d33.c4",
	} {
		g, err := ParseTranscript(Rules{}, s)
		if err != nil || g.Transcript() != want {
			t.Errorf("%q reads as %v, %v", s, g, err)
		}
	}
	if g, err := ParseTranscript(Rules{}, " \n"); err != nil || len(g.Moves()) != 0 {
		t.Errorf("a blank transcript reads as %v, %v", g, err)
	}
}

func TestParseTranscriptErrors(t *testing.T) {
	for s, want := range map[string]string{
		"f5d6c3d3c4a1":         "move 6, byte 11: env: a1 is illegal",
		"f5x6":                 `move 2, byte 3: "x6" is neither a square nor a pass`,
		"f5d":                  `move 2, byte 3: "d" is neither`,
		"f5d9":                 `move 2, byte 3: "d9" is neither`,
		"f55":                  `move 2, byte 3: "5" is neither`,
		"5f5":                  `move 1, byte 1: "5f5" is neither`,
		"f5-":                  `move 2, byte 3: "-" is neither`,
		"f5--":                 "move 2, byte 3: env: pass is illegal",
		"f5é":                  "move 2, byte 3",
		"f5f5":                 "move 2, byte 3: env: f5 is illegal",
		"f5 thirteen letters":  `"thirteen let..." is neither`,
		"e6f4e3f6g5d6e7f5c5h8": "the game is over",
	} {
		g, err := ParseTranscript(Rules{}, s)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q reads as %v, %v, want %q", s, g, err, want)
		}
	}
	_, err := ParseTranscript(Rules{}, "f5 a1")
	var illegal *IllegalError
	if !errors.As(err, &illegal) || illegal.Move != 0 || len(illegal.Legal) != 3 || !errors.Is(err, ErrIllegal) {
		t.Errorf("an illegal move gives %#v", err)
	}
}

// TestParseTranscriptPasses reads a game with 23 passes by Black, several of
// them running, in every way in which passes are written.
func TestParseTranscriptPasses(t *testing.T) {
	row := readTable(t, "games.tsv")[4]
	bare, err := ParseTranscript(Rules{}, row[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, pass := range []string{"pass", "PASS", "pa", "PA", "ps", "Ps", "--"} {
		for _, gap := range []string{"", " "} {
			var b strings.Builder
			for _, m := range bare.Moves() {
				if m == Pass {
					b.WriteString(pass + gap)
				} else {
					b.WriteString(m.String() + gap)
				}
			}
			for range 3 { // passes after the end
				g, err := ParseTranscript(Rules{}, b.String())
				if err != nil || fmt.Sprint(g.Moves()) != fmt.Sprint(bare.Moves()) {
					t.Fatalf("%q reads as %v, %v", b.String(), g, err)
				}
				b.WriteString(pass)
			}
		}
	}
}

// TestParseTranscriptLastPass keeps a pass that is written last, so that the
// side to move follows from it, and adds none.
func TestParseTranscriptLastPass(t *testing.T) {
	whole, err := ParseTranscript(Rules{}, readTable(t, "games.tsv")[4][0])
	if err != nil {
		t.Fatal(err)
	}
	for n, m := range whole.Moves() {
		if m != Pass {
			continue
		}
		var b strings.Builder
		for _, m := range whole.Moves()[:n] {
			b.WriteString(m.String())
		}
		before, err := ParseTranscript(Rules{}, b.String())
		if err != nil || len(before.Moves()) != n {
			t.Fatalf("%q reads as %v, %v", b.String(), before, err)
		}
		after, err := ParseTranscript(Rules{}, b.String()+"PA")
		if err != nil || len(after.Moves()) != n+1 || after.Position() != before.Position().Passed() {
			t.Fatalf("%qPA reads as %v, %v", b.String(), after, err)
		}
	}
}

func TestFollow(t *testing.T) {
	p := place(t, "a1", "b1 g8 h6", White) // White must pass before Black plays c1
	g := NewGameFrom(Rules{}, p)
	if err := g.Follow(mustMove(t, "h8")); !errors.Is(err, ErrIllegal) || len(g.Moves()) != 0 {
		t.Fatalf("h8, illegal for both, gives %v and %v", err, g.Moves())
	}
	if err := g.Follow(mustMove(t, "c1")); err != nil || fmt.Sprint(g.Moves()) != "[pass c1]" {
		t.Fatalf("c1 gives %v and %v", err, g.Moves())
	}
	if !g.Over() {
		t.Fatal("not over")
	}
	if err := g.Follow(Pass); err != nil || len(g.Moves()) != 2 {
		t.Fatalf("a pass after the end gives %v and %v", err, g.Moves())
	}
	if err := g.Follow(mustMove(t, "d1")); !errors.Is(err, ErrOver) {
		t.Fatalf("a square after the end gives %v", err)
	}
}

// TestTranscriptRoundTrip writes random games of every variant with random case,
// blanks, numbers and passes.
func TestTranscriptRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := NewGame(drawRules(t))
		var b strings.Builder
		for !g.Over() {
			m := rapid.SampledFrom(g.Rules().AppendMoves(nil, g.Position())).Draw(t, "move")
			if rapid.IntRange(0, 3).Draw(t, "number") == 0 {
				fmt.Fprintf(&b, " %d. ", len(g.Moves())+1)
			}
			text := m.String()
			if m == Pass {
				text = rapid.SampledFrom([]string{"", "pass", "PA", "ps", "--"}).Draw(t, "pass")
			} else if rapid.Bool().Draw(t, "upper") {
				text = strings.ToUpper(text)
			}
			b.WriteString(text + rapid.SampledFrom([]string{"", " ", "\n", ", "}).Draw(t, "gap"))
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		for _, s := range []string{b.String(), g.Transcript()} {
			back, err := ParseTranscript(g.Rules(), s)
			if err != nil || fmt.Sprint(back.Moves()) != fmt.Sprint(g.Moves()) || back.Position() != g.Position() {
				t.Fatalf("%q reads as %v, %v; played were %v", s, back, err, g.Moves())
			}
		}
	})
}

func FuzzParseTranscript(f *testing.F) {
	f.Add("f5d6c3d3c4", byte(0))
	f.Add("1. F5 d6 2. C3 d3 3) c4 -- pass PA", byte(0))
	f.Add("e6f4e3f6g5d6e7f5c5 pass pass", byte(0))
	f.Add("d4d5e4e5c6", byte(72))
	f.Add("1.1.1.1", byte(1))
	all := variants()
	f.Fuzz(func(t *testing.T, s string, variant byte) {
		r := all[int(variant)%len(all)]
		g, err := ParseTranscript(r, s)
		if err != nil {
			return
		}
		p := r.Initial()
		for _, m := range g.Moves() {
			next, err := r.Play(p, m)
			if err != nil {
				t.Fatalf("%q: %v", s, err)
			}
			p = next
		}
		if p != g.Position() {
			t.Fatalf("%q: the moves lead to %v, the game stands at %v", s, p, g.Position())
		}
		back, err := ParseTranscript(r, g.Transcript())
		if err != nil || back.Transcript() != g.Transcript() {
			t.Fatalf("%q is written %q and reads as %v, %v", s, g.Transcript(), back, err)
		}
	})
}
