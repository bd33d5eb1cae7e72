package tui

import (
	"strings"
	"testing"
)

func TestWhatTheEnvironmentAsksFor(t *testing.T) {
	for _, e := range []struct {
		env         map[string]string
		ascii, mono bool
	}{
		{env: map[string]string{"TERM": "xterm-256color"}},
		{env: map[string]string{"TERM": "xterm", "LANG": "de_DE.UTF-8", "NO_COLOR": "yes"}, mono: true},
		{env: map[string]string{"TERM": "vt220", "LANG": "C"}, ascii: true, mono: true},
		{env: map[string]string{"TERM": "xterm-mono", "LC_ALL": "en_US.utf8", "LANG": "C"}, mono: true},
		{env: map[string]string{"TERM": "linux", "LC_ALL": "POSIX", "LANG": "C.UTF-8"}, ascii: true},
		{env: map[string]string{"TERM": "vt100-color"}},
		{env: map[string]string{"TERM": ""}, mono: true},
	} {
		getenv := func(name string) string { return e.env[name] }
		if ascii, mono := ASCIIOnly(getenv), Monochrome(getenv); ascii != e.ascii || mono != e.mono {
			t.Errorf("%v: ASCII only is %v, monochrome %v", e.env, ascii, mono)
		}
	}
}

func TestColourful(t *testing.T) {
	for env, want := range map[string]bool{
		"TERM=xterm-256color": true, "TERM=tmux": true, "TERM=foo COLORTERM=truecolor": true, "TERM=xterm-kitty LANG=C.UTF-8": true,
		"TERM=foo": false, "TERM=xterm": false, "TERM=linux": false, "TERM=": false, "TERM=dumb": false, "TERM=vt220": false,
		"TERM=xterm-256color NO_COLOR=yes": false, "TERM=xterm-256color LANG=C": false, "TERM=xterm-256color TERM=foo": false,
	} {
		if got := Colourful(strings.Fields(env)); got != want {
			t.Errorf("%s: %v", env, got)
		}
	}
}
