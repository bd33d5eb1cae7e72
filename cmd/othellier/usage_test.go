package main

import (
	"context"
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

// TestTimesOfPlay holds play's --seconds to its range, on the screen and without.
func TestTimesOfPlay(t *testing.T) {
	for _, c := range []struct {
		seconds float64
		good    bool
	}{{0, false}, {-1, false}, {0.009, false}, {0.01, true}, {3600, true}, {3601, false}} {
		err := screenFlags{Seconds: &c.seconds}.check(true)
		if (err == nil) != c.good || err != nil && !strings.Contains(err.Error(), "outside 0.01 to 3600") {
			t.Errorf("--seconds %v: %v", c.seconds, err)
		}
	}
	if err := (screenFlags{}).check(true); err != nil {
		t.Error(err)
	}
	if err := (screenFlags{Clock: tui.Control{Time: time.Minute}}).check(false); err == nil {
		t.Error("a clock line by line")
	}
}
