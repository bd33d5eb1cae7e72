package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"
)

type versionCmd struct{}

func (versionCmd) Help() string { return "Example:\n\n  othellier version" }

func (versionCmd) Run(std stdio) error { return writeVersion(std.out) }

// versionFlag does before a verb is looked for what the verb does.
type versionFlag bool

// BeforeReset implements a hook of the parser.
func (versionFlag) BeforeReset(parser *kong.Kong) error {
	err := writeVersion(parser.Stdout)
	parser.Exit(exitOK)
	return err
}

func writeVersion(out io.Writer) error {
	_, err := fmt.Fprintf(out, "othellier %s (%s %s/%s)\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// version returns the module version and the commit, as far as the build knows
// them.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
	}
	var commit, dirty string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = " " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = " with changes"
		}
	}
	return v + commit + dirty
}
