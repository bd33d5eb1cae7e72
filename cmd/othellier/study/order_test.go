package study

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

func TestInOrder(t *testing.T) {
	for _, n := range []int{1, 2, 7, 100} {
		var running, most atomic.Int64
		var got []int
		err := inOrder(context.Background(), count(50), n, func(_ context.Context, i int) (int, error) {
			for now := running.Add(1); ; {
				if old := most.Load(); now <= old || most.CompareAndSwap(old, now) {
					break
				}
			}
			for range (50 - i) % 7 { // the order of the ends is another one
				runtime.Gosched()
			}
			running.Add(-1)
			return i * i, nil
		}, func(x int) error { got = append(got, x); return nil })
		var want []int
		for i := range 50 {
			want = append(want, i*i)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d at a time: got %v, %v", n, got, err)
		}
		if m := int(most.Load()); m > n+1 {
			t.Errorf("%d were worked on together, want at most %d", m, n)
		}
	}
}

func TestInOrderEndsWithTheFirstError(t *testing.T) {
	wrong, before := errors.New("wrong"), runtime.NumGoroutine()
	run := func(ctx context.Context, failWork, failEmit int) (got []int, err error) {
		err = inOrder(ctx, count(1000), 4, func(ctx context.Context, i int) (int, error) {
			if i == failWork {
				return 0, wrong
			}
			return i, ctx.Err()
		}, func(i int) error {
			if i == failEmit {
				return wrong
			}
			got = append(got, i)
			return nil
		})
		return got, err
	}
	for _, c := range []struct{ work, emit, want int }{{3, -1, 3}, {-1, 5, 5}, {0, -1, 0}, {-1, -1, 1000}} {
		got, err := run(context.Background(), c.work, c.emit)
		if len(got) != c.want || (err == wrong) != (c.want < 1000) {
			t.Errorf("%+v: %d results, %v", c, len(got), err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got, err := run(ctx, -1, -1); !errors.Is(err, context.Canceled) || len(got) > 0 {
		t.Errorf("%d results, %v", len(got), err)
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond) // a busy machine may take its time to end them
	}
	t.Errorf("%d goroutines are left of %d", runtime.NumGoroutine(), before)
}
