package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"othellier/env/words"
	"othellier/model/kernel"
	"othellier/train"
	"othellier/train/arena"
	"othellier/train/report"
)

type ablateCmd struct {
	Config      string   `default:"quick" placeholder:"NAME" help:"Configuration of the base: an embedded one or the path of a YAML file."`
	Set         []string `sep:"none" placeholder:"KEY=VALUE" help:"Change one value of the base and so of all; may be repeated."`
	Change      []string `sep:"none" required:"" placeholder:"KEY=VALUE[,...]" help:"A variant: what it changes of the base; repeated for each variant."`
	Evaluations int64    `placeholder:"N" xor:"budget" required:"" help:"Budget of each run: positions that the network judges in self-play."`
	Seconds     float64  `placeholder:"N" xor:"budget" required:"" help:"Budget of each run in seconds on this machine, instead."`
	Seeds       []uint64 `default:"1" help:"Seeds of the runs: each variant is trained once with each."`
	Dir         string   `required:"" placeholder:"DIR" help:"Where the runs and results are kept; the same command goes on there."`
	Games       int      `default:"200" help:"Games of each match of the play-off, an even number."`
	Sims        int      `default:"64" help:"Simulations of the networks in the play-off; 0 plays the policies alone."`
	Workers     int      `placeholder:"N" help:"Threads of the play-off; 0 is one a core. It changes no result."`
}

func (ablateCmd) Help() string {
	return `What is a change of the configuration worth? The base and each variant are trained from the same seeds within the same
budget and then play each other, every opening with both colours. The table has the difference in rating to the base.

A run cannot be longer or shorter than its schedules (learning rate, simulations) expect: the number of iterations is set to what
the budget will last for, and corrected as the run shows what its games cost. What each run has used stands in the table. So
run.iterations can be neither set nor varied, and as little run.seed, run.checkpoint_every and run.keep_checkpoints.

By evaluations a result can be repeated on any machine. Seconds also count the learning, and what else the machine does.

DIR gets the runs, games.json, result.json and result.md.

Examples:

  othellier ablate --config tiny --change learner.fast_rows=true --evaluations 20000 --dir ablations/fast-rows
  othellier ablate --change selfplay.tree_reuse=false --change learner.reuse=4,learner.learn_rate=0.002 \
      --evaluations 5000000 --seeds 1,2 --dir ablations/several
  othellier ablate --change network.blocks=6 --seconds 600 --dir ablations/deeper`
}

func (c ablateCmd) Run(ctx context.Context, std stdio) error {
	if err := cmp.Or(checkGames("games", c.Games), checkWorkers(c.Workers)); err != nil {
		return err
	}
	if err := checkSimulations(c.Sims, 0); err != nil {
		return err
	}
	if _, err := kernel.Select(); err != nil { // before a directory is made
		return err
	}
	defer surviveClosedPipes()()
	base, err := loadConfig(c.Config, c.Set)
	if err != nil {
		return err
	}
	for _, set := range c.Set {
		key, _, _ := strings.Cut(set, "=")
		if why := arena.Decided(strings.TrimSpace(key)); why != "" {
			return usagef("ablate: --set: %s cannot be set: %s", key, why)
		}
	}
	a := arena.Ablation{
		Base: base, Seeds: c.Seeds, Evaluations: c.Evaluations, Seconds: c.Seconds,
		Openings: c.Games / 2, Simulations: c.Sims, Workers: c.Workers, Dir: c.Dir,
		Options: train.Options{Version: version(), Args: os.Args},
		Observe: func(dir string) arena.ObserveCloser {
			fmt.Fprintf(std.err, "training in %s\n", dir)
			return report.NewMetrics(dir, time.Now)
		},
		Trained: func(name, dir string, costs []float64, fresh bool) {
			if fresh {
				fmt.Fprintf(std.err, "trained: %s, %s\n", name, words.Count(len(costs), "iteration"))
			} else {
				fmt.Fprintf(std.err, "had been trained before: %s\n", name)
			}
		},
		Played: func(r arena.Result, fresh bool) {
			if fresh {
				fmt.Fprintf(std.err, "%s\n", score(r))
			}
		},
	}
	for _, list := range c.Change {
		a.Changes = append(a.Changes, splitAssignments(list))
	}
	if err := a.Check(); err != nil {
		return usageError{err}
	}
	compared, err := a.Run(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return fmt.Errorf("%w; the same command goes on", ctx.Err())
		}
		return err
	}
	return a.WriteMarkdown(std.out, compared)
}

// splitAssignments splits at the commas between assignments; those inside a list
// such as [random,greedy] are none.
func splitAssignments(list string) (assignments []string) {
	for part := range strings.SplitSeq(list, ",") {
		if last := len(assignments) - 1; last >= 0 && !strings.Contains(part, "=") {
			assignments[last] += "," + part
			continue
		}
		assignments = append(assignments, strings.TrimSpace(part))
	}
	return assignments
}
