//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package train

import (
	"errors"
	"os"
	"syscall"
)

// errDiskFull is one more error of a full disk, beside ENOSPC.
var errDiskFull error = syscall.EDQUOT

// lockFile takes the whole file for this process until it is closed or the
// process ends, in whatever way; errLocked if another one has it.
func lockFile(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errLocked
	}
	return err
}
