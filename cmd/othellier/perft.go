package main

import (
	"context"
	"fmt"
	"math/bits"
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
		began := time.Now()
		leaves, err := perft(ctx, r, r.Initial(), depth, c.Convention)
		if err != nil {
			return err
		}
		took := time.Since(began).Seconds()
		if _, err := fmt.Fprintf(std.out, "%5d %20d %10.3f %12.0f\n", depth, leaves, took, float64(leaves)/took); err != nil {
			return err
		}
	}
	return nil
}

// perftAtOnce is a depth that takes a small part of a second.
const perftAtOnce = 7

// perft is [env.Perft] that ends with ctx.
func perft(ctx context.Context, r env.Rules, p env.Position, depth int, c env.Convention) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	moves, pass := r.Status(p)
	switch {
	case depth <= perftAtOnce || moves == 0 && !pass:
		return env.Perft(r, p, depth, c), nil
	case moves == 0 && c == env.PassIsFree:
		return perft(ctx, r, p.Passed(), depth, c)
	case moves == 0:
		return perft(ctx, r, p.Passed(), depth-1, c)
	}
	var sum uint64
	for ; moves != 0; moves &= moves - 1 {
		n, err := perft(ctx, r, r.Next(p, env.Move(bits.TrailingZeros64(moves))), depth-1, c)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}
