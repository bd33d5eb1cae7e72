package train

import (
	"math"

	"othellier/env/alike"
	"othellier/mcts"
)

const (
	surpriseUnit    = 4096                // steps of a nat in a record
	surpriseUnknown = math.MaxUint16      // in a record
	surpriseMax     = surpriseUnknown - 1 // in a record: just below 16 nats
	leastPrior      = 1e-6                // what a prior counts as at least, so that one surprise stays finite
)

// SetSurprise stores how far the policy that a search found, 64 entries whose
// sum is 1, is from the priors that it began with: the Kullback-Leibler
// divergence Σ policy·log(policy/prior) in nats, rounded.
func (p *Ply) SetSurprise(policy []float32, children []mcts.Child) {
	d := 0.0
	for _, c := range children {
		if x := float64(policy[c.Move]); x > 0 {
			d += float64(x * alike.Log(x/max(c.Prior, leastPrior)))
		}
	}
	p.Surprise = float32(min(surpriseMax, math.Round(max(0, d)*surpriseUnit))) / surpriseUnit
}

// policyWeight returns the weight in the policy loss of a ply of the game that
// was searched in full. A share of the weight of the game's full searches goes
// to them in proportion to their surprise, the rest and the plies whose
// surprise is not known count equally (policy surprise weighting: KataGo, from
// its run g170 on, with a share of .5). The weights have the mean 1.
func (g *GameRecord) policyWeight(ply *Ply, share float64) float64 {
	if share == 0 || ply.Surprise < 0 {
		return 1
	}
	n, sum := 0, 0.0
	for i := range g.Plies {
		if p := &g.Plies[i]; p.Kind == KindFull && p.Surprise >= 0 {
			n++
			sum += float64(p.Surprise)
		}
	}
	if sum == 0 {
		return 1
	}
	return 1 - share + share*float64(n)*float64(ply.Surprise)/sum
}
