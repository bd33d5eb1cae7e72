package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"othellier/cmd/othellier/tui"
	"othellier/env"
)

// terminal is the far end of a pseudo-terminal: what a person would see and type.
type terminal struct {
	master, slave *os.File
	mu            sync.Mutex
	seen          bytes.Buffer
}

// openTerminal opens a pseudo-terminal of 80x24, or skips the test.
func openTerminal(t *testing.T) *terminal {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { master.Close() })
	fd := int(master.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Skip(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Skip(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { slave.Close() })
	if err := unix.IoctlSetWinsize(int(slave.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		t.Skip(err)
	}
	term := &terminal{master: master, slave: slave}
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := master.Read(buf)
			term.mu.Lock()
			term.seen.Write(buf[:n])
			term.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return term
}

func (term *terminal) text() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.seen.String()
}

// await waits until text has been written.
func (term *terminal) await(t *testing.T, text string) {
	t.Helper()
	for range 1000 {
		if strings.Contains(term.text(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("no %q on the terminal:\n%q", text, term.text())
}

// settings returns the line settings, such as echo.
func (term *terminal) settings(t *testing.T) unix.Termios {
	t.Helper()
	s, err := unix.IoctlGetTermios(int(term.slave.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return *s
}

// start runs this program under another of its names at the terminal.
func (term *terminal) start(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), name)
	if err := os.Symlink(program, link); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(link, args...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LANG=C.UTF-8", "LC_ALL=", "NO_COLOR=")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = term.slave, term.slave, term.slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return cmd
}

// modes are switched on for the whole screen, and off again at the end.
var modes = map[string][2]string{
	"alternate screen": {"\x1b[?1049h", "\x1b[?1049l"},
	"hidden cursor":    {"\x1b[?25l", "\x1b[?25h"},
	"mouse":            {"\x1b[?1002h", "\x1b[?1002l"},
	"long mouse":       {"\x1b[?1006h", "\x1b[?1006l"},
	"bracketed paste":  {"\x1b[?2004h", "\x1b[?2004l"},
}

// TestTheTerminalIsLeftClean ends the program in every way that it can end.
func TestTheTerminalIsLeftClean(t *testing.T) {
	net := filepath.Join(t.TempDir(), "net.safetensors")
	for _, end := range []struct {
		name   string
		finish func(term *terminal, cmd *exec.Cmd)
		status int
		says   string
	}{
		{"q", func(term *terminal, _ *exec.Cmd) { io.WriteString(term.master, "q") }, exitOK, "The game: f5"},
		{"Ctrl-C", func(term *terminal, _ *exec.Cmd) { io.WriteString(term.master, "\x03") }, exitInterrupted, "The game: f5"},
		{"Ctrl-C at a prompt", func(term *terminal, _ *exec.Cmd) { io.WriteString(term.master, "sx\x03") }, exitInterrupted, "The game: f5"},
		{"SIGTERM", func(_ *terminal, cmd *exec.Cmd) { cmd.Process.Signal(syscall.SIGTERM) }, exitInterrupted, "The game: f5"},
		{"SIGINT", func(_ *terminal, cmd *exec.Cmd) { cmd.Process.Signal(syscall.SIGINT) }, exitInterrupted, "The game: f5"},
		{"SIGHUP", func(_ *terminal, cmd *exec.Cmd) { cmd.Process.Signal(syscall.SIGHUP) }, exitInterrupted, "The game: f5"},
		{"panic in a command", func(*terminal, *exec.Cmd) {}, exitFailure, "a fault of the engine"},
		{"panic in Update", func(*terminal, *exec.Cmd) {}, exitFailure, "index out of range"},
	} {
		t.Run(end.name, func(t *testing.T) {
			term := openTerminal(t)
			before := term.settings(t)
			var cmd *exec.Cmd
			if kind, ok := strings.CutPrefix(end.name, "panic in "); ok {
				cmd = term.start(t, "faulty", kind)
			} else {
				if err := term.start(t, "newnet", "8", net).Wait(); err != nil {
					t.Fatal(err)
				}
				cmd = term.start(t, "othellier", "play", net, "--color", "both", "--sims", "10")
			}
			term.await(t, "Othellier · ")
			if end.status != exitFailure {
				io.WriteString(term.master, "f5\x0c") // Ctrl-L draws all again
				term.await(t, "1 move, 59 empty")
			}
			end.finish(term, cmd)
			cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != end.status {
				t.Errorf("exit status %d, want %d", got, end.status)
			}
			term.await(t, end.says)
			text := term.text()
			for name, m := range modes {
				on, off := strings.LastIndex(text, m[0]), strings.LastIndex(text, m[1])
				if on < 0 || off < on {
					t.Errorf("%s: on at %d, off at %d", name, on, off)
				}
			}
			if leave := strings.LastIndex(text, "\x1b[?1049l"); strings.LastIndex(text, end.says) < leave {
				t.Errorf("%q is lost with the alternate screen", end.says)
			}
			if after := term.settings(t); after != before {
				t.Errorf("the settings were %+v and are %+v", before, after)
			}
		})
	}
}

// TestMousePasteAndSizeOfARealTerminal sends what terminals send.
func TestMousePasteAndSizeOfARealTerminal(t *testing.T) {
	term := openTerminal(t)
	net := filepath.Join(t.TempDir(), "net.safetensors")
	if err := term.start(t, "newnet", "8", net).Wait(); err != nil {
		t.Fatal(err)
	}
	cmd := term.start(t, "othellier", "play", net, "--color", "both")
	term.await(t, "Othellier · ")
	io.WriteString(term.master, "\x1b[<0;25;12M\x1b[<0;25;12m\x0c") // a click on f5
	term.await(t, "1 move, 59 empty")
	io.WriteString(term.master, "\x1b[200~f5d6c3\x1b[201~")
	term.await(t, "A game of 3 moves")
	if err := unix.IoctlSetWinsize(int(term.slave.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 10, Col: 40}); err != nil {
		t.Fatal(err)
	}
	term.await(t, "The window is too small")
	io.WriteString(term.master, "q")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	term.await(t, "The game: f5d6c3")
}

func init() { programs["faulty"] = faulty }

// faulty is a program on the whole screen whose own code panics.
func faulty() {
	c := tui.Config{Strength: tui.Strength{Simulations: 1}}
	for i := range c.Players {
		c.Players[i] = tui.Player{Name: "faulty", Engine: faultyEngine{}}
	}
	if _, err := tui.Run(context.Background(), c, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailure)
	}
}

// faultyEngine panics, or has its caller panic by an answer without a move.
type faultyEngine struct{}

func (faultyEngine) Think(context.Context, env.Position, tui.Limit, func(tui.Thoughts)) (tui.Thoughts, error) {
	time.Sleep(200 * time.Millisecond) // the screen is up
	if os.Args[1] == "Update" {
		return tui.Thoughts{}, nil
	}
	panic("a fault of the engine")
}
