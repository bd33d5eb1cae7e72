package clock

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Parse reads a clock as people write it: "5m" for five minutes a side and game,
// "5m+2s" with two seconds more after each move, "10m+5m/25" for ten minutes and
// then five for every 25 moves, "1s/1" or "1s/move" for a second a move. Times are
// those of [time.ParseDuration], or numbers: of minutes before the plus, of seconds
// after it, as in "5+2".
func Parse(s string) (Clock, error) {
	fail := func() (Clock, error) {
		return Clock{}, fmt.Errorf("clock: %q: expected a time such as 5m, 5m+2s, 5+2, 10m+5m/25 or 1s/move", s)
	}
	first, second, two := strings.Cut(s, "+")
	if !two && strings.Contains(first, "/") {
		first, second = "0", first
	}
	main, err := parseTime(first, time.Minute)
	if err != nil || main < 0 {
		return fail()
	}
	length, of, periods := strings.Cut(second, "/")
	more := time.Duration(0)
	if second != "" || two {
		if more, err = parseTime(length, time.Second); err != nil || more < 0 {
			return fail()
		}
	}
	c := Sudden(main, more)
	if periods {
		stones := 1
		if of = strings.TrimSpace(of); of != "move" {
			if stones, err = strconv.Atoi(of); err != nil || stones < 1 {
				return fail()
			}
		}
		c = Canadian(main, more, stones)
	}
	if main+more == 0 {
		return fail()
	}
	return c, nil
}

// parseTime reads a duration, or a number of units.
func parseTime(s string, unit time.Duration) (time.Duration, error) {
	s = strings.TrimSpace(s)
	if x, err := strconv.ParseFloat(s, 64); err == nil {
		if !(x >= 0 && x <= MaxTime.Seconds()) {
			return 0, strconv.ErrRange
		}
		return within(time.Duration(x * float64(unit))), nil
	}
	return time.ParseDuration(s)
}

// String returns the clock as [Parse] reads it, with what is left of main time;
// "no limit" for the zero value.
func (c Clock) String() string {
	text := brief(c.main)
	switch {
	case !c.limited:
		return "no limit"
	case c.period > 0:
		moves := "move"
		if c.stones > 1 {
			moves = strconv.Itoa(c.stones)
		}
		periods := brief(c.period) + "/" + moves
		if c.main == 0 {
			return periods
		}
		return text + "+" + periods
	case c.increment > 0:
		return text + "+" + brief(c.increment)
	}
	return text
}

// MarshalText returns what [Clock.String] does, nothing for the zero value.
func (c Clock) MarshalText() ([]byte, error) {
	if !c.limited {
		return nil, nil
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads what [Parse] does, and nothing as no limit.
func (c *Clock) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*c = Clock{}
		return nil
	}
	*c, err = Parse(string(text))
	return err
}

// brief leaves out the zeros of 5m0s.
func brief(d time.Duration) string {
	s := d.String()
	if d == 0 {
		return s
	}
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
