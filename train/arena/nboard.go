package arena

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"othellier/env"
	"othellier/env/record"
	"othellier/mcts/clock"
)

// externalNBoard makes entrants of an engine of the NBoard interface.
func externalNBoard(q request) (Entrant, error) {
	s := nboard{depth: usualDepth}
	if digits, rest, ok := strings.Cut(q.command, ":"); ok && strings.Trim(digits, "0123456789") == "" {
		var err error
		if s.depth, err = strconv.Atoi(digits); err != nil || s.depth < 1 || s.depth > 64 {
			return Entrant{}, fmt.Errorf("%q is not a depth from 1 to 64", digits)
		}
		q.command = rest
	}
	return external(q, dialect{
		collect: (*process).collectNBoard,
		answers: func(c string) bool { return c == "go" || strings.HasPrefix(c, "ping ") },
		begin:   s.begin,
		choose:  s.choose,
	})
}

// nboard is version 2 of the NBoard protocol. Each turn sets the whole game anew;
// the ping after it keeps what an engine may still have said of the last position
// apart from its answer.
type nboard struct {
	depth int // of the search, as far as an engine cares
}

const usualDepth = 12

// ping is what is sent to know that an engine follows; the number is of no
// importance.
const ping, pong = "ping 1", "pong 1"

// collectNBoard takes moves and the answers to pings, and skips what else engines
// tell: their names, states and thoughts.
func (p *process) collectNBoard(lines *bufio.Scanner) error {
	for skipped := 0; lines.Scan(); skipped++ {
		text := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(text, "===") || strings.HasPrefix(text, "pong") {
			if !p.hand(response{ok: true, text: text}) {
				return nil
			}
			skipped = 0
		}
		if skipped > maxThoughts {
			return errNoise
		}
	}
	return nil
}

// maxThoughts is the number of lines that an engine may write before a move.
const maxThoughts = 100_000

func (s nboard) begin(p *externalPlayer, ctx context.Context) error {
	answers, err := p.ask(ctx, p.start, "nboard 2", fmt.Sprintf("set depth %d", s.depth), ping)
	if err != nil {
		return err
	}
	return ponged(answers[0])
}

func (s nboard) choose(p *externalPlayer, ctx context.Context, t *Turn) (env.Move, error) {
	game, err := nboardGame(p.rules, t)
	if err != nil {
		return env.Pass, err
	}
	answers, err := p.ask(ctx, p.limitOf(t), "set game "+game, ping, "go")
	if err != nil {
		return env.Pass, err
	}
	if err := ponged(answers[0]); err != nil {
		p.Close() // what it says next would be taken for the answer to something else
		return env.Pass, err
	}
	text, found := strings.CutPrefix(answers[1].text, "===")
	if !found {
		p.Close()
		return env.Pass, fmt.Errorf("the engine answers %q with %q", "go", answers[1].text)
	}
	// The move, its evaluation and its time come with slashes between them; some
	// engines write blanks.
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, "/ \t"); i >= 0 {
		text = text[:i]
	}
	return p.parse(text)
}

func ponged(a response) error {
	if a.text != pong {
		return fmt.Errorf("the engine answers %q with %q", ping, a.text)
	}
	return nil
}

// nboardGame returns the game of a turn in one line of GGF.
func nboardGame(r env.Rules, t *Turn) (string, error) {
	g := record.Game{
		Rules: env.Rules{Board: r.Board, Scoring: env.ScoreEmpties}, Start: t.Start, Moves: t.Moves,
		Place: "Othellier", Black: "Black", White: "White",
	}
	if t.Clock.Limited() {
		g.Fields = []record.Field{{Name: "TI", Value: ggfTime(t.Clock)}}
	}
	text, err := record.Text(g, record.GGF, record.Options{})
	return strings.TrimSpace(text), err
}

// ggfTime writes what is left on a clock, cut off to seconds but for the last
// ten, and its increment.
func ggfTime(c clock.Clock) string {
	_, increment, _, _ := c.Settings()
	write := func(d time.Duration) string {
		if d < 10*time.Second {
			return protocolSeconds(d)
		}
		return fmt.Sprintf("%d:%02d", d/time.Minute, d%time.Minute/time.Second)
	}
	if increment > 0 {
		return write(c.Left()) + "/" + write(increment)
	}
	return write(c.Left())
}
