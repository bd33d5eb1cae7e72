//go:build darwin || linux

package train

import "golang.org/x/sys/unix"

// freeSpace returns the bytes that this user can still write where path is.
func freeSpace(path string) (int64, bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(path, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
