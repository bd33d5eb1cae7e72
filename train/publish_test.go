package train

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"othellier/model"
)

// byWeights is a judge whose rating tells networks apart.
func byWeights(_ context.Context, w *model.Weights, _ Trial) (Judgement, error) {
	score := float64(w.Tensor("stem.w").Data[0])
	return Judgement{Results: []Result{{Opponent: "a", Score: score}}, Rating: &Rating{1e6 * score, 0, 0}}, nil
}

// stopped returns the directory of a judged run that was interrupted after an
// iteration.
func stopped(t *testing.T, c Config, iteration int) string {
	t.Helper()
	r := newRun(t, c, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	err := r.Loop(ctx, watcher(func(e Event) error {
		if g, ok := e.(GamePlayed); ok && g.Iteration > iteration {
			cancel()
		}
		return nil
	}), byWeights)
	if !errors.Is(err, context.Canceled) || r.state.Iteration != iteration {
		t.Fatalf("stopped after iteration %d: %v", r.state.Iteration, err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return r.Dir()
}

// ended goes on with the run in dir to its end, where its latest network must be
// what it has learnt, and returns what was published and judged.
func ended(t *testing.T, dir string, judge Judge, set ...string) (log []string) {
	t.Helper()
	r, err := Open(dir, Options{Set: set})
	if err != nil {
		t.Fatal(err)
	}
	var end Finished
	err = r.Loop(context.Background(), watcher(func(e Event) error {
		switch e := e.(type) {
		case Published:
			log = append(log, filepath.Base(e.Path))
		case Judged:
			log = append(log, fmt.Sprint("judged ", e.Iteration))
		case Finished:
			end = e
		}
		return nil
	}), judge)
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	path, err := Network(dir, "latest")
	if err != nil || path != end.Latest {
		t.Fatalf("the latest network is %q, not %q: %v", path, end.Latest, err)
	}
	w, m, err := model.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	trainer, err := r.newTrainer()
	if err != nil {
		t.Fatal(err)
	}
	if m.Games != r.state.Games || !strings.Contains(path, fmt.Sprintf("-g%06d.", m.Games)) || !reflect.DeepEqual(w, trainer.EMA()) {
		t.Errorf("%s has learnt from %d games, and the run from %d", path, m.Games, r.state.Games)
	}
	if judge != nil && !strings.Contains(m.Rating, " at 4 simulations") {
		t.Errorf("the rating of %s is %q", path, m.Rating)
	}
	return log
}

// A run that is ended earlier than planned has its last network published, then
// judged, and those before it stay what they are.
func TestShortenedRun(t *testing.T) {
	g := func(games int) string { return fmt.Sprintf("othello4-c4b1-g%06d.safetensors", games) }
	for _, c := range []struct {
		done, iterations, every int
		want                    []string
	}{
		{done: 3, iterations: 3, every: 2, want: []string{g(30), "judged 3"}},
		{done: 3, iterations: 1, every: 2, want: []string{g(30), "judged 3"}}, // below what is done
		{done: 3, iterations: 4, every: 3, want: []string{g(40), "judged 4"}},
		{done: 3, iterations: 3, every: 3},                                    // done already
		{done: 1, iterations: 1, every: 2, want: []string{g(10), "judged 1"}}, // the first network of all
	} {
		every := fmt.Sprintf("=%d", c.every)
		dir := stopped(t, tiny(t, "run.iterations=6", "run.keep_checkpoints=0", "run.checkpoint_every"+every, "run.evaluate_every"+every), c.done)
		before := networks(t, dir)
		got := ended(t, dir, byWeights, fmt.Sprint("run.iterations=", c.iterations))
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c, got)
		}
		after := networks(t, dir)
		for name := range before {
			if before[name] != after[name] {
				t.Errorf("%+v: %s has been changed", c, name)
			}
		}
		if again := ended(t, dir, byWeights); len(again) > 0 || !maps.Equal(networks(t, dir), after) {
			t.Errorf("%+v: once more: %v", c, again)
		}
	}
	// Without a judge.
	dir := stopped(t, tiny(t, "run.iterations=6", "run.checkpoint_every=9"), 1)
	if got := ended(t, dir, nil, "run.iterations=1"); !slices.Equal(got, []string{g(10)}) {
		t.Errorf("a run that is not judged: %v", got)
	}
}

// Networks that are gone come again, as far as the state still has them.
func TestNetworksThatAreGone(t *testing.T) {
	r := newRun(t, tiny(t, "run.checkpoint_every=1", "run.evaluate_every=1"), Options{})
	if err := errors.Join(r.Loop(context.Background(), watcher(ignore), byWeights), r.Close()); err != nil {
		t.Fatal(err)
	}
	dir := r.Dir()
	last := "othello4-c4b1-g000040.safetensors"
	want := map[string]string{last: networks(t, dir)[last]}
	for name := range networks(t, dir) {
		if err := os.Remove(filepath.Join(dir, netsDir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Network(dir, "latest"); err == nil || !strings.Contains(err.Error(), last+" is gone: resume the run (train --resume "+dir+")") {
		t.Errorf("the latest of none: %v", err)
	}
	if got := ended(t, dir, byWeights); !slices.Equal(got, []string{last, "judged 4"}) {
		t.Errorf("published and judged: %v", got)
	}
	same(t, "after all networks were removed", networks(t, dir), want)
	if best, err := Network(dir, "best"); err != nil || filepath.Base(best) != last {
		t.Errorf("the best network is %q, %v", best, err)
	}
	// Nobody is named the best while nobody is.
	if err := os.Remove(filepath.Join(dir, netsDir, last)); err != nil {
		t.Fatal(err)
	}
	ended(t, dir, nil)
	if _, err := Network(dir, "best"); !errors.Is(err, ErrNoNetwork) {
		t.Errorf("the best of none: %v", err)
	}
}
