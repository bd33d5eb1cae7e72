package arena

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"othellier/env"
)

// TestMain runs the tests or, when the first argument is fakeEngine, an engine.
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == fakeEngine {
		if how, ok := strings.CutPrefix(os.Args[2], "nboard-"); ok {
			fakeNBoard(how, os.Args[3])
		} else {
			fake(os.Args[2], os.Args[3])
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const fakeEngine = "fake-engine"

// fakeSpec is the specification of a fake engine: this very program with another
// task. Faults come at the move that follows ply moves of its side and more.
func fakeSpec(t *testing.T, how string, ply int) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("gtp:'%s' %s %s %d", self, fakeEngine, how, ply)
}

// fake is an engine that plays the first legal square. Like some real ones it
// refuses passes and inserts them itself.
func fake(how, when string) {
	out := bufio.NewWriter(os.Stdout)
	say := func(text string) {
		fmt.Fprintf(out, "%s\n\n", text)
		out.Flush()
	}
	if how == "greeting" {
		fmt.Fprintln(os.Stderr, "noise")
		fmt.Fprint(out, "\r\n\n \n")
	}
	if how == "busy" { // and no engine at all
		busy()
		return
	}
	if how == "silent" {
		time.Sleep(time.Hour)
	}
	var r env.Rules
	g := env.NewGame(r)
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		words := strings.Fields(in.Text())
		if how == "trace" {
			fmt.Fprintln(os.Stderr, in.Text())
		}
		switch words[0] {
		case "quit":
			say("=")
			if how == "stays" {
				time.Sleep(time.Hour)
			}
			return
		case "time_settings", "time_left":
			say("? unknown command")
		case "set_game":
			say("? unknown command")
		case "boardsize":
			switch {
			case how == "small":
				r.Board = env.Board4
				say("=")
			case words[1] != "8" || how == "stubborn":
				say("? unacceptable size")
			default:
				say("=")
			}
		case "clear_board":
			g = env.NewGame(r)
			say("=")
		case "play", "genmove":
			color := env.Black
			if words[1] == "white" {
				color = env.White
			}
			if g.Position().Turn != color && g.Play(env.Pass) != nil {
				say("? wrong side")
				continue
			}
			if words[0] == "play" {
				m, ok := r.Board.ParseMove(words[2])
				if how == "refuses" && fmt.Sprint(len(g.Moves())) == when || !ok || m == env.Pass || g.Play(m) != nil {
					say("? illegal move")
					continue
				}
				say("=")
				continue
			}
			mask := r.Mask(g.Position())
			m := env.Move(slices.Index(mask[:], true))
			if fmt.Sprint(len(g.Moves())/2) != when {
				say("= " + squareName(r, m))
				continue
			}
			switch how {
			case "hangs":
				time.Sleep(time.Hour)
			case "crashes":
				fmt.Fprintln(os.Stderr, "out of\nmemory")
				os.Exit(3)
			case "occupied":
				say("= d4")
			case "passes":
				say("= PASS")
			case "resigns":
				say("= resign")
			case "fails":
				say("? cannot think")
			case "babbles":
				fmt.Fprintln(out, "hm")
				out.Flush()
				time.Sleep(time.Hour)
			case "yawns":
				say(strings.Repeat("\n", 2*maxNoise) + "= " + squareName(r, m))
			case "rambles":
				say(strings.Repeat("x", 2*maxOutputLine))
			case "verbose":
				say("= a1\nand\n" + strings.Repeat(strings.Repeat("x", 100)+"\n", 2000))
			case "closes":
				out.Flush()
				os.Stdout.Close()
				time.Sleep(time.Hour)
			default:
				say("=7 " + squareName(r, m))
			}
		}
	}
}

// firstSquare plays what a fake engine without faults plays.
func firstSquare(r env.Rules) Entrant {
	return Entrant{Name: "first", New: func() (Player, error) {
		return single{"first", func(t *Turn) env.Move { return r.AppendMoves(nil, t.Position)[0] }}, nil
	}}
}

