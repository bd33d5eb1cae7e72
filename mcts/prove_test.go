package mcts

import (
	"context"
	"testing"

	"othellier/env"
)

// The 4x4 game is lost by 8 discs for the side that begins, as discs lie.
func TestSmallBoardIsProven(t *testing.T) {
	for _, w := range []float64{0, .1, 1} {
		c := Default()
		c.MarginWeight = w
		s := New(env.Rules{Board: env.Board4}, c)
		if err := NewRunner(UniformEvaluator{}, 1).Run(context.Background(), []*Search{s}, []int{100_000}); err != nil {
			t.Fatal(err)
		}
		r := s.Root()
		if !r.Proven || r.Value != -1 {
			t.Errorf("weight %v: value %v, proven %v, want a proven -1", w, r.Value, r.Proven)
		}
		if w > 0 && r.Margin != -8./16 {
			t.Errorf("weight %v: margin %v, want %v", w, r.Margin, -8./16)
		}
	}
}
