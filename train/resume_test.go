package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestRunIsRepeatable(t *testing.T) {
	one := trained(t, tiny(t, "selfplay.workers=1"))
	same(t, "without a cache", trained(t, tiny(t, "selfplay.cache=0")), one)
	same(t, "more workers and fewer games in flight", trained(t, tiny(t, "selfplay.workers=2", "selfplay.games_in_flight=3", "replay.segment_games=3")), one)
	other := trained(t, tiny(t, "run.seed=2"))
	for name := range one {
		if one[name] == other[name] {
			t.Errorf("%s does not depend on the seed", name)
		}
	}
}

// The same holds with all that is off in a run of its own accord.
func TestRunWithEveryTechniqueIsRepeatable(t *testing.T) {
	plain := trained(t, tiny(t))
	for _, root := range []string{"selfplay.gumbel=4", "selfplay.forced_playouts=2"} {
		sets := []string{root, "learner.surprise=0.5", "learner.fast_rows=true", "network.reply=true", "network.pooled=1", "network.lines=1", "learner.reply_weight=0.15", "network.soft_policy=true", "learner.soft_policy_weight=8", "selfplay.full_search_share=0.6"}
		one := trained(t, tiny(t, append(sets, "selfplay.workers=1")...))
		same(t, "more workers and fewer games in flight", trained(t, tiny(t, append(sets, "selfplay.workers=2", "selfplay.games_in_flight=3")...)), one)
		for name := range one {
			if one[name] == plain[name] {
				t.Errorf("%s is that of a run without", name)
			}
		}
	}
}

// A copy of the directory, taken while an event is told, is what a process that
// was killed at this moment leaves.
func TestRunResumesFromEveryEvent(t *testing.T) {
	c := tiny(t, "network.pooled=1", "network.lines=1", "run.iterations=3", "run.checkpoint_every=1", "run.keep_checkpoints=0", "replay.window_min_rows=30", "replay.segment_games=4")
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
	if err := r.Loop(context.Background(), watcher(ignore), nil); err == nil || r.state.Latest != "" {
		t.Errorf("%q is published and was not written: %v", r.state.Latest, err)
	}
	if err := errors.Join(r.Close(), os.Remove(nets), os.Mkdir(nets, 0o755)); err != nil {
		t.Fatal(err)
	}
	same(t, "after a network that could not be written", resumed(t, r.Dir(), Options{}), want)
}

// A damaged replay file stops a resumption and says what to do; without the file
// the run goes on, with a warning.
func TestResumptionWithADamagedReplay(t *testing.T) {
	r := newRun(t, tiny(t, "run.iterations=2"), Options{})
	if err := errors.Join(r.Loop(context.Background(), watcher(ignore), nil), r.Close()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(r.Dir(), replayDir, segmentName(8))
	b := []byte(read(t, path))
	b[100] ^= 1
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	o := Options{Set: []string{"run.iterations=3"}}
	var c *CorruptError
	if _, err := Open(r.Dir(), o); !errors.As(err, &c) || c.File != path {
		t.Errorf("error %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	r, err := Open(r.Dir(), o)
	if err != nil {
		t.Fatal(err)
	}
	var gap Alarm
	err = r.Loop(context.Background(), watcher(func(e Event) error {
		if a, ok := e.(Alarm); ok && a.Kind == "replay-gap" {
			gap = a
		}
		return nil
	}), nil)
	if err := errors.Join(err, r.Close()); err != nil || r.state.Iteration != 3 || !strings.Contains(gap.Problem, "games 8 to 15 are missing") {
		t.Errorf("iteration %d, warning %+v, %v", r.state.Iteration, gap, err)
	}
}

func TestResumptionWithOtherValues(t *testing.T) {
	r := newRun(t, tiny(t, "run.iterations=1"), Options{Version: "v1", Args: []string{"othellier", "train"}})
	if err := errors.Join(r.Loop(context.Background(), watcher(ignore), nil), r.Close()); err != nil {
		t.Fatal(err)
	}
	for _, set := range []string{"network.channels=8", "rules.scoring=empties", "run.seed=2"} {
		key, _, _ := strings.Cut(set, "=")
		_, err := Open(r.Dir(), Options{Set: []string{set}})
		var e *ConfigError
		if !errors.As(err, &e) || e.Key != key || !strings.Contains(e.Problem, "start a new run") {
			t.Errorf("%s: %v", set, err)
		}
	}
	path := filepath.Join(r.Dir(), configFile)
	written := read(t, path)
	for _, edit := range []struct{ from, to, key, remedy string }{
		{"  channels: 4\n", "  channels: 8\n", "network.channels", "put 4 back"},
		{"  board: 4\n", "  board: 6\n", "rules.board", "put 4 back"},
		{"  seed: 1\n", "  seed: 7\n", "run.seed", "put 1 back"},
		{"  channels: 4\n", "", "network.channels", "it was 4"},
	} {
		text := strings.Replace(written, edit.from, edit.to, 1)
		put(t, text, path)
		for _, o := range []Options{{}, {Set: []string{"run.iterations=2"}}} {
			_, err := Open(r.Dir(), o)
			var e *ConfigError
			if text == written || !errors.As(err, &e) || e.File != path || e.Key != edit.key || !strings.Contains(e.Problem, edit.remedy) {
				t.Errorf("%q edited to %q: %v", edit.from, edit.to, err)
			} else if edit.to != "" && !strings.Contains(e.Excerpt, strings.TrimSpace(edit.to)) {
				t.Errorf("%q is not shown: %v", edit.to, err)
			}
		}
	}
	put(t, written, path)
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
