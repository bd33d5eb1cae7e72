package tui

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"othellier/env"
)

// Control is the time that each side has for a game; the zero value is no clock.
type Control struct {
	Time      time.Duration // for the whole game
	Increment time.Duration // more after each move
}

// maxControl bounds both times of a control.
const maxControl = 24 * time.Hour

// ParseControl reads minutes and seconds, such as 5+3 or 10, or two times, such
// as 90s+1s; off, none or nothing is no clock.
func ParseControl(s string) (Control, error) {
	s = strings.ReplaceAll(strings.ToLower(s), " ", "")
	if s == "" || s == "off" || s == "none" {
		return Control{}, nil
	}
	game, increment, both := strings.Cut(s, "+")
	var c Control
	var ok, okToo bool
	c.Time, ok = parseTime(game, time.Minute)
	okToo = true
	if both {
		c.Increment, okToo = parseTime(increment, time.Second)
	}
	if !ok || !okToo {
		return Control{}, fmt.Errorf("%q is no clock: expected minutes and seconds, such as 5+3, or 90s+1s, or off", s)
	}
	if c.Time < time.Second || c.Time > maxControl || c.Increment > maxControl {
		return Control{}, fmt.Errorf("%q is outside 1 second to %v", s, maxControl)
	}
	return c, nil
}

// parseTime reads a number of units or a time with units of its own.
func parseTime(s string, unit time.Duration) (time.Duration, bool) {
	if x, err := strconv.ParseFloat(s, 64); err == nil {
		if !(x >= 0 && x <= 1e6) {
			return 0, false
		}
		return time.Duration(x * float64(unit)), true
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && d >= 0
}

// UnmarshalText reads what [ParseControl] reads.
func (c *Control) UnmarshalText(text []byte) (err error) {
	*c, err = ParseControl(string(text))
	return err
}

// String returns the control as ParseControl reads it.
func (c Control) String() string {
	if c == (Control{}) {
		return "off"
	}
	write := func(d, unit time.Duration) string {
		if d%unit == 0 {
			return strconv.Itoa(int(d / unit))
		}
		return d.String()
	}
	return write(c.Time, time.Minute) + "+" + write(c.Increment, time.Second)
}

// clocks keeps the time of both sides. The zero value is no clock.
type clocks struct {
	control Control
	// left is, for every ply and color, the time that was left when that ply began.
	left  [][2]time.Duration
	since time.Time // from when the side to move is charged; zero while the clock stands
}

// newClocks returns the clocks at the beginning of a game that has some moves
// already.
func newClocks(c Control, plies int) clocks {
	k := clocks{control: c}
	for range plies + 1 {
		k.left = append(k.left, [2]time.Duration{c.Time, c.Time})
	}
	return k
}

// on says whether time is kept.
func (k *clocks) on() bool { return k.control.Time > 0 }

// remaining returns the time of side c at a ply. It is less than 0 if that side,
// being to move at the last ply, has thought too long.
func (k *clocks) remaining(ply int, c, turn env.Color, now time.Time) time.Duration {
	d := k.left[ply][c]
	if c == turn && !k.since.IsZero() {
		d -= now.Sub(k.since)
	}
	return d
}

// press ends the ply of side c.
func (k *clocks) press(ply int, c env.Color, pass bool, now time.Time) {
	next := k.left[ply]
	if !pass {
		next[c] = k.remaining(ply, c, c, now) + k.control.Increment
	}
	k.left = append(k.left[:ply+1], next)
	k.since = time.Time{}
}

// stop charges the side to move up to now; the clock then stands.
func (k *clocks) stop(ply int, turn env.Color, now time.Time) {
	k.left[ply][turn] = k.remaining(ply, turn, turn, now)
	k.since = time.Time{}
}

// start charges the side to move from now on, if it is not charged already.
func (k *clocks) start(now time.Time) {
	if k.since.IsZero() {
		k.since = now
	}
}

// clockText writes a time as a clock shows it.
func clockText(d time.Duration) string {
	switch {
	case d <= 0:
		return "0:00.0"
	case d < 10*time.Second:
		return fmt.Sprintf("0:%04.1f", d.Truncate(100*time.Millisecond).Seconds())
	case d < time.Hour:
		d = (d + time.Second - 1).Truncate(time.Second)
		return fmt.Sprintf("%d:%02d", d/time.Minute, d/time.Second%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d/time.Minute%60, d/time.Second%60)
}
