package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"othellier/env"
	"othellier/env/words"
	"othellier/train/arena"
	"othellier/train/report"
)

type evalCmd struct {
	Nets    []string `arg:"" optional:"" name:"net" help:"Network files or run directories; the newest of all below checkpoints/ if none is given, whatever its board."`
	Against []string `default:"random,greedy,positional,alphabeta:2" help:"Opponents, separated by commas: see the list above."`
	//lint:ignore SA5008 the parser takes several set tags
	matchFlags `set:"games=200" set:"games_of=Games against each opponent"`
	//lint:ignore SA5008 the parser takes several set tags
	playFlags `set:"sims=64" set:"time=--seconds or --clock" set:"policy= 0 plays the policy alone." set:"solve=10" set:"root=16"`
	clockFlag
	MoveTime time.Duration `default:"1m" placeholder:"TIME" help:"A gtp: or nboard: player that takes longer over a move loses the game, and one that takes longer to start ends the match; with --seconds or --clock any player."`
	JSON     string        `name:"json" placeholder:"FILE" help:"Write the results to FILE too, as JSON; - writes them instead of the table."`
	gamesOutFlags
	Perfect bool `help:"Instead of matches, walk every line of the first player on a small board with the network as second player; on 6x6 from --solve or --solve-root empty squares on, whichever is more, the rest is solved; for who wins alone, much faster, with --margin-weight 0."`
	Sample  int  `placeholder:"N" help:"With --perfect, go on from N positions of each ply at most, drawn by --seed; 0 goes on from all."`
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
A searching network may have settings of its own, such as net:200:c_puct=0.8:turned=false@FILE:

`)
	for _, s := range arena.Settings() {
		fmt.Fprintf(&b, "  %-18s %s\n", s.Form, s.About)
	}
	b.WriteString(`
Examples:

  othellier eval
  othellier eval checkpoints/quick-001 --sims 200 --against positional,alphabeta:4 --games 400
  othellier eval --sims 0 --against mcts:200 --json results.json
  othellier eval checkpoints/small-board-001 --perfect --sims 200
  othellier eval checkpoints/6x6-001 --perfect --sims 5000 --solve-root 24 --margin-weight 0
  othellier eval --games 20 --against "gtp:gtp-rhino -l 3 -b 0" --move-time 2m
  othellier eval --seconds 1 --against "gtp:gtp-rhino -l 4,net:200"
  othellier eval --clock 10s+0.1s --against "net:clock@old.safetensors"
  othellier eval --against alphabeta:4 --games-out games.ggf

` + gamesOutHelp + `

Commas separate players; one in a command is written \, and a command's words may be quoted.`)
	return b.String()
}

func (c evalCmd) Run(ctx context.Context, std stdio) error {
	c.JSON = standard(c.JSON, std.out)
	if err := c.check(); err != nil {
		return err
	}
	if len(c.Nets) == 0 {
		c.Nets = []string{""}
	}
	contests, err := c.contests(std)
	if err != nil {
		return err
	}
	var results []any
	for _, contest := range contests {
		more, err := c.measure(ctx, contest, std)
		results = append(results, more...)
		if err != nil { // what was finished is kept
			return words.Join(err, c.keep(results, std))
		}
	}
	return c.keep(results, std)
}

// contest is a network and, but for --perfect, what it plays.
type contest struct {
	network
	match     arena.Match
	self      arena.Entrant
	opponents []arena.Entrant
}

// contests loads the networks and finds, before anything is played, what is wrong
// with a match or keeps its games from being written.
func (c evalCmd) contests(std stdio) ([]contest, error) {
	var all []contest
	for _, path := range c.Nets {
		net, err := loadNetwork(path, std.err)
		if err != nil {
			return nil, err
		}
		contest := contest{network: net}
		if !c.Perfect {
			if contest, err = c.contest(net); err != nil {
				return nil, err
			}
		}
		all = append(all, contest)
	}
	return all, nil
}

// contest is the match of net against the opponents.
func (c evalCmd) contest(net network) (t contest, err error) {
	t.network = net
	if t.match, err = c.match(net.meta.Rules); err != nil {
		return t, err
	}
	t.match.Clock, t.match.MoveTime = c.Clock, c.MoveTime
	if err := c.holds(t.match); err != nil {
		return t, err
	}
	if t.self, err = c.clockFlag.player(net, c.playFlags); err != nil {
		return t, err
	}
	if len(c.Nets) > 1 {
		t.self.Name = net.longName(t.self)
	}
	o := net.options(c.playFlags)
	o.MoveTime = c.MoveTime
	t.opponents, err = parsePlayers(c.Against, o, c.Clock.Limited())
	return t, err
}

