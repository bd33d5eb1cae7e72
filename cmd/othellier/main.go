// Othellier teaches a computer Othello from nothing but the rules, measures
// it, and plays it. Run it without arguments, or with --help after any verb,
// for what it can do.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"othellier/env/words"
)

// Exit statuses.
const (
	exitOK          = 0
	exitFailure     = 1   // the verb could not do its work: a file is missing, damaged or in the way, or its content at fault
	exitUsage       = 2   // the command line is wrong, whatever lies on the disk
	exitInterrupted = 130 // stopped by an interrupt, as shells report it
)

// cli is the command line.
type cli struct {
	Train    trainCmd    `cmd:"" help:"Train a network from nothing but the rules."`
	Eval     evalCmd     `cmd:"" help:"Measure networks against fixed players."`
	Ladder   ladderCmd   `cmd:"" help:"Rate networks on a ladder of fixed players."`
	SPRT     sprtCmd     `cmd:"" name:"sprt" help:"Play two players until it is clear which is better."`
	Ablate   ablateCmd   `cmd:"" help:"Find out what a change of the configuration is worth."`
	Curve    curveCmd    `cmd:"" help:"Show how the rating rose in a run."`
	Play     playCmd     `cmd:"" help:"Play against a network in the terminal."`
	GTP      gtpCmd      `cmd:"" name:"gtp" help:"Let other programs use a network over the Go Text Protocol."`
	NBoard   nboardCmd   `cmd:"" name:"nboard" help:"Be an engine of the NBoard interface."`
	Describe describeCmd `cmd:"" help:"Print what a network file holds."`
	Export   exportCmd   `cmd:"" help:"Write a network in a form that other programs read."`
	Solve    solveCmd    `cmd:"" help:"Solve end positions exactly."`
	Analyze  analyzeCmd  `cmd:"" help:"Go through games move by move: what each was worth, and what was better."`
	Test     testCmd     `cmd:"" help:"Hold a network against games that were played, or against problems."`
	Convert  convertCmd  `cmd:"" help:"Convert game records between formats."`
	Bench    benchCmd    `cmd:"" help:"Measure the speed of this machine and this program."`
	Perft    perftCmd    `cmd:"" help:"Count the games of a given length, a check of the rules."`
	Version  versionCmd  `cmd:"" help:"Print the version."`

	ShowVersion versionFlag `name:"version" help:"Print the version."`
}

// stdio is what a verb reads and writes; it is the process's own but in tests.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr}))
}

// run carries out a command line and returns the exit status.
func run(args []string, std stdio) int {
	out := &output{w: std.out}
	std.out = out
	status := runVerb(args, std)
	if out.err != nil && status == exitOK {
		complain(std.err, out.err)
		return exitFailure
	}
	return status
}

// runVerb parses args, runs the verb and returns the exit status.
func runVerb(args []string, std stdio) (status int) {
	ctx, stop := interruptible(std.err)
	defer stop()
	var c cli
	parser, err := kong.New(&c,
		kong.Name("othellier"),
		kong.Description("Othellier teaches a computer Othello by self-play, measures it and plays it.\n\n"+
			"Start with: othellier train (about ten minutes on two cores), then: othellier play"),
		kong.Writers(std.out, std.err),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(std),
		kong.Exit(func(code int) { panic(exit(code)) }),
	)
	if err != nil {
		complain(std.err, err)
		return exitFailure
	}
	defer func() { // --help ends the parsing by an exit
		switch r := recover().(type) {
		case nil:
		case exit:
			status = int(r)
		default:
			panic(r)
		}
	}()
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == "help":
		args = append(slices.Clone(args[1:]), "--help")
	}
	verb, err := parser.Parse(joined(args))
	if errors.As(err, new(writeError)) { // of --help
		complain(std.err, err)
		return exitFailure
	}
	if err == nil {
		err = checkGiven(verb)
	}
	if err != nil {
		complain(std.err, inWords(err))
		fmt.Fprintln(std.err, "Try: othellier --help, or --help after a verb.")
		return exitUsage
	}
	switch err := verb.Run(); {
	case err == nil:
		return exitOK
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(std.err, "othellier:", strings.ReplaceAll(words.Error(err), context.Canceled.Error(), "interrupted"))
		return exitInterrupted
	case isUsage(err):
		complain(std.err, err)
		return exitUsage
	default:
		complain(std.err, err)
		return exitFailure
	}
}

// complain says what is wrong.
func complain(w io.Writer, err error) { fmt.Fprintln(w, "othellier:", words.Error(err)) }

// exit carries an exit status out of the parser.
type exit int
