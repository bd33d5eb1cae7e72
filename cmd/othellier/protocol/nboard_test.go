package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"othellier/env"
	"othellier/env/golden"
	"othellier/mcts/clock"
)

// talk returns a dialogue in the notation of NBoard's own log, reversed: what the
// client sends after <, what the engine answers after >. Between the client's
// lines it waits, by a learn, until all is answered.
func talk(t *testing.T, c Config, lines ...string) string {
	t.Helper()
	k := dial(t, NBoard, context.Background(), c)
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "< %s\n", l)
		k.send(l, "learn")
		for got := k.line(); got != "learned"; got = k.line() {
			fmt.Fprintf(&b, "> %s\n", got)
		}
	}
	k.send("quit")
	if err := k.end(); err != nil {
		t.Error(err)
	}
	return b.String()
}

const (
	standard = "BO[8 ---------------------------O*------*O--------------------------- *]"
	mirrored = "BO[8 ---------------------------*O------O*--------------------------- *   ]"
)

func ggf(board, moves string) string {
	return "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[one]PW[two]RE[?]TI[15:00]TY[8]" + board + moves + ";)"
}

// movesGGF returns the moves of g, with passes, as a record has them.
func movesGGF(g *env.Game, pass string) string {
	var b strings.Builder
	p := g.Start()
	for _, m := range g.Moves() {
		name := line(g.Rules(), []env.Move{m}, "", pass)
		if name != "" {
			fmt.Fprintf(&b, "%c[%s//0.5]", "BW"[p.Turn], name)
		}
		p = g.Rules().Next(p, m)
	}
	return b.String()
}

func TestNBoardDialogues(t *testing.T) {
	_, c := newLister(env.Rules{})
	_, small := newLister(env.Rules{Board: env.Board4})
	for name, got := range map[string]string{
		"session": talk(t, c, "nboard 2", ggf(standard, "B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4]"), "set depth 6", "set contempt 10", "ping 1",
			"go", "move D6/-1.00/0.5", "hint 3", "hint", "hint x", "move C3//2", "go", "C4", "go", "set nothing", "set", "", "fly me", "\tgo\t"),
		"analysis": talk(t, c, ggf(standard, "B[F5]W[F6]B[D3]"), "analyze"),
		"faults": talk(t, c, "move F5", "move F5", "move", "move Z9", "a1", "move PASS", "move pa", "set depth x", "set contempt", "set depth 12", "set game", "set game junk", ggf(standard, "B[A1]"),
			ggf("BO[6 --------------O*----*O-------------- *]", ""), ggf(standard, "B[F5]W[D6]B[F5]"), "hint 1"),
		"small": talk(t, small, "go", "move B1", "hint 9", "set game (;GM[Othello]TY[4]BO[4 ---- -O*- -*O- ---- *]B[b1]W[a1];)", "hint 9", ggf(standard, ""), "hint 1"),
	} {
		golden.Check(t, "nboard-"+name+".txt", got)
	}
}

