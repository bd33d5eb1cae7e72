package train

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// tree returns the content of every file below dir, and "" for folders.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		files[path] = ""
		if !d.IsDir() {
			files[path] = read(t, dir, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// put writes a file, and the folders above it.
func put(t *testing.T, content string, path ...string) {
	t.Helper()
	name := filepath.Join(path...)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(content), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// finished returns the directory of a run of some iterations that is closed.
func finished(t *testing.T, iterations string) string {
	t.Helper()
	r := newRun(t, tiny(t, "run.checkpoint_every=1", "run.iterations="+iterations), Options{})
	if err := errors.Join(r.Loop(context.Background(), watcher(ignore), nil), r.Close()); err != nil {
		t.Fatal(err)
	}
	return r.Dir()
}

// A new run touches nothing that is not a run's own.
func TestNewRunLeavesAForeignDirectoryAlone(t *testing.T) {
	for _, name := range []string{
		"state-machine/thesis.txt", "state-000001/trainer.safetensors", ".letter.tmp", ".state.json.tmp", "config.yaml", "command.txt",
		"nets/mine", "replay/games-000000000.seg", "lock", "latest", "thesis.txt",
	} {
		dir := t.TempDir()
		put(t, "mine", dir, name)
		before := tree(t, dir)
		_, err := NewRun(dir, tiny(t), Options{})
		top, _, _ := strings.Cut(name, "/")
		if err == nil || !strings.Contains(err.Error(), "there is "+top+" in it; choose another directory") {
			t.Errorf("%s: %v", name, err)
		}
		if !maps.Equal(tree(t, dir), before) {
			t.Errorf("%s: the directory has changed", name)
		}
	}
	r, err := NewRun(t.TempDir(), tiny(t), Options{})
	if err != nil {
		t.Fatalf("in an empty directory: %v", err)
	}
	r.Close()
}

// A resumption removes what killed processes left and nothing else.
func TestTidyKnowsItsOwnFiles(t *testing.T) {
	dir := finished(t, "1")
	stale := []string{
		"state-000000/x", "state-000002/x", "state-1234567/x", ".state.json.1.tmp", ".config.yaml.22.tmp", ".latest.3.tmp", ".metrics.jsonl.4.tmp", ".metrics.csv.4.tmp", ".budget.json.4.tmp", ".done.json.4.tmp",
		"nets/.othello4-c4b1-g000030.safetensors.5.tmp",
	}
	foreign := []string{
		"state-machine/thesis.txt", "state-1/x", "state-000002.old/x", ".letter.tmp", ".state.json.tmp", ".letter.1.tmp", "nets/.mine.tmp", "state-000007",
	}
	for _, name := range append(stale, foreign...) {
		put(t, "x", dir, name)
	}
	r, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	left := tree(t, dir)
	for _, name := range stale {
		if _, ok := left[name]; ok {
			t.Errorf("%s is still there", name)
		}
	}
	for _, name := range append(foreign, "state-000001/trainer.safetensors") {
		if _, ok := left[name]; !ok {
			t.Errorf("%s is gone", name)
		}
	}
}

// Nothing is removed or written before all that a resumption needs is known to
// be whole, and every error says what to do.
func TestResumptionOfADamagedRunChangesNothing(t *testing.T) {
	whole := finished(t, "2")
	text := read(t, whole, stateFile)
	edit := func(pattern, to string) string {
		got := regexp.MustCompile(pattern).ReplaceAllString(text, to)
		if got == text {
			t.Fatalf("%s is not in the state", pattern)
		}
		return got
	}
	noSum := regexp.MustCompile(`,\s*"sum": "[0-9a-f]{8}"`)
	states := map[string]string{
		"empty": "", "object": "{}", "torn": text[:len(text)/2], "binary": "\x00\x01\xff", "null": "null", "doubled": text + text,
		"unknown key": edit(`"judged"`, `"jugded"`), "version 2": edit(`"version": 1`, `"version": 2`),
	}
	for name, x := range map[string][2]string{
		"other trainer": {`"state-000002"`, `"state-000007"`}, "no trainer": {`"state-000002"`, `""`}, "trainer outside": {`"state-000002"`, `"../run/state-000002"`},
		"negative iteration": {`"iteration": 2`, `"iteration": -5`}, "large iteration": {`"iteration": 2`, `"iteration": 1000000000`}, "first iteration": {`"iteration": 2`, `"iteration": 0`},
		"rows": {`"rows": \d+`, `"rows": -1000000`}, "too many rows": {`"rows": \d+`, `"rows": 1000000`},
		"games": {`"games": \d+`, `"games": -3`}, "steps": {`"steps": \d+`, `"steps": -100`},
		"credit": {`"credit": [0-9.]+`, `"credit": 1e300`}, "negative credit": {`"credit": [0-9.]+`, `"credit": -1`},
		"judged": {`"judged": 0`, `"judged": 3`}, "latest": {`"latest": "[^"]*"`, `"latest": "../../../x"`}, "best": {`"points"`, `"best": "/etc/passwd", "points"`},
	} {
		states[name] = edit(x[0], x[1])
		states[name+" without a sum"] = noSum.ReplaceAllString(states[name], "")
	}
	for name, x := range map[string][2]string{ // possible values, but not this run's
		"edited games": {`"games": \d+`, `"games": 25`}, "edited steps": {`"steps": \d+`, `"steps": 1`}, "edited config": {`iterations: 2`, `iterations: 3`}, "edited sum": {`"sum": "[0-9a-f]`, `"sum": "x`},
	} {
		states[name] = edit(x[0], x[1])
	}
	refused := func(name, remedy string, damage func(dir string)) {
		t.Helper()
		dir := filepath.Join(t.TempDir(), "run")
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		put(t, "x", dir, "state-000001", trainerFile) // tidy would remove it
		damage(dir)
		before := tree(t, dir)
		_, err := Open(dir, Options{Set: []string{"run.iterations=3"}})
		if err == nil || !strings.Contains(err.Error(), remedy) {
			t.Errorf("%s: %v", name, err)
		}
		after := tree(t, dir)
		before[lockName], after[lockName] = "", ""
		if !maps.Equal(after, before) {
			t.Errorf("%s: the directory has changed", name)
		}
	}
	for name, s := range states {
		refused(name, "put back a copy of the file, or start a new run", func(dir string) { put(t, s, dir, stateFile) })
	}
	remove := func(name string) func(string) {
		return func(dir string) {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	refused("no state", "put back a copy of the file, or start a new run elsewhere: the networks", remove(stateFile))
	refused("no replay", "make an empty one and resume", remove(replayDir))
	refused("no nets", "make an empty one and resume", remove(netsDir))
	refused("no trainer", "put back a copy of the file, or start a new run", remove("state-000002"))
	refused("torn trainer", "put back a copy of the file, or start a new run", func(dir string) {
		if err := os.Truncate(filepath.Join(dir, "state-000002", trainerFile), 1000); err != nil {
			t.Fatal(err)
		}
	})
	segments, err := filepath.Glob(filepath.Join(whole, replayDir, "*.seg"))
	if err != nil || len(segments) == 0 {
		t.Fatalf("segments %v, %v", segments, err)
	}
	for _, path := range segments {
		name := filepath.Base(path)
		refused("replay "+name, "put back a copy of the file, or move it out of its folder and resume", func(dir string) {
			b := []byte(read(t, dir, replayDir, name))
			b[len(b)/2] ^= 1
			put(t, string(b), dir, replayDir, name)
		})
	}
	refused("empty configuration", "remove the file and resume", func(dir string) { put(t, "", dir, configFile) })
	refused("faulty configuration", "remove the file and resume", func(dir string) { put(t, "run:\n  iterations: x\n", dir, configFile) })
}

// The state of a run of an earlier program has no checksum, and config.yaml is
// written again where it is gone.
func TestResumptionOfAnEarlierRun(t *testing.T) {
	dir := finished(t, "2")
	text := regexp.MustCompile(`,\s*"sum": "[0-9a-f]{8}"`).ReplaceAllString(read(t, dir, stateFile), "")
	config := read(t, dir, configFile)
	put(t, text, dir, stateFile)
	if err := os.Remove(filepath.Join(dir, configFile)); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	if got := read(t, dir, configFile); got != config || len(r.changes) > 0 {
		t.Errorf("config.yaml\n%s\nwant\n%s\nchanges %v", got, config, r.changes)
	}
}

// A folder without a run is told from a run without a network.
func TestNetworkOfNoRun(t *testing.T) {
	dir := t.TempDir()
	if _, err := Network(dir, "latest"); !errors.Is(err, ErrNoRun) {
		t.Errorf("an empty folder: %v", err)
	}
	r := newRun(t, tiny(t), Options{})
	if _, err := Network(r.Dir(), "best"); !errors.Is(err, ErrNoNetwork) || !strings.Contains(err.Error(), r.Dir()+" has no best") {
		t.Errorf("a new run: %v", err)
	}
}

// A start may end at any instant before there is a run.
func TestNewRunAfterAnInterruptedOne(t *testing.T) {
	steps := []func(dir string) error{
		func(dir string) error { return os.Mkdir(dir, 0o755) },
		func(dir string) error { return os.Mkdir(filepath.Join(dir, netsDir), 0o755) },
		func(dir string) error { return os.Mkdir(filepath.Join(dir, replayDir), 0o755) },
		func(dir string) error { return os.WriteFile(filepath.Join(dir, lockName), nil, 0o644) },
		func(dir string) error { return os.WriteFile(filepath.Join(dir, lockName), []byte("123\n"), 0o644) },
		func(dir string) error {
			return os.WriteFile(filepath.Join(dir, ".state.json.77.tmp"), []byte("{"), 0o644)
		},
	}
	for n := range len(steps) + 1 {
		dir := filepath.Join(t.TempDir(), "run")
		for _, step := range steps[:n] {
			if err := step(dir); err != nil {
				t.Fatal(err)
			}
		}
		want := "start the run again with --dir " + dir
		if n == 0 {
			want = "there is no directory " + dir
		}
		if _, err := Open(dir, Options{}); !errors.Is(err, ErrNoRun) || !strings.Contains(err.Error(), want) {
			t.Errorf("resumed after %d steps: %v", n, err)
		}
		r, err := NewRun(dir, tiny(t), Options{})
		if err != nil {
			t.Errorf("after %d steps: %v", n, err)
			continue
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		r, err = Open(dir, Options{})
		if err != nil {
			t.Fatalf("after %d steps: %v", n, err)
		}
		r.Close()
	}
}

// Wherever the disk is full, the error says what to do, and once.
func TestFullDiskHints(t *testing.T) {
	r := newRun(t, tiny(t), Options{})
	for _, event := range []string{"train.Started", "train.GamePlayed", "train.IterationDone"} {
		err := r.Loop(context.Background(), watcher(func(e Event) error {
			if fmt.Sprintf("%T", e) == event { // as an observer that writes files
				return &fs.PathError{Op: "write", Path: "metrics.jsonl", Err: syscall.ENOSPC}
			}
			return nil
		}), nil)
		if !errors.Is(err, syscall.ENOSPC) || strings.Count(err.Error(), hintResume) != 1 {
			t.Errorf("%s: %v", event, err)
		}
	}
	if err := withHint(io.ErrUnexpectedEOF, hintResume); err != io.ErrUnexpectedEOF {
		t.Errorf("another error: %v", err)
	}
	if withHint(nil, hintAgain) != nil {
		t.Error("an error of nothing")
	}
}
