package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"othellier/env"
)

// Every player plays every kind of game to its end, and each game replays.
func TestEveryPlayerPlaysLegally(t *testing.T) {
	specs := []string{"random", "greedy", "positional", "alphabeta:2", "mcts:10", "solver:4"}
	for _, r := range variants {
		for i, a := range specs {
			b := specs[(i+1)%len(specs)]
			res := play(t, Match{Rules: r, Openings: 4, Seed: 3}, a, b)
			if len(res.Faults) > 0 {
				t.Fatalf("%v: %s against %s: %+v", r, a, b, res.Faults)
			}
			if res.Games[0].Black != a || res.Games[1].White != a || res.Record.Games() != 8 || res.Pairs != 4 {
				t.Errorf("%v: %+v", r, res)
			}
			for _, g := range res.Games {
				replay(t, r, g)
			}
		}
	}
}

func replay(t *testing.T, r env.Rules, g Game) {
	t.Helper()
	game := env.NewGame(r)
	for _, m := range g.Moves {
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	black, white := r.Scores(game.Position())
	if !game.Over() || black-white != g.Margin {
		t.Errorf("%s: over %v, %d-%d, margin %d", game.Transcript(), game.Over(), black, white, g.Margin)
	}
}

// Against itself a player must score one half, not about one half: the two
// games of a pair are the same game.
func TestAgainstItself(t *testing.T) {
	for _, spec := range []string{"random", "greedy", "positional", "alphabeta:2", "mcts:20"} {
		res := play(t, Match{Openings: 20, Seed: 11}, spec, spec)
		if res.Score.Value != 0.5 || res.Margin.Value != 0 || res.Wins != res.Losses {
			t.Errorf("%s: %+v", spec, res)
		}
		if res.Elo.Value != 0 || res.Elo.Low >= 0 || res.Elo.High <= 0 {
			t.Errorf("%s: %+v", spec, res.Elo)
		}
		for i := 0; i < len(res.Games); i += 2 {
			if !reflect.DeepEqual(res.Games[i].Moves, res.Games[i+1].Moves) {
				t.Fatalf("%s: the games of pair %d differ", spec, i/2)
			}
		}
	}
}

func TestResultDoesNotDependOnWorkers(t *testing.T) {
	m := Match{Openings: 30, Seed: 4, Workers: 1, InFlight: 1}
	want := play(t, m, "mcts:15", "greedy")
	for _, c := range []struct{ workers, inFlight int }{{1, 0}, {2, 4}, {3, 7}, {64, 0}, {0, 1000}} {
		m.Workers, m.InFlight = c.workers, c.inFlight
		if got := play(t, m, "mcts:15", "greedy"); !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers with %d games each: another result", c.workers, c.inFlight)
		}
	}
	m.Seed++
	if got := play(t, m, "mcts:15", "greedy"); reflect.DeepEqual(got.Games, want.Games) {
		t.Error("another seed: the same games")
	}
}

// The rungs must stand in order, each clearly above the one below.
func TestStrength(t *testing.T) {
	for _, c := range []struct {
		a, b     string
		openings int
		score    float64 // at least
	}{
		{"greedy", "random", 200, 0.54},         // 0.61
		{"positional", "random", 100, 0.65},     // 0.74
		{"positional", "greedy", 100, 0.75},     // 0.86
		{"mcts:100", "positional", 20, 0.7},     // 0.88
		{"mcts:400", "mcts:50", 10, 0.65},       // 0.9
		{"alphabeta:2", "positional", 50, 0.7},  // 0.81
		{"alphabeta:4", "alphabeta:2", 30, 0.7}, // 0.88
		{"alphabeta:6", "alphabeta:4", 10, 0.6}, // 0.86
	} {
		res := play(t, Match{Openings: c.openings, Seed: 1}, c.a, c.b)
		t.Logf("%s against %s: %.3f", c.a, c.b, res.Score.Value)
		if res.Score.Value < c.score || res.Score.Low <= 0.5 {
			t.Errorf("%s against %s: score %+v, want at least %v", c.a, c.b, res.Score, c.score)
		}
	}
}

// broken is a player with a flaw, for tests.
type broken struct {
	Player
	choose func(ctx context.Context, turns []*Turn) error
	closed *atomic.Int32
}

func (b broken) Choose(ctx context.Context, turns []*Turn) error { return b.choose(ctx, turns) }

func (b broken) Close() error {
	b.closed.Add(1)
	return nil
}

func breaking(choose func(context.Context, []*Turn) error, closed *atomic.Int32) Entrant {
	return Entrant{Name: "broken", New: func() (Player, error) {
		return broken{newRandom("broken", env.Rules{}, 0), choose, closed}, nil
	}}
}

