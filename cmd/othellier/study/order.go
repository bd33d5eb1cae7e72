package study

import (
	"context"
	"iter"
)

// inOrder does work on everything that in yields, at most n pieces at a time,
// and hands the results to emit in the order of the input, one call at a time.
//
// It ends with the first error, of work or of emit; what came before it in the
// input has been handed out then. When ctx ends, work is expected to fail soon,
// and so is in to stop. No goroutine is left behind.
func inOrder[T, R any](ctx context.Context, in iter.Seq[T], n int, work func(context.Context, T) (R, error), emit func(R) error) error {
	type outcome struct {
		result R
		err    error
	}
	inner, stop := context.WithCancel(ctx)
	queue := make(chan chan outcome, n-1) // with the one that is waited for, n
	go func() {
		defer close(queue)
		for x := range in {
			done := make(chan outcome, 1)
			select {
			case queue <- done:
			case <-inner.Done():
				return
			}
			go func() {
				r, err := work(inner, x)
				done <- outcome{r, err}
			}()
		}
	}()
	defer func() {
		stop()
		for done := range queue {
			<-done
		}
	}()
	for done := range queue {
		o := <-done
		if o.err == nil {
			o.err = emit(o.result)
		}
		if o.err != nil {
			return o.err
		}
	}
	return ctx.Err()
}
