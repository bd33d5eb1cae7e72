package train

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// errDiskFull is one more error of a full disk, beside ENOSPC.
var errDiskFull error = windows.ERROR_DISK_FULL

// lockFile takes the file for this process until it is closed or the process
// ends, in whatever way; errLocked if another one has it. It locks a byte far
// behind the content, so that others can read who holds it.
func lockFile(f *os.File) error {
	at := windows.Overlapped{OffsetHigh: 1}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errLocked
	}
	return err
}
