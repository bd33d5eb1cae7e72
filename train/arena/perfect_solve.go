package arena

import (
	"context"
	"runtime"
	"sync"

	"othellier/env"
	"othellier/env/words"
	"othellier/mcts/endgame"
)

// walkBits is the size of each solver's table: 24 MiB. Deep solves get deepBits, 96
// MiB.
const (
	walkBits = 20
	deepBits = 22
	deepFrom = 22 // empty squares
)

// finish solves the late positions, on all cores, and counts their games.
// Positions that are one by symmetry have the same margin.
func (w *walk) finish(ctx context.Context, l *Lines) error {
	l.Solved = len(w.late)
	t := task{walk: w, index: make(map[env.Position]int)}
	for _, at := range w.late {
		p, _ := w.plies[at[0]][at[1]].position.Canonical()
		if _, seen := t.index[p]; !seen {
			t.index[p] = len(t.positions)
			t.positions = append(t.positions, p)
		}
	}
	t.margins = make([]int, len(t.positions))
	errs := make([]error, min(runtime.GOMAXPROCS(0), len(t.positions)))
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() { errs[i] = t.solve(ctx) })
	}
	group.Wait()
	if err := words.Join(errs...); err != nil {
		return err
	}
	for _, at := range w.late {
		p, _ := w.plies[at[0]][at[1]].position.Canonical()
		w.count(at[0], at[1], t.margins[t.index[p]], l)
	}
	return nil
}

// task is what is to be solved.
type task struct {
	*walk
	positions []env.Position
	index     map[env.Position]int // of each of them
	margins   []int

	mu   sync.Mutex
	next int // the first that nobody has taken
	done int
}

// solve solves positions as long as there are some.
func (t *task) solve(ctx context.Context) error {
	o, mode := endgame.Options{HashBits: walkBits}, endgame.ModeMargin
	if t.Solve >= deepFrom {
		o.HashBits = deepBits
	}
	if t.Outcome {
		mode = endgame.ModeOutcome
	}
	solver, err := endgame.New(t.rules, o)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.next < len(t.positions) {
		k := t.next
		t.next++
		t.tell("solving", t.done, len(t.positions))
		t.mu.Unlock()
		r, err := solver.Solve(ctx, t.positions[k], mode)
		t.mu.Lock()
		if err = words.Join(err, ctx.Err()); err != nil {
			return err
		}
		t.margins[k] = r.Margin
		t.done++
	}
	return nil
}
