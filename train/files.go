package train

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// writeFile replaces a file in one step: whoever looks sees the old content or
// the new, also after a power cut.
func writeFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncDir(filepath.Dir(path))
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

// withHint adds to an error of a full disk what to do about it.
func withHint(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, errDiskFull) {
		return fmt.Errorf("%w; free some space and resume: nothing that was finished is lost", err)
	}
	return err
}

// WriteFile replaces a file in one step, also over a power cut: whoever looks
// sees the old content or the new. Tools that keep results while they work use
// it.
func WriteFile(path string, data []byte) error {
	if err := writeFile(path, data); err != nil {
		return withHint(fmt.Errorf("train: writing %s: %w", path, err))
	}
	return nil
}
