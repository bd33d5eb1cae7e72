package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"othellier/env"
	"othellier/env/words"
	"othellier/model"
	"othellier/train/arena"
)

type sprtCmd struct {
	A     string  `arg:"" name:"net-a" help:"The player that may be better: a network file, a run directory, or a player as othellier eval --help lists them."`
	B     string  `arg:"" name:"net-b" help:"The player it is held against."`
	Elo0  float64 `name:"elo0" default:"0" help:"Difference in rating that is not enough (H0)."`
	Elo1  float64 `name:"elo1" default:"20" help:"Difference that is looked for (H1)."`
	Alpha float64 `default:"0.05" help:"Probability of accepting H1 when H0 is true."`
	Beta  float64 `default:"0.05" help:"Probability of accepting H0 when H1 is true."`
	Chunk int     `default:"40" help:"Games between two looks at the score, an even number."`
	//lint:ignore SA5008 the parser takes several set tags
	matchFlags `set:"games=4000" set:"games_of=The most games that are played"`
	//lint:ignore SA5008 the parser takes several set tags
	playFlags `set:"sims=64" set:"time=--seconds or --clock" set:"policy= 0 plays the policy alone." set:"solve=10" set:"root=16"`
	clockFlag
	JSON string `name:"json" placeholder:"FILE" help:"Write the outcome to FILE too, as JSON; - writes it instead of the table."`
	gamesOutFlags
}

func (sprtCmd) Help() string {
	return `Two players meet, pair of games after pair, until it is clear whether the first is better: a sequential probability ratio
test. It takes far fewer games than a match of fixed length. H1 says the difference in rating is --elo1, H0 that it is --elo0;
see go doc othellier/train/arena SPRT for the formula.

Both networks search with the same number of simulations; to give them different ones write a player such as net:200@FILE.

Examples:

  othellier sprt new.safetensors old.safetensors
  othellier sprt checkpoints/quick-002 checkpoints/quick-001 --elo0 0 --elo1 20 --sims 100
  othellier sprt net:200@new.safetensors net:100@new.safetensors --elo1 50
  othellier sprt new.safetensors old.safetensors --seconds 0.2
  othellier sprt checkpoints/quick-001 alphabeta:4 --elo0=-10 --elo1 10
  othellier sprt new.safetensors old.safetensors --games-out games.ggf

` + gamesOutHelp
}

// sprtOutcome is the outcome as JSON.
type sprtOutcome struct {
	Test    arena.SPRT    `json:"test"`
	Verdict arena.Verdict `json:"verdict"`
	LLR     float64       `json:"llr"`
	Low     float64       `json:"low"` // bounds of the LLR
	High    float64       `json:"high"`
	Result  arena.Result  `json:"result"`
}

func (c sprtCmd) Run(ctx context.Context, std stdio) error {
	c.JSON = standard(c.JSON, std.out)
	if err := cmp.Or(c.playFlags.check(0), c.clockFlag.check(c.playFlags)); err != nil {
		return err
	}
	if err := cmp.Or(c.matchFlags.check(), checkGames("chunk", c.Chunk), checkTarget("json", c.JSON), c.gamesOutFlags.check(c.JSON)); err != nil {
		return err
	}
	test := arena.SPRT{Elo0: c.Elo0, Elo1: c.Elo1, Alpha: c.Alpha, Beta: c.Beta}
	if err := test.Validate(); err != nil {
		return usageError{err}
	}
	a, b, rules, err := c.players(std)
	if err != nil {
		return err
	}
	low, high := test.Bounds()
	m, err := c.match(rules)
	if err != nil {
		return err
	}
	if err := c.holds(m); err != nil {
		return err
	}
	m.Clock = c.Clock
	r, verdict, err := m.Test(ctx, a, b, test, c.Chunk/2, func(r arena.Result) {
		fmt.Fprintf(std.err, "%s: score %.3f, LLR %+.2f of %+.2f to %+.2f\n", words.Count(r.Record.Games(), "game"), r.Score.Value, test.LLR(r.PairPoints), low, high)
	})
	if r.Pairs == 0 {
		return err
	}
	table := std.out
	if c.JSON == "-" {
		table = io.Discard
	}
	err = words.Join(err, arena.WriteTable(table, []arena.Result{r}))
	if err == nil {
		fmt.Fprintf(table, "LLR %+.2f of %+.2f to %+.2f: %s\n", test.LLR(r.PairPoints), low, high, c.words(verdict))
	}
	// An interrupted test is kept too, undecided.
	return words.Join(err, writeJSON(c.JSON, std.out, sprtOutcome{test, verdict, test.LLR(r.PairPoints), low, high, r}),
		c.gamesOutFlags.write([]arena.Result{r}, std.err))
}

func (c sprtCmd) words(v arena.Verdict) string {
	switch v {
	case arena.AcceptedH1:
		return fmt.Sprintf("H1 accepted: %s is better by %g points rather than by %g", c.A, c.Elo1, c.Elo0)
	case arena.AcceptedH0:
		return fmt.Sprintf("H0 accepted: %s is better by %g points rather than by %g", c.A, c.Elo0, c.Elo1)
	}
	return fmt.Sprintf("undecided after %s; allow more with --games", words.Count(c.Games, "game"))
}

// players makes the two players. The networks decide the rules; two players
// without one play on the standard board.
func (c sprtCmd) players(std stdio) (a, b arena.Entrant, rules env.Rules, err error) {
	var paths []string
	for _, name := range []string{c.A, c.B} {
		if isPath(name) {
			paths = append(paths, name)
		}
	}
	var nets []network
	if len(paths) > 0 {
		if nets, rules, err = loadNetworks(paths, std.err); err != nil {
			return a, b, rules, err
		}
	} else if rules, err = rulesOf(c.A, c.B); err != nil {
		return a, b, rules, err
	}
	var pair [2]arena.Entrant
	for i, name := range []string{c.A, c.B} {
		if isPath(name) {
			pair[i], err = c.clockFlag.player(nets[0], c.playFlags)
			pair[i].Name = nets[0].longName(pair[i])
			nets = nets[1:]
		} else {
			pair[i], err = parsePlayer(name, arena.Options{Rules: rules, Search: c.config(), SolveEmpties: c.Solve, SolveRoot: c.SolveRoot}, c.Clock.Limited())
			if err != nil && !strings.ContainsAny(name, ":@") {
				err = usageError{fmt.Errorf("%w; or is it a file that does not exist?", err)}
			}
		}
		if err != nil {
			return a, b, rules, err
		}
	}
	return pair[0], pair[1], rules, nil
}

// isPath tells whether there is a file or directory of that name, or it looks like
// one.
func isPath(name string) bool {
	_, err := os.Stat(name)
	return err == nil || !strings.ContainsAny(name, ":@") && strings.ContainsAny(name, `./\`)
}

// rulesOf returns the game of the networks that the players name after @.
func rulesOf(players ...string) (rules env.Rules, err error) {
	for _, p := range players {
		if strings.HasPrefix(p, "gtp:") || strings.HasPrefix(p, "nboard:") {
			continue // the command of an engine may hold anything
		}
		if _, file, ok := strings.Cut(p, "@"); ok {
			_, meta, err := model.Load(file)
			return meta.Rules, err
		}
	}
	return rules, nil
}
