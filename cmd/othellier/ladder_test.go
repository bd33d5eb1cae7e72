package main

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"othellier/env"
	"othellier/model"
	"othellier/train/arena"
)

// TestLadderPlaysTheGamesOfEval holds what the help of ladder says: games that it
// does not keep can be had from eval.
func TestLadderPlaysTheGamesOfEval(t *testing.T) {
	dir := t.TempDir()
	net, ladder, eval := filepath.Join(dir, "net.safetensors"), filepath.Join(dir, "ladder.json"), filepath.Join(dir, "eval.json")
	w := model.NewWeights(model.Spec{Channels: 4, Blocks: 1, ValueChannels: 1, ValueHidden: 4}, rand.New(rand.NewPCG(1, 1)))
	if err := model.Save(net, w, model.Meta{Rules: env.Rules{Board: env.Board4}}); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"ladder", net, "--sims", "2", "--fixed", "random,greedy", "--games", "6", "--seed", "3", "--solve", "4", "--json", ladder},
		{"eval", net, "--sims", "2", "--against", "random,greedy", "--games", "6", "--seed", "3", "--solve", "4", "--json", eval},
	} {
		if status := run(args, stdio{nil, io.Discard, io.Discard}); status != exitOK {
			t.Fatalf("%v: status %d", args, status)
		}
	}
	var kept struct{ Results []arena.Result }
	var played []arena.Result
	for path, into := range map[string]any{ladder: &kept, eval: &played} {
		data, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(data, into)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(played) != 2 || len(kept.Results) != 3 || !reflect.DeepEqual(kept.Results[1:], played) {
		t.Errorf("eval has %+v, the ladder %+v", played, kept.Results)
	}
}
