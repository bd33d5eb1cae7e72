package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"othellier/cmd/othellier/protocol"
	"othellier/env"
	"othellier/mcts"
)

func newTestEngine(t *testing.T, r env.Rules, n int, seconds time.Duration) *engine {
	t.Helper()
	e, err := newEngine(r, mcts.NewRolloutEvaluator(r, 1, 1), playFlags{Simulations: simulations{n, n > 0}, styleFlags: styleFlags{Margin: 0.1}})
	if err != nil {
		t.Fatal(err)
	}
	e.seconds = seconds
	return e
}

// TestEngineGames plays whole games over both protocols.
func TestEngineGames(t *testing.T) {
	for _, r := range []env.Rules{{}, {Board: env.Board6}, {Board: env.Board4, Scoring: env.ScoreEmpties}} {
		c := protocol.Config{Rules: r, Engine: newTestEngine(t, r, 20, 0), Name: "Othellier", Version: "test", Now: time.Now}
		var in, out strings.Builder
		for range r.NumSquares() { // more often than there are moves to make
			in.WriteString("genmove b\ngenmove w\n")
		}
		in.WriteString("final_score\n")
		if err := protocol.GTP(context.Background(), c, strings.NewReader(in.String()), &out); err != nil {
			t.Fatal(err)
		}
		if strings.Contains("\n"+out.String(), "\n?") || !strings.HasSuffix(out.String(), "\n\n") {
			t.Errorf("%v: a command failed:\n%s", r, out.String())
		}

		out.Reset()
		g := env.NewGame(r)
		for !g.Over() {
			out.Reset()
			text := "nboard 2\n"
			p := g.Start()
			for _, m := range g.Moves() {
				text += "move " + localName(r, m) + "\n"
				p = r.Next(p, m)
			}
			if err := protocol.NBoard(context.Background(), c, strings.NewReader(text+"go\n"), &out); err != nil {
				t.Fatal(err)
			}
			_, answer, found := strings.Cut(out.String(), "\n=== ")
			played := false
			for _, m := range r.AppendMoves(nil, p) {
				if found && strings.HasPrefix(answer, localName(r, m)) {
					played = g.Play(m) == nil
				}
			}
			if !played {
				t.Fatalf("%v after %s: %s", r, g.Transcript(), out.String())
			}
		}
	}
}

// localName names a move as the protocols do: from the corner of the board.
func localName(r env.Rules, m env.Move) string {
	if m == env.Pass {
		return "PA"
	}
	shift := env.Move(8-r.Size()) / 2
	return fmt.Sprintf("%c%d", 'A'+m%8-shift, 1+m/8-shift)
}

func TestEngineRemembersNothing(t *testing.T) {
	e := newTestEngine(t, env.Rules{}, 50, 0)
	p := env.Rules{}.Initial()
	q := env.Rules{}.Next(p, env.Rules{}.AppendMoves(nil, p)[0])
	think := func(p env.Position) protocol.Thoughts {
		got, err := e.Think(context.Background(), p, protocol.Limit{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	first := think(q)
	think(p)
	if again := think(q); !reflect.DeepEqual(first, again) {
		t.Errorf("first %+v, then %+v", first, again)
	}
	if first.Simulations != 50 || len(first.Moves) == 0 || first.Moves[0].Line[0] != first.Moves[0].Move {
		t.Errorf("got %+v", first)
	}
	for i, m := range first.Moves {
		if i > 1 && m.Simulations > first.Moves[i-1].Simulations {
			t.Errorf("%v is out of order", m)
		}
	}
}

// TestEngineLimits ends the thinking in every way there is.
func TestEngineLimits(t *testing.T) {
	p := env.Rules{}.Initial()
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name string
		e    *engine
		ctx  context.Context
		l    protocol.Limit
	}{
		{"cancelled before", newTestEngine(t, env.Rules{}, 1_000_000, 0), ended, protocol.Limit{}},
		{"hardly any time", newTestEngine(t, env.Rules{}, 1_000_000, 0), context.Background(), protocol.Limit{Time: 1}},
		{"seconds of its own", newTestEngine(t, env.Rules{}, 1_000_000, time.Millisecond), context.Background(), protocol.Limit{Time: time.Hour}},
		{"both", newTestEngine(t, env.Rules{}, 1_000_000, time.Hour), context.Background(), protocol.Limit{Time: time.Millisecond}},
		{"one simulation", newTestEngine(t, env.Rules{}, 1, 0), context.Background(), protocol.Limit{}},
	} {
		got, err := c.e.Think(c.ctx, p, c.l, nil)
		if err != nil || len(got.Moves) == 0 || got.Simulations == 0 || !(env.Rules{}).Legal(p, got.Moves[0].Move) {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}

	// Without limits it goes on, and reports, until it is told to stop.
	ctx, cancel := context.WithCancel(context.Background())
	reports := 0
	e := newTestEngine(t, env.Rules{}, 1, time.Nanosecond)
	got, err := e.Think(ctx, p, protocol.Limit{Endless: true, Every: time.Millisecond}, func(protocol.Thoughts) {
		if reports++; reports == 3 {
			cancel()
		}
	})
	if err != nil || reports != 3 || got.Simulations < 3 {
		t.Errorf("%d reports, then %+v, %v", reports, got, err)
	}
}

func TestEngineProofs(t *testing.T) {
	r := env.Rules{}
	g, err := env.ParseTranscript(r, "e6f4e3f6g5d6e7f5") // c5 wipes White out
	if err != nil {
		t.Fatal(err)
	}
	got, err := newTestEngine(t, r, 200, 0).Think(context.Background(), g.Position(), protocol.Limit{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	best := got.Moves[0]
	if best.Move.String() != "c5" || !best.Proven || best.Value != 1 || best.Margin != 13 || !got.MarginProven {
		t.Errorf("got %+v", got)
	}
}

// TestEngineFails passes on what the network says.
func TestEngineFails(t *testing.T) {
	broken := errors.New("broken")
	e, err := newEngine(env.Rules{}, failing{broken}, playFlags{Simulations: simulations{n: 10}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Think(context.Background(), env.Rules{}.Initial(), protocol.Limit{}, nil); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

type failing struct{ err error }

func (f failing) Evaluate([]env.Position, []float32, []float32, []float32) error { return f.err }
