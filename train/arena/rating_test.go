package arena

import (
	"bytes"
	"context"
	"maps"
	"math"
	"os"
	"slices"
	"testing"

	"othellier/env"
)

func against(opponent string, points PairPoints) Result {
	n, _, _ := points.sum()
	return Result{Opponent: opponent, Pairs: int(n), PairPoints: points}
}

func TestRate(t *testing.T) {
	known := Ratings{"low": 0, "high": 400}
	inf := math.Inf(1)
	for _, c := range []struct {
		name    string
		results []Result
		want    Estimate
	}{
		// 10 of 11 points are worth 400 points of rating.
		{"from below and above", []Result{
			against("low", PairPoints{0: 10, 4: 100}), against("high", PairPoints{0: 55, 4: 55}),
		}, Estimate{400, 343.8, 456.1}},
		{"all won", []Result{against("low", PairPoints{4: 10}), against("high", PairPoints{4: 10})}, Estimate{inf, 581.5, inf}},
		{"all lost", []Result{against("low", PairPoints{0: 10}), against("high", PairPoints{0: 10})}, Estimate{-inf, -inf, -181.5}},
		{"strangers do not count", []Result{against("low", PairPoints{2: 9}), against("stranger", PairPoints{0: 100})}, Estimate{0, -71.3, 71.3}},
	} {
		got, ok := Rate(c.results, env.Rules{}, known)
		if !ok || !near(got.Value, c.want.Value, 0.5) || !near(got.Low, c.want.Low, 0.1) || !near(got.High, c.want.High, 0.1) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}

	// One opponent: its rating plus the difference and its interval.
	for _, p := range []PairPoints{{1, 2, 3, 4, 5}, {0: 7}, {4: 7}, {2: 30}, {0, 0, 1, 0, 50}} {
		got, _ := Rate([]Result{against("high", p)}, env.Rules{}, known)
		e := p.score().elo()
		for _, x := range [][2]float64{{got.Value, 400 + e.Value}, {got.Low, 400 + e.Low}, {got.High, 400 + e.High}} {
			if !near(x[0], x[1], 1e-3) {
				t.Errorf("%v: %+v, want 400 more than %+v", p, got, e)
			}
		}
	}

	small := against("low", PairPoints{2: 5})
	small.Rules.Board = env.Board4
	for _, results := range [][]Result{nil, {against("stranger", PairPoints{2: 5})}, {against("low", PairPoints{})}, {small}} {
		if got, ok := Rate(results, env.Rules{}, known); ok {
			t.Errorf("%+v: rating %+v", results, got)
		}
	}
	small.Rules.Scoring = env.ScoreEmpties
	if _, ok := Rate([]Result{small}, env.Rules{Board: env.Board4}, known); !ok {
		t.Error("another scoring has no rating")
	}
}

// A ladder of fixed players gives one of them about the rating in the table.
func TestRateFixedPlayer(t *testing.T) {
	m := Match{Openings: 20, Seed: 3}
	results, err := m.Ladder(context.Background(), parse(t, "alphabeta:2", m.Rules),
		parse(t, "positional", m.Rules), parse(t, "mcts:100", m.Rules), parse(t, "alphabeta:4", m.Rules))
	if err != nil {
		t.Fatal(err)
	}
	got, ok := Rate(results, m.Rules, Fixed())
	want := Fixed()["alphabeta:2"]
	if !ok || !near(got.Value, want, 150) || got.Low >= got.Value || got.High <= got.Value {
		t.Errorf("rating %+v, the table says %.0f", got, want)
	}
}

// How the table of fixed ratings was measured; othellier ladder --round-robin does
// the same.
func TestFixed(t *testing.T) {
	if os.Getenv("OTHELLIER_SLOW") == "" {
		t.Skip("set OTHELLIER_SLOW=1 to play 5600 games, a minute of work")
	}
	m := Match{Openings: 100, Seed: 1}
	names := slices.Sorted(maps.Keys(Fixed()))
	var results []Result
	for i, a := range names {
		for _, b := range names[:i] {
			results = append(results, play(t, m, a, b))
		}
	}
	var table bytes.Buffer
	if err := WriteTable(&table, results); err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", table.String())
	ranked, err := Rank(results, Ratings{"random": 0})
	if err != nil || len(ranked) != 8 {
		t.Fatalf("%d players were rated: %v", len(ranked), err)
	}
	for _, p := range ranked {
		t.Logf("%-12s %.0f [%.0f, %.0f]", p.Player, p.Rating.Value, p.Rating.Low, p.Rating.High)
		if want := Fixed()[p.Player]; !near(p.Rating.Value, want, 1) {
			t.Errorf("%s has shown %.1f, the table says %.0f", p.Player, p.Rating.Value, want)
		}
	}
}
