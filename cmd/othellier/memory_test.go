package main

import (
	"errors"
	"strings"
	"testing"
)

// A table that does not fit is refused with what it takes, what there is, and the
// largest that fits.
func TestCheckTable(t *testing.T) {
	const gib = 1 << 30
	give := func(most int64) func(int64) error {
		return func(bytes int64) error {
			if bytes > most {
				return errors.New("no")
			}
			return nil
		}
	}
	for _, c := range []struct {
		bits         int
		memory, most int64
		want         string // empty where it fits
	}{
		{22, 8 * gib, 8 * gib, ""},
		{30, 24 * gib, 24 * gib, ""},
		{30, 23 * gib, 64 * gib, "--hash-bits: 30 takes 25.8 GB of memory, and there are 24.7 GB: at most 29 here"},
		{30, 1 * gib, 64 * gib, "--hash-bits: 30 takes 25.8 GB of memory, and there are 1.1 GB: at most 25 here"},
		{29, 64 * gib, 2 * gib, "--hash-bits: 29 takes 12.9 GB of memory, which the system does not give: at most 26 here"},
		{28, 0, 0, ""},
		{29, 0, 0, "--hash-bits: 29 takes 12.9 GB of memory, and how much memory this machine has is not known: at most 28 here"},
	} {
		err := checkTable(c.bits, c.memory, give(c.most))
		var usage usageError
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &usage) || err.Error() != c.want) {
			t.Errorf("%d bits in %d bytes: %v, want %q", c.bits, c.memory, err, c.want)
		}
	}
}

// What the machine says of itself is possible, and enough for the default.
func TestMemory(t *testing.T) {
	m := memory()
	if m < 0 || m > 0 && m < 64<<20 {
		t.Errorf("%d bytes of memory", m)
	}
	if err := checkTable(22, m, reserve); err != nil {
		t.Error(err)
	}
	if err := checkTable(40, m, reserve); err == nil || !strings.Contains(err.Error(), "40 takes 26388.3 GB") {
		t.Errorf("26 terabytes: %v", err)
	}
}
