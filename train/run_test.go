package train

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellier/model"
)

// watcher calls a function at every event.
type watcher func(Event) error

func (w watcher) Observe(e Event) error { return w(e) }

func ignore(Event) error { return nil }

// newRun starts a run in a directory of its own.
func newRun(t *testing.T, c Config, o Options) *Run {
	t.Helper()
	r, err := NewRun(filepath.Join(t.TempDir(), "run"), c, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.lock.Close() })
	return r
}

// trained runs a configuration to its end and returns the bytes of its networks.
func trained(t *testing.T, c Config) map[string]string {
	t.Helper()
	r := newRun(t, c, Options{})
	if err := r.Loop(context.Background(), watcher(ignore), nil); err != nil {
		t.Fatal(err)
	}
	return networks(t, r.Dir())
}

// resumed goes on with the run in dir to its end and returns its networks.
func resumed(t *testing.T, dir string, o Options) map[string]string {
	t.Helper()
	r, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Loop(context.Background(), watcher(ignore), nil), r.Close()); err != nil {
		t.Fatal(err)
	}
	return networks(t, dir)
}

func networks(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, netsDir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	nets := map[string]string{}
	for _, f := range files {
		nets[filepath.Base(f)] = read(t, f)
	}
	return nets
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// same reports which networks of two runs differ.
func same(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) || len(want) == 0 {
		t.Errorf("%s: %d networks, want %d", what, len(got), len(want))
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s is different", what, name)
		}
	}
}

func TestRunDirectory(t *testing.T) {
	root := t.TempDir()
	c := tiny(t, "run.checkpoint_every=1")
	if dir := NextDir(filepath.Join(root, "none"), c); filepath.Base(dir) != "tiny-001" {
		t.Errorf("first run in %s", dir)
	}
	for _, name := range []string{"tiny-7", "tiny-009", "tiny-x", "tinyer-100"} {
		if err := os.Mkdir(filepath.Join(root, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	dir := NextDir(root, c)
	if filepath.Base(dir) != "tiny-010" {
		t.Errorf("next run in %s", dir)
	}
	if _, err := Open(root, Options{}); !errors.Is(err, ErrNoRun) || !strings.Contains(err.Error(), "name the directory of a run") {
		t.Errorf("a folder without a run: %v", err)
	}
	if _, err := os.Stat(filepath.Join(root, "lock")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("opening a folder without a run left a lock file: %v", err)
	}
	r, err := NewRun(dir, c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Network(dir, "latest"); err == nil {
		t.Error("a network before the first one")
	}
	if err := r.Loop(context.Background(), watcher(ignore), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, Options{}); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), fmt.Sprintf("process %d", os.Getpid())) {
		t.Errorf("opened twice: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := NewRun(dir, c, Options{}); err == nil || !strings.Contains(err.Error(), "holds a run already") {
		t.Errorf("a new run over another: %v", err)
	}
	var names []string
	err = fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if !d.IsDir() {
			names = append(names, path)
		}
		return err
	})
	want := "command.txt config.yaml latest lock nets/othello4-c4b1-g000030.safetensors nets/othello4-c4b1-g000040.safetensors " +
		"replay/games-000000008.seg replay/games-000000016.seg replay/games-000000024.seg replay/games-000000032.seg " +
		"state-000004/trainer.safetensors state.json"
	if got := strings.Join(names, " "); err != nil || got != want {
		t.Errorf("files\n%s\nwant\n%s (%v)", got, want, err)
	}
	path, err := Network(dir, "latest")
	if err != nil || filepath.Base(path) != "othello4-c4b1-g000040.safetensors" {
		t.Errorf("latest network %s, %v", path, err)
	}
	w, meta, err := model.Load(path)
	if err != nil || w.Spec != c.Network || meta.Rules != c.Rules || meta.Games != 40 || meta.Config != c.Hash() {
		t.Errorf("network %+v %+v, %v", w.Spec, meta, err)
	}
}

// An interrupted creation does not stand in the way.
func TestRunCreatedTwice(t *testing.T) {
	r := newRun(t, tiny(t), Options{})
	torn := filepath.Join(r.Dir(), ".state.json.123.tmp")
	if err := errors.Join(r.Close(), os.WriteFile(torn, []byte("{"), 0o644)); err != nil {
		t.Fatal(err)
	}
	for _, later := range []string{stateFile, configFile, commandFile} {
		if err := os.Remove(filepath.Join(r.Dir(), later)); err != nil {
			t.Fatal(err)
		}
	}
	again, err := NewRun(r.Dir(), tiny(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}

// The judge sees the averaged network every so many iterations and after the
// last, and once each, also when the run is stopped while it judges.
func TestJudge(t *testing.T) {
	c := tiny(t, "run.iterations=5", "run.evaluate_every=2", "run.checkpoint_every=100", "run.keep_checkpoints=1", "run.seed=9")
	var trials []Trial
	score := []float64{.5, .75, .75, .25}
	judge := func(_ context.Context, w *model.Weights, trial Trial) (Judgement, error) {
		trials = append(trials, trial)
		if len(trials) == 2 {
			return Judgement{}, context.Canceled
		}
		x := score[len(trials)-1]
		return Judgement{
			Results: []Result{{Opponent: "a", Score: x}, {Opponent: "b", Score: x}},
			Rating:  &Rating{1000 * x, 0, 1000},
		}, nil
	}
	var log []string
	observe := watcher(func(e Event) error {
		switch e := e.(type) {
		case Judged:
			log = append(log, fmt.Sprintf("judged %d %.2f %v", e.Iteration, e.Points, e.Best))
		case Published:
			log = append(log, fmt.Sprintf("published %d", e.Iteration))
		case Finished:
			log = append(log, "finished "+filepath.Base(e.Best))
		}
		return nil
	})
	r := newRun(t, c, Options{})
	if err := r.Loop(context.Background(), observe, judge); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := Open(r.Dir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Loop(context.Background(), observe, judge), r.Close()); err != nil {
		t.Fatal(err)
	}
	want := "[published 2 judged 2 0.50 true published 4 judged 4 0.75 true published 5 judged 5 0.25 false finished othello4-c4b1-g000040.safetensors]"
	if got := fmt.Sprint(log); got != want {
		t.Errorf("log\n%s\nwant\n%s", got, want)
	}
	trial := trials[0]
	if got := fmt.Sprintf("%+v", trial); !strings.Contains(got, "Players:[greedy] Games:2 Simulations:4 Seed:9 MarginWeight:0.1 SolveEmpties:") {
		t.Errorf("trial %s", got)
	}
	if nets := networks(t, r.Dir()); len(nets) != 2 { // one to keep, and the best
		t.Errorf("%d networks are kept, want 2", len(nets))
	}
	for which, want := range map[string]string{"best": "750 (0 to 1000) at 4 simulations", "latest": "250 (0 to 1000) at 4 simulations"} {
		path, err := Network(r.Dir(), which)
		if err != nil {
			t.Fatal(err)
		}
		if _, m, err := model.Load(path); err != nil || m.Rating != want {
			t.Errorf("the %s network has the rating %q, want %q: %v", which, m.Rating, want, err)
		}
	}
	if got := read(t, r.Dir(), "best"); got != "othello4-c4b1-g000040.safetensors\n" {
		t.Errorf("best: %q", got)
	}
}
