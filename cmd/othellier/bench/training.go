package bench

import (
	"context"
	"math/bits"

	"othellier/model"
)

// trainingBatch is the number of rows of a learning step that is measured.
const trainingBatch = 256

// training measures learning steps, by the kernels and by Gorgonia's own
// operations.
func (b *bench) training(ctx context.Context) error {
	rows := b.rows(trainingBatch)
	for _, s := range b.small() {
		for _, stock := range []bool{false, true} {
			c := model.DefaultTrainerConfig()
			c.Batch, c.Stock = rows.N, stock
			t, err := model.NewTrainer(s.weights, c)
			if err != nil {
				return err
			}
			step := func() error {
				_, err := t.Step(rows, 1e-3)
				return err
			}
			if err := step(); err != nil { // its memory is touched before the time is taken
				return err
			}
			rate, err := repeat(ctx, b.Seconds, float64(rows.N), step)
			if err != nil {
				return err
			}
			tower := "kernels"
			if stock {
				tower = "stock"
			}
			b.report.Training = append(b.report.Training, Training{Network: s.name, Batch: rows.N, Tower: tower, Rate: rate})
		}
	}
	return nil
}

// rows returns positions with targets of the right form: any will do.
func (b *bench) rows(n int) *model.Batch {
	t := model.NewBatch(n)
	for i, p := range Positions(b.Rules, n, 2) {
		model.Encode(b.Rules, p, t.Planes[i*model.Planes*64:])
		moves := b.Rules.Moves(p)
		for m := moves; m != 0; m &= m - 1 {
			t.Legal[i*64+bits.TrailingZeros64(m)] = 1
		}
		t.Policy[i*64+bits.TrailingZeros64(moves)] = 1
		t.PolicyWeight[i] = 1
		t.WDL[i*3] = 1
		for m := p.Own; m != 0; m &= m - 1 {
			t.Ownership[i*64+bits.TrailingZeros64(m)] = 1
		}
	}
	return t
}
