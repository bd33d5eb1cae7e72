package main

import (
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"othellier/train/arena"
)

// TestEvalShowsABarOnATerminal also looks that nothing of it stays.
func TestEvalShowsABarOnATerminal(t *testing.T) {
	term := openTerminal(t)
	net := filepath.Join(t.TempDir(), "net.safetensors")
	if err := term.start(t, "newnet", "8", net).Wait(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args    []string
		key     string // pressed while the bar is there
		status  int
		says    string
		present string
	}{
		{[]string{"--games", "8", "--sims", "0", "--against", "random,greedy"}, "", exitOK, "8x8 board; ", "/16 games against random"},
		{[]string{"--games", "20000", "--sims", "20", "--against", "random"}, "\x03", exitInterrupted, "othellier: interrupted", "/20000 games against random"},
	} {
		cmd := term.start(t, "othellier", append([]string{"eval", net}, c.args...)...)
		if c.key != "" {
			term.await(t, c.present)
			io.WriteString(term.master, c.key)
		}
		cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got != c.status {
			t.Errorf("exit status %d, want %d", got, c.status)
		}
		term.await(t, c.says)
		text := term.text()
		if !strings.Contains(text, c.present) {
			t.Errorf("no bar with %q:\n%q", c.present, text)
		}
		for line := range strings.SplitSeq(text, "\n") {
			if left := visible(line); strings.Contains(left, "games") && strings.Contains(left, "%") {
				t.Errorf("this stays of the bar: %q", left)
			}
		}
	}
}

// TestBarsFitTheTerminal draws bars in windows of several widths: a line that wraps
// would leave one behind whenever it is drawn again.
func TestBarsFitTheTerminal(t *testing.T) {
	for _, columns := range []uint16{40, 50, 80} {
		term := openTerminal(t)
		if err := unix.IoctlSetWinsize(int(term.slave.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		net := filepath.Join(dir, "net.safetensors")
		if err := term.start(t, "newnet", "8", net).Wait(); err != nil {
			t.Fatal(err)
		}
		for present, args := range map[string][]string{
			"/20000 games": {"eval", net, "--games", "20000", "--sims", "20", "--against", "alphabeta:2"},
			"play ":        {"train", "--config", "tiny", "--dir", filepath.Join(dir, "run"), "--set", "run.games_per_iteration=200000"},
		} {
			before := len(term.text())
			cmd := term.start(t, "othellier", args...)
			term.await(t, present)
			for range 3000 { // a busy machine draws seldom
				if len(drawings(term.text()[before:])) > 2 {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			io.WriteString(term.master, "\x03")
			cmd.Wait()
			lines := drawings(term.text()[before:])
			for _, line := range lines {
				if n := utf8.RuneCountInString(visible(line)); n >= int(columns) {
					t.Errorf("%d columns: %d are drawn: %q", columns, n, visible(line))
				}
			}
			if len(lines) < 2 {
				t.Errorf("%d columns: %s: drawn %d times", columns, args[0], len(lines))
			}
		}
	}
}

// drawings are the lines of text that are bars.
func drawings(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\r"), func(line string) bool { return !strings.Contains(line, "|") })
}

// visible is what a terminal shows of a line in the end.
func visible(line string) string {
	if at := strings.LastIndex(line, "\x1b[2K"); at >= 0 {
		line = line[at:]
	}
	return regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]`).ReplaceAllString(line, "")
}

func TestStanding(t *testing.T) {
	for _, c := range []struct {
		p    arena.Progress
		want string
	}{
		{arena.Progress{Opponent: "random", Total: 800}, "0/800 games against random"},
		{arena.Progress{Opponent: "gtp:gtp-rhino -l 4 -b 0", Record: arena.Record{Wins: 2, Draws: 1, Losses: 1}, Done: 204, Total: 800}, "204/800 games, 0.625 against gtp:gtp-rhin..."},
	} {
		if got := strings.Join(standing(c.p), " "); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
