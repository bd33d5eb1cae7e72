package kernel

import (
	"fmt"
	"os"
	"strings"
)

// ISA is an instruction set the kernels are written for.
type ISA uint8

const (
	Portable ISA = iota // plain Go, any machine
	AVX2                // x86-64 with AVX2 and FMA
	AVX512              // x86-64 with AVX-512 F
	NEON                // arm64, all of it
)

// Variable names the environment variable that overrides the choice of Select:
// portable, avx2, avx512 or neon.
const Variable = "OTHELLIER_KERNEL"

var isaNames = [...]string{Portable: "portable", AVX2: "avx2", AVX512: "avx512", NEON: "neon"}

func (i ISA) String() string {
	if int(i) < len(isaNames) {
		return isaNames[i]
	}
	return fmt.Sprintf("ISA(%d)", uint8(i))
}

// Supported reports whether this processor and operating system run i.
func (i ISA) Supported() bool { return i == Portable || supported(i) }

// Available lists the instruction sets of this machine, fastest first; the last
// is Portable.
func Available() []ISA {
	var l []ISA
	for i := len(isaNames) - 1; i >= 0; i-- {
		if ISA(i).Supported() {
			l = append(l, ISA(i))
		}
	}
	return l
}

// Select is the fastest instruction set of this machine, or the one
// OTHELLIER_KERNEL names. It is an error if that one is unknown or not
// supported.
func Select() (ISA, error) {
	name := os.Getenv(Variable)
	if name == "" {
		return Available()[0], nil
	}
	for i, s := range isaNames {
		if s != name {
			continue
		}
		if !ISA(i).Supported() {
			return 0, fmt.Errorf("kernel: %s=%s: this processor lacks it (it has %v)", Variable, name, Available())
		}
		return ISA(i), nil
	}
	return 0, fmt.Errorf("kernel: %s=%q is none of %s", Variable, name, strings.Join(isaNames[:], ", "))
}
