package main

import (
	"context"
	"fmt"
	"time"

	"othellier/env"
)

type perftCmd struct {
	Depth      int            `arg:"" help:"Number of plies, 1 to 20."`
	Convention env.Convention `default:"pass-is-ply" help:"What counts where a side passes or the game ends: pass-is-ply, full-depth-only or pass-is-free."`
	Start      env.Start      `default:"standard" help:"Start: standard, mirrored, parallel or free."`
	Board      env.Board      `default:"8" help:"Board: 8, 6 or 4."`
}

func (perftCmd) Help() string {
	return `Prints the number of leaves for each depth up to DEPTH, and how long it took. Published counts of the standard start:
56 at depth 3, 3005288 at depth 9 (3005320 when passes are free).

Example:

  othellier perft 9`
}

func (c perftCmd) Run(ctx context.Context, std stdio) error {
	if c.Depth < 1 || c.Depth > 20 {
		return usagef("perft: depth %d is outside 1 to 20", c.Depth)
	}
	r := env.Rules{Start: c.Start, Board: c.Board}
	fmt.Fprintf(std.out, "%5s %20s %10s %12s\n", "depth", "leaves", "seconds", "leaves/s")
	for depth := 1; depth <= c.Depth; depth++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		began := time.Now()
		leaves := env.Perft(r, r.Initial(), depth, c.Convention)
		took := time.Since(began).Seconds()
		if _, err := fmt.Fprintf(std.out, "%5d %20d %10.3f %12.0f\n", depth, leaves, took, float64(leaves)/took); err != nil {
			return err
		}
	}
	return nil
}
