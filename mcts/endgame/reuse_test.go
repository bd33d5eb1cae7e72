package endgame

import (
	"context"
	"reflect"
	"testing"

	"othellier/env"
)

// TestSame wants the same answer, line and node count of a solver that has
// solved other positions as of a new one.
func TestSame(t *testing.T) {
	rules := env.Rules{}
	used := newSolver(t, rules, 8)
	for i, p := range reached(rules, 12, 30, 5) {
		mode := Mode(i % 2)
		want, err := newSolver(t, rules, 8).Solve(context.Background(), p, mode)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			got, err := used.Solve(context.Background(), p, mode)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%v: %+v, %v; a new solver says %+v", p, got, err, want)
			}
		}
	}
}

// countdown is a context that ends after some questions.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancel stops solves earlier and later: the bounds must hold and the best
// move be as good as the lower one says.
func TestCancel(t *testing.T) {
	rules := env.Rules{Scoring: env.ScoreEmpties}
	s := newSolver(t, rules, 16)
	var open, narrowed int
	for _, q := range problems(t)[13:19] {
		for _, polls := range []int{0, 1, 10, 100, 300, 1000, 1 << 40} {
			r, err := s.Solve(&countdown{context.Background(), polls}, q.position, ModeMargin)
			if err != nil {
				t.Fatal(err)
			}
			if r.Lower > q.best || r.Upper < q.best || r.Exact != (r.Lower == r.Upper) || r.Margin != r.Lower || r.PV[0] != r.Best {
				t.Errorf("%v, %d polls: %+v, the margin is %d", q.position, polls, r, q.best)
			}
			if score, listed := q.moves[r.Best]; listed && score < r.Lower || !rules.Legal(q.position, r.Best) {
				t.Errorf("%v, %d polls: %v has %d, less than %d", q.position, polls, r.Best, score, r.Lower)
			}
			if polls == 1<<40 && !r.Exact {
				t.Errorf("%v: not solved", q.position)
			}
			if !r.Exact {
				open++
			}
			if !r.Exact && (r.Lower > -64 || r.Upper < 64) {
				narrowed++
			}
		}
	}
	if open < 10 || narrowed < 5 {
		t.Errorf("%d solves were cut short, %d with bounds", open, narrowed)
	}
}
