package train_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"othellier/model"
	"othellier/train"
	"othellier/train/report"
)

// childEnv makes the test binary a trainer in the directory that it names, which
// stops for ever at its first event if idleEnv is set.
const (
	childEnv = "OTHELLIER_TEST_TRAIN"
	idleEnv  = "OTHELLIER_TEST_IDLE"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		if err := child(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child starts or resumes the run in dir and prints a line for every event.
func child(dir string) error {
	r, err := train.Open(dir, train.Options{})
	if err != nil {
		c, err := train.LoadConfig("tiny", "run.iterations=10", "run.checkpoint_every=1", "run.keep_checkpoints=3", "run.evaluate_every=2", "replay.window_min_rows=40", "replay.segment_games=4")
		if err != nil {
			return err
		}
		if r, err = train.NewRun(dir, c, train.Options{}); err != nil {
			return err
		}
	}
	defer r.Close()
	judge := func(_ context.Context, w *model.Weights, _ train.Trial) (train.Judgement, error) {
		score := float64(w.Tensor("stem.w").Data[0])
		return train.Judgement{
			Results: []train.Result{{Opponent: "nobody", Score: score}},
			Rating:  &train.Rating{Value: 1000 * score, Low: -1000, High: 1000},
		}, nil
	}
	m := report.NewMetrics(dir, time.Now)
	return r.Loop(context.Background(), train.Observers(m, lines{}), judge)
}

type lines struct{}

func (lines) Observe(e train.Event) error {
	_, err := fmt.Printf("%T\n", e)
	if os.Getenv(idleEnv) != "" {
		time.Sleep(time.Hour)
	}
	return err
}

// A trainer that is killed again and again, at random instants, ends with the
// same networks, byte for byte, as one that is left alone, and with the same
// figures.
func TestKilledTrainer(t *testing.T) {
	calm := filepath.Join(t.TempDir(), "calm")
	if killed := start(t, calm, -1, 0); killed {
		t.Fatal("nobody killed it")
	}
	wanted := 5
	if os.Getenv("OTHELLIER_SLOW") != "" {
		wanted = 100
	}
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	kills := 0
	for run := 0; kills < wanted && run < wanted; run++ {
		dir := filepath.Join(t.TempDir(), fmt.Sprintf("killed-%d", run))
		kills += killAgainAndAgain(t, dir, rng)
		same(t, dir, calm)
	}
	if kills < wanted {
		t.Errorf("only %d kills", kills)
	}
	t.Logf("%d kills", kills)
}

// killAgainAndAgain trains in dir to the end, with up to 25 kills on the way,
// and returns their number.
func killAgainAndAgain(t *testing.T, dir string, rng *rand.Rand) (kills int) {
	t.Helper()
	for kills < 25 {
		// After some events, then at any instant of what follows them.
		events, pause := rng.IntN(25), time.Duration(rng.ExpFloat64()*float64(2*time.Millisecond))
		if !start(t, dir, events, pause) {
			break
		}
		kills++
	}
	if start(t, dir, -1, 0) {
		t.Fatal("nobody killed it")
	}
	return kills
}

// same compares a run that was killed with the undisturbed one.
func same(t *testing.T, dir, calm string) {
	t.Helper()
	got, want := nets(t, dir), nets(t, calm)
	if len(want) < 3 || !maps.Equal(got, want) {
		t.Errorf("the networks %v are not those of the undisturbed run, %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	if got, want := figures(t, dir), figures(t, calm); !slices.Equal(got, want) {
		t.Errorf("metrics.jsonl tells\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, file := range []string{"latest", "best"} {
		a, err := train.Network(dir, file)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := train.Network(calm, file); err != nil || filepath.Base(a) != filepath.Base(b) {
			t.Errorf("%s: %s and %s, %v", file, a, b, err)
		}
	}
}

// start runs a trainer in dir and kills it some time after it has told a number
// of events, unless that is negative or the trainer is done by then.
func start(t *testing.T, dir string, events int, pause time.Duration) (killed bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+dir)
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	told := bufio.NewScanner(out)
	for n := 0; n != events && told.Scan(); n++ {
	}
	if events >= 0 {
		time.Sleep(pause)
		_ = cmd.Process.Kill() // it may be done
	}
	_, _ = io.Copy(io.Discard, out)
	if err := cmd.Wait(); err == nil {
		return false
	}
	if problems.Len() > 0 {
		t.Fatalf("the trainer failed: %s", problems.String())
	}
	return true
}

func nets(t *testing.T, dir string) map[string]string {
	t.Helper()
	m := map[string]string{}
	files, err := filepath.Glob(filepath.Join(dir, "nets", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		m[filepath.Base(f)] = string(b)
	}
	return m
}

// figures returns the lines of metrics.jsonl without starts and without what
// depends on the clock and on how often the run was started.
func figures(t *testing.T, dir string) []string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "metrics.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for text := range strings.Lines(string(b)) {
		var l map[string]any
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		if l["event"] == "start" {
			continue
		}
		for _, key := range []string{"time", "seconds", "play_seconds", "games_per_s", "evaluations_per_s", "steps_per_s", "evaluations"} {
			delete(l, key)
		}
		out, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, string(out))
	}
	slices.Sort(kept) // a judgement may come before or after a warning
	return kept
}

// The lock goes with the process that held it, in whatever way it ends.
func TestLockOfAKilledTrainer(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+dir, idleEnv+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if !bufio.NewScanner(out).Scan() {
		t.Fatal("the trainer told nothing")
	}
	_, err = train.Open(dir, train.Options{})
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("process %d", cmd.Process.Pid)) {
		t.Errorf("beside a trainer: %v", err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	r, err := train.Open(dir, train.Options{})
	if err != nil {
		t.Fatalf("after its end: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}
