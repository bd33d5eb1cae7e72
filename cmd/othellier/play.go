package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"othellier/env"
	"othellier/model"
)

// maxSimulations bounds the memory of one search (some 400 bytes a simulation).
const maxSimulations = 1_000_000

type playCmd struct {
	Net   string `arg:"" optional:"" help:"Network file or run directory; the newest below checkpoints/ if none is given."`
	Color seats  `default:"black" help:"Your colour: black, white, both (two people) or none (the network against itself)."`
	//lint:ignore SA5008 the parser takes several set tags
	searchFlags `set:"sims=200" set:"policy=" set:"solve=12"`
	From        string `placeholder:"FILE" help:"Continue the game whose moves stand in FILE."`
}

func (playCmd) Help() string {
	return `Shows the board and takes squares such as f5, one a line; it reads a pipe as well as a keyboard. Inside the game, help
lists the commands: undo, redo, hint, swap, sims N, moves, new, save FILE, quit.

Example:

  othellier play --color white --sims 800`
}

func (c playCmd) Run(ctx context.Context, std stdio) error {
	if err := c.searchFlags.check(1); err != nil {
		return err
	}
	net, err := loadNetwork(c.Net, std.err)
	if err != nil {
		return err
	}
	ev, err := model.NewPredictor(net.weights, net.meta.Rules, leavesAtOnce)
	if err != nil {
		return fmt.Errorf("%s: %w", net.path, err)
	}
	search, err := newSearcher(net.meta.Rules, ev, c.searchFlags)
	if err != nil {
		return err
	}
	t := &table{
		out:      std.out,
		draw:     drawingFor(std.out),
		echo:     !isTerminal(std.in),
		game:     env.NewGame(net.meta.Rules),
		searcher: search,
		saved:    map[string]bool{},
	}
	t.human = c.Color
	if c.From != "" {
		if t.game, err = readGame(net.meta.Rules, c.From); err != nil {
			return err
		}
	}
	return t.play(ctx, std.in)
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

// longestTranscript is far more than a game needs, however it is written.
const longestTranscript = 64 << 10

// readGame reads the transcript of a game from a file.
func readGame(r env.Rules, path string) (*env.Game, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // nothing was written
	text, err := io.ReadAll(io.LimitReader(f, longestTranscript+1))
	if err != nil {
		return nil, err
	}
	if len(text) > longestTranscript {
		return nil, fmt.Errorf("%s: longer than %d bytes: it is not the transcript of a game", path, longestTranscript)
	}
	g, err := env.ParseTranscript(r, string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return g, nil
}
