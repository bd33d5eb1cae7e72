package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sort"
	"time"

	"othellier/train"
)

// budget bounds a training run by what it costs instead of by its games.
//
// All schedules of a run (learning rate, simulations, value mix) go by the share
// of its iterations, so the number of iterations is what has to fit: after every
// iteration it is forecast anew from the cost of the last ones, the rise of the
// simulations taken into account, and where it is off by more than one in fifty
// the run goes on with the new number. So the schedules end where the budget
// does, and a run ends at the end of an iteration, within two hundredths and one
// iteration of its budget.
type budget struct {
	total float64
	clock func() time.Time // nil where the cost is counted in evaluations, else it is in seconds
}

// budgetFile is what a run within a budget keeps beside its own files.
const budgetFile = "budget.json"

// ledger is the content of that file.
type ledger struct {
	Iterations int       `json:"iterations"` // that the run is to have, as last planned
	Costs      []float64 `json:"costs"`      // of each iteration that is done
}

// recentIterations are the iterations from whose cost the rest is forecast.
const recentIterations = 10

// train trains in dir, or goes on there, and returns the cost of all iterations.
// The same network comes of the same evaluations, interrupted or not; seconds
// cannot be repeated.
func (b budget) train(ctx context.Context, dir string, c train.Config, o train.Options, observer train.Observer) ([]float64, error) {
	l, err := readLedger(dir)
	if err != nil {
		return nil, err
	}
	if l.Iterations == 0 {
		l.Iterations = b.plan(c, nil)
	}
	for {
		o.Set = []string{fmt.Sprintf("run.iterations=%d", l.Iterations)}
		run, err := train.Open(dir, o)
		if errors.Is(err, train.ErrNoRun) {
			c.Run.Iterations = l.Iterations
			run, err = train.NewRun(dir, c, o)
		}
		if err != nil {
			return nil, err
		}
		m := &meter{budget: b, ledger: l, dir: dir, config: run.Config()}
		err = errors.Join(m.loop(ctx, run, observer), run.Close())
		again := m.Iterations != l.Iterations && m.Iterations != len(m.Costs)
		l = m.ledger
		if err != nil || !again {
			return l.Costs, err
		}
	}
}

// weight is what an iteration costs in units that stay about the same: the mean
// visits of a move.
func weight(c train.Config, iteration int) float64 {
	s := c.SelfPlay
	return s.FullSearchShare*float64(c.SimulationsAt(iteration)) + (1-s.FullSearchShare)*float64(s.FastSimulations)
}

// plan returns the number of iterations whose cost comes nearest to the budget,
// given the costs of those that are done; at least one.
func (b budget) plan(c train.Config, costs []float64) int {
	done := len(costs)
	used, recent, weights := 0.0, 0.0, 0.0
	for i, x := range costs {
		used += x
		if i >= done-recentIterations {
			recent += x
			weights += weight(c, i+1)
		}
	}
	unit := 0.0
	switch {
	case done > 0:
		unit = recent / weights
	case b.clock != nil: // nothing is known of the machine
		return c.Run.Iterations
	default: // each move of a game takes its visits
		unit = float64(c.Run.GamesPerIteration * (c.Rules.NumSquares() - 4))
	}
	// forecast is how much of the budget is left after so many iterations.
	forecast := func(iterations int) float64 {
		c.Run.Iterations = iterations
		left := b.total - used
		for i := done + 1; i <= iterations; i++ {
			left -= unit * weight(c, i)
		}
		return left
	}
	limit := done + 1
	for forecast(limit) > 0 && limit < math.MaxInt32 {
		limit *= 2
	}
	n := done + sort.Search(limit-done, func(k int) bool { return forecast(done+k) <= 0 })
	if n > done && -forecast(n) > forecast(n-1) {
		n--
	}
	return max(1, n)
}

// meter observes a run: it counts what each iteration costs and stops the run
// when the number of its iterations has to change.
type meter struct {
	budget
	ledger
	dir    string
	config train.Config
	stop   context.CancelFunc

	games, evaluations int
	since              time.Time
}

// loop runs until the end, or until the ledger has another number of iterations
// than the run.
func (m *meter) loop(ctx context.Context, run *train.Run, o train.Observer) error {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	m.stop = stop
	err := run.Loop(inner, train.Observers(m, o), nil)
	if ctx.Err() == nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// Observe implements [train.Observer].
func (m *meter) Observe(e train.Event) error {
	switch e := e.(type) {
	case train.Started:
		if e.Iteration > len(m.Costs) {
			return fmt.Errorf("arena: %s says nothing of %d iterations that the run has done", filepath.Join(m.dir, budgetFile), e.Iteration-len(m.Costs))
		}
		m.start()
	case train.GamePlayed:
		m.games++
		m.evaluations += e.Evaluations
	case train.IterationDone:
		m.note(e.Iteration)
		m.start()
		now := m.config.Run.Iterations
		m.Iterations = now
		if n := m.plan(m.config, m.Costs); max(n-now, now-n) > now/50 {
			m.Iterations = n
			m.stop()
		}
		return m.write()
	}
	return nil
}

func (m *meter) start() {
	m.games, m.evaluations = 0, 0
	if m.clock != nil {
		m.since = m.clock()
	}
}

// note keeps the cost of an iteration. Games that were played before an
// interrupt are taken to have cost what the rest did.
func (m *meter) note(iteration int) {
	cost := float64(m.evaluations)
	if m.clock != nil {
		cost = m.clock().Sub(m.since).Seconds()
	}
	switch {
	case m.games > 0:
		cost *= float64(m.config.Run.GamesPerIteration) / float64(m.games)
	case len(m.Costs) >= iteration:
		cost = m.Costs[iteration-1] // noted before the process was killed
	case iteration > 1:
		cost = m.Costs[iteration-2]
	}
	m.Costs = append(m.Costs[:iteration-1], cost)
}

func (m *meter) write() error {
	data, err := json.Marshal(m.ledger)
	if err != nil {
		return fmt.Errorf("arena: budget: %w", err)
	}
	return train.WriteFile(filepath.Join(m.dir, budgetFile), append(data, '\n'))
}

func readLedger(dir string) (l ledger, err error) {
	path := filepath.Join(dir, budgetFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &l)
	}
	if err != nil {
		return l, fmt.Errorf("arena: budget: %s: %w", path, err)
	}
	return l, nil
}
