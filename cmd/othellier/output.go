package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

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
func isTerminal(stream any) bool {
	if o, ok := stream.(*output); ok {
		stream = o.w
	}
	return report.IsTerminal(stream)
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

// checkTarget says early what would keep writeTarget from writing a file: hours
// of games may lie between.
func checkTarget(flag, path string) error {
	if path == "" || path == "-" || isDevice(path) {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return usagef("--%s: %s is a directory", flag, path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".othellier.*.tmp")
	if err != nil {
		return fmt.Errorf("--%s: %s cannot be written: %w", flag, path, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// writeTarget replaces a file in one step; a device or a pipe is written to.
func writeTarget(path string, data []byte) error {
	if isDevice(path) {
		return os.WriteFile(path, data, 0o666)
	}
	if target, err := filepath.EvalSymlinks(path); err == nil { // a link stays one
		path = target
	}
	return train.WriteFile(path, data)
}

// target is the file of a flag that is written piece by piece. A file has its
// old content until commit.
type target struct {
	io.Writer
	file   *train.File // nil for standard output and for devices
	device *os.File
}

// openTarget opens the target that path names: out if that is "-".
func openTarget(path string, out io.Writer) (*target, error) {
	if path == "-" {
		return &target{Writer: out}, nil
	}
	if isDevice(path) {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &target{Writer: f, device: f}, err
	}
	if link, err := filepath.EvalSymlinks(path); err == nil { // a link stays one
		path = link
	}
	f, err := train.CreateFile(path)
	return &target{Writer: f, file: f}, err
}

func (t *target) commit() error {
	switch {
	case t.file != nil:
		return t.file.Commit()
	case t.device != nil:
		return t.device.Close()
	}
	return nil
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
	data = append(data, '\n')
	if path == "-" {
		_, err = out.Write(data)
		return err
	}
	return writeTarget(path, data)
}

// isDevice says whether there is something at path that cannot be replaced.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && (!info.Mode().IsRegular() || strings.HasPrefix(path, "/dev/"))
}
