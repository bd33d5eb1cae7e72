package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"othellier/cmd/othellier/tui"
	"othellier/env"
)

// maxSimulations bounds the memory of one search (some 400 bytes a simulation).
const maxSimulations = 1_000_000

type playCmd struct {
	Net   string `arg:"" optional:"" help:"Network file or run directory; the newest of all below checkpoints/ if none is given, whatever its board."`
	Color seats  `default:"black" help:"Your colour: black, white, both (two people) or none (the network against itself)."`
	//lint:ignore SA5008 the parser takes several set tags
	playFlags `set:"sims=200" set:"time=--seconds" set:"policy=" set:"solve=12" set:"root=20"`
	screenFlags
	From  string `placeholder:"FILE" help:"Continue the game in FILE: a game record of any format, moves or a position. FILE#3 is its third game."`
	Plain bool   `help:"Line by line also on a terminal, as it is through a pipe: for screen readers."`
}

func (playCmd) Help() string {
	return `On a terminal the board takes the whole screen: move by the arrow keys and Enter, by a click, or by typing f5; ? lists the
keys. Game records are opened and saved in all the formats that convert knows.

Through a pipe, on a dumb terminal (TERM=dumb) or with --plain it shows the board and takes squares such as f5, one a line.
There help lists the commands: undo, redo, hint, swap, sims N, moves, new, save FILE, quit. --clock is for the
screen alone; all other flags hold in both ways.

` + smallBoards + `

Examples:

  othellier play --color white --sims 800
  othellier play --clock 5+3
  othellier play --color none checkpoints/quick-001 --opponent checkpoints/quick-002`
}

func (c playCmd) Run(ctx context.Context, std stdio) error {
	screen := !c.Plain && wholeScreen(std)
	if err := errors.Join(c.playFlags.check(1), c.screenFlags.check(screen)); err != nil {
		return err
	}
	net, err := loadNetwork(c.Net, std.err)
	if err != nil {
		return err
	}
	game := env.NewGame(net.meta.Rules)
	if c.From != "" {
		game, err = tui.LoadGame(net.meta.Rules, c.From)
	}
	if err != nil {
		return err
	}
	if screen {
		return c.playOnScreen(ctx, std, net, game)
	}
	e, err := net.engine(c.playFlags)
	if err != nil {
		return err
	}
	t := &table{
		out:     std.out,
		draw:    drawingFor(std.out),
		echo:    !isTerminal(std.in),
		game:    game,
		engines: [2]*engine{e, e},
		names:   [2]string{net.name(), net.name()},
		human:   c.Color,
		now:     time.Now,
	}
	if c.From != "" {
		t.kept.Loaded(c.From, game)
	}
	other, err := c.opponent(net, std.err)
	if err != nil {
		return err
	}
	if other != nil {
		t.names[env.White] = other.name()
		if t.engines[env.White], err = other.engine(c.playFlags); err != nil {
			return err
		}
	}
	return t.play(ctx, std.in)
}

// opponent loads the network of --opponent, which must play the game of net; nil
// if there is none.
func (c playCmd) opponent(net network, told io.Writer) (*network, error) {
	if c.Opponent == "" {
		return nil, nil
	}
	if c.Color != (seats{}) {
		return nil, usagef("--opponent: add --color none, for the computer to play both sides")
	}
	other, err := loadNetwork(c.Opponent, told)
	if err != nil {
		return nil, err
	}
	if other.meta.Rules != net.meta.Rules {
		return nil, differ(net, other)
	}
	return &other, nil
}

// seats says which sides, by env.Color, a person plays.
type seats [2]bool

// UnmarshalText reads black, white, both or none, in either case.
func (s *seats) UnmarshalText(text []byte) error {
	switch word := strings.ToLower(string(text)); word {
	case "black", "white", "both", "none":
		s[env.Black] = word == "black" || word == "both"
		s[env.White] = word == "white" || word == "both"
		return nil
	}
	return fmt.Errorf("%q is none of black, white, both, none", text)
}
