package train

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// WriteFile replaces a file in one step, also over a power cut: whoever looks
// sees the old content or the new. Tools that keep results while they work use
// it. A process that is killed can leave a file named ".NAME.*.tmp".
func WriteFile(path string, data []byte) error {
	f, err := CreateFile(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Discard()
		return fmt.Errorf("train: writing %s: %w", path, err)
	}
	return f.Commit()
}

// File is a file that is written piece by piece and replaces another in one
// step, as [WriteFile] does. Either Commit or Discard ends it.
type File struct {
	*os.File
	path string
}

// CreateFile begins to write what is to replace the file at path.
func CreateFile(path string) (*File, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return nil, fmt.Errorf("train: writing %s: %w", path, err)
	}
	return &File{f, path}, nil
}

// Commit puts the file in its place.
func (f *File) Commit() error {
	err := errors.Join(f.Sync(), f.Close())
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	} else {
		err = syncDir(filepath.Dir(f.path))
	}
	if err != nil {
		return fmt.Errorf("train: writing %s: %w", f.path, err)
	}
	return nil
}

// Discard leaves the old file as it was.
func (f *File) Discard() {
	f.Close()
	os.Remove(f.Name())
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
