package main

import (
	"context"
	"testing"
	"time"

	"othellier/cmd/othellier/protocol"
	"othellier/env"
)

// TestEnginePonders goes on from what it has found while the other side thought.
func TestEnginePonders(t *testing.T) {
	r := env.Rules{}
	e := newTestEngine(t, r, 0, 0)
	e.simulations.n = 50
	p := r.Initial()
	if _, err := e.Think(context.Background(), p, protocol.Limit{Move: true}, nil); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	p = r.Next(p, r.AppendMoves(nil, p)[0])
	if err := e.Ponder(context.Background(), p); err != nil || e.thinker.Search().Root().Position == p {
		t.Errorf("without a time it ponders: %v", err)
	}
	if _, err := e.Think(context.Background(), r.Initial(), protocol.Limit{Move: true, Time: time.Minute}, nil); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer stop()
	if err := e.Ponder(ctx, p); err != nil {
		t.Fatal(err)
	}
	pondered := e.thinker.Search().Visits()
	answers := r.AppendMoves(nil, p)
	p = r.Next(p, answers[0])
	got, err := e.Think(ended, p, protocol.Limit{Move: true, Time: time.Minute}, nil)
	if err != nil || pondered == 0 || got.Simulations == 0 && pondered > 2*len(answers) {
		t.Errorf("%d simulations of the answer where %d were pondered, %v", got.Simulations, pondered, err)
	}
}

// TestEngineSolves plays the ending as the solver says, and tells so.
func TestEngineSolves(t *testing.T) {
	g, err := env.ParseTranscript(env.Rules{}, "f5d6c4g5d7c7h5d8b8b7b6a7b5a6a5b4b3c6e8f8c8a8e7a4b2a2c2d2d1e2f2c5c3a1a3e6d3f6f7f1g2h2e3f4")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Position()
	if g.Rules().Moves(p) == 0 {
		p = g.Rules().Next(p, env.Pass)
	}
	e := newTestEngine(t, env.Rules{}, 0, time.Hour)
	got, err := e.Think(context.Background(), p, protocol.Limit{Move: true}, nil)
	if err != nil || len(got.Moves) != 1 || !got.Proven || !got.MarginProven || got.Moves[0].Line[0] != got.Moves[0].Move {
		t.Fatalf("%+v, %v", got, err)
	}
	// A thorough look at the same position comes to the same margin.
	e.seconds = 0
	e.simulations.n = 100_000
	all, err := e.Think(context.Background(), p, protocol.Limit{}, nil)
	if err != nil || !all.Proven || all.Margin != got.Margin || len(all.Moves) < 2 {
		t.Errorf("%+v, %v; solved %+v", all, err, got)
	}
}
