package arena

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"othellier/configs"
	"othellier/train"
)

func tiny(t *testing.T, sets ...string) train.Config {
	t.Helper()
	c, err := train.LoadConfig("tiny", sets...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The number of iterations is the one whose forecast comes nearest to the
// budget, counted the obvious way.
func TestPlan(t *testing.T) {
	c := tiny(t)
	for _, b := range []budget{{1000, nil}, {20000, nil}, {20000, time.Now}} {
		for _, costs := range [][]float64{{250}, {250, 260, 255, 300}, {990}, {5000, 30000}} {
			got := b.plan(c, costs)
			used, unit := 0.0, 0.0
			for i, x := range costs {
				used += x
				unit += weight(c, i+1)
			}
			unit = used / unit
			best, nearest := 0, math.Inf(1)
			for n := len(costs); n < 500; n++ {
				d := c
				d.Run.Iterations = n
				sum := used
				for i := len(costs) + 1; i <= n; i++ {
					sum += unit * weight(d, i)
				}
				if off := math.Abs(sum - b.total); off < nearest {
					best, nearest = n, off
				}
			}
			if got != best {
				t.Errorf("%v after %v: %d iterations, want %d", b.total, costs, got, best)
			}
		}
	}
	if got := (budget{100, time.Now}).plan(c, nil); got != c.Run.Iterations {
		t.Errorf("%d iterations before anything is known, want those of the configuration", got)
	}
	if got := (budget{1, nil}).plan(c, nil); got != 1 {
		t.Errorf("%d iterations for the smallest budget, want 1", got)
	}
}

// breaker is an observer that ends the context after so many iterations.
type breaker struct {
	left   *int
	cancel func()
}

func (b breaker) Observe(e train.Event) error {
	if _, ok := e.(train.IterationDone); ok {
		if *b.left--; *b.left == 0 {
			b.cancel()
		}
	}
	return nil
}

func (breaker) Close() error { return nil }

func TestAblation(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for seconds")
	}
	changes := [][]string{{"selfplay.simulations=16", "selfplay.simulations_first=8"}, {"learner.reuse=1"}}
	ablation := func(dir string) Ablation {
		return Ablation{
			Base: tiny(t, "selfplay.workers=1"), Changes: changes, Seeds: []uint64{1, 2}, Evaluations: 2500,
			Openings: 4, Simulations: 4, Dir: dir,
		}
	}
	// In one go.
	whole := ablation(filepath.Join(t.TempDir(), "whole"))
	whole.Observe = func(string) ObserveCloser { return breaker{new(int), nil} }
	want, err := whole.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(want) != 3 || want[0].Change != "base" || want[1].Change != "selfplay.simulations=16,selfplay.simulations_first=8" {
		t.Fatalf("%+v", want)
	}
	for _, c := range want {
		if len(c.BySeed) != 2 || c.Games != 2*2*2*8 { // seeds of both sides, other variants, games of a match
			t.Errorf("%+v", c)
		}
		for i, spent := range c.Spent {
			if share := spent / 2500; share < 0.85 || share > 1.15 {
				t.Errorf("%s used %.2f of its budget", c.Change, share)
			}
			if c.Trained[i] <= 0 || c.Trained[i]%10 != 0 {
				t.Errorf("%s learned from %d games, not from whole iterations", c.Change, c.Trained[i])
			}
		}
	}
	if want[0].Difference != (Estimate{}) || want[0].BySeed[1] != 0 || want[1].Trained[0] >= want[0].Trained[0] {
		t.Errorf("%+v", want)
	}
	// With an interrupt after every fourth iteration.
	parts := ablation(filepath.Join(t.TempDir(), "parts"))
	var got []Compared
	starts := 0
	for {
		starts++
		ctx, cancel := context.WithCancel(context.Background())
		left := 4
		parts.Observe = func(string) ObserveCloser { return breaker{&left, cancel} }
		got, err = parts.Run(ctx)
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) || starts > 100 {
			t.Fatal(err)
		}
	}
	if starts < 3 || !reflect.DeepEqual(got, want) {
		t.Errorf("after %d starts:\n%+v\nin one go:\n%+v", starts, got, want)
	}
	for _, name := range []string{"result.json", "result.md", "games.json", "plan.json"} {
		a, err := os.ReadFile(filepath.Join(whole.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(filepath.Join(parts.Dir, name)); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s is different after interrupts: %v", name, err)
		}
	}
	held, err := train.Hold(whole.planPath())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := whole.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "plan.json is in use by process") {
		t.Errorf("two ablations in one directory: %v", err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	other := whole
	other.Evaluations++
	if _, err := other.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "holds another one") {
		t.Errorf("another ablation in the same directory: %v", err)
	}
}

func TestAblationRefuses(t *testing.T) {
	good := Ablation{Base: tiny(t), Changes: [][]string{{"learner.reuse=1"}}, Seeds: []uint64{1}, Evaluations: 1, Openings: 1, Dir: t.TempDir()}
	for want, spoil := range map[string]func(*Ablation){
		"no seeds":             func(a *Ablation) { a.Seeds = nil },
		"named twice":          func(a *Ablation) { a.Seeds = []uint64{3, 3} },
		"one of the two":       func(a *Ablation) { a.Seconds = 1 },
		"changes nothing":      func(a *Ablation) { a.Changes = [][]string{{"learner.batch=16"}} },
		"changes nothing that": func(a *Ablation) { a.Changes = [][]string{{"evaluation.games=20", "selfplay.workers=1"}} },
		"networks of the play-off depend on": func(a *Ablation) {
			a.Changes, a.Evaluations, a.Seconds = [][]string{{"evaluation.games=20", "run.evaluate_every=3"}}, 0, 1
		},
		"run.iterations cannot be varied: the budget decides": func(a *Ablation) { a.Changes = [][]string{{"run.iterations=6"}} },
		"run.seed cannot be varied: the list of seeds":        func(a *Ablation) { a.Changes = [][]string{{"learner.reuse=1", "run.seed=3"}} },
		"run.checkpoint_every cannot be varied":               func(a *Ablation) { a.Changes = [][]string{{"run.checkpoint_every=1"}} },
		"run.keep_checkpoints cannot be varied":               func(a *Ablation) { a.Changes = [][]string{{"run.keep_checkpoints=5"}} },
		"learner.reuse=1.0,learner.batch=8 is the same as learner.batch=8,learner.reuse=1": func(a *Ablation) {
			a.Changes = [][]string{{"learner.batch=8", "learner.reuse=1"}, {"learner.reuse=3"}, {"learner.reuse=1.0", "learner.batch=8"}}
		},
		"the rules":        func(a *Ablation) { a.Changes = [][]string{{"rules.board=6"}} },
		"learner.reusing":  func(a *Ablation) { a.Changes = [][]string{{"learner.reusing=1"}} },
		"0 openings":       func(a *Ablation) { a.Openings = 0 },
		"0 evaluations":    func(a *Ablation) { a.Evaluations = 0 },
		"selfplay.workers": func(a *Ablation) { a.Changes = [][]string{{"selfplay.workers=-1"}} },
	} {
		a := good
		spoil(&a)
		if _, err := a.Run(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	// By seconds it counts how many games are played at a time.
	good.Evaluations, good.Seconds, good.Changes = 0, 1, [][]string{{"selfplay.games_in_flight=2"}}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(good.Dir); err != nil || len(entries) != 0 {
		t.Errorf("what was refused left %v, %v", entries, err)
	}
}

// Judging during a run takes less than a tenth of its simulations, with every
// configuration that is built in.
func TestJudgingTakesLittle(t *testing.T) {
	for _, name := range configs.Names() {
		c, err := train.LoadConfig(name)
		if err != nil {
			t.Fatal(err)
		}
		if c.Run.EvaluateEvery == 0 {
			continue
		}
		moves := float64(c.Rules.NumSquares() - 4)
		playing := 0.0
		for i := range c.Run.Iterations {
			playing += float64(c.Run.GamesPerIteration) * moves * weight(c, i+1)
		}
		e := c.Evaluation
		trials := (c.Run.Iterations + c.Run.EvaluateEvery - 1) / c.Run.EvaluateEvery
		judging := float64(trials*len(e.JudgePlayers)*e.JudgeGames*e.JudgeSimulations) * moves / 2
		t.Logf("%s: %.1f %%", name, 100*judging/playing)
		if judging > playing/10 {
			t.Errorf("%s: judging takes %.1f %% of the simulations of self-play", name, 100*judging/playing)
		}
	}
}
