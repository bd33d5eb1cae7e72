package main

import (
	"context"
	"fmt"
	"strings"

	"othellier/cmd/othellier/bench"
)

type benchCmd struct {
	Net     string   `arg:"" optional:"" help:"Network file or run directory to measure; if none is given, several sizes that have learned nothing."`
	Config  string   `default:"quick" placeholder:"NAME" help:"Configuration of the self-play, as in train."`
	Seconds float64  `default:"1" help:"Time of every measurement, 0 to 3600; self-play and learning take a round at least."`
	Workers int      `placeholder:"N" help:"Goroutines that judge positions and play; 0 is one a core."`
	Batch   []int    `placeholder:"N" help:"Positions in a call, separated by commas: 1,8,64,128 if not given."`
	Only    []string `placeholder:"SECTION" help:"Measure only these sections, separated by commas."`
	JSON    string   `name:"json" placeholder:"FILE" help:"Write the report to FILE too, as JSON; - writes it instead of the tables."`
}

func (benchCmd) Help() string {
	return `Measures this machine and this program. The sections are ` + strings.Join(bench.Sections, ", ") + `:
positions judged by the network, how far its answers are from the exact ones, simulations of a search, games of self-play, rows
learned from (by the kernels, and by Gorgonia's own operations), leaves of the game tree; and the signature, a hash of what
fixed searches find, which changes only if the rules, the search or (second part) the network do.

Speeds are by the clock and by processor time. On a machine that does something else besides, only the second say anything; all
cores together reach them times the number of cores.

The first part of the signature is the same on all machines, the second on those with AVX-512, AVX2 and NEON (arm64).

Examples:

  othellier bench
  othellier bench checkpoints/quick-001 --only selfplay --seconds 20
  othellier bench --only evaluations --batch 256 --json bench.json`
}

func (c benchCmd) Run(ctx context.Context, std stdio) error {
	c.JSON = standard(c.JSON, std.out)
	if !(c.Seconds >= 0 && c.Seconds <= 3600) {
		return usagef("bench: %v seconds are outside 0 to 3600", c.Seconds)
	}
	if c.Workers < 0 || c.Workers > 1024 {
		return usagef("bench: %d workers are outside 0 to 1024", c.Workers)
	}
	for _, n := range c.Batch {
		if n < 1 || n > 4096 {
			return usagef("bench: a batch of %d is outside 1 to 4096", n)
		}
	}
	if err := (bench.Options{Only: c.Only}).Validate(); err != nil {
		return usageError{err}
	}
	if err := checkTarget("json", c.JSON); err != nil {
		return err
	}
	config, err := loadConfig(c.Config, nil)
	if err != nil {
		return err
	}
	o := bench.Options{
		Seconds: c.Seconds, Workers: c.Workers, Batches: c.Batch, Only: c.Only, Config: config,
		Stage: func(section string) { fmt.Fprintf(std.err, "measuring %s\n", section) },
	}
	if c.Net != "" {
		net, err := loadNetwork(c.Net, std.err)
		if err != nil {
			return err
		}
		o.Weights, o.Rules = net.weights, net.meta.Rules
	}
	report, err := bench.Run(ctx, o)
	if err != nil {
		return err
	}
	if c.JSON != "-" {
		if err := report.Write(std.out); err != nil || c.JSON == "" {
			return err
		}
	}
	return writeJSON(c.JSON, std.out, report)
}
