package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"othellier/env"
	"othellier/mcts"
	"othellier/mcts/clock"
)

// hourglass is a clock that only those move who think.
type hourglass struct{ now time.Time }

func (h *hourglass) Now() time.Time { return h.now }

// slow is a player that takes as long as it is told, and plays the first square.
func (h *hourglass) slow(t *testing.T, name string, takes func(*Turn) time.Duration) Entrant {
	return Entrant{Name: name, New: func() (Player, error) {
		var game []env.Move
		p := single{name, func(turn *Turn) env.Move {
			if len(turn.Moves) > 10 && !reflect.DeepEqual(turn.Moves[:len(game)], game) {
				t.Errorf("%s is asked about a game before the last one is over", name)
			}
			game = append(game[:0], turn.Moves...)
			h.now = h.now.Add(takes(turn))
			return env.Rules{}.AppendMoves(nil, turn.Position)[0]
		}}
		return p, nil
	}}
}

func TestGamesAreLostOnTime(t *testing.T) {
	const s = time.Second
	every := func(d time.Duration) func(*Turn) time.Duration {
		return func(*Turn) time.Duration { return d }
	}
	for _, c := range []struct {
		name     string
		match    Match
		own      clock.Clock // of the player
		takes    func(*Turn) time.Duration
		lost     bool
		over     bool // its own time
		reason   string
		perMoves time.Duration // the opponent takes for a move
	}{
		{"in time", Match{Clock: clock.Sudden(60*s, 0)}, clock.Clock{}, every(s), false, false, "", 0},
		{"main time", Match{Clock: clock.Sudden(10*s, 0)}, clock.Clock{}, every(3 * s), true, false, "over its time: 3s for a move, with 1s left", s / 10},
		{"increments", Match{Clock: clock.Sudden(10*s, 3*s)}, clock.Clock{}, every(3 * s), false, false, "", s},
		{"periods", Match{Clock: clock.Canadian(s, 10*s, 5)}, clock.Clock{}, every(4 * s), true, false, "over its time: 4s for a move, with", s},
		{"a limit for a move", Match{Clock: clock.Sudden(100*s, 0), MoveTime: 2 * s}, clock.Clock{}, every(3 * s), true, false, "over its time: 3s for a move, with 2s allowed", 2 * s},
		{"its own time", Match{}, clock.PerMove(s), every(2 * s), false, true, "", 0},
		{"its own time and a limit", Match{MoveTime: 2 * s}, clock.PerMove(s), every(3 * s), true, true, "with 2s allowed", 0},
		{"what is left", Match{Clock: clock.Sudden(10*s, 0)}, clock.Clock{}, func(turn *Turn) time.Duration { return turn.Clock.Left() / 2 }, false, false, "", 0},
	} {
		h := &hourglass{}
		a := h.slow(t, "a", c.takes)
		a.Clock = c.own
		b := h.slow(t, "b", every(c.perMoves))
		c.match.Openings, c.match.Seed, c.match.Workers, c.match.Now = 3, 1, 1, h.Now
		r, err := c.match.Play(context.Background(), a, b)
		if err != nil {
			t.Fatal(err)
		}
		if r.Times == nil || (r.Times.Player.Late == 6) != c.lost || r.Times.Player.Late > 0 != c.lost || r.Times.Opponent.Late > 0 ||
			len(r.Faults) != r.Times.Player.Late || r.Times.Player.Over > 0 && !c.over || c.over && !c.lost && r.Times.Player.Over == 0 {
			t.Errorf("%s: %+v, faults %v", c.name, r.Times, r.Faults)
			continue
		}
		for _, f := range r.Faults {
			if !f.Time || f.Player != "a" || !strings.Contains(f.Reason, c.reason) {
				t.Errorf("%s: %+v", c.name, f)
			}
		}
		if c.perMoves > 0 && r.Times.Opponent.Longest != c.perMoves.Seconds() || r.Times.Player.PerGame < r.Times.Player.Longest {
			t.Errorf("%s: %+v", c.name, r.Times)
		}
		if r.Clock != c.match.Clock || len(r.Games) != 6 {
			t.Errorf("%s: %v, %d games", c.name, r.Clock, len(r.Games))
		}
		var b1 strings.Builder
		if err := WriteTable(&b1, []Result{r}); err != nil || !strings.Contains(b1.String(), fmt.Sprintf("lost on time: %d games", r.Times.Player.Late)) {
			t.Errorf("%s: %v\n%s", c.name, err, b1.String())
		}
	}
}

