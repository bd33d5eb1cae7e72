package arena

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"othellier/env"
)

const defaultMoveTime = time.Minute

// dialect is how a protocol is spoken.
type dialect struct {
	collect func(*process, *bufio.Scanner) error // hands over the answers in the output
	answers func(command string) bool            // a command has an answer
	begin   func(*externalPlayer, context.Context) error
	choose  func(*externalPlayer, context.Context, *Turn) (env.Move, error)
}

// external makes entrants of a command that runs an engine.
func external(q request, d dialect) (Entrant, error) {
	args, err := splitCommand(q.command)
	if err != nil {
		return Entrant{}, err
	}
	if len(args) == 0 {
		return Entrant{}, errors.New("the command is missing")
	}
	if args[0], err = exec.LookPath(args[0]); err != nil {
		return Entrant{}, &FileError{err}
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
		p := &externalPlayer{name: q.name, rules: q.Rules, dialect: d, args: args, limit: limit, start: limit}
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

// externalPlayer asks an engine in a process of its own. For each turn the engine
// gets the whole game, from an empty board, so it may play many games at a time and
// its answer depends on nothing but the turn, as far as the engine is like that.
//
// An engine that ends, says nothing for too long or talks nonsense has lost that
// game and is killed; the next turn starts it anew.
type externalPlayer struct {
	name    string
	rules   env.Rules
	dialect dialect
	args    []string // of the command
	limit   time.Duration
	start   time.Duration // limit of the first answers

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

// begin starts the engine.
func (p *externalPlayer) begin(ctx context.Context) error {
	var err error
	if p.engine, err = startProcess(p.args, p.dialect); err != nil {
		return err
	}
	if err = p.dialect.begin(p, ctx); err != nil {
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
	return p.dialect.choose(p, ctx, t)
}

// limitOf returns how long to wait for the answer to a turn.
func (p *externalPlayer) limitOf(t *Turn) time.Duration {
	if t.Clock.Limited() {
		return min(p.limit, t.Clock.Left())
	}
	return p.limit
}

// parse reads the engine's move.
func (p *externalPlayer) parse(text string) (env.Move, error) {
	m, ok := p.rules.Board.ParseMove(text)
	if !ok {
		return env.Pass, fmt.Errorf("the engine moves %q, which is no square", text)
	}
	return m, nil
}

// ask sends commands and returns the answers to all of them that have one. On an
// error, which is not one that the engine tells, the engine is gone.
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
