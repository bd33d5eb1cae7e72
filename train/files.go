package train

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"

	"othellier/env/whole"
)

// WriteFile replaces a file in one step, also over a power cut, as package whole
// says it. Tools that keep results while they work use it.
func WriteFile(path string, data []byte) error {
	if err := whole.Write(path, data); err != nil {
		return fmt.Errorf("train: writing %s: %w", path, err)
	}
	return nil
}

// syncDir makes the names in a directory durable. Windows has no such call and
// journals names itself.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// What to do where the disk is full: in a run, and where there is none yet.
const (
	hintResume = "free some space and resume: nothing that was finished is lost"
	hintAgain  = "free some space and start again: there is no run yet"
)

// withHint adds to an error of a full disk what to do about it. It is called
// once, where the package returns to its caller.
func withHint(err error, hint string) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, errDiskFull) {
		return fmt.Errorf("%w; %s", err, hint)
	}
	return err
}