// costly is an evaluator that takes its time by the hourglass.
func (h *hourglass) costly(r env.Rules, takes time.Duration) Options {
	ev := mcts.NewRolloutEvaluator(r, 1, 1)
	o := options(r, evaluatorFunc(func(p env.Position, priors []float32) (value, margin float32, err error) {
		h.now = h.now.Add(takes)
		var v, m [1]float32
		err = ev.Evaluate([]env.Position{p}, priors, v[:], m[:])
		return v[0], m[0], err
	}))
	o.Now = h.Now
	return o
}

// Networks keep to every kind of clock, and use a good part of it.
func TestNetworksKeepTime(t *testing.T) {
	for _, c := range []struct {
		clock  clock.Clock
		a, b   string
		judges time.Duration // a position
	}{
		{clock.Sudden(time.Second, 0), "net:clock", "net:100", 500 * time.Microsecond},
		{clock.Sudden(10*time.Second, 100*time.Millisecond), "net:clock", "net:20ms", time.Millisecond},
		{clock.Canadian(time.Second, 2*time.Second, 10), "net:clock", "net:1000000", time.Millisecond},
		{clock.Clock{}, "net:100ms", "net:20", time.Millisecond},
	} {
		h := &hourglass{}
		o := h.costly(env.Rules{}, c.judges)
		m := Match{Openings: 1, Seed: 1, Workers: 1, Clock: c.clock, Now: h.Now}
		r, err := m.Play(context.Background(), parseExternal(t, c.a, o), parseExternal(t, c.b, o))
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Faults) > 0 || r.Times.Player.Over+r.Times.Opponent.Over > 0 {
			t.Errorf("%v: %+v, faults %v", c.clock, r.Times, r.Faults)
		}
		if c.clock.Limited() && r.Times.Player.PerGame < c.clock.Left().Seconds()/5 || !c.clock.Limited() && r.Times.Player.Longest > 0.1 {
			t.Errorf("%v: %+v", c.clock, r.Times)
		}
		for _, g := range r.Games {
			replay(t, env.Rules{}, g)
		}
	}
	e := parseExternal(t, "net:clock", options(env.Rules{}, mcts.UniformEvaluator{}))
	if _, err := (Match{Openings: 1}).Play(context.Background(), e, e); err == nil || !strings.Contains(err.Error(), "net:clock plays by the clock of a match") {
		t.Errorf("without a clock: %v", err)
	}
	// Where there is no clock at all, a player with its own time keeps to that.
	l, err := Perfect(context.Background(), env.Rules{Board: env.Board4},
		parseExternal(t, "net:5ms", options(env.Rules{Board: env.Board4}, mcts.UniformEvaluator{})), env.White, Walk{})
	if err != nil || l.Games == 0 {
		t.Errorf("%v, %v", l, err)
	}
}

func TestWhicheverEndsFirst(t *testing.T) {
	p, err := parseExternal(t, "net:8:1h", (&hourglass{}).costly(env.Rules{}, 0)).New()
	if err != nil {
		t.Fatal(err)
	}
	turn := &Turn{Position: env.Rules{}.Initial()}
	if l := p.(*timedPlayer).limit(turn); l.Simulations != 8 || l.Time != time.Hour {
		t.Errorf("a move is bounded by %+v", l)
	}
	turn.Clock = clock.Sudden(time.Minute, 0)
	if l := p.(*timedPlayer).limit(turn); l.Simulations != 8 || l.Time <= 0 || l.Time > 10*time.Second {
		t.Errorf("with a minute for the game a move is bounded by %+v", l)
	}
}

func TestTimedPlayersFail(t *testing.T) {
	gone := errors.New("no memory")
	o := options(env.Rules{}, evaluatorFunc(func(env.Position, []float32) (float32, float32, error) { return 0, 0, gone }))
	for _, spec := range []string{"net:clock", "net:5"} {
		r, err := Match{Openings: 1, Clock: clock.Sudden(time.Minute, 0)}.Play(context.Background(), parseExternal(t, spec, o), parse(t, "random", env.Rules{}))
		if err != nil || r.Losses != 2 || !strings.Contains(r.Faults[0].Reason, "no memory") || r.Faults[0].Time {
			t.Errorf("%s: %v, %+v", spec, err, r)
		}
	}
}

