package protocol

import (
	"strconv"
	"strings"
	"time"
)

// clock is what a side has left to think, as the client has said and as far as
// the session has counted since. The zero value is no limit.
type clock struct {
	limited   bool
	main      time.Duration // left
	increment time.Duration // added after each move

	// Canadian byo-yomi: once main is used up there are periods of some length,
	// each for a number of moves. period is 0 where there are none.
	period   time.Duration
	stones   int
	left     time.Duration // of the present period
	due      int           // moves still to be made in it
	overtime bool          // main is used up
}

// reserve is kept of every budget, for what happens between the thinking and the
// client's look at its clock: a tenth of it and this much, but half of it at
// most.
const reserve = 150 * time.Millisecond

// leastTime is a budget where there is no time left.
const leastTime = time.Millisecond

// budget returns how long to think about a move when so many are left at most,
// 0 if there is no limit. Main time is shared evenly between the moves left and
// one more, which is never spent.
func (c *clock) budget(moves int) time.Duration {
	if !c.limited {
		return 0
	}
	b := c.main/time.Duration(moves+1) + c.increment
	switch {
	case c.overtime:
		b = c.left / time.Duration(max(c.due, 1))
	case c.period > 0:
		b = max(b, c.period/time.Duration(c.stones))
	}
	if !c.overtime {
		b = min(b, c.main)
	}
	b -= min(b/10+reserve, b/2)
	return max(b, leastTime)
}

// spend counts the time of a move.
func (c *clock) spend(d time.Duration) {
	if !c.limited {
		return
	}
	if !c.overtime {
		if c.main -= d; c.main > 0 || c.period == 0 {
			c.main = max(c.main, 0) + c.increment
			return
		}
		c.startPeriod()
		d, c.main = -c.main, 0
	}
	c.left = max(c.left-d, 0)
	if c.due--; c.due <= 0 {
		c.startPeriod()
	}
}

func (c *clock) startPeriod() {
	c.overtime, c.left, c.due = true, c.period, c.stones
}

// canadian returns the clock that GTP's time_settings describe: main time, then
// periods for some moves each. A period without moves to make in it is the
// protocol's sign for no limit; no time at all, with which nobody can play, is
// taken for the same.
func canadian(main, period time.Duration, stones int) clock {
	if period > 0 && stones == 0 || main == 0 && period == 0 {
		return clock{}
	}
	c := clock{limited: true, main: main, period: period, stones: stones}
	if main == 0 {
		c.startPeriod()
	}
	return c
}

// set takes what GTP's time_left says: main time if stones is 0, else what is
// left of a period for that many moves. No time for no moves says nothing of a
// side without a limit.
func (c *clock) set(left time.Duration, stones int) {
	if !c.limited && left == 0 && stones == 0 {
		return
	}
	c.limited = true
	if stones == 0 {
		c.main, c.overtime = left, false
		return
	}
	c.main, c.overtime, c.left, c.due = 0, true, left, stones
	if c.period == 0 { // nobody told the settings: the next periods are like this one
		c.period, c.stones = left, stones
	}
}

// parseTI reads the clock of a game in GGF: main time, increment and extension
// between slashes, each as seconds, minutes:seconds or hours:minutes:seconds and
// perhaps with terms after a comma. The extension is not for us to use.
func parseTI(s string) clock {
	parts := strings.Split(s, "/")
	main, ok := parseTime(parts[0])
	if !ok {
		return clock{}
	}
	c := clock{limited: true, main: main}
	if len(parts) > 1 {
		c.increment, _ = parseTime(parts[1])
	}
	return c
}

func parseTime(s string) (time.Duration, bool) {
	s, _, _ = strings.Cut(s, ",")
	total := 0.0
	for _, part := range strings.Split(strings.TrimSpace(s), ":") {
		x, err := strconv.ParseFloat(part, 64)
		if err != nil || !(x >= 0) {
			return 0, false
		}
		total = 60*total + x
	}
	return seconds(total), true
}

// maxTime is as long as anybody can want to think: longer times are cut to it,
// so that sums do not overflow.
const maxTime = 1000 * time.Hour

// seconds returns x seconds, x >= 0, maxTime at most.
func seconds(x float64) time.Duration {
	return time.Duration(min(x, maxTime.Seconds()) * float64(time.Second))
}
