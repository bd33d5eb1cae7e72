package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"othellier/env"
	"othellier/model"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"othellier": func() { os.Exit(run(os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr})) },
		"newnet":    newnet,
	})
}

// TestScripts runs the binary as a person would: testdata/scripts. Beside
// othellier itself the scripts have newnet BOARD FILE, which writes a small
// network that has learned nothing.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/scripts", UpdateScripts: *update})
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
