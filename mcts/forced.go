package mcts

import "math"

// forced returns the simulations that child c of the root must have once it has
// one, where the visits of all its children are sum (Wu 2019, section 3.2):
//
//	sqrt(ForcedPlayouts * prior * sum)
//
// with the prior that holds the noise. 0 where the root has no noise.
func (s *Search) forced(c *node, sum int32) float64 {
	if !s.noisy || s.config.ForcedPlayouts == 0 {
		return 0
	}
	return math.Sqrt(s.config.ForcedPlayouts * float64(s.priors[c.move]) * float64(sum))
}

// forget takes from w, the visits of the moves at the root that may be played,
// those that were spent on looking and not on what was seen. The move with most
// visits keeps them. Each other gives up at most the visits that it was forced
// to have, one by one, while selection would still rank it below the first; what
// is left with one visit is left with none. Some move must have visits.
//
// At a proven root there is nothing to take: what counts there is exact. forget
// returns the number of visits that it took.
func (s *Search) forget(w *[64]float64) (taken float64) {
	n := &s.nodes[0]
	if !s.noisy || s.config.ForcedPlayouts == 0 || n.proven() {
		return 0
	}
	top := s.best(0)
	sum := int32(0)
	for k := range s.children(0) {
		sum += s.children(0)[k].visits
	}
	explore := s.config.CPuct * math.Sqrt(float64(n.visits))
	rank := func(c *node, visits float64) float64 {
		return float64(explore*float64(s.priors[c.move]))/(1+visits) - s.mean(c)
	}
	first := rank(&s.nodes[top], float64(s.nodes[top].visits))
	for k := range s.children(0) {
		c := &s.children(0)[k]
		if n.first+int32(k) == top || w[c.move] == 0 {
			continue
		}
		kept := float64(c.visits)
		least := max(0, kept-math.Ceil(s.forced(c, sum)))
		for kept > least && rank(c, kept-1) < first {
			kept--
		}
		if kept <= 1 {
			kept = 0
		}
		taken += w[c.move] - kept
		w[c.move] = kept
	}
	return taken
}
