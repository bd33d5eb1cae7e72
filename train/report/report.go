package report

import (
	"errors"
	"io"
	"time"

	"othellier/train"
)

// Report observes a run with a [Progress] and a [Metrics].
type Report struct {
	progress *Progress
	metrics  *Metrics
}

// New makes the report of the run in dir. What people read goes to w, with a
// moving bar if w is a terminal that can move its cursor (TERM is not "dumb").
func New(dir string, w io.Writer) *Report {
	return &Report{NewProgress(w, CanMove(w), time.Now), NewMetrics(dir, time.Now)}
}

// Observe implements [train.Observer].
func (r *Report) Observe(e train.Event) error {
	return errors.Join(r.progress.Observe(e), r.metrics.Observe(e))
}

// Close ends a bar that is still on the screen and closes the files.
func (r *Report) Close() error {
	r.progress.Close()
	return r.metrics.Close()
}
