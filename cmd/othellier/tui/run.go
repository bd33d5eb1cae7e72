package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// Run plays on a terminal until the player quits, ctx ends or the terminal goes
// away. However that happens, the terminal is as it was before, and nothing that
// was started goes on. It returns the moves of the games that are in no file.
// The error is context.Canceled after Ctrl-C, a hangup or the end of ctx.
func Run(ctx context.Context, c Config, in, out *os.File) (unsaved []string, err error) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP)
	defer stop()
	m := New(ctx, c)
	defer m.jobs.close()
	options := []tea.ProgramOption{tea.WithInput(in), tea.WithOutput(out), tea.WithContext(ctx), tea.WithoutSignalHandler()}
	if c.Mono {
		options = append(options, tea.WithColorProfile(colorprofile.Ascii))
	}
	p := tea.NewProgram(m, options...)
	m.post = p.Send
	_, err = p.Run()
	switch {
	case errors.Is(err, tea.ErrProgramPanic):
		if fault := m.jobs.panicked(); fault != nil { // the process can be gone before Bubble Tea has told it
			err = fmt.Errorf("%w: %v", err, fault)
		}
		return m.Unsaved(), err
	case ctx.Err() != nil || m.interrupted:
		return m.Unsaved(), context.Canceled
	case err != nil && !m.quitting:
		return m.Unsaved(), fmt.Errorf("the terminal: %w", err)
	}
	return m.Unsaved(), nil
}

// ASCIIOnly says whether the locale that the environment asks for has no
// characters but ASCII.
func ASCIIOnly(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(getenv(name)); locale != "" {
			return !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
		}
	}
	return false // nothing is said: most terminals are UTF-8
}

// Monochrome says whether the environment wants no colours, or names a terminal
// that has none.
func Monochrome(getenv func(string) string) bool {
	term := getenv("TERM")
	return term == "" && runtime.GOOS != "windows" || getenv("NO_COLOR") != "" ||
		strings.HasPrefix(term, "vt") && !strings.Contains(term, "color") ||
		strings.HasSuffix(term, "-m") || strings.HasSuffix(term, "-mono")
}

// Colourful says whether the terminal that the environment names is sure to show
// the 256 colours, and the discs, of a coloured board.
func Colourful(environ []string) bool {
	getenv := func(name string) (value string) {
		for _, v := range environ {
			if rest, ok := strings.CutPrefix(v, name+"="); ok {
				value = rest
			}
		}
		return value
	}
	return !Monochrome(getenv) && !ASCIIOnly(getenv) && colorprofile.Env(environ) >= colorprofile.ANSI256
}
