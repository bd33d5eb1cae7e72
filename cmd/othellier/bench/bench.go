package bench

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"othellier/env"
	"othellier/model"
	"othellier/model/kernel"
	"othellier/train"
)

// Options say what to measure, and for how long.
type Options struct {
	// Weights is the network that is measured, and Rules are what it plays by. If
	// it is nil several sizes are measured that have learned nothing.
	Weights *model.Weights
	Rules   env.Rules

	Seconds float64  // of every measurement, at least; self-play plays a round of games at least
	Workers int      // goroutines; 0: one a core
	Batches []int    // positions of a call, for the evaluations
	Only    []string // sections to measure, of Sections; all if there are none

	// Config is how self-play plays. Its network is replaced by Weights.
	Config train.Config

	// Stage, if set, is told what is measured next.
	Stage func(string)
}

// Sections are the parts of a report in their order.
var Sections = []string{"evaluations", "accuracy", "search", "selfplay", "training", "perft", "signature"}

// Batches are the positions of a call that are measured when nothing else is
// said.
var Batches = []int{1, 8, 64, 128}

// subject is a network under measurement.
type subject struct {
	name    string
	weights *model.Weights
}

// bench is one run.
type bench struct {
	Options
	subjects []subject
	report   Report
}

// Validate reports a section that does not exist.
func (o Options) Validate() error {
	for _, s := range o.Only {
		if !slices.Contains(Sections, s) {
			return fmt.Errorf("bench: there is no section %q: expected one of %s", s, strings.Join(Sections, ", "))
		}
	}
	return nil
}

// Run measures. It returns ctx's error as soon as the measurement under way is
// over after ctx has ended.
func Run(ctx context.Context, o Options) (Report, error) {
	if err := o.Validate(); err != nil {
		return Report{}, err
	}
	isa, err := kernel.Select()
	if err != nil {
		return Report{}, fmt.Errorf("bench: %w", err)
	}
	b := &bench{Options: o}
	if b.Workers == 0 {
		b.Workers = runtime.GOMAXPROCS(0)
	}
	if len(b.Batches) == 0 {
		b.Batches = Batches
	}
	if o.Weights != nil {
		b.subjects = []subject{{o.Weights.Spec.String(), o.Weights}}
	} else {
		for _, s := range sizes {
			b.subjects = append(b.subjects, subject{s.String(), Network(s, 1)})
		}
	}
	b.report.Machine = Machine{
		OS: runtime.GOOS, Arch: runtime.GOARCH, CPU: cpuName(), Cores: runtime.GOMAXPROCS(0), Workers: b.Workers,
		Go: runtime.Version(), Kernels: isa.String(),
	}
	for i, measure := range []func(context.Context) error{
		b.evaluations, b.accuracy, b.search, b.selfPlay, b.training, b.perft, b.signature,
	} {
		if len(o.Only) > 0 && !slices.Contains(o.Only, Sections[i]) {
			continue
		}
		if o.Stage != nil {
			o.Stage(Sections[i])
		}
		if err := measure(ctx); err != nil {
			return Report{}, fmt.Errorf("bench: %s: %w", Sections[i], err)
		}
	}
	b.report.PeakMemory = peakMemory()
	return b.report, nil
}

// small are the subjects on which the slower measurements are made: the two
// smallest.
func (b *bench) small() []subject { return b.subjects[:min(2, len(b.subjects))] }

// cpuName returns the name of the processor as Linux tells it, or nothing.
func cpuName() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(info)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// perft measures the rules.
func (b *bench) perft(ctx context.Context) error {
	r := b.Rules
	depth := 8 // 390216 leaves from the standard start
	leaves := env.Perft(r, r.Initial(), depth, env.PassIsPly)
	rate, err := repeat(ctx, b.Seconds, float64(leaves), func() error {
		env.Perft(r, r.Initial(), depth, env.PassIsPly)
		return nil
	})
	b.report.Perft = &Perft{Depth: depth, Leaves: leaves, Rate: rate}
	return err
}
