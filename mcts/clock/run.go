package clock

import (
	"context"
	"math"
	"time"
)

// run is one search.
type run struct {
	*Thinker
	ctx         context.Context
	stop        time.Time // when the time is used up, but for the reserve; zero without a limit
	simulations int
	every       time.Duration
	report      func()
	thorough    bool

	begun    time.Time     // of the search
	before   int           // simulations that the tree had then
	longest  time.Duration // of the batches; it fades, as a delay may have been the machine's
	looked   time.Time     // when it was asked last whether the decision can change
	reported time.Time
}

// reserve is kept of a time to think, for what a busy machine does.
func reserve(d time.Duration) time.Duration { return min(d/10, 100*time.Millisecond) }

const (
	// lookEvery is the time between two looks at whether the decision can
	// change still.
	lookEvery = 4 * time.Millisecond
	// fading is what a batch keeps of the longest before it.
	fading = 0.98
)

// search runs batches until there is a reason to stop. The first of them,
// without which there is no move, is not to be interrupted.
func (r *run) search() (Reason, error) {
	r.begun, r.before = r.now(), r.tree.Visits()
	r.looked, r.reported = r.begun, r.begun
	for now := r.begun; ; {
		if reason, done := r.done(now); done {
			return reason, nil
		}
		target := min(r.simulations, r.tree.Visits()+r.config.Batch)
		r.batch.Add(r.tree, target, r.batch.Room())
		if err := r.batch.Flush(r.ev); err != nil {
			return Stopped, err
		}
		after := r.now()
		r.longest = max(after.Sub(now), time.Duration(fading*float64(r.longest)))
		now = after
		if r.report != nil && now.Sub(r.reported) >= r.every && r.ctx.Err() == nil {
			r.reported = now
			r.report()
		}
	}
}

// done reports whether there is a reason to stop.
func (r *run) done(now time.Time) (Reason, bool) {
	visits := r.tree.Visits()
	switch {
	case r.tree.Done(math.MaxInt): // the root has two moves at least
		return Proven, true
	case visits == 0:
		return 0, false
	case visits >= r.simulations:
		return Simulations, true
	case r.ctx.Err() != nil:
		return Stopped, true
	case r.stop.IsZero():
		return 0, false
	case r.stop.Sub(now) <= r.longest:
		return Time, true
	case r.thorough || now.Sub(r.looked) < lookEvery:
		return 0, false
	}
	r.looked = now
	rate := float64(visits-r.before) / float64(now.Sub(r.begun)) // simulations a nanosecond
	return r.settled(min(rate*float64(r.stop.Sub(now)), float64(r.simulations-visits)))
}

// settled reports whether so many more simulations cannot change the decision.
func (r *run) settled(left float64) (Reason, bool) {
	root, best := r.tree.Root(), r.tree.Best()
	lead, others, open := 0, 0, false
	for _, c := range root.Children {
		switch hopeless := c.Upper <= root.Lower; {
		case c.Move == best:
			lead, open = c.Visits, !hopeless
		case !hopeless:
			others = max(others, c.Visits+1)
		}
	}
	switch {
	case !open: // it is sure of its result, and another may turn out better at any time
		return 0, false
	case others == 0 && root.Lower <= -1: // the rest are lost by the whole board, or lost where that is all one
		return Single, true
	case others > 0 && float64(lead-(others-1)) > left:
		return Settled, true
	}
	return 0, false
}