// TestNBoardPasses gives the engine games that end with a pass, written or left
// out, and the moves after it.
func TestNBoardPasses(t *testing.T) {
	game := transcript(t, passes)
	all := game.Moves()
	for n, m := range all {
		if m != env.Pass {
			continue
		}
		g := env.NewGame(env.Rules{})
		for _, m := range all[:n] {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		before := movesGGF(g, "PA")
		if err := g.Play(env.Pass); err != nil {
			t.Fatal(err)
		}
		next := g.Rules().AppendMoves(nil, g.Position())[0]
		want := fmt.Sprintf("=== %s/8.25/1.00", squareName(g.Rules(), next))
		for _, pass := range []string{"PA", "pa", "pass"} {
			e, c := newLister(env.Rules{})
			got := talk(t, c, ggf(standard, movesGGF(g, pass)), "go")
			if !strings.Contains(got, want) {
				t.Errorf("ply %d: after the pass as %s the engine says\n%swant %s", n, pass, got, want)
			}
			if l := e.limits[0].Time; l == 0 {
				t.Errorf("the clock of the game is not seen")
			}
		}
		_, c := newLister(env.Rules{})
		got := talk(t, c, ggf(standard, before), "go", "hint 2", "move PA//1", "go", ggf(standard, before), "move "+next.String(), "go")
		if strings.Count(got, "=== ") != 3 || !strings.Contains(got, "> === PA\n") || !strings.Contains(got, want) ||
			!strings.Contains(got, "> search PA"+squareName(g.Rules(), next)+" -8.25 0 2 ") {
			t.Errorf("ply %d: before the pass the engine says\n%s", n, got)
		}
	}
	_, c := newLister(env.Rules{})
	got := talk(t, c, ggf(standard, movesGGF(game, "")), "go", "hint 1", "move PA", "ping 4")
	if want := "< go\n> === PA\n< hint 1\n< move PA\n< ping 4\n> pong 4\n"; !strings.HasSuffix(got, want) {
		t.Errorf("after the end: got\n%s", got)
	}
}

// TestNBoardStarts takes games from positions other than the usual one.
func TestNBoardStarts(t *testing.T) {
	_, c := newLister(env.Rules{})
	got := talk(t, c, ggf(mirrored, ""), "go", ggf(mirrored, "B[C5]"), "move e6", "go")
	if !strings.Contains(got, "=== E3/") || strings.Contains(got, "not") {
		t.Errorf("the mirrored start:\n%s", got)
	}
	// A result that is not that of the moves is none of the engine's business.
	e6 := transcript(t, "e6f4e3f6g5d6e7f5c5")
	got = talk(t, c, strings.Replace(ggf(standard, movesGGF(e6, "PA")), "RE[?]", "RE[-2]", 1), "analyze")
	if !strings.Contains(got, "analysis 9 ") || strings.Contains(got, "not") {
		t.Errorf("a wrong result:\n%s", got)
	}
}

// TestNBoardPingStopsThinking interrupts each kind of thinking.
func TestNBoardPingStopsThinking(t *testing.T) {
	for _, verb := range []string{"go", "hint 2", "analyze"} {
		e, c := newLister(env.Rules{})
		e.mute, e.begun = true, make(chan struct{})
		k := dial(t, NBoard, context.Background(), c)
		k.send(verb)
		k.expect("status Thinking")
		switch verb {
		case "go":
			k.expect("search D3 8.25 0 1 10 simulations, 75.0 % to win")
		case "hint 2":
			k.expect("search D3 8.25 0 1 10 simulations, 75.0 % to win", "search C4 8.25 0 1 5 simulations, 75.0 % to win")
		}
		<-e.begun
		// What waits before the ping is not thought about any more.
		k.send("move F5", "go", "ping 17")
		k.expect("status Waiting", "pong 17")
		e.mute = false
		const best = "search F4 8.25 0 1 10 simulations, 75.0 % to win"
		k.send("go")
		k.expect("status Thinking", best, best, "nodestats 10 1.00", "=== F4/8.25/1.00", "status Waiting")
		e.mute = true
		k.send("go")
		k.expect("status Thinking", best)
		<-e.begun
		k.send("quit")
		k.expect("status Waiting")
		if err := k.end(); err != nil {
			t.Error(err)
		}
	}
}

func TestNBoardEnds(t *testing.T) {
	var out strings.Builder
	_, c := newLister(env.Rules{})
	// The end of the input does not end the thinking.
	if err := NBoard(context.Background(), c, strings.NewReader("nboard 2\ngo"), &out); err != nil || !strings.Contains(out.String(), "=== D3") {
		t.Errorf("got %v and\n%s", err, out.String())
	}
	e, c := newLister(env.Rules{})
	e.err = errors.New("out of order")
	for _, verb := range []string{"go", "hint 1", "analyze"} {
		if err := NBoard(context.Background(), c, strings.NewReader(verb), io.Discard); !errors.Is(err, e.err) {
			t.Errorf("%s with a failing engine: %v", verb, err)
		}
	}
	broken := errors.New("broken")
	if err := NBoard(context.Background(), c, iotest.ErrReader(broken), io.Discard); !errors.Is(err, broken) {
		t.Errorf("a broken input: %v", err)
	}
	if err := NBoard(context.Background(), c, strings.NewReader("nboard 2\n"), brokenWriter{broken}); !errors.Is(err, broken) {
		t.Errorf("a broken output: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	e, c = newLister(env.Rules{})
	e.mute, e.begun = true, make(chan struct{})
	k := dial(t, NBoard, ctx, c)
	k.send("analyze")
	k.expect("status Thinking")
	<-e.begun
	cancel()
	k.expect("status Waiting")
	if err := k.end(); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestProofsOfNBoard(t *testing.T) {
	for _, k := range []struct {
		choice Choice
		exact  bool
		want   string
	}{
		{Choice{Margin: 4, Value: 1, Proven: true}, true, "search D3 4.00 0 100% "},
		{Choice{Margin: -4, Value: 1, Proven: true}, false, "search D3 1.00 0 100%W "},
		{Choice{Margin: 4, Value: -1, Proven: true}, false, "search D3 -1.00 0 100%W "},
		{Choice{Margin: 4, Value: 0, Proven: true}, false, "search D3 0.00 0 100%W "},
		{Choice{Margin: -4, Value: 0.5}, true, "search D3 -4.00 0 1 "},
	} {
		var out strings.Builder
		s := &nboard{out: &out}
		k.choice.Line = []env.Move{19}
		s.search(Thoughts{MarginProven: k.exact, Moves: []Choice{k.choice}}, 5)
		if !strings.HasPrefix(out.String(), k.want) {
			t.Errorf("%+v: got %q, want first %q", k.choice, out.String(), k.want)
		}
	}
}

// TestNBoardMovesAreFollowed plays random moves, sensible and not, beside a game.
func TestNBoardMovesAreFollowed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		_, c := newLister(env.Rules{})
		var out strings.Builder
		s := &nboard{Config: c, out: &out}
		s.set(env.NewGame(c.Rules), [2]clock.Clock{})
		g := env.NewGame(c.Rules)
		for range rapid.IntRange(1, 70).Draw(rt, "moves") {
			m := env.Move(rapid.IntRange(0, 64).Draw(rt, "any move"))
			if moves := c.Rules.AppendMoves(nil, g.Position()); len(moves) > 0 && rapid.IntRange(0, 9).Draw(rt, "sensible") > 0 {
				m = moves[rapid.IntRange(0, len(moves)-1).Draw(rt, "move")]
			}
			told := g.Follow(m) != nil
			out.Reset()
			s.command("move", m.String()+"//1")
			if s.game.Position() != g.Position() || (out.Len() > 0) != told {
				rt.Fatalf("%v: got %v and %q, want %v", m, s.game.Position(), out.String(), g.Position())
			}
		}
	})
}

func FuzzNBoard(f *testing.F) {
	f.Add("nboard 2\n" + ggf(standard, "B[F5]W[F6//1.5]B[D3/1.25/2]") + "\nset depth 3\nhint 2\ngo\nmove c5/1/2\nanalyze\nlearn\n")
	f.Add(ggf(mirrored, "B[c5]W[e6]B[PA]") + "\ngo\nF5\r\nmove PA//\n\x00\nquit\nping 1")
	f.Add("set game (;GM[Othello]BO[4 ---- -O*- -*O- ---- *];)\nset contempt\nset\nmove ///\nping x y")
	f.Fuzz(func(t *testing.T, in string) {
		_, c := newLister(env.Rules{})
		var out strings.Builder
		if err := NBoard(context.Background(), c, strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		for l := range strings.Lines(out.String()) {
			verb, _, _ := strings.Cut(strings.TrimSuffix(l, "\n"), " ")
			switch verb {
			case "set", "status", "pong", "search", "nodestats", "===", "analysis", "learned":
			default:
				t.Fatalf("line %q in %q", l, out.String())
			}
		}
	})
}
