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

func TestRichTerminals(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer terminal.Close()
	if !isTerminal(terminal) {
		t.Skip("this system's /dev/ptmx is no terminal")
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	if !isRich(terminal) || !isRich(&output{w: terminal}) || !drawingFor(&output{w: terminal}).colour {
		t.Error("a terminal is taken for none")
	}
	t.Setenv("TERM", "dumb")
	if !isTerminal(&output{w: terminal}) || isRich(terminal) || drawingFor(terminal).colour {
		t.Error("a dumb terminal is taken for a rich one")
	}
	t.Setenv("TERM", "xterm")
	if isRich(&output{w: io.Discard}) || isRich(struct{ io.Writer }{terminal}) {
		t.Error("something else is taken for a terminal")
	}
}
