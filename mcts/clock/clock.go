package clock

import (
	"time"

	"othellier/env"
)

// Clock is what one side has left of its time. The zero value is no limit.
type Clock struct {
	limited   bool
	main      time.Duration // left
	total     time.Duration // the most that main has been
	increment time.Duration // added after each move

	// Once main is used up there are periods of some length, each for a number
	// of moves. period is 0 where there are none.
	period   time.Duration
	stones   int
	left     time.Duration // of the present period
	due      int           // moves still to be made in it
	overtime bool          // main is used up
}

// MaxTime is as long as anybody can want to think: longer times are cut to it,
// so that sums do not overflow.
const MaxTime = 1000 * time.Hour

func within(d time.Duration) time.Duration { return max(0, min(d, MaxTime)) }

// Sudden returns a clock of main time and an increment after each move, 0 for
// none. A clock without either has no time at all.
func Sudden(main, increment time.Duration) Clock {
	main = within(main)
	return Clock{limited: true, main: main, total: main, increment: within(increment)}
}

// PerMove returns a clock that gives the same time to every move.
func PerMove(d time.Duration) Clock { return Canadian(0, d, 1) }

// Canadian returns a clock of main time, then periods for so many moves (stones)
// each; without periods it is sudden death. A period without moves to make in it
// is the Go Text Protocol's sign for no limit; no time at all, with which nobody
// can play, is taken for the same.
func Canadian(main, period time.Duration, stones int) Clock {
	main, period = within(main), within(period)
	if period > 0 && stones <= 0 || main == 0 && period == 0 {
		return Clock{}
	}
	c := Clock{limited: true, main: main, total: main, period: period, stones: stones}
	if main == 0 {
		c.startPeriod()
	}
	return c
}

// Limited reports whether the clock runs at all.
func (c Clock) Limited() bool { return c.limited }

// Left returns the time after which the flag falls if no move is made: what is
// left of main time and of one period.
func (c Clock) Left() time.Duration {
	switch {
	case c.overtime:
		return c.left
	case c.period > 0:
		return within(c.main + c.period)
	}
	return c.main
}

// Told returns what the Go Text Protocol's time_left says of the clock: the rest
// of main time and 0, or of a period and the moves due in it.
func (c Clock) Told() (left time.Duration, stones int) {
	if c.overtime {
		return c.left, c.due
	}
	return c.main, 0
}

// Settings returns main time, increment, and the length and moves of a period,
// as far as they are left.
func (c Clock) Settings() (main, increment, period time.Duration, stones int) {
	return c.main, c.increment, c.period, c.stones
}

// leastTime is a budget where there is no time left.
const leastTime = time.Millisecond

// flagReserve is kept of main time to the end, half of what it has been at most: a
// busy machine may take a good part of a second at once, or some hundredths at every
// move.
const flagReserve = time.Second

// Budget returns how long to think about a move of which so many like it are to
// come, itself among them: see [MovesToGo]. It is 0 if there is no limit, and
// more than 0 else. Main time is shared evenly between the moves and one more; a
// third is added to a share, as decisions take less than their time on average. lag is what passes between the thinking and whoever keeps
// the clock; it is taken off, but no more than half of the budget.
func (c Clock) Budget(moves int, lag time.Duration) time.Duration {
	if !c.limited {
		return 0
	}
	usable := c.main - min(flagReserve, c.total/2)
	b := usable*4/3/time.Duration(max(moves, 1)+1) + c.increment
	switch {
	case c.overtime:
		b = c.left / time.Duration(max(c.due, 1))
	case c.period > 0: // to fall back on, so that main time may be used up
		b = min(max(b, c.period/time.Duration(c.stones)), max(usable, c.main/2))
	case usable < 0:
		b = min(c.increment/2, c.main/2)
	default:
		b = min(b, max(usable, c.main/2))
	}
	b -= min(lag, b/2)
	return max(b, leastTime)
}

// Spend counts the time of a move and reports whether it was made in time. After
// a move that was not, the clock goes on with nothing left.
func (c *Clock) Spend(d time.Duration) (inTime bool) {
	if !c.limited {
		return true
	}
	if !c.overtime {
		if c.main -= d; c.main > 0 || c.period == 0 {
			inTime = c.main >= 0
			c.main = within(max(c.main, 0) + c.increment)
			c.total = max(c.total, c.main)
			return inTime
		}
		c.startPeriod()
		d, c.main = -c.main, 0
	}
	inTime = d <= c.left
	c.left = max(c.left-d, 0)
	if c.due--; c.due <= 0 {
		c.startPeriod()
	}
	return inTime
}

func (c *Clock) startPeriod() {
	c.overtime, c.left, c.due = true, c.period, c.stones
}

// Set takes what the Go Text Protocol's time_left says: main time if stones is 0,
// else what is left of a period for that many moves. No time for no moves says
// nothing of a side without a limit.
func (c *Clock) Set(left time.Duration, stones int) {
	if left = within(left); !c.limited && left == 0 && stones <= 0 {
		return
	}
	c.limited = true
	if stones <= 0 {
		c.main, c.total, c.overtime = left, max(c.total, left), false
		if left == 0 && c.period > 0 { // less than a second, for who tells whole ones
			c.startPeriod()
		}
		return
	}
	c.main, c.overtime, c.left, c.due = 0, true, left, stones
	if c.period == 0 { // nobody told the settings: the next periods are like this one
		c.period, c.stones = left, stones
	}
}

// MovesToGo returns between how many moves the side to move of p should share
// its time: those until the end is near enough to be solved at once, and some
// more.
func MovesToGo(r env.Rules, p env.Position) int {
	const solved, more = 20, 2 // empty squares; moves
	empty := r.NumSquares() - p.Count(env.Black) - p.Count(env.White)
	return max(min((empty+1)/2, more), (empty-solved+1)/2+more)
}
