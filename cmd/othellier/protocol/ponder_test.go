package protocol

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"othellier/env"
)

// thoughtful is a lister that ponders until it is told to stop.
type thoughtful struct {
	*lister
	begun   chan env.Position // one for each time it begins
	ponders int
	failure error
}

func (e *thoughtful) Ponder(ctx context.Context, p env.Position) error {
	e.ponders++
	e.begun <- p
	if e.failure != nil {
		return e.failure
	}
	<-ctx.Done()
	return nil
}

func newThoughtful() (*thoughtful, Config) {
	l, c := newLister(env.Rules{})
	e := &thoughtful{lister: l, begun: make(chan env.Position, 100)}
	c.Engine, c.Ponder = e, true
	return e, c
}

// TestGTPPonders thinks after moves of its own, and only then, until the next line.
func TestGTPPonders(t *testing.T) {
	e, c := newThoughtful()
	k := dial(t, GTP, context.Background(), c)
	quiet := func(after string) {
		t.Helper()
		select {
		case p := <-e.begun:
			t.Errorf("after %s it ponders %v", after, p)
		default:
		}
	}
	say := func(line, want string) {
		t.Helper()
		k.send(line)
		k.expect(want, "")
	}
	say("name", "= Lister")
	quiet("name")
	say("genmove b", "= D3")
	d3 := env.Rules{}.Next(env.Rules{}.Initial(), 19)
	if p := <-e.begun; p != d3 {
		t.Errorf("it ponders %v, want %v", p, d3)
	}
	say("time_left b 10 0", "=") // it goes on as long as nothing is changed
	say("play w A1", "? illegal move")
	quiet("what changes nothing")
	say("play w C3", "=")
	say("reg_genmove b", "= B3")
	say("genmove b", "= B3")
	<-e.begun
	say("undo", "=")
	say("genmove b", "= B3")
	<-e.begun
	say("clear_board", "=")
	say("name", "= Lister")
	k.send("genmove b")
	k.expect("= D3", "")
	<-e.begun
	k.in.Close()
	if err := k.end(); err != nil {
		t.Error(err)
	}
	if n := e.ponders; n != 4 {
		t.Errorf("it has pondered %d times, want 4", n)
	}
}

// reluctant is an engine that goes on pondering for a while when it is told to stop.
type reluctant struct {
	*thoughtful
	stop chan struct{}
}

func (e *reluctant) Ponder(ctx context.Context, p env.Position) error {
	err := e.thoughtful.Ponder(ctx, p)
	<-e.stop
	return err
}

// TestGTPWaitsForNoPonderer answers all that needs no engine before the engine has
// noticed.
func TestGTPWaitsForNoPonderer(t *testing.T) {
	e, c := newThoughtful()
	r := &reluctant{e, make(chan struct{})}
	c.Engine = r
	k := dial(t, GTP, context.Background(), c)
	k.send("genmove b")
	k.expect("= D3", "")
	<-e.begun
	k.send("name", "play w C3", "undo", "play w C3", "showboard", "clear_board", "final_score")
	for range 7 {
		for k.line() != "" {
		}
	}
	k.send("genmove b")
	close(r.stop)
	k.expect("= D3", "")
	k.send("quit")
	k.expect("=", "")
	if err := k.end(); err != nil {
		t.Error(err)
	}
}

func TestGTPPondersOnlyIfAsked(t *testing.T) {
	e, c := newThoughtful()
	c.Ponder = false
	if out := serveGTP(t, c, "genmove b\nname\n"); e.ponders > 0 || !strings.Contains(out, "Lister") {
		t.Errorf("%d times; %s", e.ponders, out)
	}
	_, c = newLister(env.Rules{})
	c.Ponder = true // an engine that cannot
	if out := serveGTP(t, c, "genmove b\nname\n"); !strings.Contains(out, "Lister") {
		t.Error(out)
	}
}

// TestGTPPonderEnds shows how pondering ends other than by a line.
func TestGTPPonderEnds(t *testing.T) {
	e, c := newThoughtful()
	ctx, cancel := context.WithCancel(context.Background())
	k := dial(t, GTP, ctx, c)
	k.send("genmove b")
	k.expect("= D3", "")
	<-e.begun
	cancel()
	if err := k.end(); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	e, c = newThoughtful()
	e.failure = errors.New("out of order")
	k = dial(t, GTP, context.Background(), c)
	k.send("genmove b")
	k.expect("= D3", "")
	<-e.begun
	k.send("name", "genmove w", "genmove w", "quit")
	k.expect("= Lister", "", "? out of order", "", "= C3", "", "=", "")
	if err := k.end(); err != nil {
		t.Error(err)
	}
	// A whole game, after the end of which there is nothing to think about.
	e, c = newThoughtful()
	var in strings.Builder
	for range 70 {
		fmt.Fprint(&in, "genmove b\ngenmove w\n")
	}
	go func() {
		for range e.begun {
		}
	}()
	out := serveGTP(t, c, in.String()+"final_score\n")
	close(e.begun)
	if strings.Contains(out, "?") || e.ponders > 70 {
		t.Errorf("pondered %d times: %s", e.ponders, out)
	}
}
