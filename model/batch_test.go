package model

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"othellier/env"
)

// randomGame plays a game of random moves and returns its positions with a
// choice, the forced passes among them, and the final one.
func randomGame(r env.Rules, rng *rand.Rand) (ps []env.Position, end env.Position) {
	p := r.Initial()
	for !r.Over(p) {
		ps = append(ps, p)
		m := r.Moves(p)
		if m == 0 {
			p = r.Next(p, env.Pass)
			continue
		}
		for range rng.IntN(bits.OnesCount64(m)) {
			m &= m - 1
		}
		p = r.Next(p, env.Move(bits.TrailingZeros64(m)))
	}
	return ps, p
}

// randomBatch returns n different positions of random games with what became of
// them; the policy targets are arbitrary.
func randomBatch(r env.Rules, n int, seed uint64) *Batch {
	rng := rand.New(rand.NewPCG(seed, 0))
	b := NewBatch(n)
	seen := map[env.Position]bool{}
	for i := 0; i < n; {
		ps, end := randomGame(r, rng)
		p := ps[rng.IntN(len(ps))]
		if seen[p] {
			continue
		}
		seen[p] = true
		if p.Turn != end.Turn {
			end = end.Passed()
		}
		setRow(b, i, r, p, end, rng)
		i++
	}
	return b
}

// setRow fills row i with position p of a game that ended in end, seen from the
// same side.
func setRow(b *Batch, i int, r env.Rules, p, end env.Position, rng *rand.Rand) {
	Encode(r, p, b.Planes[i*Planes*64:])
	legal := r.Moves(p)
	total := 0.0
	share := [64]float64{}
	for s := range 64 {
		if legal>>s&1 == 1 {
			b.Legal[i*64+s] = 1
			share[s] = math.Exp(rng.NormFloat64())
			total += share[s]
		}
		switch {
		case end.Own>>s&1 == 1:
			b.Ownership[i*64+s] = 1
		case end.Opp>>s&1 == 1:
			b.Ownership[i*64+s] = -1
		}
	}
	if empty := r.Squares() &^ (p.Own | p.Opp); empty != 0 { // of the reply: any empty squares
		total := float32(0)
		for s := range 64 {
			if empty>>s&1 == 1 {
				b.Reply[i*64+s] = rng.Float32()
				total += b.Reply[i*64+s]
			}
		}
		for s := range 64 {
			b.Reply[i*64+s] /= total
		}
		b.ReplyWeight[i] = rng.Float32()
	}
	if legal != 0 {
		b.PolicyWeight[i] = 1
		for s := range 64 {
			b.Policy[i*64+s] = float32(share[s] / total)
		}
	}
	margin := r.Margin(end)
	b.Margin[i] = float32(margin) / float32(r.NumSquares())
	switch {
	case margin > 0:
		b.WDL[i*3] = 1
	case margin == 0:
		b.WDL[i*3+1] = 1
	default:
		b.WDL[i*3+2] = 1
	}
}

func TestBatchCheck(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		name   string
		damage func(b *Batch)
		want   string
	}{
		{"whole", func(b *Batch) {}, ""},
		{"short", func(b *Batch) { b.Margin = b.Margin[1:] }, "Margin has 3 entries: expected 4 for 4 rows"},
		{"plane", func(b *Batch) { b.Planes[2*Planes*64+70] = 0.5 }, "row 2: plane 1 holds 0.5"},
		{"no board", func(b *Batch) { clear(b.squares(1)) }, "row 1: plane 4 has no square"},
		{"legal", func(b *Batch) { b.Legal[3*64+9] = nan }, "row 3: field Legal holds NaN at square 9"},
		{"illegal target", func(b *Batch) { b.Policy[0] = 1 }, "row 0: field Policy holds 1 at square 0 where Legal is 0"},
		{"negative weight", func(b *Batch) { b.PolicyWeight[1] = -1 }, "row 1: field PolicyWeight is -1"},
		{"infinite weight", func(b *Batch) { b.PolicyWeight[1] = float32(math.Inf(1)) }, "row 1: field PolicyWeight is +Inf"},
		{"no target", func(b *Batch) { clear(b.Policy[64:128]) }, "row 1: Policy sums to 0"},
		{"no target wanted", func(b *Batch) { clear(b.Policy[64:128]); b.PolicyWeight[1] = 0 }, ""},
		{"result", func(b *Batch) { b.WDL[3] = 2 }, "row 1: WDL sums to"},
		{"result NaN", func(b *Batch) { b.WDL[3] = nan }, "row 1: field WDL holds NaN"},
		{"owner", func(b *Batch) { b.Ownership[64] = 1.5 }, "row 1: field Ownership holds 1.5 at square 0"},
		{"reply on a disc", func(b *Batch) { b.Reply[64+27] = .5 }, "row 1: field Reply holds 0.5 at square 27"},
		{"no reply", func(b *Batch) { clear(b.Reply[64:128]) }, "row 1: Reply sums to 0"},
		{"no reply wanted", func(b *Batch) { clear(b.Reply[64:128]); b.ReplyWeight[1] = 0 }, ""},
		{"negative reply", func(b *Batch) { b.ReplyWeight[1] = -1 }, "row 1: field ReplyWeight is -1"},
		{"short reply", func(b *Batch) { b.ReplyWeight = nil }, "ReplyWeight has 0 entries: expected 4 for 4 rows"},
		{"margin in discs", func(b *Batch) { b.Margin[2] = 12 }, "row 2: field Margin is 12"},
	} {
		b := randomBatch(env.Rules{}, 4, 1)
		c.damage(b)
		err := b.check()
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v: expected %q", c.name, err, c.want)
		}
	}
}
