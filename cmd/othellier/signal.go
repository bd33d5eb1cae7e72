package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// surviveClosedPipes turns a write to a closed pipe into an error of that write
// until the function that it returns is called: work of hours, such as
// training, does not end because nobody reads what it says of itself.
func surviveClosedPipes() (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGPIPE) // unlike Ignore it is not handed on to programs that are started
	return func() { signal.Stop(signals) }
}

// interruptible returns a context that the first interrupt or termination
// signal cancels, so that the verb ends in good order. A second signal ends
// the process at once, which loses nothing that is on disk.
func interruptible(err io.Writer) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	done := make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-signals:
			line := "\n"
			if canMove(err) {
				line = "\r\x1b[2K" // takes off a bar, and the ^C
			}
			fmt.Fprintln(err, line+"othellier: stopping; interrupt again to stop at once")
			cancel()
		case <-done:
			return
		}
		select {
		case <-signals:
			os.Exit(exitInterrupted)
		case <-done:
		}
	}()
	return ctx, func() { signal.Stop(signals); close(done); cancel() }
}
