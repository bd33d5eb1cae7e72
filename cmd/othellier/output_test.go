package main

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestAFailedWriteIsAFailure(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"--version"}, {"--help"}, {}, {"help", "perft"}, {"perft", "1"}} {
		var told strings.Builder
		if got := run(args, stdio{strings.NewReader(""), full{}, &told}); got != exitFailure {
			t.Errorf("%q: exit status %d, want %d", args, got, exitFailure)
		}
		if n := strings.Count(told.String(), "the disk is full"); n != 1 {
			t.Errorf("%q: told %d times: %s", args, n, told.String())
		}
		if got := run(args, stdio{strings.NewReader(""), io.Discard, io.Discard}); got != exitOK {
			t.Errorf("%q: exit status %d", args, got)
		}
	}
}

func TestColoursAreForTerminals(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer terminal.Close()
	if !isTerminal(terminal) {
		t.Skip("this system's /dev/ptmx is no terminal")
	}
	for _, c := range []struct {
		name, noColor string
		colour        bool
	}{{"xterm-256color", "", true}, {"dumb", "", false}, {"", "", false}, {"foo", "", false}, {"xterm-256color", "1", false}} {
		t.Setenv("TERM", c.name)
		t.Setenv("COLORTERM", "")
		t.Setenv("LC_ALL", "C.UTF-8")
		t.Setenv("NO_COLOR", c.noColor)
		if got := drawingFor(&output{w: terminal}).colour; got != c.colour {
			t.Errorf("TERM=%s NO_COLOR=%s: colour %t, want %t", c.name, c.noColor, got, c.colour)
		}
	}
	if isTerminal(&output{w: io.Discard}) || isTerminal(struct{ io.Writer }{terminal}) {
		t.Error("something else is taken for a terminal")
	}
}