// keep writes the files of the results, if there are any.
func (c evalCmd) keep(results []any, std stdio) error {
	if len(results) == 0 {
		return nil
	}
	var played []arena.Result
	for _, r := range results {
		if r, ok := r.(arena.Result); ok {
			played = append(played, r)
		}
	}
	return words.Join(writeJSON(c.JSON, std.out, results), c.gamesOutFlags.write(played, std.err))
}

func (c evalCmd) check() error {
	if err := c.matchFlags.check(); err != nil {
		return err
	}
	if err := c.playFlags.check(0); err != nil {
		return err
	}
	if err := c.clockFlag.check(c.playFlags); err != nil {
		return err
	}
	if c.MoveTime <= 0 {
		return usagef("--move-time: %v is no time: expected more than 0, such as 30s", c.MoveTime)
	}
	if c.Sample < 0 || c.Sample > 0 && !c.Perfect {
		return usagef("--sample: %d positions: expected 1 or more, and --perfect", c.Sample)
	}
	if c.Perfect && c.GamesOut != "" {
		return usagef("eval: --perfect plays no games that --games-out could write")
	}
	return cmp.Or(checkTarget("json", c.JSON), c.gamesOutFlags.check(c.JSON))
}

// measure returns the results of a network and prints them. Those of an
// interrupted match are of the games that were finished.
func (c evalCmd) measure(ctx context.Context, t contest, std stdio) (results []any, err error) {
	table := std.out
	if c.JSON == "-" {
		table = io.Discard
	}
	if c.Perfect {
		lines, err := c.walk(ctx, t.network, std.err)
		if err != nil {
			return nil, err
		}
		_, err = fmt.Fprintln(table, lines)
		return []any{lines}, err
	}
	played, err := t.play(ctx, std.err)
	played = slices.DeleteFunc(played, func(r arena.Result) bool { return r.Record.Games() == 0 })
	for _, r := range played {
		results = append(results, r)
	}
	if len(played) > 0 {
		err = words.Join(err, arena.WriteTable(table, played))
	}
	return results, err
}

// play plays the matches, with a bar on a terminal.
func (t contest) play(ctx context.Context, told io.Writer) ([]arena.Result, error) {
	bar := report.NewBar(told, barSteps)
	defer bar.Hide()
	t.match.Progress = func(p arena.Progress) { bar.Show(int64(barSteps*p.Share), standing(p)...) }
	return t.match.Ladder(ctx, t.self, t.opponents...)
}

// barSteps is the length of the bar of matches: fine enough that it moves.
const barSteps = 10_000

// standing is the text before the bar of matches: how it stands, and against whom,
// with the bar in 80 columns.
func standing(p arena.Progress) []string {
	opponent, text := []rune(p.Opponent), fmt.Sprintf("%d/%s", p.Done, words.Count(p.Total, "game"))
	if most := 15; len(opponent) > most {
		opponent = append(opponent[:most-3], []rune("...")...)
	}
	if n := p.Games(); n > 0 {
		text += fmt.Sprintf(", %.3f", (float64(p.Wins)+float64(p.Draws)/2)/float64(n))
	}
	return []string{text, "against " + string(opponent)}
}

// walk plays net as the second player against every line of the first.
func (c evalCmd) walk(ctx context.Context, net network, told io.Writer) (arena.Lines, error) {
	if net.meta.Rules.Board == env.Board8 {
		return arena.Lines{}, usagef("eval: --perfect is for small boards, and %s plays on 8x8", net.path)
	}
	if c.Clock.Limited() {
		return arena.Lines{}, usagef("eval: --perfect plays no games that a --clock could run in; --seconds is for a move")
	}
	how := arena.Walk{Sample: c.Sample, Seed: c.Seed}
	solves := c.Simulations.n > 0 && net.meta.Rules.Board == env.Board6
	if !solves || c.Seconds != nil { // else what there is to prove would be solved; and a time decides by itself
		c.SolveRoot = 0
	}
	if solves {
		how.Solve, how.Outcome = max(c.Solve, c.SolveRoot), c.Margin == 0
	}
	self, err := c.clockFlag.player(net, c.playFlags)
	if err != nil {
		return arena.Lines{}, err
	}
	bar := report.NewBar(told, barSteps)
	defer bar.Hide()
	how.Progress = func(what string, done, total int) {
		bar.Show(int64(barSteps*done/total), fmt.Sprintf("%s %d/%d", what, done, total))
	}
	return arena.Perfect(ctx, net.meta.Rules, self, env.White, how)
}
