package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"othellier/cmd/othellier/protocol"
	"othellier/env/words"
)

// think has the network of the side to move look at the position.
func (t *table) think(ctx context.Context, l protocol.Limit) (protocol.Thoughts, error) {
	p := t.game.Position()
	found, err := t.engines[p.Turn].Think(ctx, p, l, nil)
	return found, cmp.Or(err, ctx.Err())
}

// outlook tells what the side that thought expects.
func outlook(found protocol.Thoughts) string {
	switch {
	case found.Proven && found.MarginProven:
		return fmt.Sprintf("; it knows that it ends with %+.0f discs", found.Margin)
	case found.Simulations == 0: // its only move
		return ""
	}
	return fmt.Sprintf("; it gives itself %.0f %% and %+.1f discs", 50*(1+found.Value), found.Margin)
}

// hint tells what the network thinks of the moves, and how long it thought.
func (t *table) hint(ctx context.Context) error {
	if t.game.Over() {
		return errors.New("the game is over")
	}
	begun := t.now()
	found, err := t.think(ctx, protocol.Limit{})
	if err != nil {
		return err
	}
	effort := words.Count(found.Simulations, "simulation")
	if t.engines[t.game.Position().Turn].seconds > 0 {
		effort += fmt.Sprintf(" in %.1f s", t.now().Sub(begun).Seconds())
	}
	fmt.Fprintf(t.out, "  move  visits  win chance  margin   prior   (%s)\n", effort)
	for _, c := range found.Moves[:min(5, len(found.Moves))] {
		fmt.Fprintf(t.out, "  %-4s  %6d     %5.1f %%  %+6.1f  %5.1f %%\n", c.Move, c.Simulations, 50*(1+c.Value), c.Margin, 100*c.Prior)
	}
	fmt.Fprintf(t.out, "  line: %s\n", names(found.Moves[0].Line))
	return nil
}

func (t *table) setSimulations(args []string) error {
	if len(args) != 1 {
		return errors.New("say how many simulations, such as: sims 200")
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 || n > maxSimulations {
		return fmt.Errorf("%q is not a number of simulations from 1 to %d", args[0], maxSimulations)
	}
	for _, e := range t.engines {
		e.simulations, e.seconds = simulations{n, true}, 0
	}
	fmt.Fprintf(t.out, "The network now searches %s a move.\n", words.Count(n, "simulation"))
	return nil
}
