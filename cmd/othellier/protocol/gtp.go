package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"othellier/env"
	"othellier/mcts/clock"
)

// GTP serves the Go Text Protocol, version 2, until the client quits, the input
// ends or ctx is cancelled. Its error is ctx's, or that of reading or writing.
//
// The standard commands for a game, an engine and its clocks are there, with
// list_games and set_game as clients of other games than Go use them, and
//
//	analyze [COLOUR] [INTERVAL]
//
// which thinks until the next line of input and tells every INTERVAL hundredths
// of a second (50) what it has found, in the words that analysis tools for Go
// know: for each move "info move F5 visits 40 winrate 0.53 scoreLead 1.8 prior
// 0.21 order 0 pv F5 D6", all in one line.
//
// "loadsgf FILE [MOVENUMBER]" takes over the first game of a file, up to the
// position before that move, the clocks as at the start of a game.
//
// The board is that of the rules; its size cannot be changed. Scores give empty
// squares to the winner, whatever the rules.
func GTP(ctx context.Context, c Config, in io.Reader, out io.Writer) error {
	lines := newInput(in, c.Unread)
	defer lines.close()
	s := newGTP(c)
	defer s.rest() // an error of pondering at the end is nobody's business
	for {
		s.ponder(ctx)
		text, err := lines.next(ctx)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		k, ok := parseCommand(text)
		if !ok {
			continue
		}
		if k.name == "analyze" {
			err = s.analyze(ctx, k, lines, out)
		} else {
			var reply string
			never := func(string) bool { return false }
			lines.during(ctx, never, false, func(ctx context.Context) { reply, err = s.run(ctx, k.name, k.args) })
			if ctx.Err() != nil || lines.gone {
				return ctx.Err()
			}
			err = answer(out, k.id, reply, err)
		}
		if err != nil {
			return err
		}
		if k.name == "quit" {
			return nil
		}
	}
}

// command is one line of a client.
type command struct {
	id   string // decimal digits, or nothing
	name string
	args []string
}

// parseCommand reads a line; it reports false for one that holds nothing and
// gets no answer.
func parseCommand(text string) (k command, ok bool) {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 0x7f:
			return -1
		}
		return r
	}, text)
	text, _, _ = strings.Cut(text, "#")
	words := strings.Fields(text)
	if len(words) == 0 {
		return command{}, false
	}
	if strings.Trim(words[0], "0123456789") == "" {
		k.id, words = words[0], words[1:]
	}
	if len(words) > 0 {
		k.name, k.args = words[0], words[1:]
	}
	return k, true
}

// answer writes a reply in one go.
func answer(out io.Writer, id, reply string, failed error) error {
	mark := "="
	if failed != nil {
		mark, reply = "?", oneLine(failed)
	}
	text := mark + id
	if reply != "" {
		text += " " + reply
	}
	_, err := io.WriteString(out, text+"\n\n")
	return err
}

// The messages of failures that have a usual one.
var (
	errSyntax  = errors.New("syntax error")
	errIllegal = errors.New("illegal move")
)

// gtp is a session.
type gtp struct {
	Config
	game   *env.Game
	steps  []int // by play and genmove: how many plies it has added to the game
	komi   float64
	start  clock.Clock    // of a new game
	clocks [2]clock.Clock // by env.Color

	own      bool // the last move was the engine's
	pondered *pondering
}

func newGTP(c Config) *gtp { return &gtp{Config: c, game: env.NewGame(c.Rules)} }

// clear starts a new game.
func (s *gtp) clear() {
	s.game = env.NewGame(s.Rules)
	s.steps, s.own = nil, false
	s.clocks = [2]clock.Clock{s.start, s.start}
}

