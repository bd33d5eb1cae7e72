package endgame

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"othellier/env"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestText compares the texts of results with a golden file.
func TestText(t *testing.T) {
	s := newSolver(t, env.Rules{Scoring: env.ScoreEmpties}, 14)
	var all []Result
	solve := func(ctx context.Context, p env.Position, mode Mode) {
		r, err := s.Solve(ctx, p, mode)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	for _, q := range problems(t)[3:9] {
		solve(ctx, q.position, ModeMargin)
		solve(ctx, q.position, ModeOutcome)
	}
	solve(ctx, env.NewPosition(1, 0, env.White), ModeMargin)
	solve(ctx, env.NewPosition(1, 2, env.White), ModeMargin)
	moves, err := s.Moves(ctx, problems(t)[19].position, ModeMargin)
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, moves...)
	cancel()
	solve(ctx, problems(t)[35].position, ModeMargin)
	solve(&countdown{context.Background(), 20}, problems(t)[18].position, ModeMargin)

	var lines strings.Builder
	for _, r := range all {
		fmt.Fprintf(&lines, "%-5v %2d  %v\n", r.Position.Turn, r.Empties, r)
	}
	got := lines.String()
	if *update {
		if err := os.WriteFile("testdata/results.txt", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/results.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%swant\n%s(go test -update rewrites it)", got, want)
	}
}
