package main

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"othellier/cmd/othellier/tui"
)

// verbs returns the command line as the parser knows it.
func verbs(t *testing.T) []*kong.Node {
	t.Helper()
	parser, err := kong.New(new(cli), kong.Name("othellier"), kong.BindTo(context.Background(), (*context.Context)(nil)))
	if err != nil {
		t.Fatal(err)
	}
	return parser.Model.Children
}

// TestZeroIsNotTheSameAsNotGiven finds numbers and times of which a 0 could not
// be told from a flag that is left out: those must say what it means.
func TestZeroIsNotTheSameAsNotGiven(t *testing.T) {
	zero := regexp.MustCompile(`\b0\b`)
	controls := 0
	for _, verb := range verbs(t) {
		for _, f := range verb.Flags {
			switch {
			case f.Target.Type() == reflect.TypeFor[tui.Control]():
				controls++ // reads no 0: see below
				continue
			case f.HasDefault, f.Required, f.IsSlice():
				continue
			}
			switch f.Target.Kind() {
			case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
				if !zero.MatchString(f.Help) {
					t.Errorf("%s --%s: its help does not say what 0 is: %s", verb.Name, f.Name, f.Help)
				}
			}
		}
	}
	if controls == 0 {
		t.Error("no flag is a tui.Control any more")
	}
	if err := new(tui.Control).UnmarshalText([]byte("0")); err == nil {
		t.Error("0 is a clock")
	}
}

// TestFlagsAreSaidOnce holds all verbs in which a network plays to one wording of
// how it does.
func TestFlagsAreSaidOnce(t *testing.T) {
	said := map[string]string{}
	for _, verb := range verbs(t) {
		for _, f := range verb.Flags {
			switch f.Name {
			case "margin-weight", "solve", "solve-root":
				if first, ok := said[f.Name]; ok && first != f.Help {
					t.Errorf("%s --%s: %s, and elsewhere: %s", verb.Name, f.Name, f.Help, first)
				}
				said[f.Name] = f.Help
			}
		}
	}
	if len(said) != 3 {
		t.Errorf("only these flags are there: %v", said)
	}
}

// TestWhatEndsAMove reads command lines of every verb in whose games a network
// searches for some time.
func TestWhatEndsAMove(t *testing.T) {
	for verb, usual := range map[string]int{"eval": 64, "sprt a b": 64, "play": 200, "gtp": 800, "nboard": 800} {
		for _, k := range []struct {
			flags       string
			simulations int
			time        time.Duration
		}{
			{"", usual, 0},
			{"--sims 30", 30, 0},
			{"--seconds 2", 0, 2 * time.Second},
			{"--seconds 2 --sims 30", 30, 2 * time.Second},
			{fmt.Sprint("--seconds 2 --sims ", usual), usual, 2 * time.Second},
		} {
			var c cli
			parser, err := kong.New(&c, kong.BindTo(context.Background(), (*context.Context)(nil)))
			if err != nil {
				t.Fatal(err)
			}
			args := strings.Fields(verb + " " + k.flags)
			parsed, err := parser.Parse(args)
			if err == nil {
				err = checkGiven(parsed)
			}
			if err != nil {
				t.Fatal(err)
			}
			how := map[string]playFlags{"eval": c.Eval.playFlags, "sprt": c.SPRT.playFlags, "play": c.Play.playFlags, "gtp": c.GTP.playFlags, "nboard": c.NBoard.playFlags}[args[0]]
			if n, d := how.bounds(); n != k.simulations || d != k.time {
				t.Errorf("%v: %d simulations and %v, want %d and %v", args, n, d, k.simulations, k.time)
			}
		}
	}
}

// TestTimesOfMoves holds --seconds to its range.
func TestTimesOfMoves(t *testing.T) {
	for _, c := range []struct {
		seconds float64
		good    bool
	}{{0, false}, {-1, false}, {0.0009, false}, {0.001, true}, {3600, true}, {3601, false}, {math.NaN(), false}} {
		err := playFlags{Simulations: simulations{n: 1}, Seconds: &c.seconds}.check(1)
		if (err == nil) != c.good || err != nil && !strings.Contains(err.Error(), "outside 0.001 to 3600") {
			t.Errorf("--seconds %v: %v", c.seconds, err)
		}
	}
}

// TestClockNeedsTheScreen is of play.
func TestClockNeedsTheScreen(t *testing.T) {
	if err := (screenFlags{}).check(false); err != nil {
		t.Error(err)
	}
	if err := (screenFlags{Clock: tui.Control{Time: time.Minute}}).check(true); err != nil {
		t.Error(err)
	}
	if err := (screenFlags{Clock: tui.Control{Time: time.Minute}}).check(false); err == nil {
		t.Error("a clock line by line")
	}
}
