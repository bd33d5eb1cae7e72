//go:build !amd64 && !arm64

package kernel

func supported(ISA) bool { return false }

var sets = map[ISA]*kernels{Portable: &portable}