func parseExternal(t *testing.T, spec string, o Options) Entrant {
	t.Helper()
	e, err := Parse(spec, o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestExternalPlaysAsItself holds an engine in a process to the same player
// without one.
func TestExternalPlaysAsItself(t *testing.T) {
	for _, how := range []string{"well", "greeting", "small", "stays"} {
		r := env.Rules{}
		if how == "small" {
			r.Board = env.Board4
		}
		m := Match{Rules: r, Openings: 4, Seed: 1, Workers: 2, InFlight: 4}
		got, err := m.Play(context.Background(), parseExternal(t, fakeSpec(t, how, 3), Options{Rules: r}), parse(t, "greedy", r))
		if err != nil {
			t.Fatal(err)
		}
		want, err := m.Play(context.Background(), firstSquare(r), parse(t, "greedy", r))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Faults) > 0 || got.Record != want.Record || len(got.Games) != 8 {
			t.Fatalf("%s: got %+v, want %+v, faults %v", how, got.Record, want.Record, got.Faults)
		}
		for i := range got.Games {
			if !slices.Equal(got.Games[i].Moves, want.Games[i].Moves) {
				t.Errorf("%s, game %d: got %v, want %v", how, i, got.Games[i].Moves, want.Games[i].Moves)
			}
		}
	}
}

// hasty has little time for a move, but enough to be started.
func hasty(e Entrant) Entrant {
	start := e.New
	e.New = func() (Player, error) {
		p, err := start()
		if err == nil {
			p.(*externalPlayer).limit = 300 * time.Millisecond
		}
		return p, err
	}
	return e
}

// TestExternalFaults lets engines fail in the middle of each game. Each game is
// then lost, the fault told, and the next game played.
func TestExternalFaults(t *testing.T) {
	for _, c := range []struct{ how, want string }{
		{"hangs", `the engine does not answer "genmove `},
		{"crashes", `the engine ended instead of answering "genmove `},
		{"crashes", "(exit status 3; its last words: out of memory)"},
		{"closes", `the engine ended instead of answering "genmove `},
		{"occupied", "d4 is illegal"},
		{"passes", "pass is illegal"},
		{"resigns", `the engine moves "resign", which is no square`},
		{"fails", `the engine answers "genmove `},
		{"refuses", `with "illegal move"`},
		{"babbles", `the engine writes "hm", which is no answer`},
		{"yawns", "the engine writes on and on, and no answers"},
		{"rambles", "the engine writes a line of more than 65536 bytes"},
		{"verbose", "the engine writes on and on, and no answers"},
	} {
		e := parseExternal(t, fakeSpec(t, c.how, 6), Options{})
		if c.how == "hangs" || c.how == "closes" {
			e = hasty(e)
		}
		for i, f := range faultsOf(t, c.how, e) {
			if f.Ply < 9 || !strings.Contains(f.Reason, c.want) || len(f.Reason) > 600+maxOutputLine || f.Color != []env.Color{env.White, env.Black}[i] {
				t.Errorf("%s: got %+v, want %q", c.how, f, c.want)
			}
		}
	}
}

// TestExternalIsStarted fails at once if a command is no engine at all.
func TestExternalIsStarted(t *testing.T) {
	for _, c := range []struct{ spec, want string }{
		{fakeSpec(t, "stubborn", 1), `the engine answers "boardsize 8" with "unacceptable size"`},
		{"gtp:" + program(t, "cat"), `the engine writes "set_game Othello", which is no answer`},
		{"gtp:" + program(t, "true"), `the engine ended instead of answering "set_game Othello"`},
	} {
		_, err := Match{Openings: 1, Seed: 1, Workers: 1}.Play(context.Background(), parse(t, "random", env.Rules{}), parseExternal(t, c.spec, Options{}))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.spec, err, c.want)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	_, err = parseExternal(t, fakeSpec(t, "silent", 1), Options{MoveTime: 40 * time.Millisecond}).New()
	if err == nil || !strings.Contains(err.Error(), "within 40ms") {
		t.Errorf("a start that takes longer than a move may: %v", err)
	}
	p := &externalPlayer{dialect: gtp, args: []string{self, fakeEngine, "silent", "1"}, start: 50 * time.Millisecond}
	if err := p.begin(context.Background()); err == nil || !strings.Contains(err.Error(), "within 50ms") || p.engine != nil {
		t.Errorf("a silent engine: %v", err)
	}
	p.args = []string{filepath.Join(t.TempDir(), "gone")}
	if err := p.begin(context.Background()); err == nil || p.engine != nil {
		t.Errorf("a program that is gone: %v", err)
	}
}

// program returns the path of a program that every system with processes has.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(err)
	}
	return path
}

