package arena

import (
	"bytes"
	"testing"

	"othellier/env"
	"othellier/env/golden"
)

func TestWriteTable(t *testing.T) {
	small := env.Rules{Board: env.Board4, Scoring: env.ScoreEmpties}
	results := []Result{
		play(t, Match{Openings: 50, Seed: 1}, "alphabeta:2", "positional"),
		play(t, Match{Openings: 50, Seed: 1}, "positional", "greedy"),
		play(t, Match{Openings: 20, Seed: 7, Rules: small}, "solver", "random"),
		play(t, Match{Openings: 5, Seed: 1}, "random", "alphabeta:3"),
	}
	results[3].Openings = 8
	results[3].Faults = []Fault{{Player: "random", Opening: 2, Color: env.White, Ply: 17, Reason: "no answer"}}
	var got bytes.Buffer
	if err := WriteTable(&got, results); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "table.golden", got.String())
}
