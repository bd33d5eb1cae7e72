package endgame

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"othellier/env"
)

// problem is an end position with the exact scores of its moves, empty squares
// to the winner.
type problem struct {
	position env.Position
	moves    map[env.Move]int // scores of the listed moves
	best     int              // the greatest
}

// problems reads the FFO end positions 1 to 39.
func problems(t testing.TB) (all []problem) {
	text, err := os.ReadFile("testdata/ffo-1-39.obf")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		parts := strings.Split(line, ";")
		p, err := env.ParsePosition(parts[0])
		if err != nil {
			t.Fatal(err)
		}
		q := problem{p, map[env.Move]int{}, -99}
		for _, part := range parts[1:] {
			m, score, ok := strings.Cut(strings.TrimSpace(part), ":")
			if !ok {
				continue
			}
			sq, err := env.ParseMove(m)
			if err != nil {
				t.Fatal(err)
			}
			v, err := strconv.Atoi(score)
			if err != nil {
				t.Fatal(err)
			}
			q.moves[sq] = v
			q.best = max(q.best, v)
		}
		all = append(all, q)
	}
	return all
}

// TestFFO solves positions 1 to 19, and all when OTHELLIER_SLOW is set.
func TestFFO(t *testing.T) {
	all, hashBits := problems(t)[:19], 18
	if os.Getenv("OTHELLIER_SLOW") != "" {
		all, hashBits = problems(t), 22
	}
	s := newSolver(t, env.Rules{Scoring: env.ScoreEmpties}, hashBits)
	for i, q := range all {
		r, err := s.Solve(context.Background(), q.position, ModeMargin)
		if err != nil {
			t.Fatal(err)
		}
		if score, listed := q.moves[r.Best]; r.Margin != q.best || listed && score != q.best {
			t.Errorf("position %d: %v, want %+d", i+1, r, q.best)
		}
		checkLine(t, s.rules, q.position, r, q.best)
		outcome, err := s.Solve(context.Background(), q.position, ModeOutcome)
		if err != nil {
			t.Fatal(err)
		}
		if outcome.Margin != sign(q.best) {
			t.Errorf("position %d: %v, want the outcome of %+d", i+1, outcome, q.best)
		}
		checkLine(t, s.rules, q.position, outcome, sign(q.best))
	}
}

// TestFFOMoves checks every listed move of some positions.
func TestFFOMoves(t *testing.T) {
	s := newSolver(t, env.Rules{Scoring: env.ScoreEmpties}, 18)
	all := problems(t)
	for _, i := range []int{1, 2, 3, 4, 5, 6, 7, 20} {
		q := all[i-1]
		results, err := s.Moves(context.Background(), q.position, ModeMargin)
		if err != nil {
			t.Fatal(err)
		}
		listed := 0
		for _, r := range results {
			score, ok := q.moves[r.Best]
			if ok {
				listed++
			}
			if ok && r.Margin != score || r.Margin > q.best {
				t.Errorf("position %d: %v, want %+d", i, r, score)
			}
		}
		if listed != len(q.moves) {
			t.Errorf("position %d: %d of the %d moves on the list are legal", i, listed, len(q.moves))
		}
	}
}
