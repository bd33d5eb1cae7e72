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
// those of [time.ParseDuration].
func Parse(s string) (Clock, error) {
	fail := func() (Clock, error) {
		return Clock{}, fmt.Errorf("clock: %q: expected a time such as 5m, 5m+2s, 10m+5m/25 or 1s/move", s)
	}
	first, second, two := strings.Cut(s, "+")
	if !two && strings.Contains(first, "/") {
		first, second = "0", first
	}
	main, err := time.ParseDuration(strings.TrimSpace(first))
	if err != nil || main < 0 {
		return fail()
	}
	length, of, periods := strings.Cut(second, "/")
	more := time.Duration(0)
	if second != "" || two {
		if more, err = time.ParseDuration(strings.TrimSpace(length)); err != nil || more < 0 {
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
