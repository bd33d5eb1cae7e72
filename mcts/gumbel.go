package mcts

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"othellier/env/alike"
)

// Constants of sigma, which sets the weight of a utility u against the logarithm
// of a prior: sigma(u) = (sigmaVisits + most visits of a move) * sigmaScale * u.
// Danihelka et al. take 50 and 1 for values from 0 to 1; utilities here are from
// -1 to 1, twice as far apart.
const (
	sigmaVisits = 50
	sigmaScale  = 0.5
)

// gumbel is the state of a root that is searched by sequential halving.
type gumbel struct {
	on     bool
	noise  [64]float64 // a Gumbel variable for each legal square
	limit  int         // moves that are considered at first
	budget int         // simulations of all of them together
	rounds int         // halvings, until two are left
	left   uint64      // moves that are still considered; none before the root is expanded, and when all are pruned
	target int32       // visits that each of them gets by the end of the round
	judged float64     // the evaluator's utility of the root
}

// AddGumbel marks the root, which must have no visits, for a search that is good
// with few simulations (Danihelka, Guez, Schrittwieser, Silver: Policy
// improvement by planning with Gumbel, 2022); noise and PUCT then have no part
// in what is searched at the root, though PUCT has below it. It takes the place
// of [Search.AddNoise].
//
// Each move gets a score: a Gumbel variable drawn from rng, plus the logarithm
// of its prior, plus sigma(utility) once it has been visited. The moves with the
// greatest scores, at most the given number of them, share the simulations
// equally; then the better half goes on, and so on until two are left. The
// number of simulations, one of which evaluates the root, should be that of
// [Search.Done]. Moves that bounds prune drop out of the race; when all have,
// selection goes on by PUCT among the others.
//
// [Search.Policy] and [Search.Sample] then go by the improved policy instead of
// visits: softmax(log prior + sigma(utility)) over the moves that [Search.Best]
// considers, where a move without visits has the mean of the evaluator's
// utility of the root and those of the visited moves, weighted by their priors.
// [Search.Best] is still the move with most visits.
//
// The variables are drawn at once, in the order of the squares. A root with
// fewer than two moves, or one that is solved, draws none and is searched as
// ever. It panics if considered or simulations is less than 1 or the root has
// visits.
func (s *Search) AddGumbel(rng *rand.Rand, considered, simulations int) {
	if considered < 1 || simulations < 1 {
		panic(fmt.Sprintf("mcts: AddGumbel of %d moves with %d simulations: want 1 or more", considered, simulations))
	}
	if s.nodes[0].visits > 0 {
		panic(fmt.Sprintf("mcts: AddGumbel at a root with %d visits: want none", s.nodes[0].visits))
	}
	moves := s.rules.Moves(s.position)
	if bits.OnesCount64(moves) < 2 || s.solvable(s.position) {
		return
	}
	s.noisy = false
	s.gumbel = gumbel{on: true, limit: considered, budget: simulations - 1}
	for m := moves; m != 0; m &= m - 1 {
		s.gumbel.noise[bits.TrailingZeros64(m)] = -alike.Log(alike.Exponential(rng))
	}
}

// race begins the halving at the root, which has just been expanded by a
// position that the evaluator judged to have the given utility.
func (s *Search) race(judged float64) {
	g := &s.gumbel
	g.judged = judged
	for k := range s.children(0) {
		g.left |= 1 << s.children(0)[k].move
	}
	n := max(1, min(g.limit, int(s.nodes[0].count), g.budget))
	g.rounds = max(1, bits.Len(uint(n-1)))
	s.shorten(n)
}

// shorten leaves the n moves with the greatest scores and sets the visits that
// they get in the next round.
func (s *Search) shorten(n int) {
	g := &s.gumbel
	from := g.left
	g.left = 0
	for range n {
		if c := s.leader(from); c >= 0 {
			g.left |= 1 << s.nodes[c].move
			from &^= 1 << s.nodes[c].move
		}
	}
	g.target += int32(max(1, g.budget/(g.rounds*n)))
}

// leader returns the child of the root with the greatest score among the given
// moves, the first of equal ones, or -1 if there are none.
func (s *Search) leader(among uint64) int32 {
	best, top := int32(-1), 0.0
	scale, mixed := s.sigma()
	for k := range s.children(0) {
		c := &s.children(0)[k]
		if among>>c.move&1 == 0 {
			continue
		}
		if x := s.gumbel.noise[c.move] + s.improved(c, scale, mixed); best < 0 || x > top {
			best, top = s.nodes[0].first+int32(k), x
		}
	}
	return best
}

// sigma returns the factor of utilities now, and the utility that stands for
// moves without visits.
func (s *Search) sigma() (scale, mixed float64) {
	most, visits := int32(0), int32(0)
	var priors, sum float64
	for k := range s.children(0) {
		if c := &s.children(0)[k]; c.visits > 0 {
			most, visits = max(most, c.visits), visits+c.visits
			priors += float64(c.prior)
			sum -= float64(float64(c.prior) * s.mean(c))
		}
	}
	mixed = s.gumbel.judged
	if priors > 0 {
		mixed = (mixed + float64(float64(visits)*(sum/priors))) / float64(1+visits)
	}
	return sigmaScale * float64(sigmaVisits+most), mixed
}

// improved returns the logarithm of the weight of child c of the root in the
// improved policy.
func (s *Search) improved(c *node, scale, mixed float64) float64 {
	u := mixed
	if c.visits > 0 {
		u = -s.mean(c)
	}
	return alike.Log(max(float64(c.prior), 1e-12)) + float64(scale*u) // a prior of 0 is a very small one
}

// racing returns the child of the root to visit next: of the moves that are
// still considered and lack visits in this round those with fewest, and of them
// the one with the greatest score. It is -1 if the round cannot end before
// evaluations are back.
func (s *Search) racing() int32 {
	g := &s.gumbel
	for g.left != 0 {
		fewest, next, waiting := int32(math.MaxInt32), uint64(0), false
		for k := range s.children(0) {
			c := &s.children(0)[k]
			switch visits := c.visits + c.virtual; {
			case g.left>>c.move&1 == 0:
			case s.pruned(&s.nodes[0], c):
				g.left &^= 1 << c.move
			case c.visits >= g.target:
			case visits >= g.target || c.virtual > 0 && c.count == 0:
				waiting = true
			case visits < fewest:
				fewest, next = visits, 1<<c.move
			case visits == fewest:
				next |= 1 << c.move
			}
		}
		switch n := bits.OnesCount64(g.left); {
		case next != 0:
			return s.leader(next)
		case waiting:
			return -1
		case n > 2:
			s.shorten(max(2, n/2))
		case n > 0:
			s.shorten(n)
		}
	}
	return s.choose(0)
}

// improve fills w with the weights of the improved policy over the moves that
// may be played, the greatest being 1, and returns their sum.
func (s *Search) improve(w *[64]float64) (sum float64) {
	n := &s.nodes[0]
	scale, mixed := s.sigma()
	top := math.Inf(-1)
	for pass := range 2 {
		for k := range s.children(0) {
			c := &s.children(0)[k]
			if !s.eligible(n, c) {
				continue
			}
			x := s.improved(c, scale, mixed)
			if pass == 0 {
				top = max(top, x)
				continue
			}
			w[c.move] = alike.Exp(x - top)
			sum += w[c.move]
		}
	}
	return sum
}
