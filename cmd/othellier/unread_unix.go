//go:build unix

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// unread says that nobody can read what is written to a stream of the process any
// more: the other end of its pipe is closed, or its terminal.
func unread(stream any) bool {
	f, ok := beneath(stream).(*os.File)
	if !ok {
		return false
	}
	conn, err := f.SyscallConn()
	if err != nil {
		return false
	}
	closed := false
	err = conn.Control(func(fd uintptr) {
		poll := []unix.PollFd{{Fd: int32(fd)}} // errors and hang-ups are told without being asked for
		n, err := unix.Poll(poll, 0)
		closed = err == nil && n > 0
	})
	return err == nil && closed
}
