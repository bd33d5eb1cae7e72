package report

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"othellier/env/words"
	"othellier/train"
)

// pause is how long a log stays silent while an iteration goes on.
const pause = 30 * time.Second

// Progress tells people how a run goes.
type Progress struct {
	out      io.Writer
	terminal bool
	clock    clock

	columns func() int         // of the terminal
	bar     *line              // of the phase under way, on a terminal
	phase   string             // "play" or "learn"
	total   int                // iterations of the run
	resumed bool               // the run existed before this start
	last    time.Time          // of the last line in a log
	told    map[string]float64 // levels of the alarms that were shown, by kind
}

// NewProgress writes to out: with moving bars if that is a terminal, else lines
// of text alone. It never fails a run: errors of out are ignored.
func NewProgress(out io.Writer, terminal bool, now func() time.Time) *Progress {
	return &Progress{
		out: out, terminal: terminal, clock: clock{now: now}, told: map[string]float64{},
		columns: func() int { return widthOf(out) },
	}
}

// Observe implements [train.Observer].
func (p *Progress) Observe(e train.Event) error {
	p.clock.observe(e)
	switch e := e.(type) {
	case train.Started:
		p.started(e)
	case train.GamePlayed:
		p.tick(e.Iteration, "play", e.Done, e.Of, playSpeed(p.clock.rates())...)
	case train.Stepped:
		p.tick(e.Iteration, "learn", e.Done, e.Of, fmt.Sprintf("loss %.3f ", e.Losses.Total), fmt.Sprintf("%.0f steps/s", p.clock.rates().StepsPerS))
	case train.IterationDone:
		p.iteration(e)
	case train.Published:
		p.print(e.Iteration, "saved %s", filepath.Base(e.Path))
	case train.Judged:
		p.judged(e)
	case train.Alarm:
		p.alarm(e)
	case train.Finished:
		took := fmt.Sprintf("in %v", p.clock.now().Sub(p.clock.run).Round(time.Second))
		if p.resumed { // the games and steps are of the whole run
			took += " since it was resumed"
		}
		p.print(e.Iteration, "done: %s %s, %s %s %s; %s", group(e.Games), words.Noun(e.Games, "game"), group(e.Steps), words.Noun(e.Steps, "step"), took, e.Latest)
	}
	return nil
}

// Close takes a bar off the screen.
func (p *Progress) Close() {
	if p.bar != nil {
		p.bar.clear()
		p.bar = nil
	}
}

func (p *Progress) started(e train.Started) {
	p.total, p.resumed, p.last, p.told = e.Config.Run.Iterations, e.Resumed, p.clock.now(), map[string]float64{}
	what := "new run"
	if e.Resumed {
		what = "resumed"
	}
	p.print(e.Iteration, "%s in %s: network %v of %s numbers, %s %s on the disk",
		what, e.Dir, e.Config.Network, group(int64(e.Params)), group(e.Games), words.Noun(e.Games, "game"))
	for _, c := range e.Changes {
		p.print(e.Iteration, "changed: %v", c)
	}
	if e.Resumed && e.Iteration >= p.total {
		p.print(e.Iteration, "the run was at its end; to make it longer resume it with --set run.iterations=N, N being more than %d", e.Iteration)
	}
}

// alarm warns. What has been said at this start is said again only when it is
// twice as bad; metrics.jsonl has it every time.
func (p *Progress) alarm(e train.Alarm) {
	if told, ok := p.told[e.Kind]; ok && e.Level > told/2 {
		return
	}
	if e.Level > 0 {
		p.told[e.Kind] = e.Level
	}
	p.print(e.Iteration, "warning: %s; %s", e.Problem, e.Remedy)
}

// tick shows one more game or step.
func (p *Progress) tick(iteration int, phase string, done, of int, details ...string) {
	if !p.terminal {
		if p.clock.now().Sub(p.last) >= pause {
			p.print(iteration, "%s %d of %d, %s", phase, done, of, strings.Join(details, " "))
		}
		return
	}
	if p.bar == nil || p.phase != phase {
		p.Close()
		p.phase, p.bar = phase, &line{out: p.out, columns: p.columns, now: p.clock.now, total: int64(of)}
	}
	place := fmt.Sprintf("%s %s %*d/%d", p.place(iteration), phase, len(fmt.Sprint(of)), done, of)
	p.bar.show(int64(done), append([]string{place}, details...)...)
	if done == of {
		p.Close()
	}
}

func (p *Progress) iteration(e train.IterationDone) {
	r, steps := p.clock.rates(), p.clock.steps
	p.clock.next()
	line := fmt.Sprintf("%6s %-5s %8s %-4s  ", group(e.Games), words.Noun(e.Games, "game"), group(e.Rows), words.Noun(e.Rows, "row"))
	if steps > 0 {
		line += fmt.Sprintf("loss %.3f: policy %.3f value %.3f", e.Loss, e.LossPolicy, e.LossValue)
		for _, head := range []struct {
			name string
			loss *float64
		}{{"reply", e.LossReply}, {"soft policy", e.LossSoftPolicy}} {
			if head.loss != nil {
				line += fmt.Sprintf(" %s %.3f", head.name, *head.loss)
			}
		}
	} else {
		line += "no steps"
	}
	if r.GamesPerS > 0 { // not where all games were there already
		line += "  " + strings.Join(playSpeed(r), " ")
	}
	if left := p.clock.left(e.Of - e.Iteration); left > 0 {
		line += fmt.Sprintf("  %v left", left.Round(time.Second))
	}
	p.print(e.Iteration, "%s", line)
}

func playSpeed(r rates) []string {
	return []string{fmt.Sprintf("%5.1f games/s", r.GamesPerS), fmt.Sprintf("%7s evaluations/s", group(int64(r.EvalsPerS)))}
}

func (p *Progress) judged(e train.Judged) {
	var against []string
	for _, r := range e.Results {
		against = append(against, fmt.Sprintf("%s %d+ %d= %d- (%.0f %%, %.0f to %.0f)", r.Opponent, r.Wins, r.Draws, r.Losses, 100*r.Score, 100*r.Low, 100*r.High))
	}
	more := ""
	if e.Rating != nil {
		more = fmt.Sprintf("; rating %v", e.Rating)
	}
	if e.Best {
		more += "; the best so far"
	}
	p.print(e.Iteration, "against %s%s", strings.Join(against, ", "), more)
}

// print writes a line, above the bar if there is one.
func (p *Progress) print(iteration int, format string, a ...any) {
	p.Close()
	p.last = p.clock.now()
	fmt.Fprintf(p.out, "%s  %s\n", p.place(iteration), fmt.Sprintf(format, a...))
}

// place returns "  3/40".
func (p *Progress) place(iteration int) string {
	total := fmt.Sprint(p.total)
	return fmt.Sprintf("%*d/%s", len(total), iteration, total)
}

// group returns 1,234,567 for 1234567.
func group(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
