package clock

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// lag is what a client's clock may lose between its session's answers and itself.
const lag = 150 * time.Millisecond

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
		var c Clock
		switch rapid.SampledFrom([]string{"absolute", "canadian", "periods", "increment"}).Draw(rt, "kind") {
		case "absolute":
			f.main = second("main", 5, 2000)
			c = Canadian(f.main, 0, 0)
		case "canadian":
			f.main, f.period, f.stones = second("main", 1, 2000), second("period", 5, 600), rapid.IntRange(1, 40).Draw(rt, "stones")
			c = Canadian(f.main, f.period, f.stones)
		case "periods":
			f.period, f.stones = second("period", 5, 600), rapid.IntRange(1, 40).Draw(rt, "stones")
			f.left, f.due = f.period, f.stones
			c = Canadian(0, f.period, f.stones)
		case "increment":
			f.main, f.increment = second("main", 5, 600), second("increment", 0, 20)
			c = Sudden(f.main, f.increment)
		}
		tells := f.increment == 0 && rapid.Bool().Draw(rt, "tells") // before each move, in whole seconds
		for moves := 30; moves > 0; moves-- {
			switch {
			case !tells:
			case f.main > 0:
				c.Set(f.main.Truncate(time.Second), 0)
			case f.stones > 0:
				c.Set(f.left.Truncate(time.Second), f.due)
			}
			b := c.Budget(moves, lag)
			if b <= 0 {
				rt.Fatalf("a budget of %v", b)
			}
			d := b + time.Duration(rapid.IntRange(0, 40).Draw(rt, "lag"))*time.Millisecond
			if !f.move(d) || !c.Spend(d) {
				rt.Fatalf("over the time with %d moves left: %v of %+v, %+v", moves, d, c, f)
			}
		}
	})
}

// TestSpend holds the clock to the arbiter's, with moves that are often too slow.
func TestSpend(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		second := func(name string, low, high int) time.Duration {
			return time.Duration(rapid.IntRange(low, high).Draw(rt, name)) * time.Second
		}
		f := arbiter{main: second("main", 1, 60)}
		c := Sudden(f.main, 0)
		if rapid.Bool().Draw(rt, "periods") {
			f.period, f.stones = second("period", 1, 20), rapid.IntRange(1, 5).Draw(rt, "stones")
			c = Canadian(f.main, f.period, f.stones)
		} else if rapid.Bool().Draw(rt, "increments") {
			f.increment = second("increment", 1, 20)
			c = Sudden(f.main, f.increment)
		}
		for range 20 {
			left := c.Left()
			d := second("move", 0, 30)
			want := f.move(d)
			if got := c.Spend(d); got != want || got != (d <= left) {
				rt.Fatalf("a move of %v with %v left: in time %v, want %v: %+v, %+v", d, left, got, want, c, f)
			}
			if !want {
				return
			}
			if main, increment, _, _ := c.Settings(); main != f.main || increment != f.increment || c.overtime && (c.left != f.left || c.due != f.due) {
				rt.Fatalf("after %v: %+v, %+v", d, c, f)
			}
		}
	})
}

func TestClocks(t *testing.T) {
	const s = time.Second
	const kept = flagReserve
	for _, k := range []struct {
		name  string
		clock Clock
		moves int
		want  time.Duration
	}{
		{"nothing said", Clock{}, 30, 0},
		{"no limit", Canadian(0, 1*s, 0), 30, 0},
		{"no limit after main time", Canadian(60*s, 1*s, 0), 30, 0},
		{"no time", Canadian(0, 0, 0), 30, 0},
		{"absolute", Canadian(310*s+kept, 0, 0), 30, 40*s/3 - lag},
		{"absolute, last move", Canadian(2*s+kept, 0, 0), 1, 4*s/3 - lag},
		{"main time with periods to fall back on", Canadian(31*s, 100*s, 10), 30, 10*s - lag},
		{"never more than is left", Canadian(5*s+kept, 100*s, 1), 30, 5*s - lag},
		{"periods", Canadian(0, 100*s, 10), 30, 10*s - lag},
		{"hardly any", Canadian(31*time.Millisecond, 0, 0), 30, leastTime},
		{"a time for each move", PerMove(3 * s), 30, 3*s - lag},
		{"increment", Sudden(310*s+kept, 10*s), 30, 10*s + 40*s/3 - lag},
		{"increment, no time", Sudden(1*s+kept, 10*s), 30, 1*s - lag},
	} {
		if got := k.clock.Budget(k.moves, lag); got != k.want {
			t.Errorf("%s: got %v, want %v", k.name, got, k.want)
		}
	}

	c := Canadian(10*s, 30*s, 3)
	c.Spend(15 * s) // 5 s of the first period, and one of its moves
	if c.left != 25*s || c.due != 2 || !c.overtime {
		t.Errorf("over the main time: %+v", c)
	}
	c.Spend(5 * s)
	c.Spend(5 * s)
	if c.left != 30*s || c.due != 3 {
		t.Errorf("a new period: %+v", c)
	}
	c.Set(7*s, 0)
	if c.overtime || c.main != 7*s {
		t.Errorf("main time told: %+v", c)
	}

	c = Canadian(5*s, 6*s, 10)
	c.Set(0, 0) // whole seconds: the last of main time is running
	if b := c.Budget(20, 0); b != 6*s/10 {
		t.Errorf("a budget of %v where main time is told to be over: %+v", b, c)
	}

	c = Clock{}
	c.Set(0, 0) // means nothing
	if c != (Clock{}) {
		t.Errorf("no time told without settings: %+v", c)
	}
	c.Set(20*s, 4)
	for range 4 {
		c.Spend(1 * s)
	}
	if c.left != 20*s || c.due != 4 {
		t.Errorf("periods told without settings: %+v", c)
	}
}
