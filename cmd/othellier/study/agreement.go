package study

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"

	"othellier/env"
	"othellier/env/record"
	"othellier/mcts"
	"othellier/model"
)

// Network answers for positions; [model.Predictor] does.
type Network interface {
	Outputs(p []env.Position, out *model.Outputs) error
}

// Exam says how a network is tested. Without Simulations the network answers by
// itself; then Search, Solve and Evaluator do not matter.
type Exam struct {
	Settings
	// Network makes the network of a worker.
	Network func() (Network, error)
	Skip    int // plies of each game that are left out at its start
	Limit   int // games; 0 is all
}

// Report is how a network agrees with games.
type Report struct {
	Games int // that were whole
	Total Score
	Bands []Score // by empty squares, most first; those with positions only
}

// chunk is the number of games that are worked on together: some 900 positions,
// so that few batches are not full.
const chunk = 16

// Test asks a network about the positions of games. It hands the faults of the
// input to fault, and tells progress the place of the last game that is done and
// how many they are, one call at a time. When ctx ends the report on the games
// before comes with ctx's error.
func Test(ctx context.Context, e Exam, in Input, fault func(error), progress func(record.Origin, int)) (Report, error) {
	e.complete()
	ask, end, err := e.examiner()
	if err != nil {
		return Report{}, err
	}
	defer end()
	r := newReport(e.Rules)
	type result struct {
		*Report
		faults []error
		last   record.Origin
	}
	work := func(ctx context.Context, games []entry) (result, error) {
		part := result{Report: newReport(e.Rules)}
		var questions []question
		for _, g := range games {
			if g.fault != nil {
				part.faults = append(part.faults, g.fault)
				if !errors.Is(g.fault, record.ErrResult) {
					continue
				}
			}
			positions, err := replay(e.Rules, g.game)
			if err != nil {
				part.faults = append(part.faults, &record.Fault{Origin: g.game.Origin, Err: err})
				continue
			}
			part.Games++
			part.last = g.game.Origin
			questions = append(questions, e.questions(g.game, positions)...)
		}
		return part, ask(ctx, questions, part.Report)
	}
	err = inOrder(ctx, chunks(entries(in, e.Limit), chunk), 2*e.Workers, work, func(p result) error {
		r.merge(p.Report)
		for _, f := range p.faults {
			fault(f)
		}
		progress(p.last, r.Games)
		return nil
	})
	return r.done(), err
}

// chunks parts a sequence into pieces of n.
func chunks[T any](in iter.Seq[T], n int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		var piece []T
		for x := range in {
			if piece = append(piece, x); len(piece) == n {
				if !yield(piece) {
					return
				}
				piece = nil
			}
		}
		if len(piece) > 0 {
			yield(piece)
		}
	}
}

// examiner returns what asks about questions and adds to a report how they were
// answered, and what ends it.
func (e Exam) examiner() (ask func(context.Context, []question, *Report) error, end func(), err error) {
	if e.Simulations > 0 {
		c, err := newCrew(e.Settings, e.Solve)
		if err != nil {
			return nil, nil, err
		}
		return c.ask, c.close, nil
	}
	desks := make(chan *desk, e.Workers)
	for range e.Workers {
		n, err := e.Network()
		if err != nil {
			return nil, nil, fmt.Errorf("study: %w", err)
		}
		desks <- &desk{network: n}
	}
	return func(ctx context.Context, q []question, r *Report) error {
		select {
		case d := <-desks:
			defer func() { desks <- d }()
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return d.ask(e.Rules, q, r)
		case <-ctx.Done():
			return ctx.Err()
		}
	}, func() {}, nil
}

// desk is a network with the room for its answers.
type desk struct {
	network   Network
	positions []env.Position
	out       model.Outputs
}

// ask lets the network answer by itself.
func (d *desk) ask(rules env.Rules, questions []question, r *Report) error {
	d.positions = d.positions[:0]
	for _, q := range questions {
		d.positions = append(d.positions, q.position)
	}
	if len(d.positions) == 0 {
		return nil
	}
	if err := d.network.Outputs(d.positions, &d.out); err != nil {
		return fmt.Errorf("study: %w", err)
	}
	for i, q := range questions {
		wdl := [3]float64{float64(d.out.WDL[3*i]), float64(d.out.WDL[3*i+1]), float64(d.out.WDL[3*i+2])}
		a := answer{
			wdl: &wdl, win: (1 + wdl[0] - wdl[2]) / 2,
			discs: float64(d.out.Margin[i]) * float64(rules.NumSquares()),
		}
		a.byLogits(d.out.Logits[64*i:64*i+64], rules.AppendMoves(nil, q.position))
		r.add(q, a)
	}
	return nil
}

// ask lets the network answer by searches.
func (c *crew) ask(ctx context.Context, questions []question, r *Report) error {
	answers := make([]answer, len(questions))
	tasks := make([]*task, len(questions))
	for i, q := range questions {
		tasks[i] = &task{position: q.position, search: func(s *mcts.Search) { answers[i] = c.answer(s) }}
	}
	if err := c.do(ctx, tasks); err != nil {
		return err
	}
	for i, q := range questions {
		r.add(q, answers[i])
	}
	return nil
}

// answer is what was found out about a position.
type answer struct {
	order  []env.Move // best first
	chance []float64  // of each, summing to 1
	wdl    *[3]float64
	win    float64 // a draw counts half
	discs  float64
}

// byLogits orders the moves by their logits, equal ones by their squares.
func (a *answer) byLogits(logits []float32, moves []env.Move) {
	sum, top := 0.0, math.Inf(-1)
	for _, m := range moves {
		top = max(top, float64(logits[m]))
	}
	for _, m := range moves {
		sum += math.Exp(float64(logits[m]) - top)
	}
	a.order = moves
	sortMoves(a.order, func(x, y env.Move) bool { return logits[x] > logits[y] })
	for _, m := range a.order {
		a.chance = append(a.chance, math.Exp(float64(logits[m])-top)/sum)
	}
}

// answer reads a search. Chances are shares of visits, to which the prior is
// added as one more, so that none is 0.
func (c *crew) answer(s *mcts.Search) answer {
	root := s.Root()
	a := answer{win: (1 + root.Value) / 2, discs: root.Margin * float64(c.settings.Rules.NumSquares())}
	visits := 1.0
	for _, m := range root.Children {
		visits += float64(m.Visits)
	}
	for _, m := range visited(root, s.Best()) {
		a.order = append(a.order, m.Move)
		a.chance = append(a.chance, (float64(m.Visits)+m.Prior)/visits)
	}
	return a
}
