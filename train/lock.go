package train

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// ErrLocked is returned, wrapped with the holder's process id, where another
// process trains in the same run directory.
var ErrLocked = errors.New("train: the run directory is in use")

var errLocked = errors.New("locked")

// lock takes the run directory for this process. The system lets go of it when
// the process ends, so a killed trainer leaves nothing to clean up.
func lock(dir string) (*os.File, error) {
	f, holder, err := take(filepath.Join(dir, lockName))
	if errors.Is(err, errLocked) {
		err = fmt.Errorf("%w: %s is being trained by process %s", ErrLocked, dir, holder)
	}
	return f, err
}

// take opens a file, locks it and writes the process id into it. Where another
// process has it, the error is errLocked, and holder is what that one wrote.
func take(path string) (f *os.File, holder string, err error) {
	if f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, "", fmt.Errorf("train: %w", err)
	}
	if err := lockFile(f); err != nil {
		f.Close()
		if !errors.Is(err, errLocked) {
			return nil, "", fmt.Errorf("train: locking %s: %w", path, err)
		}
		b, _ := os.ReadFile(path)
		return nil, strings.TrimSpace(string(b)), err
	}
	err = f.Truncate(0)
	if err == nil {
		_, err = fmt.Fprintln(f, os.Getpid())
	}
	if err != nil {
		f.Close()
		return nil, "", fmt.Errorf("train: writing %s: %w", path, err)
	}
	return f, "", nil
}

// Hold keeps other processes from holding the file at path, which need not exist,
// until the result is closed or the process ends. Tools that read a file and write
// it again as they work use it. It is held by a file .NAME.lock beside it, which
// only a process that is killed leaves, and which does no harm.
func Hold(path string) (io.Closer, error) {
	beneath := path
	if target, err := filepath.EvalSymlinks(path); err == nil {
		beneath = target
	}
	name := filepath.Join(filepath.Dir(beneath), "."+filepath.Base(beneath)+".lock")
	for {
		f, holder, err := take(name)
		if errors.Is(err, errLocked) {
			return nil, fmt.Errorf("train: %s is in use by process %s: wait for its end, or name another", path, holder)
		}
		if err != nil {
			return nil, err
		}
		if is(f, name) {
			return held{f}, nil
		}
		f.Close() // its holder has removed it meanwhile
	}
}

// held is a lock that goes with its file.
type held struct{ file *os.File }

func (h held) Close() error {
	name := h.file.Name()
	removed := os.Remove(name) // while nobody else can have it
	err := h.file.Close()
	if removed != nil { // on Windows, where no open file can be removed by anybody
		_ = os.Remove(name)
	}
	return err
}

// is says whether name still leads to the open file f.
func is(f *os.File, name string) bool {
	a, errA := f.Stat()
	b, errB := os.Stat(name)
	return errA == nil && errB == nil && os.SameFile(a, b)
}
