package train

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellier/env"
	"othellier/model"
)

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
			if a.Iteration != 3 || a.Problem == "" || a.Remedy == "" || a.Level <= 0 {
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

func TestMegabytes(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0 kB", 1<<20 - 1: "1023 kB", 1 << 20: "1 MB", 511<<20 + 5: "511 MB"} {
		if got := megabytes(bytes); got != want {
			t.Errorf("%d bytes: %s, want %s", bytes, got, want)
		}
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
