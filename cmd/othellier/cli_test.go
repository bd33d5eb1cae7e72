package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"othellier/env"
	"othellier/env/golden"
	"othellier/model"
)

// programs are what tests run as processes of their own; some are of one system
// alone.
var programs = map[string]func(){
	"othellier": func() { os.Exit(run(os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr})) },
	"newnet":    newnet,
}

func TestMain(m *testing.M) {
	testscript.Main(m, programs)
}

// TestScripts runs the binary as a person would: testdata/scripts. Beside
// othellier itself the scripts have newnet BOARD FILE, which writes a small
// network that has learned nothing, and status N ARGS..., which runs othellier
// and expects an exit status, and a message without the names of packages.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/scripts", UpdateScripts: golden.Update(),
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status},
	})
}

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N ARGS...")
	}
	got := exitOK
	if err := ts.Exec("othellier", args[1:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
	if leak := packageNames.FindString(ts.ReadFile("stderr")); leak != "" {
		ts.Fatalf("the message has the name of a package in it: %q", leak)
	}
}

func newnet() {
	var r env.Rules
	err := r.Board.UnmarshalText([]byte(os.Args[1]))
	if err == nil {
		s := model.Spec{Channels: 8, Blocks: 1, ValueChannels: 2, ValueHidden: 8}
		err = model.Save(os.Args[2], model.NewWeights(s, rand.New(rand.NewPCG(1, 1))), model.Meta{Rules: r})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
