package protocol

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// arbiter is a clock as a client keeps it: it says when a side is over its time.
type arbiter struct {
	main, period, left time.Duration
	stones, due        int
	increment          time.Duration
}

// move counts a move that took d and reports whether it was in time.
func (f *arbiter) move(d time.Duration) bool {
	if f.main > 0 {
		if d < f.main || f.period == 0 {
			f.main -= d
			intime := f.main >= 0
			f.main += f.increment
			return intime
		}
		d, f.main = d-f.main, 0
		f.left, f.due = f.period, f.stones
	}
	f.left -= d
	intime := f.left >= 0
	if f.due--; f.due == 0 {
		f.left, f.due = f.period, f.stones
	}
	return intime
}

// TestNeverOverTime plays on many clocks with an engine that uses every budget
// to the end and loses some milliseconds beside.
func TestNeverOverTime(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		second := func(name string, low, high int) time.Duration {
			return time.Duration(rapid.IntRange(low, high).Draw(rt, name)) * time.Second
		}
		f := arbiter{}
		var c clock
		switch rapid.SampledFrom([]string{"absolute", "canadian", "periods", "increment"}).Draw(rt, "kind") {
		case "absolute":
			f.main = second("main", 5, 2000)
			c = canadian(f.main, 0, 0)
		case "canadian":
			f.main, f.period, f.stones = second("main", 1, 2000), second("period", 5, 600), rapid.IntRange(1, 40).Draw(rt, "stones")
			c = canadian(f.main, f.period, f.stones)
		case "periods":
			f.period, f.stones = second("period", 5, 600), rapid.IntRange(1, 40).Draw(rt, "stones")
			f.left, f.due = f.period, f.stones
			c = canadian(0, f.period, f.stones)
		case "increment":
			f.main, f.increment = second("main", 5, 600), second("increment", 0, 20)
			c = clock{limited: true, main: f.main, increment: f.increment}
		}
		tells := f.increment == 0 && rapid.Bool().Draw(rt, "tells") // before each move, in whole seconds
		for moves := 30; moves > 0; moves-- {
			switch {
			case !tells:
			case f.main > 0:
				c.set(f.main.Truncate(time.Second), 0)
			case f.stones > 0:
				c.set(f.left.Truncate(time.Second), f.due)
			}
			b := c.budget(moves)
			if b <= 0 {
				rt.Fatalf("a budget of %v", b)
			}
			d := b + time.Duration(rapid.IntRange(0, 40).Draw(rt, "lag"))*time.Millisecond
			if !f.move(d) {
				rt.Fatalf("over the time with %d moves left: %v of %+v, %+v", moves, d, c, f)
			}
			c.spend(d)
		}
	})
}

func TestClocks(t *testing.T) {
	const s = time.Second
	for _, k := range []struct {
		name  string
		clock clock
		moves int
		want  time.Duration
	}{
		{"nothing said", clock{}, 30, 0},
		{"no limit", canadian(0, 1*s, 0), 30, 0},
		{"no limit after main time", canadian(60*s, 1*s, 0), 30, 0},
		{"no time", canadian(0, 0, 0), 30, 0},
		{"absolute", canadian(310*s, 0, 0), 30, 9*s - reserve},
		{"absolute, last move", canadian(2*s, 0, 0), 1, 900*time.Millisecond - reserve},
		{"main time with periods to fall back on", canadian(31*s, 100*s, 10), 30, 9*s - reserve},
		{"never more than is left", canadian(5*s, 100*s, 1), 30, 4500*time.Millisecond - reserve},
		{"periods", canadian(0, 100*s, 10), 30, 9*s - reserve},
		{"hardly any", canadian(31*time.Millisecond, 0, 0), 30, leastTime},
		{"increment", clock{limited: true, main: 310 * s, increment: 10 * s}, 30, 18*s - reserve},
		{"increment, no time", clock{limited: true, main: 1 * s, increment: 10 * s}, 30, 900*time.Millisecond - reserve},
	} {
		if got := k.clock.budget(k.moves); got != k.want {
			t.Errorf("%s: got %v, want %v", k.name, got, k.want)
		}
	}

	c := canadian(10*s, 30*s, 3)
	c.spend(15 * s) // 5 s of the first period, and one of its moves
	if c.left != 25*s || c.due != 2 || !c.overtime {
		t.Errorf("over the main time: %+v", c)
	}
	c.spend(5 * s)
	c.spend(5 * s)
	if c.left != 30*s || c.due != 3 {
		t.Errorf("a new period: %+v", c)
	}
	c.set(7*s, 0)
	if c.overtime || c.main != 7*s {
		t.Errorf("main time told: %+v", c)
	}

	c = clock{}
	c.set(0, 0) // means nothing
	if c != (clock{}) {
		t.Errorf("no time told without settings: %+v", c)
	}
	c.set(20*s, 4)
	for range 4 {
		c.spend(1 * s)
	}
	if c.left != 20*s || c.due != 4 {
		t.Errorf("periods told without settings: %+v", c)
	}
}

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
		{"1e99", maxTime, 0},
	} {
		if got := parseTI(k.ti); got != (clock{limited: true, main: k.main, increment: k.increment}) {
			t.Errorf("%s: %+v", k.ti, got)
		}
	}
	for _, ti := range []string{"", "x", "-1", "1:x", "NaN", "/1"} {
		if got := parseTI(ti); got != (clock{}) {
			t.Errorf("%q: %+v", ti, got)
		}
	}
}
