package protocol

import (
	"strconv"
	"strings"
	"time"

	"othellier/mcts/clock"
)

// lag is what is kept of every budget for what happens between the thinking and the
// client's look at its clock, half of the budget at most.
const lag = 150 * time.Millisecond

// parseTI reads the clock of a game in GGF: main time, increment and extension
// between slashes, each as seconds, minutes:seconds or hours:minutes:seconds and
// perhaps with terms after a comma. The extension is not for us to use.
func parseTI(s string) clock.Clock {
	parts := strings.Split(s, "/")
	main, ok := parseTime(parts[0])
	if !ok {
		return clock.Clock{}
	}
	increment := time.Duration(0)
	if len(parts) > 1 {
		increment, _ = parseTime(parts[1])
	}
	if main+increment == 0 {
		return clock.Clock{}
	}
	return clock.Sudden(main, increment)
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

// seconds returns x seconds, x >= 0, clock.MaxTime at most.
func seconds(x float64) time.Duration {
	return time.Duration(min(x, clock.MaxTime.Seconds()) * float64(time.Second))
}
