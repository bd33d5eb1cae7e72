package arena

import (
	"context"
	"testing"

	"othellier/env"
)

// variants are rules that differ in everything a player has to cope with.
var variants = []env.Rules{
	{},
	{Board: env.Board6, Scoring: env.ScoreEmpties},
	{Board: env.Board4},
	{Board: env.Board4, Scoring: env.ScoreEmpties, Start: env.StartParallel},
	{Board: env.Board6, Start: env.StartFree, Supply: env.SupplySeparate},
	{Board: env.Board6, Start: env.StartMirrored, End: env.EndMover},
	{Start: env.StartFree, End: env.EndMover, Supply: env.SupplySeparate, Scoring: env.ScoreEmpties},
}

func parse(t *testing.T, spec string, r env.Rules) Entrant {
	t.Helper()
	e, err := Parse(spec, Options{Rules: r})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func play(t *testing.T, m Match, a, b string) Result {
	t.Helper()
	r, err := m.Play(context.Background(), parse(t, a, m.Rules), parse(t, b, m.Rules))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// latePositions draws positions with at most empty empty squares and a move to
// play.
func latePositions(t *testing.T, r env.Rules, empty, count int, seed uint64) []env.Position {
	t.Helper()
	plies := r.NumSquares() - 4 - empty
	if r.Start == env.StartFree {
		plies += 4
	}
	openings, err := Openings(r, max(plies, 1), count, seed)
	if err != nil {
		t.Fatal(err)
	}
	var list []env.Position
	for _, o := range openings {
		if r.Moves(o.Position) != 0 {
			list = append(list, o.Position)
		}
	}
	return list
}
