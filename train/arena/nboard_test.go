package arena

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"othellier/env"
	"othellier/env/record"
	"othellier/mcts/clock"
)

// fakeNBoard is an engine that plays the first legal square.
func fakeNBoard(how, when string) {
	out := bufio.NewWriter(os.Stdout)
	say := func(format string, a ...any) {
		fmt.Fprintf(out, format+"\n", a...)
		out.Flush()
	}
	if how == "silent" {
		time.Sleep(time.Hour)
	}
	g := env.NewGame(env.Rules{})
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		verb, rest, _ := strings.Cut(in.Text(), " ")
		if how == "trace" {
			fmt.Fprintln(os.Stderr, in.Text())
		}
		switch verb {
		case "quit":
			if how == "stays" {
				time.Sleep(time.Hour)
			}
			return
		case "nboard":
			say("set myname Fake")
		case "ping":
			if how == "deaf" && fmt.Sprint(len(g.Moves())/2) == when {
				rest = "7"
			}
			say("pong %s", rest)
		case "set":
			name, text, _ := strings.Cut(rest, " ")
			if name != "game" {
				continue
			}
			rec, err := record.Parse(record.GGF, text, record.Options{})
			if err == nil {
				g, err = rec.Replay()
			}
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(4)
			}
			if fmt.Sprint(len(g.Moves())/2) == when && how == "hasty" {
				say("=== a1")
			}
		case "go":
			r := g.Rules()
			mask := r.Mask(g.Position())
			m := env.Move(slices.Index(mask[:], true))
			if how == "chatty" {
				say("status Thinking")
				for range 2 * maxNoise {
					say("search %s 1.5 0 3 text", squareName(r, m))
				}
				say("nodestats 10 0.1\nbook F5 0 0 1")
			}
			if fmt.Sprint(len(g.Moves())/2) != when {
				say("=== %s/1.5/0.1", squareName(r, m))
				continue
			}
			switch how {
			case "hangs":
				time.Sleep(time.Hour)
			case "crashes":
				fmt.Fprintln(os.Stderr, "out of\nmemory")
				os.Exit(3)
			case "occupied":
				say("=== D4/1.00/0.2")
			case "passes":
				say("=== PA")
			case "empty":
				say("===")
			case "babbles":
				for range 2 * maxThoughts {
					fmt.Fprintln(out, "status hm")
				}
				say("=== %s", squareName(r, m))
			default: // with blanks and in lower case, as a well-known one does
				say("=== %s -1.00 0.0", strings.ToLower(squareName(r, m)))
			}
		}
	}
}

func nboardSpec(t *testing.T, how string, ply int) string {
	return strings.Replace(fakeSpec(t, "nboard-"+how, ply), "gtp:", "nboard:", 1)
}

// TestNBoardPlaysAsItself holds an engine in a process to the same player
// without one.
func TestNBoardPlaysAsItself(t *testing.T) {
	for _, how := range []string{"well", "chatty", "stays"} {
		m := Match{Openings: 2, Seed: 1, Workers: 2, InFlight: 4}
		got, err := m.Play(context.Background(), parseExternal(t, nboardSpec(t, how, 3), Options{}), parse(t, "greedy", env.Rules{}))
		if err != nil {
			t.Fatal(err)
		}
		want, err := m.Play(context.Background(), firstSquare(env.Rules{}), parse(t, "greedy", env.Rules{}))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Faults) > 0 || got.Record != want.Record || len(got.Games) != 4 {
			t.Fatalf("%s: got %+v, want %+v, faults %v", how, got.Record, want.Record, got.Faults)
		}
		for i := range got.Games {
			if !slices.Equal(got.Games[i].Moves, want.Games[i].Moves) {
				t.Errorf("%s, game %d: got %v, want %v", how, i, got.Games[i].Moves, want.Games[i].Moves)
			}
		}
	}
}

// TestNBoardFaults lets engines fail in the middle of each game. Each game is then
// lost, the fault told, and the next game played.
func TestNBoardFaults(t *testing.T) {
	for _, c := range []struct{ how, want string }{
		{"hangs", `the engine does not answer "go"`},
		{"crashes", `the engine ended instead of answering "go" (exit status 3; its last words: out of memory)`},
		{"occupied", "d4 is illegal"},
		{"passes", "pass is illegal"},
		{"empty", `the engine moves "", which is no square`},
		{"deaf", `the engine answers "ping 1" with "pong 7"`},
		{"hasty", `the engine answers "ping 1" with "=== a1"`},
		{"babbles", "the engine writes on and on, and no answers"},
	} {
		e := parseExternal(t, nboardSpec(t, c.how, 6), Options{})
		if c.how == "hangs" {
			e = hasty(e)
		}
		for _, f := range faultsOf(t, c.how, e) {
			if f.Ply < 9 || !strings.Contains(f.Reason, c.want) || f.Time != (c.how == "hangs") {
				t.Errorf("%s: got %+v, want %q", c.how, f, c.want)
			}
		}
	}
	_, err := Match{Openings: 1, Seed: 1, Workers: 1}.Play(context.Background(), parse(t, "random", env.Rules{}), parseExternal(t, "nboard:"+program(t, "true"), Options{}))
	if err == nil || !strings.Contains(err.Error(), `the engine ended instead of answering "ping 1"`) {
		t.Errorf("a program that is no engine: %v", err)
	}
}

// TestNBoardIsTold looks at what an engine is told.
func TestNBoardIsTold(t *testing.T) {
	g, err := env.ParseTranscript(env.Rules{}, "f5f6f7g7h7c5b5b6d3a5a7c7") // Black passes
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Play(env.Pass); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		clock     clock.Clock
		depth, ti string
	}{
		{clock.Clock{}, "", ""},
		{clock.Sudden(125*time.Second, 0), "7:", "TI[2:05]"},
		{clock.Sudden(9500*time.Millisecond, 2*time.Second), "", "TI[9.5/2]"},
		{clock.PerMove(10 * time.Second), "", "TI[0:10]"},
	} {
		spec := strings.Replace(nboardSpec(t, "trace", 99), "nboard:", "nboard:"+c.depth, 1)
		p, err := parseExternal(t, spec, Options{}).New()
		if err != nil {
			t.Fatal(err)
		}
		engine := p.(*externalPlayer).engine
		turn := &Turn{Start: g.Start(), Moves: g.Moves(), Position: g.Position(), Clock: c.clock}
		if err := p.Choose(context.Background(), []*Turn{turn}); err != nil || turn.Err != nil {
			t.Fatal(err, turn.Err)
		}
		p.(*externalPlayer).Close()
		if _, err := env.NewGameFrom(env.Rules{}, turn.Position).Rules().Play(turn.Position, turn.Move); err != nil {
			t.Error(err)
		}
		got := engine.stderr.String()
		if !strings.Contains(got, c.ti) || c.ti == "" && strings.Contains(got, "TI[") || !strings.HasSuffix(got, "W[c7]B[PA];) ping 1 go quit") {
			t.Errorf("%v: the engine was told %q", c.clock, got)
		}
	}
}
