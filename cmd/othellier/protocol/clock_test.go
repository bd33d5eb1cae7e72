package protocol

import (
	"testing"
	"time"

	"othellier/mcts/clock"
)

func TestTimesOfGGF(t *testing.T) {
	for _, k := range []struct {
		ti              string
		main, increment time.Duration
	}{
		{"15:00", 15 * time.Minute, 0},
		{"05:00//02:00", 5 * time.Minute, 0},
		{"05:00/00:12/02:00", 5 * time.Minute, 12 * time.Second},
		{"1:00:00/30", time.Hour, 30 * time.Second},
		{"10:00,N10/5,N1/", 10 * time.Minute, 5 * time.Second},
		{"0.5", 500 * time.Millisecond, 0},
		{"1e99", clock.MaxTime, 0},
	} {
		if got := parseTI(k.ti); got != clock.Sudden(k.main, k.increment) {
			t.Errorf("%s: %+v", k.ti, got)
		}
	}
	for _, ti := range []string{"", "x", "-1", "1:x", "NaN", "/1", "0", "0/0"} {
		if got := parseTI(ti); got.Limited() {
			t.Errorf("%q: %+v", ti, got)
		}
	}
}
