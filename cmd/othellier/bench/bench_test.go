package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"othellier/env"
	"othellier/model"
	"othellier/train"
)

// quickly measures a small network on a small board for no time at all.
func quickly(t *testing.T, only ...string) Options {
	t.Helper()
	c, err := train.LoadConfig("tiny", "run.games_per_iteration=4")
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Weights: Network(model.Spec{Channels: 8, Blocks: 1, ValueChannels: 2, ValueHidden: 8}, 1),
		Rules:   c.Rules, Workers: 2, Batches: []int{1, 5}, Only: only, Config: c,
	}
}

func TestRun(t *testing.T) {
	o := quickly(t)
	var stages []string
	o.Stage = func(s string) { stages = append(stages, s) }
	r, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(stages, Sections) {
		t.Errorf("measured %v, want %v", stages, Sections)
	}
	if len(r.Evaluations) != 2 || len(r.Accuracy) != 2 || len(r.Search) != 1 || r.SelfPlay == nil || len(r.Training) != 2 || r.Perft == nil || r.Signature == nil {
		t.Fatalf("incomplete: %+v", r)
	}
	for i, n := range []int{1, 5} {
		if e := r.Evaluations[i]; e.Batch != n || e.Allocations != 0 {
			t.Errorf("%+v: want batch %d without allocations", e, n)
		}
	}
	for _, a := range r.Accuracy {
		if !(max(a.Policy, a.Value, a.Ownership, a.Margin) <= 1e-4) || a.Policy == 0 {
			t.Errorf("%+v: far from the exact answers, or none", a)
		}
	}
	s := r.SelfPlay
	if s.Games != 4 || s.Remembered <= 0 || s.Remembered >= 1 || s.NetworkShare <= 0 || s.NetworkShare > 1 || s.Batch < 1 || s.Ratio <= 0 {
		t.Errorf("self-play %+v", s)
	}
	if r.Training[0].Tower != "kernels" || r.Training[1].Tower != "stock" {
		t.Errorf("training %+v", r.Training)
	}
	if want := env.Perft(o.Rules, o.Rules.Initial(), 8, env.PassIsPly); r.Perft.Leaves != want {
		t.Errorf("%d leaves, want %d", r.Perft.Leaves, want)
	}
	rates := map[string]Rate{
		"evaluations": r.Evaluations[0].Rate, "search": r.Search[0].Rate, "games": s.GamesRate, "evaluations in games": s.Evaluations,
		"alone": s.Alone, "training": r.Training[0].Rate, "stock": r.Training[1].Rate, "perft": r.Perft.Rate,
	}
	for name, x := range rates {
		if x.PerSecond <= 0 || x.Seconds <= 0 {
			t.Errorf("%s: %+v", name, x)
		}
	}

	// The report reads back from its JSON, and its tables have every section.
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(back, r) {
		t.Errorf("JSON reads back as %+v (%v), want %+v", back, err, r)
	}
	var text strings.Builder
	if err := r.Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"c8b1", "evaluations, 2 workers", "exact answers", "one search", "self-play as in tiny", "stock", "game tree", r.Signature.Search} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the tables lack %q:\n%s", want, text.String())
		}
	}
}

// The signature belongs to the program: neither what is measured nor the number
// of workers changes it.
func TestSignature(t *testing.T) {
	var found []Signature
	for _, o := range []Options{quickly(t, "signature"), {Workers: 1, Only: []string{"signature"}}} {
		r, err := Run(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Evaluations) > 0 || r.Perft != nil {
			t.Errorf("only the signature was asked for: %+v", r)
		}
		found = append(found, *r.Signature)
	}
	if found[0] != found[1] || found[0].Search == found[0].Network || len(found[0].Search) != 12 {
		t.Errorf("signatures %v", found)
	}
}

func TestRunRefuses(t *testing.T) {
	if _, err := Run(context.Background(), quickly(t, "speed")); err == nil || !strings.Contains(err.Error(), "evaluations") {
		t.Errorf("an unknown section: error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, s := range Sections {
		if _, err := Run(ctx, quickly(t, s)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s after the end of the context: error %v", s, err)
		}
	}
}

// Positions have a choice of moves, under all rules, and follow from the seed.
func TestPositions(t *testing.T) {
	for _, r := range []env.Rules{{}, {Board: env.Board4}, {Board: env.Board6, End: env.EndMover}, {Start: env.StartFree, Supply: env.SupplySeparate}} {
		l := Positions(r, 50, 9)
		for _, p := range l {
			if m := r.Moves(p); m&(m-1) == 0 {
				t.Errorf("%+v: %v has fewer than two moves", r, p)
			}
		}
		if len(l) != 50 || !slices.Equal(l, Positions(r, 50, 9)) || slices.Equal(l, Positions(r, 50, 8)) {
			t.Errorf("%+v: %d positions, or they do not follow from the seed", r, len(l))
		}
	}
}

// No tensor of a network is zero, and seeds tell networks apart.
func TestNetwork(t *testing.T) {
	s := model.Spec{Channels: 4, Blocks: 2, ValueChannels: 2, ValueHidden: 4, Reply: true, SoftPolicy: true, Pooled: 1, Lines: 1}
	w := Network(s, 1)
	for _, x := range w.Tensors() {
		if slices.Contains(x.Data, 0) {
			t.Errorf("%s has zeros", x.Name)
		}
	}
	if !w.Equal(Network(s, 1)) || w.Equal(Network(s, 2)) {
		t.Error("the network does not follow from the seed")
	}
}

func Example() {
	c := train.Default()
	r, err := Run(context.Background(), Options{
		Weights: Network(c.Network, 1), Config: c, Batches: []int{64}, Only: []string{"evaluations"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	e := r.Evaluations[0]
	fmt.Println(e.Network, e.Batch, e.Rate.PerSecond > 0, e.Allocations)
	// Output: c32b4 64 true 0
}
