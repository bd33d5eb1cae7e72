package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"slices"

	"othellier/env"
	"othellier/env/words"
	"othellier/train/arena"
)

type ladderCmd struct {
	Nets    []string `arg:"" optional:"" name:"net" help:"Network files or run directories; the newest of all below checkpoints/ if none is given, whatever its board."`
	Sims    []int    `default:"0,64,200" help:"Simulation counts at which each network plays; 0 is the policy alone."`
	Fixed   []string `default:"random,greedy,positional,mcts:100,alphabeta:2,alphabeta:4" help:"The rungs: players that never change, so that ratings of different days compare."`
	Against []string `placeholder:"PLAYERS" help:"More opponents of the networks, rated by those games: see the list of othellier eval --help."`
	//lint:ignore SA5008 the parser takes several set tags
	matchFlags `set:"games=200" set:"games_of=Games of each pairing"`
	RoundRobin bool   `help:"Measure the rungs too: they play each other and all ratings are found anew, with random at 0. Boards without known ratings always do."`
	JSON       string `name:"json" placeholder:"FILE" help:"Keep results and ratings in FILE; what it holds is not played again."`
	styleFlags `set:"solve=10"`
	rootFlag   `set:"root=16"`
}

func (ladderCmd) Help() string {
	return `Each network plays the fixed players, by its policy alone and with searches of several lengths, and gets a rating on the scale
on which random moves have 0 and 400 points more mean ten points of eleven.

With --json the ladder can be interrupted at any time and goes on with the same command; more networks and counts can be added
later. A file belongs to one set of openings, one way to search, and one process at a time. The ratings are over all games in the
file, by maximum likelihood with a weak prior, in brackets the 95 % intervals; see go doc othellier/train/arena Rank.

The ratings of the fixed players on the standard board are constants, which this command measures anew:

  othellier ladder --round-robin --fixed random,greedy,positional,mcts:100,mcts:400,alphabeta:2,alphabeta:4,alphabeta:6

Opponents by --against may think by time, such as net:1s@FILE; the rungs' own results can be repeated, those cannot.

Games are not kept, since a ladder grows from call to call. A match with the same flags plays them again, one of --sims at a
time: othellier eval --against RUNG --games-out FILE.

With --round-robin and without a network, none is looked for.

Examples:

  othellier ladder
  othellier ladder checkpoints/quick-001 --json ladder.json
  othellier ladder old.safetensors new.safetensors --sims 64,800 --games 400 --json ladder.json
  othellier ladder checkpoints/small-board-001 --against solver:12`
}

func (c ladderCmd) Run(ctx context.Context, std stdio) (err error) {
	nets, rules, err := c.load(std)
	if err != nil {
		return err
	}
	if _, err := c.match(rules); err != nil {
		return err
	}
	terms := arena.Terms{
		Rules: rules, Openings: c.Games / 2, Plies: c.Plies, Seed: c.Seed,
		Search: c.how(0).describe(),
	}
	league, err := arena.OpenLeague(c.JSON, terms)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, league.Close()) }()
	pairings, pinned, err := c.pairings(league, nets, rules)
	if err != nil {
		return err
	}
	results, err := playLeague(ctx, league, pairings, c.Workers, std)
	if err != nil {
		if ctx.Err() != nil && c.JSON != "" {
			return fmt.Errorf("%w; the same command goes on", err)
		}
		return err
	}
	ranked, err := league.Rank(pinned)
	if err != nil {
		return err
	}
	if err := arena.WriteTable(std.out, results); err != nil {
		return err
	}
	fmt.Fprintln(std.out)
	return arena.WriteRanks(std.out, ranked)
}

// how is how the networks search.
func (c ladderCmd) how(sims int) playFlags {
	return playFlags{Simulations: simulations{n: sims}, styleFlags: c.styleFlags, rootFlag: c.rootFlag}
}

// load reads the networks, which must play the same game, and checks the flags.
func (c *ladderCmd) load(std stdio) ([]network, env.Rules, error) {
	if err := c.matchFlags.check(); err != nil {
		return nil, env.Rules{}, err
	}
	if standard(c.JSON, std.out) == "-" {
		return nil, env.Rules{}, usagef("--json: a ladder goes on from what its file holds: name a file, not standard output")
	}
	if err := checkTarget("json", c.JSON); err != nil {
		return nil, env.Rules{}, err
	}
	for _, n := range c.Sims {
		if err := c.how(n).check(0); err != nil {
			return nil, env.Rules{}, err
		}
	}
	slices.Sort(c.Sims)
	c.Sims = slices.Compact(c.Sims)
	if len(c.Nets) == 0 && c.RoundRobin {
		return nil, env.Rules{}, nil
	}
	return loadNetworks(c.Nets, std.err)
}

// pairings lists who meets whom, and the ratings that are known beforehand.
func (c ladderCmd) pairings(league *arena.League, nets []network, rules env.Rules) ([]arena.Pairing, arena.Ratings, error) {
	o := arena.Options{Rules: rules}
	rungs, err := parsePlayers(c.Fixed, o, false)
	if err != nil {
		return nil, nil, err
	}
	others, err := parsePlayers(c.Against, o, false)
	if err != nil {
		return nil, nil, err
	}
	known := arena.Fixed()
	rules.Scoring = 0 // changes no winner
	measure := c.RoundRobin || rules != env.Rules{}
	names := map[string]bool{}
	for _, e := range slices.Concat(rungs, others) {
		if names[e.Name] {
			return nil, nil, usagef("ladder: %s is named twice", e.Name)
		}
		names[e.Name] = true
	}
	for _, e := range rungs {
		if _, ok := known[e.Name]; !ok && !measure {
			return nil, nil, usagef("ladder: the rating of %s is not known: measure it with --round-robin, or name it by --against", e.Name)
		}
	}
	var pairings []arena.Pairing
	if measure {
		if !slices.ContainsFunc(rungs, func(e arena.Entrant) bool { return e.Name == "random" }) {
			return nil, nil, usagef("ladder: where the rungs are measured, random must be one of them: it is the zero of the scale")
		}
		pairings, known = arena.RoundRobin(rungs), arena.Ratings{"random": 0}
	}
	for _, net := range nets {
		for _, n := range c.Sims {
			self, err := enter(league, net, c.how(n))
			if err != nil {
				return nil, nil, err
			}
			for _, e := range slices.Concat(rungs, others) {
				pairings = append(pairings, arena.Pairing{A: self, B: e})
			}
		}
	}
	return pairings, known, nil
}

// enter makes net a player of the league.
func enter(league *arena.League, net network, how playFlags) (arena.Entrant, error) {
	e, err := net.entrant(how)
	if err != nil {
		return e, err
	}
	e.Name = net.longName(e)
	data, err := os.ReadFile(net.path)
	if err != nil {
		return e, err
	}
	sum := sha256.Sum256(data)
	return e, league.Enter(e.Name, hex.EncodeToString(sum[:8]))
}

// playLeague plays what is missing and says after each match how it went.
func playLeague(ctx context.Context, league *arena.League, pairings []arena.Pairing, workers int, std stdio) ([]arena.Result, error) {
	done, kept := 0, 0
	results, err := league.Play(ctx, pairings, workers, func(r arena.Result, fresh bool) {
		done++
		if !fresh {
			kept++
			return
		}
		fmt.Fprintf(std.err, "%d of %d: %s\n", done, len(pairings), score(r))
	})
	if kept > 0 {
		fmt.Fprintf(std.err, "%d of %s had been played before\n", kept, words.Count(len(pairings), "match"))
	}
	return results, err
}
