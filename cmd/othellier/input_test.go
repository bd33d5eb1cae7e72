package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"othellier/env"
)

func TestLinesOfAnyLength(t *testing.T) {
	long := strings.Repeat("x", 10*longestLine)
	for in, want := range map[string]string{
		"":                           "",
		"f5":                         "f5|",
		"f5\n":                       "f5|",
		"f5\r\n\nd6":                 "f5||d6|",
		long + "\nf5\n":              "!|f5|",
		"f5\n" + long:                "f5|!|",
		long[:longestLine] + "\nf5":  "!|f5|",
		long[:longestLine-1] + "\na": long[:longestLine-1] + "|a|",
	} {
		var got strings.Builder
		for l := range readLines(context.Background(), strings.NewReader(in)) {
			if l.err == errLine {
				l.line = "!"
			} else if l.err != nil {
				t.Fatal(l.err)
			}
			got.WriteString(l.line + "|")
		}
		if got.String() != want {
			t.Errorf("%.20q of %d bytes: got %.40q of %d, want %.40q", in, len(in), got.String(), got.Len(), want)
		}
	}
}

func TestAGameGoesOnAfterALineThatIsTooLong(t *testing.T) {
	var out strings.Builder
	tab := newTable(env.Rules{}, &out, env.Black, env.White)
	in := strings.Repeat("f5 ", longestLine) + "\nf5\n"
	if err := tab.play(context.Background(), strings.NewReader(in)); err != nil {
		t.Fatal(err)
	}
	if got := tab.game.Transcript(); got != "f5" || !strings.Contains(out.String(), "longer than") {
		t.Errorf("played %q and said\n%s", got, out.String())
	}
	broken := errors.New("the line is cut")
	err := tab.play(context.Background(), io.MultiReader(strings.NewReader("d6\n"), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) || tab.game.Transcript() != "f5d6" {
		t.Errorf("got %v after %s", err, tab.game.Transcript())
	}
}

func TestSeats(t *testing.T) {
	for word, want := range map[string]seats{"black": {true, false}, "BLACK": {true, false}, "White": {false, true}, "both": {true, true}, "None": {}} {
		s := seats{true, true}
		if err := s.UnmarshalText([]byte(word)); err != nil || s != want {
			t.Errorf("%s: got %v, %v; want %v", word, s, err, want)
		}
	}
	if new(seats).UnmarshalText([]byte("red")) == nil {
		t.Error("red was taken")
	}
}