// TestExternalStopsWithTheMatch interrupts an engine that hangs, and looks that
// nothing of it is left.
func TestExternalStopsWithTheMatch(t *testing.T) {
	e := parseExternal(t, fakeSpec(t, "hangs", 0), Options{})
	p, err := e.New()
	if err != nil {
		t.Fatal(err)
	}
	cmd := p.(*externalPlayer).engine.cmd
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	start := env.Rules{}.Initial()
	turn := &Turn{Start: start, Position: start}
	if err := p.Choose(ctx, []*Turn{turn, turn}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if cmd.ProcessState == nil {
		t.Error("nobody waited for the engine")
	}
	if err := p.(*externalPlayer).Close(); err != nil {
		t.Error(err)
	}
	if err := p.Choose(ctx, []*Turn{turn}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// TestExternalSendsNoPasses looks at what an engine is told.
func TestExternalSendsNoPasses(t *testing.T) {
	p, err := parseExternal(t, fakeSpec(t, "trace", 0), Options{}).New()
	if err != nil {
		t.Fatal(err)
	}
	engine := p.(*externalPlayer).engine
	g, err := env.ParseTranscript(env.Rules{}, "f5f6f7g7h7c5b5b6d3a5a7c7f8") // Black passes before f8
	if err != nil {
		t.Fatal(err)
	}
	turn := &Turn{Start: g.Start(), Moves: g.Moves(), Position: g.Position()}
	if err := p.Choose(context.Background(), []*Turn{turn}); err != nil || turn.Err != nil {
		t.Fatal(err, turn.Err)
	}
	p.(*externalPlayer).Close()
	const want = "set_game Othello boardsize 8 clear_board clear_board play black F5 play white F6 play black F7 play white G7" +
		" play black H7 play white C5 play black B5 play white B6 play black D3 play white A5 play black A7 play white C7" +
		" play white F8 genmove black quit"
	if got := engine.stderr.String(); got != want || !slices.Contains(turn.Moves, env.Pass) {
		t.Errorf("the engine was told %q, want %q, in the game %v", got, want, turn.Moves)
	}
}

func TestParseExternal(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	e, err := Parse(" gtp:"+self+" -x '@:,' ", Options{})
	if err != nil || e.Name != "gtp:"+self+" -x '@:,'" {
		t.Errorf("got %q, %v", e.Name, err)
	}
	for _, c := range []struct {
		spec string
		o    Options
		want string
	}{
		{"gtp", Options{}, "expected the form gtp:COMMAND"},
		{"gtp@x", Options{}, "expected the form gtp:COMMAND"},
		{"gtp:", Options{}, "the command is missing"},
		{"nboard", Options{}, "expected the form nboard[:N]:COMMAND"},
		{"nboard:", Options{}, "the command is missing"},
		{"nboard:8:", Options{}, "the command is missing"},
		{"nboard:0:" + self, Options{}, `"0" is not a depth from 1 to 64`},
		{"nboard:65:" + self, Options{}, `"65" is not a depth from 1 to 64`},
		{"nboard:8:no-such-engine -l 1", Options{}, "no-such-engine"},
		{"nboard:" + self, Options{Rules: env.Rules{Start: env.StartFree}}, "the standard start"},
		{"gtp:  ", Options{}, "the command is missing"},
		{"gtp:no-such-engine -l 1", Options{}, "no-such-engine"},
		{"gtp:'unclosed", Options{}, "the quote ' is not closed"},
		{"gtp:" + self, Options{Rules: env.Rules{Start: env.StartFree}}, "the standard start"},
		{"gtp:" + self, Options{Rules: env.Rules{End: env.EndMover}}, "the rules of Othello alone"},
		{"gtp:" + self, Options{MoveTime: -1}, "expected more than 0"},
	} {
		if _, err := Parse(c.spec, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.spec, err, c.want)
		}
	}
	for _, c := range []struct {
		in   string
		want []string
	}{
		{" a  b\tc ", []string{"a", "b", "c"}},
		{`'a b' "c 'd'"e ''`, []string{"a b", "c 'd'e", ""}},
		{`C:\engine.exe -l 1`, []string{`C:\engine.exe`, "-l", "1"}},
		{"", nil},
	} {
		if got, err := splitCommand(c.in); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, %v, want %q", c.in, got, err, c.want)
		}
	}
}

// TestExternalAgainstRhino plays GRhino, from Debian's package grhino, where it
// is installed.
func TestExternalAgainstRhino(t *testing.T) {
	path, err := exec.LookPath("gtp-rhino")
	if err != nil {
		path = "/usr/games/gtp-rhino"
		if _, err := os.Stat(path); err != nil {
			t.Skip("gtp-rhino is not installed")
		}
	}
	r, err := Match{Openings: 2, Seed: 1, Workers: 1}.Play(context.Background(),
		parse(t, "random", env.Rules{}), parseExternal(t, "gtp:"+path+" -l 1", Options{}))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Faults) > 0 || r.Losses < 3 {
		t.Errorf("random moves against GRhino: %+v, faults %v", r.Record, r.Faults)
	}
}

// faultsOf plays a pair of games against an engine that is to break down in both and
// so lose them by the whole board, and returns its faults.
func faultsOf(t *testing.T, how string, e Entrant) []Fault {
	t.Helper()
	m := Match{Openings: 1, Plies: 8, Seed: 1, Workers: 1}
	r, err := m.Play(context.Background(), parse(t, "random", env.Rules{}), e)
	if err != nil {
		t.Fatal(err)
	}
	if r.Wins != 2 || len(r.Faults) != 2 || r.Margin.Value != 64 {
		t.Errorf("%s: %+v, faults %v", how, r.Record, r.Faults)
		return nil
	}
	return r.Faults
}