func TestFaultsLose(t *testing.T) {
	lost := errors.New("the engine has gone away")
	for _, c := range []struct {
		name   string
		choose func(context.Context, []*Turn) error
		want   string
	}{
		{"no answer", func(context.Context, []*Turn) error { return nil }, "pass"},
		{"occupied square", func(_ context.Context, turns []*Turn) error {
			for _, turn := range turns {
				turn.Move = 27 // d4
			}
			return nil
		}, "d4"},
		{"off the board", func(_ context.Context, turns []*Turn) error {
			for _, turn := range turns {
				turn.Move = 200
			}
			return nil
		}, "200"},
		{"error of one turn", func(_ context.Context, turns []*Turn) error {
			for _, turn := range turns {
				turn.Err = lost
			}
			return nil
		}, lost.Error()},
		{"error of all", func(context.Context, []*Turn) error { return lost }, lost.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			var closed atomic.Int32
			m := Match{Openings: 6, Seed: 1, Workers: 2}
			res, err := m.Play(context.Background(), parse(t, "random", m.Rules), breaking(c.choose, &closed))
			if err != nil {
				t.Fatal(err)
			}
			if res.Wins != 12 || len(res.Faults) != 12 || res.Margin.Value != 64 {
				t.Fatalf("%+v", res)
			}
			for i, f := range res.Faults {
				if f.Player != "broken" || f.Opening != i/2 || f.Color != env.White-env.Color(i%2) || !strings.Contains(f.Reason, c.want) {
					t.Errorf("fault %d: %+v", i, f)
				}
				if f.Ply < 9 || f.Ply > 11 {
					t.Errorf("fault %d is at ply %d", i, f.Ply)
				}
			}
			if closed.Load() != 2 {
				t.Errorf("%d of 2 players were closed", closed.Load())
			}
		})
	}
}

func TestPlayErrors(t *testing.T) {
	none := Entrant{Name: "absent", New: func() (Player, error) { return nil, errors.New("no such file") }}
	var closed atomic.Int32
	whole := breaking(nil, &closed)
	_, err := Match{Openings: 2}.Play(context.Background(), whole, none)
	if err == nil || !strings.Contains(err.Error(), "absent: no such file") {
		t.Errorf("error %v", err)
	}
	if closed.Load() == 0 {
		t.Error("the other player was not closed")
	}
	if _, err := (Match{}).Play(context.Background(), whole, whole); err == nil || !strings.Contains(err.Error(), "openings") {
		t.Errorf("without openings: error %v", err)
	}
}

func TestCancelKeepsFinishedPairs(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m := Match{Openings: 100, Seed: 1, Workers: 2, InFlight: 4}
	var last Progress
	m.Progress = func(p Progress) {
		if p.Done != p.Games() || p.Done < last.Done || p.Total != 200 || p.Share <= last.Share || p.Share > 1 || p.Opponent != "random" {
			t.Errorf("after %+v: %+v", last, p)
		}
		if last = p; p.Done >= 60 {
			cancel()
		}
	}
	res, err := m.Play(ctx, parse(t, "greedy", m.Rules), parse(t, "random", m.Rules))
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if res.Pairs < 25 || res.Pairs > 35 || res.Record.Games() != 2*res.Pairs || len(res.Games) != 2*res.Pairs || res.Openings != 100 {
		t.Errorf("%d pairs, %+v, %d games, %d openings", res.Pairs, res.Record, len(res.Games), res.Openings)
	}
	// What was finished is what the whole match has there.
	m.Progress = nil
	whole := play(t, m, "greedy", "random")
	for _, g := range res.Games {
		if twin := whole.Games[2*g.Opening]; g.Black == "greedy" && !reflect.DeepEqual(twin, g) {
			t.Errorf("opening %d: another game than in the whole match", g.Opening)
		}
	}
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	res, err := Match{Openings: 3}.Play(ctx, parse(t, "random", env.Rules{}), parse(t, "greedy", env.Rules{}))
	if !errors.Is(err, context.Canceled) || res.Pairs != 0 || res.Score != (Estimate{0.5, 0, 1}) {
		t.Errorf("%v, %+v", err, res)
	}
	if _, err := json.Marshal(res); err != nil {
		t.Error(err)
	}
}

func TestLadder(t *testing.T) {
	m := Match{Openings: 5, Seed: 2}
	var told []Progress
	m.Progress = func(p Progress) { told = append(told, p) }
	positional, greedy, random := parse(t, "positional", m.Rules), parse(t, "greedy", m.Rules), parse(t, "random", m.Rules)
	got, err := m.Ladder(context.Background(), positional, random, greedy)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range told {
		if p.Total != 20 || i > 0 && p.Share <= told[i-1].Share {
			t.Errorf("step %d: %+v after %+v", i, p, told[max(i, 1)-1])
		}
	}
	if want := (Progress{Opponent: "greedy", Record: got[1].Record, Done: 20, Total: 20, Share: 1}); told[len(told)-1] != want {
		t.Errorf("the last step is %+v, want %+v", told[len(told)-1], want)
	}
	for i, b := range []string{"random", "greedy"} {
		if want := play(t, Match{Openings: 5, Seed: 2}, "positional", b); !reflect.DeepEqual(got[i], want) {
			t.Errorf("against %s: %+v, want %+v", b, got[i], want)
		}
	}

	ctx, cancel := context.WithCancel(context.Background())
	m.Progress = func(p Progress) {
		if p.Done >= 12 {
			cancel()
		}
	}
	got, err = m.Ladder(ctx, positional, random, greedy)
	if !errors.Is(err, context.Canceled) || len(got) != 2 || got[0].Pairs != 5 || got[1].Pairs == 5 {
		t.Errorf("%v, %+v", err, got)
	}
}

func TestResultJSON(t *testing.T) {
	want := play(t, Match{Openings: 3, Seed: 1, Rules: env.Rules{Board: env.Board4}}, "solver", "random")
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Result
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	got.Games = want.Games
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v, want %+v", data, got, want)
	}
}

func ExampleMatch_Play() {
	a, _ := Parse("alphabeta:2", Options{})
	b, _ := Parse("greedy", Options{})
	r, err := Match{Openings: 10, Seed: 1}.Play(context.Background(), a, b)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s against %s: %d won, %d drawn, %d lost\n", r.Player, r.Opponent, r.Wins, r.Draws, r.Losses)
	// Output: alphabeta:2 against greedy: 20 won, 0 drawn, 0 lost
}
