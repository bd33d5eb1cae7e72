//go:build !unix

package bench

func cpuSeconds() float64 { return 0 }
func peakMemory() int64   { return 0 }
