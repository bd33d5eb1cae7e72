package tui

import (
	"context"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// jobs keeps account of the commands that run beside Update, so that they can be
// ended and waited for.
type jobs struct {
	ctx    context.Context // ends with the program
	cancel context.CancelFunc
	engine chan struct{} // full while an engine thinks

	mu     sync.Mutex
	closed bool
	fault  any // what a command panicked with
	wg     sync.WaitGroup
}

func newJobs(ctx context.Context) *jobs {
	j := &jobs{engine: make(chan struct{}, 1)}
	j.ctx, j.cancel = context.WithCancel(ctx)
	return j
}

// command returns a command that runs f unless the program is over by then.
func (j *jobs) command(f func() tea.Msg) tea.Cmd {
	return func() tea.Msg {
		j.mu.Lock()
		if j.closed {
			j.mu.Unlock()
			return nil
		}
		j.wg.Add(1)
		j.mu.Unlock()
		defer j.wg.Done()
		defer func() {
			if r := recover(); r != nil {
				j.mu.Lock()
				j.fault = r
				j.mu.Unlock()
				panic(r) // Bubble Tea restores the terminal
			}
		}()
		return f()
	}
}

// panicked returns what a command panicked with, nil if none did.
func (j *jobs) panicked() any {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.fault
}

// close ends everything that goes on and waits for it; nothing starts after it.
func (j *jobs) close() {
	j.cancel()
	j.mu.Lock()
	j.closed = true
	j.mu.Unlock()
	j.wg.Wait()
}
