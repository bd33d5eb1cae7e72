package protocol

import (
	"bufio"
	"context"
	"io"
	"math/bits"
	"sync"
	"testing"
	"time"

	"othellier/env"
)

// passes is a game in which Black passes again and again.
const passes = "f5d6c4g5d7c7h5d8b8b7b6a7b5a6a5b4b3c6e8f8c8a8e7a4b2a2c2d2d1e2f2c5c3a1a3e6d3f6f7f1g2h2e3f4b1g1c1e1g8g7f3h1h3h4h6"

func transcript(t *testing.T, s string) *env.Game {
	t.Helper()
	g, err := env.ParseTranscript(env.Rules{}, s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// lister is an engine that thinks a fixed second on the clock of its tests and
// prefers squares in reading order. Without limits it goes on until it is told
// to stop.
type lister struct {
	rules  env.Rules
	now    time.Time
	limits []Limit // of the calls so far
	follow []env.Move
	err    error
	mute   bool // think until ctx ends, at every call
	begun  chan struct{}
}

func (e *lister) Now() time.Time { return e.now }

func (e *lister) Think(ctx context.Context, p env.Position, l Limit, report func(Thoughts)) (Thoughts, error) {
	e.limits = append(e.limits, l)
	e.now = e.now.Add(time.Second)
	t := Thoughts{Simulations: 10, Value: 0.5, Margin: 8.25}
	for moves := e.rules.Moves(p); moves != 0; moves &= moves - 1 {
		m := env.Move(bits.TrailingZeros64(moves))
		c := Choice{Move: m, Simulations: 10 / (1 + len(t.Moves)), Prior: 0.25, Value: 0.5, Margin: 8.25, Line: []env.Move{m}}
		t.Moves = append(t.Moves, c)
	}
	for i, c := range t.Moves {
		if len(e.follow) > 0 && c.Move == e.follow[0] {
			t.Moves[0], t.Moves[i] = t.Moves[i], t.Moves[0]
		}
	}
	if report != nil {
		report(t)
	}
	if l.Endless || e.mute {
		if e.begun != nil {
			e.begun <- struct{}{}
		}
		<-ctx.Done()
	}
	return t, e.err
}

func newLister(r env.Rules) (*lister, Config) {
	e := &lister{rules: r}
	return e, Config{Rules: r, Engine: e, Name: "Lister", Version: "1.0", Now: e.Now}
}

// client talks to a session line by line.
type client struct {
	t     *testing.T
	in    *io.PipeWriter
	out   chan string // lines
	ended chan error
}

func dial(t *testing.T, serve func(context.Context, Config, io.Reader, io.Writer) error, ctx context.Context, c Config) *client {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	k := &client{t: t, in: inWrite, out: make(chan string, 1000), ended: make(chan error, 1)}
	var wait sync.WaitGroup
	wait.Go(func() {
		k.ended <- serve(ctx, c, inRead, outWrite)
		inRead.Close()
		outWrite.Close()
	})
	wait.Go(func() {
		defer close(k.out)
		for scan := bufio.NewScanner(outRead); scan.Scan(); {
			k.out <- scan.Text()
		}
	})
	t.Cleanup(func() { inWrite.Close(); outRead.Close(); wait.Wait() })
	return k
}

func (k *client) send(lines ...string) {
	k.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(k.in, l+"\n"); err != nil {
			k.t.Fatalf("sending %q: %v", l, err)
		}
	}
}

func (k *client) line() string {
	k.t.Helper()
	l, ok := <-k.out
	if !ok {
		k.t.Fatal("the session has ended")
	}
	return l
}

func (k *client) expect(lines ...string) {
	k.t.Helper()
	for _, want := range lines {
		if got := k.line(); got != want {
			k.t.Fatalf("got %q, want %q", got, want)
		}
	}
}

// end waits for the end of the session.
func (k *client) end() error {
	for l := range k.out {
		k.t.Errorf("at the end came %q", l)
	}
	return <-k.ended
}
