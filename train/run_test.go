package train

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"othellier/env"
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

func TestRunIsRepeatable(t *testing.T) {
	one := trained(t, tiny(t, "selfplay.workers=1"))
	same(t, "more workers and fewer games in flight", trained(t, tiny(t, "selfplay.workers=2", "selfplay.games_in_flight=3", "replay.segment_games=3")), one)
	other := trained(t, tiny(t, "run.seed=2"))
	for name := range one {
		if one[name] == other[name] {
			t.Errorf("%s does not depend on the seed", name)
		}
	}
}

// A copy of the directory, taken while an event is told, is what a process that
// was killed at this moment leaves.
func TestRunResumesFromEveryEvent(t *testing.T) {
	c := tiny(t, "run.iterations=3", "run.checkpoint_every=1", "run.keep_checkpoints=0", "replay.window_min_rows=30", "replay.segment_games=4")
	r := newRun(t, c, Options{})
	copies, n := []string{}, 0
	err := r.Loop(context.Background(), watcher(func(e Event) error {
		_, game := e.(GamePlayed)
		_, step := e.(Stepped)
		if n++; game && n%5 > 0 || step && n%11 > 0 {
			return nil
		}
		to := filepath.Join(t.TempDir(), fmt.Sprintf("after-%T", e))
		copies = append(copies, to)
		return os.CopyFS(to, os.DirFS(r.Dir()))
	}), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := networks(t, r.Dir())
	for _, dir := range copies {
		same(t, filepath.Base(dir), resumed(t, dir, Options{}), want)
	}
	if len(copies) < 15 {
		t.Errorf("only %d copies", len(copies))
	}
}

func TestInterruptLeavesAResumableRun(t *testing.T) {
	c := tiny(t)
	want := trained(t, c)
	for _, stop := range []string{"train.GamePlayed", "train.Stepped", "train.IterationDone", "train.Published"} {
		r := newRun(t, c, Options{})
		ctx, cancel := context.WithCancel(context.Background())
		err := r.Loop(ctx, watcher(func(e Event) error {
			if fmt.Sprintf("%T", e) == stop {
				cancel()
			}
			return nil
		}), nil)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("stopped at %s: %v", stop, err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		same(t, "stopped at "+stop, resumed(t, r.Dir(), Options{}), want)
	}
}

// Games that are on the disk are not played again.
func TestResumptionKeepsGames(t *testing.T) {
	r := newRun(t, tiny(t), Options{})
	stop := errors.New("stop")
	err := r.Loop(context.Background(), watcher(func(e Event) error {
		if g, ok := e.(GamePlayed); ok && g.Iteration == 2 && g.Done == 6 {
			return stop
		}
		return nil
	}), nil)
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	r, err = Open(r.Dir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var started Started
	var games []int
	err = r.Loop(context.Background(), watcher(func(e Event) error {
		switch e := e.(type) {
		case Started:
			started = e
		case GamePlayed:
			if e.Iteration == 2 {
				games = append(games, e.Done)
			}
		}
		return nil
	}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !started.Resumed || started.Iteration != 1 || started.Games != 16 || !slices.Equal(games, []int{7, 8, 9, 10}) {
		t.Errorf("started %+v, then games %v", started, games)
	}
}

func TestFullDiskLeavesAResumableRun(t *testing.T) {
	c := tiny(t)
	want := trained(t, c)
	r := newRun(t, c, Options{})
	room := 2500
	r.replay.open = func(path string) (file, error) {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		return full{f, &room}, err
	}
	err := r.Loop(context.Background(), watcher(ignore), nil)
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "free some space and resume") {
		t.Errorf("error %v", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	same(t, "after a full disk", resumed(t, r.Dir(), Options{}), want)

	// The networks cannot be written: their folder is no folder.
	r = newRun(t, c, Options{})
	nets := filepath.Join(r.Dir(), netsDir)
	if err := errors.Join(os.Remove(nets), os.WriteFile(nets, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := r.Loop(context.Background(), watcher(ignore), nil); err == nil || r.state.Iteration != 1 {
		t.Errorf("iteration %d committed without its network: %v", r.state.Iteration, err)
	}
	if err := errors.Join(r.Close(), os.Remove(nets), os.Mkdir(nets, 0o755)); err != nil {
		t.Fatal(err)
	}
	same(t, "after a network that could not be written", resumed(t, r.Dir(), Options{}), want)
}

func TestResumptionWithOtherValues(t *testing.T) {
	r := newRun(t, tiny(t, "run.iterations=1"), Options{Version: "v1", Args: []string{"othellier", "train"}})
	if err := errors.Join(r.Loop(context.Background(), watcher(ignore), nil), r.Close()); err != nil {
		t.Fatal(err)
	}
	for _, set := range []string{"network.channels=8", "rules.scoring=empties"} {
		key, _, _ := strings.Cut(set, "=")
		_, err := Open(r.Dir(), Options{Set: []string{set}})
		var e *ConfigError
		if !errors.As(err, &e) || e.Key != key || !strings.Contains(e.Problem, "start a new run") {
			t.Errorf("%s: %v", set, err)
		}
	}
	if _, err := Open(r.Dir(), Options{Set: []string{"run.iterations=0"}}); err == nil {
		t.Error("an impossible value was taken")
	}
	o := Options{Version: "v2", Args: []string{"othellier", "train", "--resume"}, Set: []string{"run.iterations=2", "learner.batch=8"}}
	r, err := Open(r.Dir(), o)
	if err != nil {
		t.Fatal(err)
	}
	var started Started
	err = r.Loop(context.Background(), watcher(func(e Event) error {
		if s, ok := e.(Started); ok {
			started = s
		}
		return nil
	}), nil)
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(started.Changes); got != "[learner.batch: 16 → 8 run.iterations: 1 → 2]" {
		t.Errorf("changes %s", got)
	}
	if r.state.Iteration != 2 {
		t.Errorf("%d iterations", r.state.Iteration)
	}
	want := "iteration 0, 0 games, version v1: othellier train\n" +
		"iteration 1, 10 games, version v2: othellier train --resume\n    changed learner.batch: 16 → 8\n    changed run.iterations: 1 → 2\n"
	if got := read(t, r.Dir(), commandFile); got != want {
		t.Errorf("command.txt:\n%s\nwant:\n%s", got, want)
	}
	if c, err := LoadConfig(filepath.Join(r.Dir(), configFile)); err != nil || c.Learner.Batch != 8 {
		t.Errorf("config.yaml: batch %d, %v", c.Learner.Batch, err)
	}
	if r, err = Open(r.Dir(), Options{}); err != nil || len(r.changes) > 0 {
		t.Fatalf("opened once more: %v, changes %v", err, r.changes)
	}
	r.Close()
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
	if _, err := Open(root, Options{}); !errors.Is(err, ErrNoRun) {
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
	if err := errors.Join(r.Close(), os.Remove(filepath.Join(r.Dir(), stateFile))); err != nil {
		t.Fatal(err)
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
	judge := func(_ context.Context, w *model.Weights, trial Trial) ([]Result, error) {
		trials = append(trials, trial)
		if len(trials) == 2 {
			return nil, context.Canceled
		}
		return []Result{{Opponent: "a", Score: score[len(trials)-1]}, {Opponent: "b", Score: score[len(trials)-1]}}, nil
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
	trial.Search = SelfPlayConfig{}
	if got := fmt.Sprintf("%+v", trial); !strings.Contains(got, "Players:[greedy] Games:2 Simulations:4") || !strings.Contains(got, "Seed:9") {
		t.Errorf("trial %s", got)
	}
	if nets := networks(t, r.Dir()); len(nets) != 2 { // one to keep, and the best
		t.Errorf("%d networks are kept, want 2", len(nets))
	}
	if got := read(t, r.Dir(), "best"); got != "othello4-c4b1-g000040.safetensors\n" {
		t.Errorf("best: %q", got)
	}
}

// A network that diverges ends the run with a warning that says what to do, and
// the run stands where it stood before.
func TestDivergence(t *testing.T) {
	c := tiny(t)
	r := newRun(t, c, Options{NewEvaluator: mobility(c)})
	w := model.NewWeights(c.Network, rand.New(rand.NewPCG(1, 1)))
	for i := range w.Tensor("hidden.w").Data {
		w.Tensor("hidden.w").Data[i] = 3e38
	}
	broken, err := model.NewTrainer(w, c.Learner.trainer())
	if err != nil {
		t.Fatal(err)
	}
	r.state.Trainer = "state-broken"
	folder := filepath.Join(r.Dir(), r.state.Trainer)
	if err := errors.Join(os.Mkdir(folder, 0o755), broken.SaveState(filepath.Join(folder, trainerFile))); err != nil {
		t.Fatal(err)
	}
	var alarm Alarm
	err = r.Loop(context.Background(), watcher(func(e Event) error {
		if a, ok := e.(Alarm); ok && a.Kind == "loss-not-finite" {
			alarm = a
		}
		return nil
	}), nil)
	if err == nil || !strings.Contains(alarm.Remedy, "--set learner.learn_rate=0.00033") || r.state.Iteration != 0 {
		t.Errorf("iteration %d, error %v, alarm %+v", r.state.Iteration, err, alarm)
	}
}

func TestAlarms(t *testing.T) {
	l := loop{Run: &Run{dir: t.TempDir(), config: Default()}}
	well := IterationDone{Iteration: 3, Entropy: .5, Saturated: .2, WindowRows: 5000}
	for want, change := range map[string]func(*IterationDone){
		"":                 func(*IterationDone) {},
		"policy-collapsed": func(d *IterationDone) { d.Entropy = .01 },
		"value-saturated":  func(d *IterationDone) { d.Saturated = .95 },
		"window-small":     func(d *IterationDone) { d.WindowRows = 300 },
	} {
		d := well
		change(&d)
		var kinds []string
		for _, a := range l.alarms(&d) {
			if a.Kind != "disk-low" { // which may be true here
				kinds = append(kinds, a.Kind)
			}
			if a.Iteration != 3 || a.Problem == "" || a.Remedy == "" {
				t.Errorf("alarm %+v", a)
			}
		}
		if strings.Join(kinds, " ") != want {
			t.Errorf("alarms %v, want %q", kinds, want)
		}
	}
	if free, ok := freeSpace(l.dir); ok && free <= 0 {
		t.Errorf("%d bytes free", free)
	}
}

func TestSummary(t *testing.T) {
	p := store(t, t.TempDir(), 30)
	defer p.Close()
	var d IterationDone
	p.summarize(20, &d)
	plies, points, margin, entropy, targets := 0., 0., 0., 0., 0.
	for i := int64(20); i < 30; i++ {
		g := randomGame(small, i)
		plies += float64(len(g.Plies)) / 10
		margin += math.Abs(float64(g.Margin)) / 10
		points += map[bool]float64{true: .1}[g.Margin > 0] + map[bool]float64{true: .05}[g.Margin == 0]
		game := env.NewGame(small)
		for _, x := range g.Plies {
			if x.Kind == KindFull {
				for _, s := range x.Policy {
					q := float64(s.Weight) / 65535
					entropy -= q * math.Log(q) / math.Log(float64(bits.OnesCount64(small.Moves(game.Position()))))
				}
				targets++
			}
			if err := game.Play(x.Move); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, x := range []struct {
		name      string
		got, want float64
	}{{"plies", d.Plies, plies}, {"points", d.BlackPoints, points}, {"margin", d.Margin, margin}, {"entropy", d.Entropy, entropy / targets}} {
		if math.Abs(x.got-x.want) > 1e-9 {
			t.Errorf("%s %v, want %v", x.name, x.got, x.want)
		}
	}
}
