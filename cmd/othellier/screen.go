package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"othellier/cmd/othellier/protocol"
	"othellier/cmd/othellier/tui"
	"othellier/env"
)

// screenFlags are of the clock and of who plays. Line by line there is no clock.
type screenFlags struct {
	Clock    tui.Control `placeholder:"M+S" help:"Time of each side: minutes for the game and seconds more for each move, such as 5+3. It bounds the time that --sims and --seconds take. On the whole screen alone."`
	Opponent string      `placeholder:"NET" help:"A second network, which has White where both sides are the computer's (--color none)."`
}

// check refuses flags that have no meaning without the screen.
func (s screenFlags) check(screen bool) error {
	if !screen && s.Clock != (tui.Control{}) {
		return usagef("--clock needs the whole screen: a terminal, and no --plain")
	}
	return nil
}

// wholeScreen says whether the process sits at a terminal that can draw.
func wholeScreen(std stdio) bool {
	return os.Getenv("TERM") != "" && isTerminal(std.in) && canMove(std.out)
}

// playOnScreen plays on the whole screen. Moves that are in no file when it ends
// are printed, so that no game is lost.
func (c playCmd) playOnScreen(ctx context.Context, std stdio, net network, game *env.Game) error {
	other, err := c.opponent(net, std.err)
	if err != nil {
		return err
	}
	player, err := c.player(net)
	if err != nil {
		return err
	}
	players := [2]tui.Player{player, player}
	if other != nil {
		if players[env.White], err = c.player(*other); err != nil {
			return err
		}
	}
	var strength tui.Strength
	strength.Simulations, strength.Time = c.bounds()
	out := std.out.(*output).w.(*os.File)
	unsaved, err := tui.Run(ctx, tui.Config{
		Rules: net.meta.Rules, Game: game, File: c.From, Players: players, Seats: tui.Seats(c.Color), Strength: strength, Control: c.Clock,
		ASCII: tui.ASCIIOnly(os.Getenv), Mono: tui.Monochrome(os.Getenv), Now: time.Now,
	}, std.in.(*os.File), out)
	for _, moves := range unsaved {
		fmt.Fprintf(std.out, "The game: %s\n", moves)
	}
	return err
}

// player seats a network.
func (c playCmd) player(net network) (tui.Player, error) {
	e, err := net.engine(c.playFlags)
	if err != nil {
		return tui.Player{}, err
	}
	e.seconds = 0 // the screen says how long, and the player changes it
	return tui.Player{Name: net.name(), Engine: screenEngine{e}}, nil
}

// screenEngine is the engine of other programs for the one on the screen.
type screenEngine struct{ *engine }

// Think implements [tui.Engine].
func (e screenEngine) Think(ctx context.Context, p env.Position, l tui.Limit, report func(tui.Thoughts)) (tui.Thoughts, error) {
	e.simulations = simulations{l.Simulations, true}
	limit := protocol.Limit{Time: l.Time, Move: l.Move, Every: 200 * time.Millisecond}
	t, err := e.engine.Think(ctx, p, limit, func(t protocol.Thoughts) { report(forScreen(t)) })
	return forScreen(t), err
}

func forScreen(t protocol.Thoughts) tui.Thoughts {
	s := tui.Thoughts{Simulations: t.Simulations, Value: t.Value, Margin: t.Margin, Exact: t.Proven && t.MarginProven}
	for _, c := range t.Moves {
		s.Moves = append(s.Moves, tui.Choice{
			Move: c.Move, Simulations: c.Simulations, Prior: c.Prior, Value: c.Value, Margin: c.Margin,
			Exact: c.Proven && t.MarginProven,
		})
	}
	return s
}
