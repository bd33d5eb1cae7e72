//go:build unix

package bench

import (
	"runtime"

	"golang.org/x/sys/unix"
)

func usage() (u unix.Rusage) {
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return unix.Rusage{}
	}
	return u
}

// cpuSeconds returns the processor time that the process has taken, 0 where the
// system does not tell.
func cpuSeconds() float64 {
	u := usage()
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// peakMemory returns the most bytes of memory that the process has had at a
// time, 0 where the system does not tell.
func peakMemory() int64 {
	n := int64(usage().Maxrss)
	if runtime.GOOS != "darwin" && runtime.GOOS != "ios" { // which count bytes, the others kilobytes
		n *= 1024
	}
	return n
}
