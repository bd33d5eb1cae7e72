package train

import (
	"errors"
	"fmt"
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
	path := filepath.Join(dir, lockName)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if err := lockFile(f); err != nil {
		f.Close()
		if !errors.Is(err, errLocked) {
			return nil, fmt.Errorf("train: locking %s: %w", path, err)
		}
		holder, _ := os.ReadFile(path)
		return nil, fmt.Errorf("%w: %s is being trained by process %s", ErrLocked, dir, strings.TrimSpace(string(holder)))
	}
	err = f.Truncate(0)
	if err == nil {
		_, err = fmt.Fprintln(f, os.Getpid())
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("train: writing %s: %w", path, err)
	}
	return f, nil
}
