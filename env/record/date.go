package record

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// day is what formats share of a date.
type day struct {
	year, month, date int    // month and date are 0 where not stated
	rest              string // what follows: the time of day
}

// parseDay reads a date that begins with year, month and day parted by points,
// hyphens or slashes, a year and month, a year, or seconds since 1970.
func parseDay(s string) (d day, ok bool) {
	s = strings.TrimSpace(s)
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && len(s) >= 9 && len(s) <= 11 {
		s = time.Unix(n, 0).UTC().Format("2006.01.02")
	}
	if d.year, s, ok = leading(s, 4); !ok || d.year < 1000 {
		return day{}, false
	}
	d.rest = s
	for _, part := range [...]*int{&d.month, &d.date} {
		if len(s) < 2 || strings.IndexByte(".-/", s[0]) < 0 {
			break
		}
		n, rest, ok := leading(s[1:], 2)
		if !ok || n == 0 { // "2001.??.??", "2001.00.00"
			d.rest = ""
			break
		}
		*part, s, d.rest = n, rest, rest
	}
	if d.month > 12 || d.date > 31 {
		return day{}, false
	}
	return d, true
}

// leading reads the number of at most width digits at the start of s.
func leading(s string, width int) (n int, rest string, ok bool) {
	i := 0
	for i < len(s) && i < width && s[i] >= '0' && s[i] <= '9' {
		n = 10*n + int(s[i]-'0')
		i++
	}
	return n, s[i:], i > 0
}

// format returns year, month and day as far as they are known.
func (d day) format(separator string) string {
	switch {
	case d.month == 0:
		return fmt.Sprintf("%04d", d.year)
	case d.date == 0:
		return fmt.Sprintf("%04d%s%02d", d.year, separator, d.month)
	}
	return fmt.Sprintf("%04d%s%02d%s%02d", d.year, separator, d.month, separator, d.date)
}

// dateGGF returns the date as GGF has it, 2003.12.15_12:33:18.MST. What follows
// the day stays as it is, and so does a text that is no date.
func dateGGF(s string) string {
	d, ok := parseDay(s)
	if !ok {
		return s
	}
	return d.format(".") + d.rest
}

// dateSGF returns the date as SGF has it, 2003-12-15; a list of days in that
// form stays as it is. There is no room for the time of day.
func dateSGF(s string) string {
	if strings.Trim(s, "0123456789-,") == "" && strings.Contains(s, "-") {
		return s
	}
	d, ok := parseDay(s)
	if !ok {
		return ""
	}
	return d.format("-")
}

// datePGN returns the date as PGN has it, 2003.12.15 with question marks for
// what is not known.
func datePGN(s string) string {
	d, ok := parseDay(s)
	if !ok {
		return "????.??.??"
	}
	text := d.format(".")
	return text + ".??.??"[:len("2003.12.15")-len(text)]
}
