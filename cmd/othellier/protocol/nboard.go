package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"othellier/env"
	"othellier/env/record"
	"othellier/env/words"
	"othellier/mcts/clock"
)

// NBoard serves version 2 of the NBoard protocol until the client quits, the
// input ends or ctx is cancelled. Its error is ctx's, or that of reading or
// writing.
//
// Thinking, at "hint", "go" or "analyze", ends early when a ping or quit comes,
// and then says nothing more: a ping asks to stop thinking because the position is
// about to change, and whatever came after its pong would be taken to be about the
// new one. Other lines wait until it has ended. After "go" the
// engine's move is told and not played. The strength is the engine's own, so
// "set depth" changes nothing, and nor do "set contempt" and "learn". Lines that
// mean nothing are ignored; a game, a move or a number that cannot be taken changes
// nothing and is told as a status.
//
// Evaluations are margins in discs for the side to move. The depth of a move is
// the length of its line or, once it is proven, 100%, which is NBoard's sign for
// an exact margin, or 100%W for a certain result.
func NBoard(ctx context.Context, c Config, in io.Reader, out io.Writer) error {
	lines := newInput(in, c.Unread)
	defer lines.close()
	s := &nboard{Config: c, out: out}
	s.set(env.NewGame(c.Rules), [2]clock.Clock{})
	for {
		text, err := lines.next(ctx)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		verb, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
		if verb == "quit" {
			return nil
		}
		if think := s.thinking(verb, strings.TrimSpace(rest)); think != nil {
			lines.during(ctx, stopsThinking, false, func(ctx context.Context) { s.fail(think(ctx)) })
		} else {
			s.command(verb, strings.TrimSpace(rest))
		}
		if ctx.Err() != nil || lines.gone {
			return ctx.Err()
		}
		if s.err != nil {
			return s.err
		}
	}
}

// stopsThinking says that a line does not wait until the engine has thought.
func stopsThinking(text string) bool {
	verb, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return verb == "ping" || verb == "quit"
}

// nboard is a session.
type nboard struct {
	Config
	out    io.Writer
	err    error // of writing, or of the engine
	game   *env.Game
	clocks [2]clock.Clock // by env.Color
}

func (s *nboard) set(g *env.Game, clocks [2]clock.Clock) { s.game, s.clocks = g, clocks }

// tell writes one line.
func (s *nboard) tell(format string, args ...any) {
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.out, format+"\n", args...)
	}
}

func (s *nboard) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// command carries out a command that needs no thinking.
func (s *nboard) command(verb, rest string) {
	switch verb {
	case "nboard":
		s.tell("set myname %s", s.Name)
	case "ping":
		number, _, _ := strings.Cut(rest, " ")
		s.tell("pong %s", number)
	case "learn":
		s.tell("learned")
	case "set":
		s.setting(strings.Cut(rest, " "))
	case "move":
		if err := s.move(rest); err != nil {
			s.tell("status The move is not played: %s", oneLine(err))
		}
	default: // the first version of the protocol sent a move alone
		if _, ok := s.Rules.Board.ParseMove(firstPart(verb)); ok {
			s.command("move", verb)
		}
	}
}

// setting carries out a "set": of the numbers it sees only whether they are some.
func (s *nboard) setting(name, text string, _ bool) {
	switch name {
	case "game":
		s.setGame(text)
	case "depth", "contempt":
		if _, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil {
			s.tell("status The %s is not a number: %q", name, strings.TrimSpace(text))
		}
	}
}

// setGame takes over a game in GGF, with its clocks.
func (s *nboard) setGame(text string) {
	game, clocks, err := s.readGame(text)
	if err != nil {
		s.tell("status The game is not taken: %s", oneLine(err))
		return
	}
	s.set(game, clocks)
}

func (s *nboard) readGame(text string) (g *env.Game, clocks [2]clock.Clock, err error) {
	rec, err := record.Parse(record.GGF, text, record.Options{Rules: s.Rules})
	if err != nil && !errors.Is(err, record.ErrResult) {
		return nil, clocks, err
	}
	if rec.Rules.Board != s.Rules.Board {
		return nil, clocks, otherBoard(rec.Rules, s.Rules)
	}
	if err := s.Rules.Check(rec.Start); err != nil {
		return nil, clocks, err
	}
	if terms, ok := rec.Field("TI"); ok {
		clocks[env.Black] = parseTI(terms)
		clocks[env.White] = clocks[env.Black]
	}
	g = env.NewGameFrom(s.Rules, rec.Start)
	for i, m := range rec.Moves {
		if i < len(rec.Notes) && rec.Notes[i].Seconds >= 0 {
			clocks[g.Position().Turn].Spend(seconds(rec.Notes[i].Seconds))
		}
		if err := g.Play(m); err != nil {
			return nil, clocks, err
		}
	}
	return g, clocks, nil
}

// move plays "SQUARE[/eval[/seconds]]".
func (s *nboard) move(text string) error {
	parts := strings.Split(text, "/")
	m, ok := s.Rules.Board.ParseMove(strings.TrimSpace(parts[0]))
	if !ok {
		return fmt.Errorf("%q is not a move", parts[0])
	}
	before := s.game.Position()
	g := s.game.Copy()
	if g.Follow(m) != nil {
		return fmt.Errorf("%s is not legal", strings.ToUpper(strings.TrimSpace(parts[0])))
	}
	s.game = g
	if len(parts) > 2 && s.game.Position() != before {
		if x, err := strconv.ParseFloat(strings.TrimSpace(parts[2]), 64); err == nil && x >= 0 {
			s.clocks[s.game.Position().Turn.Other()].Spend(seconds(x))
		}
	}
	return nil
}

func firstPart(s string) string {
	s, _, _ = strings.Cut(s, "/")
	return s
}

// oneLine returns the text of an error without line ends.
func oneLine(err error) string { return strings.Join(strings.Fields(words.Error(err)), " ") }
