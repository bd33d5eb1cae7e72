package train

import (
	"math"
	"testing"

	"othellier/env"
	"othellier/mcts"
	"othellier/model"
)

func TestSetSurprise(t *testing.T) {
	shares := func(weights ...float32) []float32 { return append(weights, make([]float32, 64-len(weights))...) }
	for _, tt := range []struct {
		name   string
		policy []float32
		priors []float64
		want   float64
	}{
		{"as expected", shares(.25, .75), []float64{.25, .75}, 0},
		{"one of two", shares(1, 0), []float64{.5, .5}, math.Ln2},
		{"one of eight", shares(0, 0, 0, 1), []float64{.125, .125, .125, .125, .125, .125, .125, .125}, 3 * math.Ln2},
		{"turned round", shares(.9, .1), []float64{.1, .9}, .8 * math.Log(9)},
		{"never thought of", shares(1, 0), []float64{0, 1}, 6 * math.Ln10},
	} {
		var children []mcts.Child
		for sq, p := range tt.priors {
			children = append(children, mcts.Child{Move: env.Move(sq), Prior: p})
		}
		var p Ply
		if p.SetSurprise(tt.policy, children); math.Abs(float64(p.Surprise)-tt.want) > .5/surpriseUnit+1e-6 {
			t.Errorf("%s: %v, want %v", tt.name, p.Surprise, tt.want)
		}
	}
}

// The learner gives each row the weight that the definition says, worked out
// over the whole game; with a share of 0 all weigh 1.
func TestSurpriseWeights(t *testing.T) {
	for index := range int64(20) {
		g := randomGame(env.Rules{}, index)
		data := g.Append(nil)
		var known []float64
		for _, p := range g.Plies {
			if p.Kind == KindFull && p.Surprise >= 0 {
				known = append(known, float64(p.Surprise))
			}
		}
		total := 0.0
		for _, x := range known {
			total += x
		}
		for _, share := range []float64{0, .5, 1} {
			f := rowFiller{surprise: share}
			b := model.NewBatch(1)
			row, sum := 0, 0.0
			for _, p := range g.Plies {
				if p.Kind != KindFull {
					continue
				}
				if err := f.fill(b, 0, data, row, env.Symmetry(row%env.Symmetries)); err != nil {
					t.Fatal(err)
				}
				want := 1.0
				if p.Surprise >= 0 {
					even := 1.0
					bySurprise := float64(p.Surprise) / (total / float64(len(known)))
					want = (1-share)*even + share*bySurprise
				}
				if got := float64(b.PolicyWeight[0]); math.Abs(got-want) > 1e-5 {
					t.Fatalf("game %d row %d share %v: weight %v, want %v", index, row, share, got, want)
				}
				sum += float64(b.PolicyWeight[0])
				row++
			}
			if math.Abs(sum-float64(row)) > 1e-3 {
				t.Errorf("game %d: the weights of %d rows sum to %v", index, row, sum)
			}
		}
	}
	g := GameRecord{Plies: []Ply{{Kind: KindFull}, {Kind: KindFull}}}
	if w := g.policyWeight(&g.Plies[0], 1); w != 1 {
		t.Errorf("without any surprise the weight is %v", w)
	}
}
