package arena

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"othellier/mcts/clock"
)

// pace is how much time a specification gives to a move.
type pace struct {
	timed bool
	move  time.Duration // 0: as the clock of the match allows
}

// The range of a time for a move.
const (
	leastMove = time.Millisecond
	mostMove  = time.Hour
)

// clockWord stands for a time that the clock of the match decides.
const clockWord = "clock"

// parsePace reads a time, or the word clock. It reports false for what is not
// meant as a time at all.
func parsePace(s string) (p pace, meant bool, err error) {
	if s == clockWord {
		return pace{timed: true}, true, nil
	}
	if _, err := strconv.Atoi(s); err == nil || errors.Is(err, strconv.ErrRange) {
		return p, false, nil
	}
	d, err := time.ParseDuration(s)
	switch {
	case err != nil:
		return p, false, nil
	case d < leastMove || d > mostMove:
		return p, true, fmt.Errorf("%q is not a time from %v to 1h", s, leastMove)
	}
	return pace{true, d}, true, nil
}

// clock returns the clock that a player of this pace brings along.
func (p pace) clock() clock.Clock {
	if p.move == 0 {
		return clock.Clock{}
	}
	return clock.PerMove(p.move)
}
