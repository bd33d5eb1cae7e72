package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"othellier/env"
	"othellier/model"
	"othellier/train/arena"
)

// countdown is a context that ends after it was asked so many times.
type countdown struct {
	context.Context
	left atomic.Int64
}

func after(n int64) *countdown {
	c := &countdown{Context: context.Background()}
	c.left.Store(n)
	return c
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

func TestAnInterruptedMatchKeepsItsGames(t *testing.T) {
	dir := t.TempDir()
	net := filepath.Join(dir, "net.safetensors")
	w := model.NewWeights(model.Spec{Channels: 8, Blocks: 1, ValueChannels: 2, ValueHidden: 8}, rand.New(rand.NewPCG(1, 1)))
	if err := model.Save(net, w, model.Meta{}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "out.json")
	match := matchFlags{Games: 2000, Seed: 1, Workers: 1}
	std := stdio{strings.NewReader(""), io.Discard, io.Discard}

	err := evalCmd{Nets: []string{net}, Against: []string{"random", "greedy"}, matchFlags: match, MoveTime: usualMoveTime, JSON: file}.Run(after(3000), std)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("eval: got %v, want an interrupt", err)
	}
	var played []arena.Result
	read(t, file, &played)
	if n := len(played); n != 1 || played[0].Record.Games() == 0 || played[0].Record.Games() >= 2000 {
		t.Errorf("eval kept %d results, %+v", n, played)
	}

	err = sprtCmd{A: net, B: "random", Elo1: 5, Alpha: 0.01, Beta: 0.01, Chunk: 2000, matchFlags: match, JSON: file}.Run(after(3000), std)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("sprt: got %v, want an interrupt", err)
	}
	var outcome sprtOutcome
	read(t, file, &outcome)
	if outcome.Result.Record.Games() == 0 || outcome.Verdict != arena.Undecided {
		t.Errorf("sprt kept %+v", outcome)
	}
}

// Every thread is interrupted, and says so once.
func TestAnInterruptIsToldOnce(t *testing.T) {
	net := filepath.Join(t.TempDir(), "net.safetensors")
	w := model.NewWeights(model.Spec{Channels: 8, Blocks: 1, ValueChannels: 2, ValueHidden: 8}, rand.New(rand.NewPCG(1, 1)))
	if err := model.Save(net, w, model.Meta{Rules: env.Rules{Board: env.Board6}}); err != nil {
		t.Fatal(err)
	}
	std := stdio{strings.NewReader(""), io.Discard, io.Discard}
	c := evalCmd{Nets: []string{net}, matchFlags: matchFlags{Games: 2}, MoveTime: usualMoveTime, Perfect: true}
	c.Simulations.n = 100
	for _, calls := range []int64{10, 100, 500} {
		err := c.Run(after(calls), std)
		if !errors.Is(err, context.Canceled) || strings.Count(err.Error(), "cancel") != 1 {
			t.Errorf("after %d questions: %v", calls, err)
		}
	}
}

func read(t *testing.T, file string, v any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestPerftInParts holds the count that can be interrupted against the one that
// cannot, where sides pass and games end too.
func TestPerftInParts(t *testing.T) {
	for _, c := range []env.Convention{env.PassIsPly, env.FullDepthOnly, env.PassIsFree} {
		for board, depth := range map[env.Board]int{env.Board8: 9, env.Board4: 14} {
			r := env.Rules{Board: board}
			got, err := perft(context.Background(), r, r.Initial(), depth, c)
			if want := env.Perft(r, r.Initial(), depth, c); err != nil || got != want {
				t.Errorf("%v, %v: got %d, %v; want %d", board, c, got, err, want)
			}
		}
	}
	r := env.Rules{}
	if _, err := perft(after(100), r, r.Initial(), 20, env.PassIsPly); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want an interrupt", err)
	}
}
