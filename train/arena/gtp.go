package arena

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"othellier/env"
	"othellier/mcts/clock"
)

// gtp is the Go Text Protocol. Passes are never sent, since some engines refuse
// them and all insert them.
var gtp = dialect{
	collect: (*process).collectGTP,
	answers: func(string) bool { return true },
	begin:   (*externalPlayer).beginGTP,
	choose:  (*externalPlayer).chooseGTP,
}

func externalGTP(q request) (Entrant, error) { return external(q, gtp) }

// collectGTP takes what begins with = or ? and ends with an empty line. Between
// such there may be empty lines; anything else comes from no engine.
func (p *process) collectGTP(lines *bufio.Scanner) error {
	var a response
	inside, outside := false, 0
	for lines.Scan() {
		text := strings.TrimRight(lines.Text(), " \t\r")
		switch {
		case inside && text == "":
			if !p.hand(a) {
				return nil
			}
			inside, outside = false, 0
		case inside && len(a.text)+len(text) < maxOutputLine:
			a.text += "\n" + text
		case !inside && text != "" && (text[0] == '=' || text[0] == '?'):
			inside = true
			a = response{ok: text[0] == '=', text: strings.TrimLeft(strings.TrimLeft(text[1:], "0123456789"), " \t")}
		case !inside && text != "":
			return fmt.Errorf("the engine writes %.60q, which is no answer: those begin with = or ?", text)
		default:
			if outside++; outside > maxNoise {
				return errNoise
			}
		}
	}
	return nil
}

// beginGTP sets up a game.
func (p *externalPlayer) beginGTP(ctx context.Context) error {
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
			err = errors.Join(err, fmt.Errorf("the engine answers %q with %q", setup[i], a.text))
		}
	}
	return err
}

func (p *externalPlayer) chooseGTP(ctx context.Context, t *Turn) (env.Move, error) {
	commands := append([]string{"clear_board"}, timeCommands(t.Clock, t.Position.Turn)...)
	turn := t.Start.Turn
	for _, m := range t.Moves {
		if m != env.Pass {
			commands = append(commands, fmt.Sprintf("play %s %s", colorName(turn), squareName(p.rules, m)))
		}
		turn = turn.Other()
	}
	commands = append(commands, "genmove "+colorName(t.Position.Turn))
	answers, err := p.ask(ctx, p.limitOf(t), commands...)
	if err != nil {
		return env.Pass, err
	}
	for i, a := range answers {
		if !a.ok && !strings.HasPrefix(commands[i], "time_") { // an engine need not know clocks
			return env.Pass, fmt.Errorf("the engine answers %q with %q", commands[i], a.text)
		}
	}
	return p.parse(strings.TrimSpace(answers[len(answers)-1].text))
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

// colorName names a side as all engines read it.
func colorName(c env.Color) string { return strings.ToLower(c.String()) }

// squareName names a square in upper case, counted from the corner of the board
// in play, as the protocol does.
func squareName(r env.Rules, m env.Move) string {
	return strings.ToUpper(string(r.Board.AppendSquare(nil, m)))
}