// play plays m for c, after a forced pass of the other side if there is one to
// make. An error changes nothing.
func (s *gtp) play(c env.Color, m env.Move) error {
	p := s.game.Position()
	moves, pass := s.Rules.Status(p)
	over := moves == 0 && !pass
	switch {
	case over && m == env.Pass:
		s.own = false
		s.steps = append(s.steps, 0)
		return nil
	case over, c != p.Turn && !pass:
		return errIllegal
	case c != p.Turn:
		if !s.Rules.Legal(p.Passed(), m) {
			return errIllegal
		}
		if err := s.game.Play(env.Pass); err != nil {
			return err
		}
		if err := s.game.Play(m); err != nil {
			return err
		}
		s.own = false
		s.steps = append(s.steps, 2)
		return nil
	}
	if s.game.Play(m) != nil {
		return errIllegal
	}
	s.own = false
	s.steps = append(s.steps, 1)
	return nil
}

// due returns the position in which c has to choose a square. It reports false
// if c has none to choose: it must pass, or the game is over.
func (s *gtp) due(c env.Color) (p env.Position, choice bool, err error) {
	p = s.game.Position()
	moves, pass := s.Rules.Status(p)
	switch {
	case moves == 0 && !pass, c == p.Turn && pass:
		return p, false, nil
	case c == p.Turn:
		return p, true, nil
	case pass:
		return p.Passed(), true, nil
	}
	return p, false, fmt.Errorf("it is the turn of %s", strings.ToLower(p.Turn.String()))
}

// choose lets the engine choose a move for c within its time.
func (s *gtp) choose(ctx context.Context, c env.Color) (env.Move, error) {
	p, choice, err := s.due(c)
	if err != nil || !choice {
		return env.Pass, err
	}
	begun := s.Now()
	if err := s.rest(); err != nil {
		return env.Pass, err
	}
	limit := Limit{Time: s.clocks[c].Budget(clock.MovesToGo(s.Rules, p), lag), Move: true}
	found, err := s.Engine.Think(ctx, p, limit, nil)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return env.Pass, err
	}
	s.clocks[c].Spend(s.Now().Sub(begun))
	return found.Moves[0].Move, nil
}

// analyze carries out the command of that name.
func (s *gtp) analyze(ctx context.Context, k command, lines *input, out io.Writer) error {
	c, every, ok := s.analyzeArgs(k.args)
	if !ok {
		return answer(out, k.id, "", errSyntax)
	}
	p, choice, err := s.due(c)
	if err == nil && !choice {
		err = errors.New("there is no move to choose")
	}
	if err == nil {
		err = s.rest()
	}
	if err != nil {
		return answer(out, k.id, "", err)
	}
	if _, err := io.WriteString(out, "="+k.id+"\n"); err != nil {
		return err
	}
	var failed, writing error
	anything := func(string) bool { return true }
	lines.during(ctx, anything, true, func(ctx context.Context) {
		show := func(t Thoughts) {
			if writing == nil {
				_, writing = io.WriteString(out, s.info(t)+"\n")
			}
		}
		var last Thoughts
		if last, failed = s.Engine.Think(ctx, p, Limit{Endless: true, Every: every}, show); failed == nil {
			show(last)
			<-ctx.Done()
		}
	})
	if err := errors.Join(failed, writing); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	_, err = io.WriteString(out, "\n")
	return err
}

// analyzeArgs reads "[COLOUR] [INTERVAL]".
func (s *gtp) analyzeArgs(args []string) (c env.Color, every time.Duration, ok bool) {
	c, every = s.game.Position().Turn, 500*time.Millisecond
	if len(args) > 0 {
		if given, ok := parseColor(args[0]); ok {
			c, args = given, args[1:]
		}
	}
	if len(args) > 0 {
		hundredths, ok := parseCount(args[0])
		if !ok || hundredths == 0 {
			return c, every, false
		}
		every, args = seconds(float64(hundredths)/100), args[1:]
	}
	return c, every, len(args) == 0
}

// info describes moves in the words of analysis tools for Go. Margins are in
// discs.
func (s *gtp) info(t Thoughts) string {
	var b strings.Builder
	for i, m := range t.Moves {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "info move %s visits %d winrate %.4f scoreLead %.2f prior %.4f order %d pv %s",
			line(s.Rules, []env.Move{m.Move}, "", passName), m.Simulations, (1+m.Value)/2, m.Margin, m.Prior, i, line(s.Rules, m.Line, " ", passName))
	}
	return b.String()
}
