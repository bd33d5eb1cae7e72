package record

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"othellier/env"
)

func TestNewReplay(t *testing.T) {
	rules := env.Rules{Scoring: env.ScoreEmpties}
	played, err := env.ParseTranscript(rules, strings.ReplaceAll(passing, "--", ""))
	if err != nil {
		t.Fatal(err)
	}
	g := New(played)
	if transcriptOf(g) != passing || g.Rules != rules || g.Start != rules.Initial() {
		t.Errorf("%+v", g)
	}
	back, err := g.Replay()
	if err != nil || back.Position() != played.Position() || back.Transcript() != played.Transcript() {
		t.Errorf("%v %v, expected %v", back.Position(), err, played.Position())
	}
	p, err := g.Final()
	if err != nil || p != played.Position() {
		t.Errorf("final %v %v", p, err)
	}
	g.Moves[12] = 0 // in place of the pass
	var illegal *env.IllegalError
	if _, err := g.Replay(); !errors.As(err, &illegal) || illegal.Move != 0 || !strings.Contains(err.Error(), "move 13: ") {
		t.Errorf("%v", err)
	}
	if _, err := g.Final(); !errors.As(err, &illegal) {
		t.Errorf("%v", err)
	}
	if err := g.CheckResult(); !errors.As(err, &illegal) {
		t.Errorf("%v", err)
	}
	g.Start.Opp = g.Start.Own
	if _, err := g.Replay(); err == nil {
		t.Error("two discs on a square are no error")
	}
}

// TestTurned turns games by every symmetry and back, and to the standard form.
func TestTurned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t)
		if len(g.Moves) == 0 { // without a first move there are several normal forms
			g.Choices = nil
		}
		for s := range env.Symmetry(env.Symmetries) {
			turned := g.Turned(s)
			p, err := turned.Final()
			if err != nil {
				t.Fatalf("symmetry %d: %v", s, err)
			}
			q, _ := g.Final()
			if p != s.Position(q) {
				t.Fatalf("symmetry %d ends at %v, expected %v", s, p, s.Position(q))
			}
			if back := turned.Turned(s.Inverse()); !same(back, g) {
				t.Fatalf("symmetry %d and back: %+v, expected %+v", s, back, g)
			}
			n, ok := g.Normal()
			m, okTurned := turned.Normal()
			if ok != okTurned || ok && !same(n, m) {
				t.Fatalf("normal forms differ: %+v, %+v", n, m)
			}
			if ok && (n.Start != tournamentRules.Initial() || len(n.Moves) > 0 && n.Moves[0] != f5) {
				t.Fatalf("no normal form: %+v", n)
			}
			if !ok && (g.Rules.Start == env.StartStandard && g.Start == g.Rules.Initial() || g.Rules.Start == env.StartMirrored) {
				t.Fatalf("no normal form of a game from %v", g.Start)
			}
		}
	})
}

func TestCheckResult(t *testing.T) {
	g := fromTranscript(t, nine)
	for r, ok := range map[Result]bool{
		{}:                           true,
		{Stated: Score, Margin: 64}:  true,
		{Stated: Score, Margin: 13}:  false, // as the discs lie
		{Stated: Winner, Margin: 1}:  true,
		{Stated: Winner, Margin: -1}: false,
		{Stated: Winner}:             false,
	} {
		g.Result = r
		if err := g.CheckResult(); ok && err != nil || !ok && !errors.Is(err, ErrResult) {
			t.Errorf("%+v: %v", r, err)
		}
	}
	g = fromTranscript(t, "f5")
	g.Result = Result{Stated: Score, Margin: -64, Reason: Resigned}
	if err := g.CheckResult(); err != nil {
		t.Errorf("an unfinished game: %v", err)
	}
}

