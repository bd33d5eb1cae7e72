package record

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"othellier/env"
)

// readAll returns the games and the faults of a text.
func readAll(t rapid.TB, f Format, text string) (games []Game, faults []*Fault) {
	t.Helper()
	r, err := NewReader(strings.NewReader(text), f, Options{File: "test"})
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range r.Games() {
		if err != nil {
			faults = append(faults, err.(*Fault))
			continue
		}
		games = append(games, g)
	}
	return games, faults
}

// readOne returns the only game of a text without faults.
func readOne(t rapid.TB, f Format, text string) Game {
	t.Helper()
	games, faults := readAll(t, f, text)
	if len(games) != 1 || len(faults) != 0 {
		t.Fatalf("%d games and the faults %v: expected one game", len(games), faults)
	}
	return games[0]
}

// transcriptOf returns all moves, passes as "--".
func transcriptOf(g Game) string {
	var b strings.Builder
	for _, m := range g.Moves {
		if m == env.Pass {
			b.WriteString("--")
		} else {
			b.WriteString(m.String())
		}
	}
	return b.String()
}

// fromTranscript returns the game of a transcript.
func fromTranscript(t testing.TB, s string) Game {
	t.Helper()
	g, err := Parse(Transcript, s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	g.Origin = Origin{}
	return g
}

// play plays random moves from p to the end, or as many as limit says.
func play(rng *rand.Rand, r env.Rules, p env.Position, limit int) (moves []env.Move) {
	for len(moves) < limit {
		legal := r.AppendMoves(nil, p)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		moves = append(moves, m)
		p = r.Next(p, m)
	}
	return moves
}

var tournamentRules = env.Rules{Scoring: env.ScoreEmpties}

// randomGame returns a finished game with players and a tournament.
func randomGame(rng *rand.Rand) Game {
	g := Game{Rules: tournamentRules, Start: tournamentRules.Initial()}
	g.Moves = play(rng, g.Rules, g.Start, 200)
	p, err := g.Final()
	if err != nil {
		panic(err)
	}
	g.Result = finalResult(g.Rules, p)
	names := [...]string{"", "Caspard", "Feinstein", "Müller", "Tamenori", "Rose"}
	g.Black, g.White = names[rng.IntN(len(names))], names[rng.IntN(len(names))]
	g.Event = [...]string{"", "Mondial", "Open de Paris"}[rng.IntN(3)]
	return g
}

// drawGame draws a game from any start with all that a record can say. Texts
// have no signs that one of the formats has no way to write.
func drawGame(t *rapid.T) Game {
	text := rapid.StringMatching(`([A-Za-zéü0-9][A-Za-zéü0-9 ."'\\:+-]{0,8}[A-Za-zéü0-9])?`)
	r := tournamentRules
	r.Start = rapid.SampledFrom([]env.Start{env.StartStandard, env.StartStandard, env.StartMirrored, env.StartParallel}).Draw(t, "start")
	g := Game{Rules: r, Start: r.Initial()}
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	if rapid.IntRange(0, 3).Draw(t, "later start") == 0 {
		p := g.Start
		for _, m := range play(rng, r, p, rapid.IntRange(1, 70).Draw(t, "plies before")) {
			p = r.Next(p, m)
		}
		g.Start = p
		g.Rules = startedAt(r, p)
	}
	g.Moves = play(rng, g.Rules, g.Start, rapid.SampledFrom([]int{0, 1, 7, 30, 200, 200, 200}).Draw(t, "plies"))
	p, err := g.Final()
	if err != nil {
		t.Fatal(err)
	}
	g.Black, g.White = text.Draw(t, "black"), text.Draw(t, "white")
	g.Event, g.Place = text.Draw(t, "event"), text.Draw(t, "place")
	g.Comment = text.Draw(t, "comment")
	g.Date = rapid.SampledFrom([]string{"", "1996", "2003.12.15"}).Draw(t, "date")
	switch {
	case g.Rules.Over(p):
		g.Result = finalResult(g.Rules, p)
	case rapid.Bool().Draw(t, "stated"):
		g.Result = Result{Stated: Score, Margin: float64(2 * rapid.IntRange(-32, 32).Draw(t, "margin"))}
	}
	if rapid.Bool().Draw(t, "fields") {
		g.Fields = []Field{{"RB", text.Draw(t, "rating")}, {"TI", "05:00//02:00"}}
	}
	if len(g.Moves) > 0 && rapid.Bool().Draw(t, "notes") {
		g.Notes = make([]Note, len(g.Moves))
		for i := range g.Notes {
			n := &g.Notes[i]
			if n.HasEval = rng.IntN(2) == 0; n.HasEval {
				n.Eval = float64(rng.IntN(12801)-6400) / 100
			}
			if n.HasTime = rng.IntN(2) == 0; n.HasTime {
				n.Seconds = float64(rng.IntN(100000)) / 100
			}
			if rng.IntN(4) == 0 {
				n.Comment = text.Draw(t, "note")
			}
		}
	}
	for _, m := range g.Rules.AppendMoves(nil, p) {
		g.Choices = append(g.Choices, Choice{m, 2*rng.IntN(60) - 60})
	}
	return g
}

// same compares two games, apart from where they were read.
func same(a, b Game) bool {
	a.Origin, b.Origin = Origin{}, Origin{}
	for _, g := range []*Game{&a, &b} { // no moves, notes or fields, however they are absent
		if len(g.Moves) == 0 {
			g.Moves = nil
		}
		if len(g.Fields) == 0 {
			g.Fields = nil
		}
		if len(g.Choices) == 0 {
			g.Choices = nil
		}
		empty := true
		for _, n := range g.Notes {
			empty = empty && !n.HasEval && !n.HasTime && n.Comment == "" && len(n.Fields) == 0
		}
		if empty {
			g.Notes = nil
		}
	}
	return reflect.DeepEqual(a, b)
}