// TestExternalIsToldTheTime looks at what an engine is told of its clock.
func TestExternalIsToldTheTime(t *testing.T) {
	start := env.Rules{}.Initial()
	for _, c := range []struct {
		clock clock.Clock
		want  string
	}{
		{clock.Clock{}, ""},
		{clock.Sudden(70500*time.Millisecond, time.Second), " time_settings 70 0 0 time_left black 70 0"},
		{clock.Sudden(1239*time.Millisecond, 0), " time_settings 1.23 0 0 time_left black 1.23 0"},
		{clock.Canadian(0, 20*time.Second, 5), " time_settings 0 20 5 time_left black 20 5"},
	} {
		p, err := parseExternal(t, fakeSpec(t, "trace", 99), Options{}).New()
		if err != nil {
			t.Fatal(err)
		}
		engine := p.(*externalPlayer).engine
		turn := &Turn{Start: start, Position: start, Clock: c.clock}
		if err := p.Choose(context.Background(), []*Turn{turn}); err != nil || turn.Err != nil {
			t.Fatal(err, turn.Err)
		}
		p.(*externalPlayer).Close()
		if got, want := engine.stderr.String(), "set_game Othello boardsize 8 clear_board clear_board"+c.want+" genmove black quit"; got != want {
			t.Errorf("%v: the engine was told %q, want %q", c.clock, got, want)
		}
	}
}

// An engine that hangs has lost on time, be it that of a move or of the game.
func TestExternalLosesOnTime(t *testing.T) {
	for _, c := range []struct {
		match  Match
		engine Entrant
	}{
		{Match{}, hasty(parseExternal(t, fakeSpec(t, "hangs", 6), Options{}))},
		{Match{Clock: clock.Sudden(300*time.Millisecond, 0)}, parseExternal(t, fakeSpec(t, "hangs", 6), Options{})},
	} {
		m := c.match
		m.Openings, m.Plies, m.Seed, m.Workers = 1, 8, 1, 1
		r, err := m.Play(context.Background(), parse(t, "random", env.Rules{}), c.engine)
		if err != nil {
			t.Fatal(err)
		}
		if r.Wins != 2 || len(r.Faults) != 2 || !r.Faults[0].Time || !r.Faults[1].Time || m.Clock.Limited() && r.Times.Opponent.Late != 2 {
			t.Errorf("%v: %+v, %+v, faults %v", m.Clock, r.Record, r.Times, r.Faults)
		}
	}
}

// standstill is the time without a processor that a player with a second for its
// game need not cope with.
const standstill = 150 * time.Millisecond

// busy does nothing but look at the time until its input ends. It then tells the
// longest time between two looks, when the processor was somebody else's.
func busy() {
	done := make(chan struct{})
	go func() {
		io.Copy(io.Discard, os.Stdin) // an error is an end as well
		close(done)
	}()
	longest := time.Duration(0)
	for last := time.Now(); ; {
		select {
		case <-done:
			fmt.Println(longest.Nanoseconds())
			return
		default:
		}
		now := time.Now()
		longest, last = max(longest, now.Sub(last)), now
	}
}

// startBusy starts a process that is busy and returns what ends it.
func startBusy(t *testing.T) (stop func() (longest time.Duration)) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, fakeEngine, "busy", "0")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return func() time.Duration {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
		n, err := strconv.Atoi(strings.TrimSpace(out.String()))
		if err != nil {
			t.Error(err)
		}
		return time.Duration(n)
	}
}

// TestBlitz plays a hundred games of a second a side beside another process
// on every core. No game is lost on time, unless the machine stands still so long
// for everybody that nobody could have moved.
func TestBlitz(t *testing.T) {
	if os.Getenv("OTHELLIER_SLOW") == "" {
		t.Skip("set OTHELLIER_SLOW=1 to run it")
	}
	var stops []func() time.Duration
	for range runtime.GOMAXPROCS(0) {
		stops = append(stops, startBusy(t))
	}
	o := Options{Rules: env.Rules{}}
	shipped, err := filepath.Glob("../../checkpoints/*.safetensors")
	if err != nil || len(shipped) == 0 {
		t.Fatalf("no network: %v", err)
	}
	file := shipped[0]
	r, err := Match{Openings: 50, Seed: 1, Clock: clock.Sudden(time.Second, 0)}.Play(context.Background(),
		parseExternal(t, "net:clock@"+file, o), parseExternal(t, "net:1000000@"+file, o))
	longest := time.Duration(0)
	for _, stop := range stops {
		longest = max(longest, stop())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v; the other processes had to wait for up to %v", *r.Times, longest)
	if longest > standstill && r.Times.Player.Late+r.Times.Opponent.Late > 0 {
		t.Skipf("the machine stood still for %v: faults %v", longest, r.Faults)
	}
	if r.Times.Player.Late+r.Times.Opponent.Late > 0 || len(r.Games) != 100 {
		t.Errorf("%d games, faults %v", len(r.Games), r.Faults)
	}
}
