package main

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// memory returns the bytes of memory that this process can come to have: the
// machine's, or fewer where its control group is bounded; 0 if that is not known.
func memory() int64 {
	var s unix.Sysinfo_t
	if err := unix.Sysinfo(&s); err != nil {
		return 0
	}
	bytes := int64(s.Totalram) * int64(s.Unit)
	for _, bound := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, err := os.ReadFile(bound)
		if err != nil {
			continue
		}
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 { // "max" is none
			bytes = min(bytes, n)
		}
	}
	return bytes
}

// reserve returns an error if the system does not give so many bytes at once, as
// where ulimit -v bounds them.
func reserve(bytes int64) error {
	m, err := unix.Mmap(-1, 0, int(bytes), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return err
	}
	return unix.Munmap(m)
}
