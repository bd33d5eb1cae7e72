package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"othellier/env"
	"othellier/mcts"
)

// TestATimeEndsTheSearch also looks that an interrupt is told from it.
func TestATimeEndsTheSearch(t *testing.T) {
	var r env.Rules
	s, err := newSearcher(r, mcts.NewRolloutEvaluator(r, 1, 1), searchFlags{Simulations: 1})
	if err != nil {
		t.Fatal(err)
	}
	s.time = 10 * time.Millisecond
	for range 2 {
		if err := s.think(context.Background(), r.Initial()); err != nil {
			t.Fatal(err)
		}
		if n := s.search.Root().Visits; n < 1 || n >= maxSimulations || !r.Legal(r.Initial(), s.search.Best()) {
			t.Errorf("%d simulations, %v", n, s.search.Best())
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.think(ctx, r.Initial()); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	s.time = time.Hour
	ctx, cancel = context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	if err := s.think(ctx, r.Initial()); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestTwoNetworksPlay gives White a searcher of its own.
func TestTwoNetworksPlay(t *testing.T) {
	r := env.Rules{Board: env.Board4}
	var out strings.Builder
	table := newTable(r, &out)
	white, err := newSearcher(r, mcts.NewRolloutEvaluator(r, 1, 2), searchFlags{Simulations: 7})
	if err != nil {
		t.Fatal(err)
	}
	table.searchers[env.White] = white
	if err := table.play(context.Background(), strings.NewReader("sims 3\n")); err != nil {
		t.Fatal(err)
	}
	if !table.game.Over() {
		t.Errorf("the game is not over:\n%s", out.String())
	}
	for c, s := range table.searchers {
		if root := s.search.Root(); root.Position.Turn != env.Color(c) || s.simulations != 3 {
			t.Errorf("%v searched for %v, and now searches %d simulations", env.Color(c), root.Position.Turn, s.simulations)
		}
	}
}
