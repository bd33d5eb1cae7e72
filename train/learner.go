package train

import (
	"context"
	"fmt"
	"math/rand/v2"

	"othellier/env"
	"othellier/env/alike"
	"othellier/model"
)

// rowFiller turns rows of recorded games into rows of a batch.
type rowFiller struct {
	rules    env.Rules
	fast     bool    // rows of fast searches count
	mix      float64 // share of the search's value in the value target
	surprise float64 // share of the policy weight that goes by surprise
	game     GameRecord
}

// fill writes row number row of the encoded game into row i of b, seen through
// a symmetry of the board.
func (f *rowFiller) fill(b *model.Batch, i int, data []byte, row int, s env.Symmetry) error {
	if err := f.game.Decode(data); err != nil {
		return err
	}
	var at env.Position
	var ply, next *Ply
	p := f.rules.Initial()
	for k := range f.game.Plies {
		if x := &f.game.Plies[k]; ply == nil && x.isRow(f.fast) {
			if row == 0 {
				at, ply = p, x
				if k+1 < len(f.game.Plies) {
					next = &f.game.Plies[k+1]
				}
			}
			row--
		}
		p = f.rules.Next(p, f.game.Plies[k].Move)
	}
	if ply == nil {
		return fmt.Errorf("train: game %d has no row %d", f.game.Index, row)
	}
	position, final := s.Position(at), s.Position(p)
	model.Encode(f.rules, position, b.Planes[i*model.Planes*64:])
	legal, policy := b.Legal[i*64:][:64], b.Policy[i*64:][:64]
	moves := f.rules.Moves(position)
	for sq := range legal {
		legal[sq] = float32(moves >> sq & 1)
	}
	clear(policy)
	b.PolicyWeight[i] = 0
	if ply.Kind == KindFull {
		b.PolicyWeight[i] = float32(f.game.policyWeight(ply, f.surprise))
		for _, x := range ply.Policy {
			policy[s.Move(x.Move)] = float32(x.Weight) / shareUnit
		}
	}
	reply := b.Reply[i*64:][:64]
	clear(reply)
	b.ReplyWeight[i] = 0
	if next != nil && next.Kind == KindFull {
		b.ReplyWeight[i] = 1
		for _, x := range next.Policy {
			reply[s.Move(x.Move)] = float32(x.Weight) / shareUnit
		}
	}
	f.outcome(b, i, marginOf(f.rules, p, at.Turn), float64(ply.Value))
	own, opp := final.Discs(at.Turn), final.Discs(at.Turn.Other())
	ownership := b.Ownership[i*64:][:64]
	for sq := range ownership {
		ownership[sq] = float32(int(own>>sq&1) - int(opp>>sq&1))
	}
	return nil
}

// outcome writes the value and margin targets: the result, mixed with the value
// that the search found, which says nothing of draws.
func (f *rowFiller) outcome(b *model.Batch, i, margin int, q float64) {
	wdl := [3]float64{}
	switch {
	case margin > 0:
		wdl[0] = 1
	case margin == 0:
		wdl[1] = 1
	default:
		wdl[2] = 1
	}
	search := [3]float64{(1 + q) / 2, 0, (1 - q) / 2}
	for k := range wdl {
		b.WDL[i*3+k] = float32(float64((1-f.mix)*wdl[k]) + float64(f.mix*search[k]))
	}
	b.Margin[i] = float32(margin) / float32(f.rules.NumSquares())
}

// rate returns the learning rate of a step of the run, counted from 0, at a
// share of the run.
func (c LearnerConfig) rate(step int64, progress float64) float64 {
	x := c.LearnRateFinal + float64((c.LearnRate-c.LearnRateFinal)*(1+alike.CosPi(progress))/2)
	if step < int64(c.WarmupSteps) {
		x *= float64(step+1) / float64(c.WarmupSteps)
	}
	return x
}

// mixAt returns the share of the search's value at a share of the run.
func (c LearnerConfig) mixAt(progress float64) float64 {
	if c.ValueMixRamp > 0 {
		return c.ValueMix * min(1, progress/c.ValueMixRamp)
	}
	return c.ValueMix
}

// trainer returns the configuration of the model's trainer.
func (c LearnerConfig) trainer() model.TrainerConfig {
	t := model.DefaultTrainerConfig() // for Adam's own constants
	t.Batch, t.WeightDecay, t.ClipNorm, t.EMADecay = c.Batch, c.WeightDecay, c.ClipNorm, c.EMA
	t.ValueWeight, t.OwnershipWeight, t.MarginWeight = c.ValueWeight, c.OwnershipWeight, c.MarginWeight
	t.ReplyWeight, t.SoftPolicyWeight = c.ReplyWeight, c.SoftPolicyWeight
	return t
}

// session is the learning of one iteration.
type session struct {
	config    Config
	iteration int   // from 1
	steps     int   // to take
	before    int64 // steps of the run before it
	trainer   *model.Trainer
	window    Window
}

// run takes the steps. Rows are drawn from the window with equal probability and
// each gets one of the eight symmetries, by PCG(not seed, iteration): the games
// of the run have the streams of the seed itself.
func (s session) run(ctx context.Context, stepped func(Stepped) error) error {
	c := s.config
	rng := rand.New(rand.NewPCG(^c.Run.Seed, uint64(s.iteration)))
	start := float64(s.iteration-1) / float64(c.Run.Iterations)
	filler := rowFiller{rules: c.Rules, fast: c.Learner.FastRows, mix: c.Learner.mixAt(start), surprise: c.Learner.Surprise}
	batch := model.NewBatch(c.Learner.Batch)
	for k := range s.steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range batch.N {
			data, row := s.window.locate(rng.Int64N(s.window.Rows()))
			if err := filler.fill(batch, i, data, row, env.Symmetry(rng.IntN(env.Symmetries))); err != nil {
				return err
			}
		}
		step := s.before + int64(k)
		rate := c.Learner.rate(step, start+float64(k)/float64(s.steps)/float64(c.Run.Iterations))
		losses, err := s.trainer.Step(batch, rate)
		if err != nil {
			return &learnError{fmt.Errorf("train: learning: %w", err)}
		}
		err = stepped(Stepped{Iteration: s.iteration, Done: k + 1, Of: s.steps, Step: step + 1, LearnRate: rate, Losses: losses})
		if err != nil {
			return err
		}
	}
	return nil
}

// learnError is an error of the trainer: almost always a loss that is no number.
type learnError struct{ error }

func (e *learnError) Unwrap() error { return e.error }
