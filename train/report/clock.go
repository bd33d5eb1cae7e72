package report

import (
	"math"
	"time"

	"othellier/train"
)

// clock takes the times of a run from its events.
type clock struct {
	now func() time.Time

	run, iteration, learning time.Time // when each began; learning is zero until its first step
	lastGame                 time.Time
	games                    int // of this start in the iteration
	evaluations, steps       int64
	iterations               int // complete ones of this start
}

// rates are the figures of one iteration.
type rates struct {
	Seconds     float64 `json:"seconds"`
	PlaySeconds float64 `json:"play_seconds"`
	GamesPerS   float64 `json:"games_per_s"` // while playing
	EvalsPerS   float64 `json:"evaluations_per_s"`
	StepsPerS   float64 `json:"steps_per_s"` // while learning
}

func (c *clock) observe(e train.Event) {
	switch e := e.(type) {
	case train.Started:
		*c = clock{now: c.now, run: c.now(), iteration: c.now()}
	case train.GamePlayed:
		c.games++
		c.evaluations += int64(e.Evaluations)
		c.lastGame = c.now()
	case train.Stepped:
		if e.Done == 1 {
			c.learning = c.now()
		}
		c.steps = int64(e.Done)
	case train.Judged: // its time is no time of play
		c.iteration = c.now()
	}
}

// rates returns the figures up to now.
func (c *clock) rates() rates {
	now := c.now()
	r := rates{Seconds: now.Sub(c.iteration).Seconds()}
	if c.games > 0 {
		r.PlaySeconds = c.lastGame.Sub(c.iteration).Seconds()
		r.GamesPerS = per(float64(c.games), r.PlaySeconds)
		r.EvalsPerS = per(float64(c.evaluations), r.PlaySeconds)
	}
	if c.steps > 1 { // the clock of the first step started when it was done
		r.StepsPerS = per(float64(c.steps-1), now.Sub(c.learning).Seconds())
	}
	for _, x := range []*float64{&r.Seconds, &r.PlaySeconds, &r.GamesPerS, &r.EvalsPerS, &r.StepsPerS} {
		*x = math.Round(*x*1000) / 1000
	}
	return r
}

// next begins another iteration.
func (c *clock) next() {
	*c = clock{now: c.now, run: c.run, iteration: c.now(), iterations: c.iterations + 1}
}

// left estimates the time that the given number of iterations will take, from
// the mean of those seen; 0 if none was.
func (c *clock) left(iterations int) time.Duration {
	if c.iterations == 0 {
		return 0
	}
	return c.now().Sub(c.run) / time.Duration(c.iterations) * time.Duration(iterations)
}

// per returns n/seconds, and 0 where no time passed.
func per(n, seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	return n / seconds
}
