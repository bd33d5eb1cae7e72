package train

import (
	"context"
	"math"
	"testing"

	"othellier/env"
	"othellier/model"
)

// Every row, seen through every symmetry, is what a plain reading of the game
// says: square by square, with the whole game in colours instead of sides.
func TestRowsAreTheSlowTwin(t *testing.T) {
	for _, tt := range []struct {
		rules env.Rules
		fast  bool
		mix   float64
	}{{env.Rules{}, false, 0}, {env.Rules{Scoring: env.ScoreEmpties}, true, .5}, {env.Rules{Board: env.Board4}, true, 1}} {
		f := rowFiller{rules: tt.rules, fast: tt.fast, mix: tt.mix}
		for index := range int64(12) {
			g := randomGame(tt.rules, index)
			data := g.Append(nil)
			final := tt.rules.Initial()
			for _, ply := range g.Plies {
				final = tt.rules.Next(final, ply.Move)
			}
			p, row := tt.rules.Initial(), 0
			for k, ply := range g.Plies {
				if ply.Kind == KindFull || tt.fast && ply.Kind == KindFast {
					for s := env.Symmetry(0); s < env.Symmetries; s++ {
						b := model.NewBatch(3)
						for i := range b.Policy { // what was there before must not shine through
							b.Policy[i], b.Ownership[i], b.Reply[i] = 9, 9, 9
						}
						if err := f.fill(b, 1, data, row, s); err != nil {
							t.Fatal(err)
						}
						checkRow(t, tt.rules, b, p, final, ply, g.Margin, tt.mix, s)
						checkReply(t, b, g.Plies[k+1:], s)
					}
					row++
				}
				p = tt.rules.Next(p, ply.Move)
			}
			if row != g.Rows(tt.fast) {
				t.Fatalf("%d rows, Rows says %d", row, g.Rows(tt.fast))
			}
			if err := f.fill(model.NewBatch(1), 0, data, row, 0); err == nil {
				t.Fatal("a row behind the last was filled")
			}
		}
	}
}

// checkRow compares row 1 of b with the position p of a game that ended in final
// with the given margin for Black.
func checkRow(t *testing.T, r env.Rules, b *model.Batch, p, final env.Position, ply Ply, black int, mix float64, s env.Symmetry) {
	t.Helper()
	planes := make([]float32, model.Planes*64)
	model.Encode(r, p, planes)
	for sq := range env.Move(64) {
		to := 64 + int(s.Move(sq))
		for plane := range model.Planes {
			if got, want := b.Planes[(model.Planes+plane)*64+to-64], planes[plane*64+int(sq)]; got != want {
				t.Fatalf("%v symmetry %d plane %d square %v: %v, want %v", p, s, plane, sq, got, want)
			}
		}
		if got, want := b.Legal[to], float32(r.Moves(p)>>sq&1); got != want {
			t.Fatalf("legal %v at %v, want %v", got, sq, want)
		}
		want := float32(0)
		for _, share := range ply.Policy {
			if share.Move == sq {
				want = float32(share.Weight) / 65535
			}
		}
		if got := b.Policy[to]; got != want {
			t.Fatalf("policy %v at %v, want %v", got, sq, want)
		}
		owner := float32(0)
		switch {
		case final.Discs(p.Turn)>>sq&1 != 0:
			owner = 1
		case final.Discs(p.Turn.Other())>>sq&1 != 0:
			owner = -1
		}
		if got := b.Ownership[to]; got != owner {
			t.Fatalf("owner %v of %v, want %v", got, sq, owner)
		}
	}
	if got, want := b.PolicyWeight[1] == 1, ply.Kind == KindFull; got != want {
		t.Fatalf("policy weight %v for a ply of kind %d", b.PolicyWeight[1], ply.Kind)
	}
	margin := black
	if p.Turn == env.White {
		margin = -black
	}
	if got, want := b.Margin[1], float32(margin)/float32(r.NumSquares()); got != want {
		t.Fatalf("margin %v, want %v", got, want)
	}
	var result [3]float64
	result[map[bool]int{true: 0, false: 2}[margin > 0]] = 1
	if margin == 0 {
		result = [3]float64{0, 1, 0}
	}
	q := float64(ply.Value)
	for i, search := range []float64{(1 + q) / 2, 0, (1 - q) / 2} {
		if got, want := float64(b.WDL[3+i]), (1-mix)*result[i]+mix*search; math.Abs(got-want) > 1e-6 {
			t.Fatalf("outcome %d: %v, want %v", i, got, want)
		}
	}
}

// checkReply compares row 1 of b with what follows its ply in the game.
func checkReply(t *testing.T, b *model.Batch, following []Ply, s env.Symmetry) {
	t.Helper()
	var want [64]float32
	weight := float32(0)
	if len(following) > 0 && following[0].Kind == KindFull {
		weight = 1
		for _, share := range following[0].Policy {
			want[s.Move(share.Move)] = float32(share.Weight) / 65535
		}
	}
	if b.ReplyWeight[1] != weight || [64]float32(b.Reply[64:128]) != want {
		t.Fatalf("the reply weighs %v, want %v:\n%v, want\n%v", b.ReplyWeight[1], weight, b.Reply[64:128], want)
	}
}

// Each step draws rows evenly from the whole window, and nothing but the seed
// and the iteration decides which.
func TestSessionDrawsEvenly(t *testing.T) {
	p := store(t, t.TempDir(), 20)
	defer p.Close()
	c := tiny(t, "learner.batch=64")
	w := p.Window(100)
	run := func(iteration int) (losses []float64) {
		trainer, err := (&Run{config: c}).newTrainer()
		if err != nil {
			t.Fatal(err)
		}
		s := session{config: c, iteration: iteration, steps: 3, before: 50, trainer: trainer, window: w}
		err = s.run(context.Background(), func(e Stepped) error {
			losses = append(losses, e.Losses.Total)
			if e.Step != int64(50+e.Done) || e.Of != 3 || e.Iteration != iteration {
				t.Errorf("%+v", e)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return losses
	}
	a, b, other := run(2), run(2), run(3)
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("step %d differs between two equal sessions", i)
		}
	}
	if a[0] == other[0] {
		t.Error("two iterations draw the same rows")
	}
	counts := make([]int, w.Rows())
	for i := range counts {
		data, row := w.locate(int64(i))
		for k, g := range w.games {
			if &g.data[0] == &data[0] {
				counts[w.ends[k]-int64(g.rows)+int64(row)]++
			}
		}
	}
	for i, n := range counts {
		if n != 1 {
			t.Errorf("row %d of the window is drawn by %d numbers", i, n)
		}
	}
}
