package arena

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"othellier/env"
)

// decision is a position where the player was asked, and when.
type decision struct {
	position env.Position
	ply      int
}

// every is the obvious form of Perfect: one game after another, no merging.
func every(t *testing.T, r env.Rules, p Player, color env.Color, at env.Position, ply int, how Walk, l *Lines, asked map[decision]bool) {
	t.Helper()
	legal := r.AppendMoves(nil, at)
	if left := r.NumSquares() - bits.OnesCount64(at.Own|at.Opp); len(legal) == 0 || left <= how.Solve {
		margin := toTheEnd(r, at)
		if at.Turn != color {
			margin = -margin
		}
		if how.Outcome {
			margin = min(max(margin, -1), 1)
		}
		l.Games++
		switch {
		case margin > 0:
			l.Wins++
		case margin < 0:
			l.Losses++
		default:
			l.Draws++
		}
		l.Worst = min(l.Worst, margin)
		return
	}
	if at.Turn == color && legal[0] != env.Pass {
		asked[decision{at, ply}] = true
		turn := &Turn{Position: at, Rand: rand.New(rand.NewPCG(at.Own, at.Opp))}
		if err := p.Choose(context.Background(), []*Turn{turn}); err != nil {
			t.Fatal(err)
		}
		legal = []env.Move{turn.Move}
	}
	for _, m := range legal {
		every(t, r, p, color, r.Next(at, m), ply+1, how, l, asked)
	}
}

// toTheEnd returns the margin for the side to move under perfect play.
func toTheEnd(r env.Rules, p env.Position) int {
	legal := r.AppendMoves(nil, p)
	if len(legal) == 0 {
		return r.Margin(p)
	}
	best := -64
	for _, m := range legal {
		best = max(best, -toTheEnd(r, r.Next(p, m)))
	}
	return best
}

func TestPerfect(t *testing.T) {
	for _, r := range []env.Rules{
		{Board: env.Board4},
		{Board: env.Board4, Start: env.StartParallel, Scoring: env.ScoreEmpties},
		{Board: env.Board4, End: env.EndMover},
	} {
		for _, spec := range []string{"solver", "positional", "greedy", "random", "mcts:5", "alphabeta:2"} {
			for _, color := range []env.Color{env.Black, env.White} {
				for _, how := range []Walk{{}, {Solve: 5}, {Solve: 5, Outcome: true}, {Outcome: true}} {
					compare(t, r, parse(t, spec, r), color, how)
				}
			}
		}
	}
}

// compare compares Perfect with its obvious form.
func compare(t *testing.T, r env.Rules, e Entrant, color env.Color, how Walk) {
	t.Helper()
	got, err := Perfect(context.Background(), r, e, color, how)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.New()
	if err != nil {
		t.Fatal(err)
	}
	want := Lines{Worst: 64}
	asked := make(map[decision]bool)
	every(t, r, p, color, r.Initial(), 0, how, &want, asked)
	if got.Games != want.Games || got.Wins != want.Wins || got.Draws != want.Draws || got.Losses != want.Losses ||
		got.Worst != want.Worst || got.Decisions != len(asked) || got.Solved > 0 != (how.Solve > 0) || got.Outcome != how.Outcome {
		t.Errorf("%v: %v, want %v from %d decisions", r, got, want, len(asked))
	}
	if how.Solve == 0 && !how.Outcome { // the line is a game that ends as it says
		margin := got.Worst
		if color == env.White {
			margin = -margin
		}
		replay(t, r, Game{Moves: got.Line, Margin: margin})
	}
}

// A sample is of the lines that there are, the same for the same seed, and all of
// them where they are few enough.
func TestPerfectSample(t *testing.T) {
	r := env.Rules{Board: env.Board4}
	walk := func(how Walk) Lines {
		l, err := Perfect(context.Background(), r, parse(t, "positional", r), env.White, how)
		if err != nil {
			t.Fatal(err)
		}
		l.Sample = 0
		return l
	}
	all := walk(Walk{})
	if got := walk(Walk{Sample: 1000}); !reflect.DeepEqual(got, all) {
		t.Errorf("a large sample: %v, want %v", got, all)
	}
	worst := map[int]bool{}
	for seed := range uint64(20) {
		how := Walk{Sample: 2, Seed: seed}
		got := walk(how)
		if got.Games == 0 || got.Games >= all.Games || got.Worst < all.Worst || got.Wins > all.Wins || got.Losses > all.Losses {
			t.Errorf("seed %d: %v of %v", seed, got, all)
		}
		replay(t, r, Game{Moves: got.Line, Margin: -got.Worst})
		if again := walk(how); !reflect.DeepEqual(got, again) {
			t.Errorf("seed %d: %v, then %v", seed, got, again)
		}
		worst[got.Worst] = true
	}
	if len(worst) < 2 {
		t.Error("all seeds find the same")
	}
}

// The solver has the value of the game from every line, with either colour.
func TestPerfectSolver(t *testing.T) {
	r := env.Rules{Board: env.Board4}
	for color, worst := range map[env.Color]int{env.White: 8, env.Black: -8} {
		l, err := Perfect(context.Background(), r, parse(t, "solver", r), color, Walk{})
		if err != nil || l.Worst != worst {
			t.Errorf("%v: %v, %v, want %+d", color, l, err, worst)
		}
	}
}

func TestPerfectErrors(t *testing.T) {
	r := env.Rules{Board: env.Board4}
	silent := breaking(func(context.Context, []*Turn) error { return nil }, new(atomic.Int32))
	if _, err := Perfect(context.Background(), r, silent, env.White, Walk{}); err == nil || !strings.Contains(err.Error(), "broken: ") {
		t.Errorf("an illegal move: error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Perfect(ctx, r, parse(t, "random", r), env.White, Walk{}); err == nil {
		t.Error("no error after the end of the context")
	}
	if testing.Short() {
		return
	}
	if _, err := Perfect(context.Background(), env.Rules{}, parse(t, "random", env.Rules{}), env.White, Walk{}); err == nil ||
		!strings.Contains(err.Error(), "8x8 board is too large") {
		t.Errorf("full board: error %v", err)
	}
}
