package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"othellier/env/whole"
	"othellier/train"
	"othellier/train/report"
)

// output is standard output. It remembers the first write that failed, so that
// no verb ends as though its answer had been read.
type output struct {
	w   io.Writer
	mu  sync.Mutex
	err error
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n, err := o.w.Write(p)
	if o.err == nil && err != nil {
		o.err = writeError{fmt.Errorf("writing to standard output: %w", err)}
	}
	if err != nil {
		err = o.err
	}
	return n, err
}

// writeError is a failed write to standard output.
type writeError struct{ error }

// isTerminal says whether a stream of the process is a terminal.
func isTerminal(stream any) bool { return report.IsTerminal(beneath(stream)) }

// canMove says whether a stream is a terminal that is not dumb.
func canMove(stream any) bool { return report.CanMove(beneath(stream)) }

// beneath returns what an output writes to; other streams are themselves.
func beneath(stream any) any {
	if o, ok := stream.(*output); ok {
		return o.w
	}
	return stream
}

// sameFile says whether two paths are of one file, which need not exist.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	a, errA = filepath.Abs(a)
	b, errB = filepath.Abs(b)
	return errA == nil && errB == nil && a == b
}

// standard returns "-" for a path that leads to where out does, as /dev/stdout
// leads to standard output: what is written there must not be mixed with anything
// else. Other paths are themselves.
func standard(path string, out io.Writer) string {
	f, ok := beneath(out).(*os.File)
	if !ok || !whole.Stream(path) {
		return path
	}
	infoOut, errOut := f.Stat()
	info, err := os.Stat(path)
	if errOut == nil && err == nil && os.SameFile(infoOut, info) {
		return "-"
	}
	return path
}

// checkTarget says early what would keep a file of a flag from being written:
// hours of games may lie between.
func checkTarget(flag, path string) error {
	if path == "" || path == "-" {
		return nil
	}
	switch err := whole.Check(path); {
	case errors.Is(err, syscall.EISDIR):
		return fmt.Errorf("--%s: %s is a directory", flag, path)
	case err != nil:
		return fmt.Errorf("--%s: %s cannot be written: %w", flag, path, err)
	}
	return nil
}

// nameOfTarget names what is written to.
func nameOfTarget(path string) string {
	if path == "-" {
		return "standard output"
	}
	return path
}

// target is the file of a flag that is written piece by piece. A file has its
// old content until commit.
type target struct {
	io.Writer
	file *whole.File // nil for standard output
}

// openTarget opens the target that path names: out if that is "-".
func openTarget(path string, out io.Writer) (*target, error) {
	if path == "-" {
		return &target{Writer: out}, nil
	}
	f, err := whole.Create(path)
	return &target{f, f}, err
}

func (t *target) commit() error {
	if t.file == nil {
		return nil
	}
	return t.file.Commit()
}

func (t *target) discard() {
	if t.file != nil {
		t.file.Discard()
	}
}

// writeJSON writes v to the file of a flag --json: to out if that is "-",
// nowhere if it is empty.
func writeJSON(path string, out io.Writer, v any) error {
	if path == "" {
		return nil
	}
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return writeTo(path, out, append(data, '\n'))
}

// writeTo writes data to a file, or to out if path is "-".
func writeTo(path string, out io.Writer, data []byte) error {
	if path == "-" {
		_, err := out.Write(data)
		return err
	}
	return train.WriteFile(path, data)
}
