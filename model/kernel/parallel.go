package kernel

import (
	"sync"
	"sync/atomic"
)

// parallel calls f(worker, i) for every i below n, each on one of the workers,
// in any order, and returns when all are done.
func parallel(workers, n int, f func(worker, i int)) {
	var next atomic.Int64
	run := func(worker int) {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			f(worker, i)
		}
	}
	var wait sync.WaitGroup
	for w := 1; w < min(workers, n); w++ {
		wait.Go(func() { run(w) })
	}
	run(0)
	wait.Wait()
}