func TestResultString(t *testing.T) {
	for want, r := range map[string]Result{
		"?":     {},
		"0":     {Stated: Score},
		"B+12":  {Stated: Score, Margin: 12},
		"W+8.5": {Stated: Score, Margin: -8.5, Reason: Agreed},
		"W+R":   {Stated: Score, Margin: -64, Reason: Resigned},
		"B+T":   {Stated: Winner, Margin: 1, Reason: Timeout},
		"W+F":   {Stated: Winner, Margin: -1, Reason: Forfeit},
		"B+":    {Stated: Winner, Margin: 1},
	} {
		if r.String() != want {
			t.Errorf("%+v is %s, expected %s", r, r, want)
		}
	}
}

// TestOpenings finds every opening of the table in all four orientations, with
// random play behind it, unless that leads into a longer one.
func TestOpenings(t *testing.T) {
	all := Openings()
	if len(all) != 76 {
		t.Errorf("%d openings", len(all))
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, o := range all {
		g := Game{Rules: tournamentRules, Start: tournamentRules.Initial(), Moves: o.Moves}
		p, err := g.Final()
		if err != nil {
			t.Fatal(err)
		}
		longer := append(o.Moves[:len(o.Moves):len(o.Moves)], play(rng, g.Rules, p, 20)...)
		for s := range env.Symmetry(env.Symmetries) {
			turned := g.Turned(s)
			if turned.Rules.Start != env.StartStandard && turned.Rules.Start != env.StartMirrored {
				t.Fatalf("start %v", turned.Rules.Start)
			}
			if got, ok := turned.Opening(); !ok || got.Name != o.Name || len(got.Moves) != len(o.Moves) {
				t.Errorf("%s by symmetry %d: %v %v", o.Name, s, got, ok)
			}
			turned.Moves = nil
			for _, m := range longer {
				turned.Moves = append(turned.Moves, s.Move(m))
			}
			if got, ok := turned.Opening(); !ok || len(got.Moves) < len(o.Moves) {
				t.Errorf("%s with moves behind it: %v %v", o.Name, got, ok)
			}
		}
	}
	for moves, want := range map[string]string{
		"c4c3": "Diagonal Opening",
		"d3c3": "Diagonal Opening",
		"e6f4": "Perpendicular Opening",
		"d3e3": "Parallel Opening",
	} {
		if got, ok := fromTranscript(t, moves).Opening(); !ok || got.Name != want {
			t.Errorf("%s: %v %v, expected %s", moves, got.Name, ok, want)
		}
	}
	small := fromTranscript(t, "d3c3") // which all boards have
	small.Rules.Board = env.Board4
	for _, g := range []Game{{Start: tournamentRules.Initial()}, fromTranscript(t, "f5"), {Start: all[0].position(t), Moves: []env.Move{0}}, small} {
		if got, ok := g.Opening(); ok {
			t.Errorf("%v has a name: %v", g.Moves, got)
		}
	}
}

// position returns the position after an opening.
func (o Opening) position(t *testing.T) env.Position {
	g := Game{Start: tournamentRules.Initial(), Moves: o.Moves}
	p, err := g.Final()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestDates(t *testing.T) {
	for text, want := range map[string][3]string{ // GGF, SGF, PGN
		"2003.12.15_12:33:18.MST": {"2003.12.15_12:33:18.MST", "2003-12-15", "2003.12.15"},
		"2000-4-16 11:13 EST":     {"2000.04.16 11:13 EST", "2000-04-16", "2000.04.16"},
		"2003/12/15":              {"2003.12.15", "2003-12-15", "2003.12.15"},
		"945277754":               {"1999.12.15", "1999-12-15", "1999.12.15"}, // seconds
		"1996":                    {"1996", "1996", "1996.??.??"},
		"1996-05":                 {"1996.05", "1996-05", "1996.05.??"},
		"1996-05-06,07":           {"1996.05.06,07", "1996-05-06,07", "1996.05.06"},
		"Fri Mar 1 2013":          {"Fri Mar 1 2013", "", "????.??.??"},
		"1996.00.00":              {"1996", "1996", "1996.??.??"},
		"2003.13.01":              {"2003.13.01", "", "????.??.??"},
		"":                        {"", "", "????.??.??"},
	} {
		if got := [3]string{dateGGF(text), dateSGF(text), datePGN(text)}; got != want {
			t.Errorf("%s: %q, expected %q", text, got, want)
		}
	}
}
