package tui

import (
	"testing"
	"time"

	"othellier/env"
	"othellier/env/record"
)

func TestLossOnTime(t *testing.T) {
	drive(t, Config{Seats: Seats{true, true}, Control: Control{Time: 10 * time.Second, Increment: 2 * time.Second}}, func(d *driver) {
		d.wait(time.Minute) // the clock starts with the first move
		d.shows("0:10")
		d.typed("f5")
		d.wait(4 * time.Second)
		d.typed("d6")
		if left := d.m.clock.left[2]; left != [2]time.Duration{12 * time.Second, 8 * time.Second} {
			d.Fatalf("%v are left", left)
		}
		d.wait(11 * time.Second)
		d.shows("0:01.")
		d.wait(2 * time.Second)
		d.shows("Black's time is up: White wins", "0:00.0")
		d.typed("c4")
		d.moves("f5d6")
		g := d.m.record()
		if g.Result != (record.Result{Stated: record.Winner, Margin: -1, Reason: record.Timeout}) {
			d.Fatalf("the record says %v", g.Result)
		}
		d.wait(time.Minute)

		d.keys("u") // before d6, with the time there was
		d.moves("f5")
		d.wait(time.Second)
		if left := d.m.clock.remaining(1, env.White, env.White, time.Now()); left != 9*time.Second {
			d.Fatalf("%v are left", left)
		}
		d.keys("p")
		d.wait(time.Minute) // a pause costs nothing
		d.keys("p")
		d.typed("d6")
		d.moves("f5d6")
		d.shows("Black to move")
	})
}

func TestTheComputerLosesOnTimeToo(t *testing.T) {
	e := &scripted{delay: time.Minute, deaf: true}
	c := Config{Seats: Seats{true, false}, Control: Control{Time: 5 * time.Second}}
	c.Players[env.White] = Player{"slow", e}
	drive(t, c, func(d *driver) {
		d.m.evaluating = false
		d.typed("f5")
		d.wait(6 * time.Second)
		d.shows("White's time is up: Black wins")
		d.wait(2 * time.Minute)
		d.moves("f5")
		if l := e.limits[0].Time; l <= 0 || l > time.Second {
			d.Errorf("it was given %v of 5 s for 30 moves", l)
		}
	})
}

func TestAClockThatIsSetWhileTheComputerThinks(t *testing.T) {
	e := &scripted{delay: time.Minute}
	c := Config{Seats: Seats{true, false}}
	c.Players[env.White] = Player{"slow", e}
	drive(t, c, func(d *driver) {
		d.m.evaluating = false
		d.typed("f5")
		d.wait(time.Second)
		d.keys("t", "1", "enter")
		d.wait(time.Second)
		if len(e.limits) != 2 || e.limits[0].Time != 0 || e.limits[1].Time > 10*time.Second {
			d.Fatalf("the engine was told %v", e.limits)
		}
	})
}

func TestAClockIsSetInTheGame(t *testing.T) {
	drive(t, Config{Seats: Seats{true, true}}, func(d *driver) {
		d.typed("f5")
		d.keys("t", "3", "+", "2", "enter")
		d.shows("The clock is set to 3+2 for both", "3:00")
		d.wait(10 * time.Second)
		d.shows("2:50")
		d.keys("n") // has a clock of its own
		d.shows("3:00")
		d.keys("t", "o", "f", "f", "enter")
		d.shows("The clock is off")
		d.keys("t", "x", "enter")
		d.shows("is no clock")
	})
}

func TestParseControl(t *testing.T) {
	for text, want := range map[string]Control{
		"5+3": {5 * time.Minute, 3 * time.Second}, "10": {Time: 10 * time.Minute}, " 0.5 + 0 ": {Time: 30 * time.Second},
		"90s+500ms": {90 * time.Second, 500 * time.Millisecond}, "off": {}, "": {}, "NONE": {},
	} {
		got, err := ParseControl(text)
		if err != nil || got != want {
			t.Errorf("%q is %v, %v", text, got, err)
		}
		if again, err := ParseControl(got.String()); err != nil || again != got {
			t.Errorf("%q is written %q and read as %v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{"x", "5+", "+3", "-5", "5+-1", "0", "NaN", "1e99", "25h", "1+2+3"} {
		if c, err := ParseControl(text); err == nil {
			t.Errorf("%q is taken for %v", text, c)
		}
	}
}

func TestParseStrength(t *testing.T) {
	for text, want := range map[string]Strength{
		"800": {Simulations: 800}, "1,000": {Simulations: 1000}, "2s": {Time: 2 * time.Second}, "1.5 S": {Time: 1500 * time.Millisecond},
	} {
		if got, err := ParseStrength(text); err != nil || got != want {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "x", "1ms", "2h", "99999999"} {
		if s, err := ParseStrength(text); err == nil {
			t.Errorf("%q is taken for %v", text, s)
		}
	}
	both := Strength{Simulations: 1000, Time: 2 * time.Second}
	if got, want := both.String(), "1,000 simulations or 2s a move"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := both.limit(); got != (Limit{Simulations: 1000, Time: 2 * time.Second}) {
		t.Errorf("both bound a move: %+v", got)
	}
	for _, s := range []Strength{both, {Simulations: 1}, {Simulations: MaxSimulations}, {Time: minThink}, {Time: maxThink}} {
		for _, other := range []Strength{s.double(), s.halve()} {
			if l := other.limit(); l.Simulations < 1 || l.Simulations > MaxSimulations || l.Time < 0 || l.Time > maxThink {
				t.Errorf("%v becomes %v", s, other)
			}
		}
	}
}
