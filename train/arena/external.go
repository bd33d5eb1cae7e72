package arena

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"othellier/env"
	"othellier/mcts/clock"
)

const (
	defaultMoveTime = time.Minute
	leastStart      = 30 * time.Second // an engine may have much to read before it answers
)

// external makes entrants of a command that runs an engine.
func external(q request) (Entrant, error) {
	args, err := splitCommand(q.command)
	if err != nil {
		return Entrant{}, err
	}
	if len(args) == 0 {
		return Entrant{}, errors.New("the command is missing: expected the form gtp:COMMAND")
	}
	if args[0], err = exec.LookPath(args[0]); err != nil {
		return Entrant{}, err
	}
	if r := q.Rules; r.Start != env.StartStandard || r.End != env.EndNeither || r.Supply != env.SupplyShared {
		return Entrant{}, errors.New("external engines know the rules of Othello alone: the standard start, discs shared, the end when neither can move")
	}
	limit := q.MoveTime
	switch {
	case limit == 0:
		limit = defaultMoveTime
	case limit < 0:
		return Entrant{}, fmt.Errorf("a time of %v for a move: expected more than 0", limit)
	}
	return Entrant{Name: q.name, New: func() (Player, error) {
		p := &externalPlayer{name: q.name, rules: q.Rules, args: args, limit: limit, start: max(limit, leastStart)}
		if err := p.begin(context.Background()); err != nil { // so that a wrong command is not taken for a bad player
			return nil, err
		}
		return p, nil
	}}, nil
}

// splitCommand splits a command into words at blanks, which single or double
// quotes keep together.
func splitCommand(s string) ([]string, error) {
	var words []string
	var word strings.Builder
	open, quote := false, rune(0) // a word is begun; in quotes
	for _, r := range s {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			open, quote = true, r
		case quote == 0 && (r == ' ' || r == '\t'):
			if open {
				words = append(words, word.String())
			}
			word.Reset()
			open = false
		default:
			open = true
			word.WriteRune(r)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	}
	if open {
		words = append(words, word.String())
	}
	return words, nil
}

// externalPlayer asks an engine in a process of its own over the Go Text
// Protocol. For each turn the engine gets the whole game, from an empty board, so
// it may play many games at a time and its answer depends on nothing but the
// turn, as far as the engine is like that.
//
// Passes are never sent, since some engines refuse them and all insert them.
//
// An engine that ends, says nothing for too long or talks nonsense has lost that
// game and is killed; the next turn starts it anew.
type externalPlayer struct {
	name  string
	rules env.Rules
	args  []string // of the command
	limit time.Duration
	start time.Duration // limit of the first answers

	engine *process // nil when it is to be started
}

func (p *externalPlayer) Name() string { return p.name }

func (p *externalPlayer) Choose(ctx context.Context, turns []*Turn) error {
	for _, t := range turns {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.Move, t.Err = p.choose(ctx, t)
	}
	return ctx.Err()
}

// Close ends the engine.
func (p *externalPlayer) Close() error {
	if p.engine != nil {
		p.engine.quit()
		p.engine = nil
	}
	return nil
}

// begin starts the engine and sets up a game.
func (p *externalPlayer) begin(ctx context.Context) error {
	var err error
	if p.engine, err = startProcess(p.args); err != nil {
		return err
	}
	setup := []string{"set_game Othello", fmt.Sprintf("boardsize %d", p.rules.Size()), "clear_board"}
	answers, err := p.ask(ctx, p.start, setup...)
	if err != nil {
		return err
	}
	for i, a := range answers {
		switch {
		case a.ok:
		case i == 0, i == 1 && p.rules.Board == env.Board8 && strings.Contains(a.text, "unknown"):
			// An engine that knows one game or one board need not know the command.
		default:
			err = fmt.Errorf("the engine answers %q with %q", setup[i], a.text)
		}
	}
	if err != nil {
		p.Close()
	}
	return err
}

// choose returns the engine's move.
func (p *externalPlayer) choose(ctx context.Context, t *Turn) (env.Move, error) {
	if p.engine == nil {
		if err := p.begin(ctx); err != nil {
			return env.Pass, err
		}
	}
	commands := append([]string{"clear_board"}, timeCommands(t.Clock, t.Position.Turn)...)
	limit := p.limit
	if t.Clock.Limited() {
		limit = min(limit, t.Clock.Left())
	}
	turn := t.Start.Turn
	for _, m := range t.Moves {
		if m != env.Pass {
			commands = append(commands, fmt.Sprintf("play %s %s", colorName(turn), squareName(p.rules, m)))
		}
		turn = turn.Other()
	}
	commands = append(commands, "genmove "+colorName(t.Position.Turn))
	answers, err := p.ask(ctx, limit, commands...)
	if err != nil {
		return env.Pass, err
	}
	for i, a := range answers {
		if !a.ok && !strings.HasPrefix(commands[i], "time_") { // an engine need not know clocks
			return env.Pass, fmt.Errorf("the engine answers %q with %q", commands[i], a.text)
		}
	}
	text := strings.TrimSpace(answers[len(answers)-1].text)
	m, ok := p.rules.Board.ParseMove(text)
	if !ok {
		return env.Pass, fmt.Errorf("the engine moves %q, which is no square", text)
	}
	return m, nil
}

// timeCommands tells an engine what a side has left; none without a clock. The
// protocol knows no increments: they are in what is left.
func timeCommands(c clock.Clock, side env.Color) []string {
	if !c.Limited() {
		return nil
	}
	main, _, period, stones := c.Settings()
	left, due := c.Told()
	return []string{
		fmt.Sprintf("time_settings %s %s %d", protocolSeconds(main), protocolSeconds(period), stones),
		fmt.Sprintf("time_left %s %s %d", colorName(side), protocolSeconds(left), due),
	}
}

// protocolSeconds writes a time in seconds, cut off: whole ones, as the protocol has
// them, but for less than ten.
func protocolSeconds(d time.Duration) string {
	if d >= 10*time.Second {
		return strconv.Itoa(int(d / time.Second))
	}
	return strconv.FormatFloat(d.Truncate(10*time.Millisecond).Seconds(), 'f', -1, 64)
}

// ask sends commands and returns the answers to all of them. On an error, which
// is not one that the engine tells, the engine is gone.
func (p *externalPlayer) ask(ctx context.Context, limit time.Duration, commands ...string) ([]response, error) {
	answers, err := p.engine.ask(ctx, limit, commands)
	if err != nil {
		p.engine.stop()
		if why := p.engine.why(); why != "" {
			err = fmt.Errorf("%w (%s)", err, why)
		}
		p.engine = nil
	}
	return answers, err
}

// colorName names a side as all engines read it.
func colorName(c env.Color) string { return strings.ToLower(c.String()) }

// squareName names a square in upper case, counted from the corner of the board
// in play, as the protocol does.
func squareName(r env.Rules, m env.Move) string {
	return strings.ToUpper(string(r.Board.AppendSquare(nil, m)))
}
