package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"othellier/env"
	"othellier/train/arena"
)

type evalCmd struct {
	Nets    []string `arg:"" optional:"" name:"net" help:"Network files or run directories; the newest below checkpoints/ if none is given."`
	Against []string `default:"random,greedy,positional,alphabeta:2" help:"Opponents, separated by commas: see the list above."`
	Games   int      `default:"200" help:"Games against each opponent, an even number: each opening is played with both colours."`
	//lint:ignore SA5008 the parser takes several set tags
	strength `set:"sims=64" set:"policy= 0 plays the policy alone." set:"solve=10"`
	Seed     uint64        `default:"1" help:"Seed of the openings and of all chance."`
	Plies    int           `placeholder:"N" help:"Random plies of an opening; 0 suits the board: 8 on 8x8."`
	Workers  int           `placeholder:"N" help:"Games are spread over N threads; 0 is one a core. It changes no result."`
	MoveTime time.Duration `default:"1m" placeholder:"TIME" help:"A gtp: player that takes longer over a move loses the game."`
	JSON     string        `name:"json" placeholder:"FILE" help:"Write the results to FILE too, as JSON; - writes them instead of the table."`
	Perfect  bool          `help:"Instead of matches, walk every line of the first player on a small board with the network as second player."`
}

func (evalCmd) Help() string {
	var b strings.Builder
	b.WriteString(`Plays pairs of games from many different openings, both colours each, and prints wins, draws and losses, the score with a
95 % interval, the difference in Elo and the mean margin.

Players:

`)
	for _, s := range arena.Specs() {
		fmt.Fprintf(&b, "  %-18s %s\n", s.Form, s.About)
	}
	b.WriteString(`
Examples:

  othellier eval
  othellier eval checkpoints/quick-1 --sims 200 --against positional,alphabeta:4 --games 400
  othellier eval --sims 0 --against mcts:200 --json results.json
  othellier eval checkpoints/small-board-1 --perfect --sims 200
  othellier eval --games 20 --against "gtp:gtp-rhino -l 3 -b 0" --move-time 2m

Commas separate players; one in a command is written \, and a command's words may be quoted.`)
	return b.String()
}

func (c evalCmd) Run(ctx context.Context, std stdio) error {
	if c.Games < 2 || c.Games%2 != 0 {
		return usagef("eval: %d games: expected an even number, 2 or more, since every opening is played with both colours", c.Games)
	}
	if err := c.strength.check(0); err != nil {
		return err
	}
	if len(c.Nets) == 0 {
		c.Nets = []string{""}
	}
	var results []any
	for _, path := range c.Nets {
		net, err := loadNetwork(path, std.err)
		if err != nil {
			return err
		}
		if c.Perfect {
			lines, err := c.walk(ctx, net)
			if err != nil {
				return err
			}
			results = append(results, lines)
			if c.JSON != "-" {
				fmt.Fprintln(std.out, lines)
			}
			continue
		}
		played, err := c.match(ctx, net)
		for _, r := range played {
			results = append(results, r)
		}
		if c.JSON != "-" && len(played) > 0 {
			if err := arena.WriteTable(std.out, played); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
	}
	return c.writeJSON(std.out, results)
}

// match plays net against the opponents.
func (c evalCmd) match(ctx context.Context, net network) ([]arena.Result, error) {
	self, err := net.entrant(c.strength)
	if err != nil {
		return nil, err
	}
	o := net.options(c.strength)
	o.MoveTime = c.MoveTime
	opponents, err := parsePlayers(c.Against, o)
	if err != nil {
		return nil, usageError{err}
	}
	m := arena.Match{Rules: net.meta.Rules, Openings: c.Games / 2, Plies: c.Plies, Seed: c.Seed, Workers: c.Workers}
	return m.Ladder(ctx, self, opponents...)
}

// walk plays net as the second player against every line of the first.
func (c evalCmd) walk(ctx context.Context, net network) (arena.Lines, error) {
	if net.meta.Rules.Board == env.Board8 {
		return arena.Lines{}, usagef("eval: --perfect is for small boards, and %s plays on 8x8", net.path)
	}
	self, err := net.entrant(c.strength)
	if err != nil {
		return arena.Lines{}, err
	}
	return arena.Perfect(ctx, net.meta.Rules, self, env.White)
}

func (c evalCmd) writeJSON(out io.Writer, results []any) error {
	if c.JSON == "" {
		return nil
	}
	data, err := json.MarshalIndent(results, "", "  ")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	if c.JSON == "-" {
		_, err = out.Write(data)
		return err
	}
	return os.WriteFile(c.JSON, data, 0o666)
}
