package main

import (
	"context"
	"io"
	"time"

	"othellier/cmd/othellier/protocol"
	"othellier/env"
)

// server holds the flags of a network that plays for another program.
type server struct {
	Net string `arg:"" optional:"" help:"Network file or run directory; the newest network of the 8x8 board below checkpoints/ if none is given."`
	//lint:ignore SA5008 the parser takes several set tags
	playFlags `set:"sims=800" set:"time=--seconds or the other program's clock" set:"policy=" set:"solve=12" set:"root=20"`
}

type gtpCmd struct {
	server
	Ponder bool `help:"Think on while the other side does, where moves have a time: by --seconds or a clock."`
}

func (gtpCmd) Help() string {
	return `Speaks the Go Text Protocol, version 2, on standard input and output, for interfaces such as Quarry and for matches
between programs. A move takes --seconds, or what the clock of the other program allows, or --sims simulations: whichever
ends first of what is given. With a time it is played as soon as it is certain, and the ending is solved exactly as early as the time allows. With
--ponder the network thinks on after its move until the next command.

Besides the usual commands there are loadsgf FILE [MOVENUMBER], which takes over the first game of an SGF file up to the position
before that move (passes are not counted), and analyze, which thinks until the next line of input.

Squares of a smaller board count from its own corner, a1; transcripts, play and analyze call them as in the middle of the full one.

Examples:

  othellier gtp
  othellier gtp checkpoints/quick-001 --sims 3000
  othellier gtp --seconds 2
  printf 'play b f5\ngenmove w\nshowboard\n' | othellier gtp`
}

func (c gtpCmd) Run(ctx context.Context, std stdio) error {
	return c.serve(ctx, std, protocol.GTP, c.Ponder)
}

type nboardCmd struct{ server }

func (nboardCmd) Help() string {
	return `Speaks version 2 of the NBoard protocol on standard input and output: add the command as an engine in NBoard. A move
takes --seconds, or what the clock of the game allows, or --sims simulations: whichever ends first of what is given. NBoard's
search depth changes nothing. It does not think while the other side does: the protocol leaves it to NBoard what becomes of a move.

Squares of a smaller board count from its own corner, a1; transcripts, play and analyze call them as in the middle of the full one.

Examples:

  othellier nboard
  othellier nboard checkpoints/quick-001 --seconds 1`
}

func (c nboardCmd) Run(ctx context.Context, std stdio) error {
	return c.serve(ctx, std, protocol.NBoard, false)
}

// serve lets another program use the network by a protocol. Standard output is
// the protocol's, all else goes to standard error.
func (c server) serve(ctx context.Context, std stdio, speak func(context.Context, protocol.Config, io.Reader, io.Writer) error, ponder bool) error {
	if err := c.playFlags.check(1); err != nil {
		return err
	}
	net, err := loadNetwork(c.Net, std.err, env.Board8) // which is what clients play
	if err != nil {
		return err
	}
	search, err := net.engine(c.playFlags)
	if err != nil {
		return err
	}
	return speak(ctx, protocol.Config{
		Rules: net.meta.Rules, Engine: search, Name: "Othellier", Version: version(), Now: time.Now, Ponder: ponder,
		Unread: func() bool { return unread(std.out) },
	}, std.in, std.out)
}
