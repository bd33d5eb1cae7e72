package arena

import (
	"context"
	"time"

	"othellier/env"
	"othellier/mcts"
	"othellier/mcts/clock"
)

// timedBatch is the number of leaves of one game that are judged at once: more
// would mislead its search.
const timedBatch = 8

// timedPlayer thinks by time, its own for a move or what its clock allows, with
// the one goroutine that asks it. Turns are answered one after another; those of
// one game go on from the tree of the turn before.
type timedPlayer struct {
	name        string
	rules       env.Rules
	thinker     *clock.Thinker
	move        time.Duration // 0: as the clock allows
	simulations int           // 0: as many as there is time for
}

func newTimed(q request, ev mcts.Evaluator) (*timedPlayer, error) {
	t, err := clock.NewThinker(q.Rules, ev, clock.Config{Search: q.Search, Batch: min(q.Batch, timedBatch), Now: q.Now})
	return &timedPlayer{q.name, q.Rules, t, q.pace.move, q.number}, err
}

func (p *timedPlayer) Name() string { return p.name }

func (p *timedPlayer) Choose(ctx context.Context, turns []*Turn) error {
	for _, t := range turns {
		d, err := p.thinker.Think(ctx, t.Position, p.limit(t), nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		t.Move = d.Move
	}
	return nil
}

// limit returns how long to think about a turn. A clock of the match bounds the
// player's own time; its own is not to be divided.
func (p *timedPlayer) limit(t *Turn) clock.Limit {
	l := clock.Limit{Time: t.Clock.Budget(clock.MovesToGo(p.rules, t.Position), 0), Simulations: p.simulations}
	if p.move > 0 && (l.Time == 0 || p.move < l.Time) {
		l.Time = p.move
	}
	return l
}
