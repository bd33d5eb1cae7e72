package arena

import (
	"math/rand/v2"
	"testing"

	"othellier/env"
)

// With many simulations a position near the end is won if it can be, by either
// side.
func TestRolloutsFindWins(t *testing.T) {
	for _, r := range variants {
		s := &rollouts{rules: r}
		found, both := 0, [2]int{}
		for _, p := range latePositions(t, r, 6, 60, 8) {
			margin, _ := Solve(r, p)
			if margin <= 0 {
				continue
			}
			both[p.Turn]++
			m := s.choose(p, 2000, rand.New(rand.NewPCG(1, 1)))
			if v, _ := Solve(r, r.Next(p, m)); v < 0 {
				found++
			} else {
				t.Logf("%v, %v: %v does not win", r, p, m)
			}
		}
		if won := both[0] + both[1]; found < won-1 || won < 8 {
			t.Errorf("%v: %d of %d wins were found", r, found, won)
		}
	}
}

func TestRolloutsCountSimulations(t *testing.T) {
	s := &rollouts{rules: env.Rules{}}
	for _, n := range []int{1, 2, 50} {
		s.choose(env.Rules{}.Initial(), n, rand.New(rand.NewPCG(1, 1)))
		sum := int32(0)
		root := s.nodes[0]
		for _, c := range s.nodes[root.first : root.first+root.size] {
			sum += c.visits
			if c.score < 0 || c.score > float64(c.visits) {
				t.Errorf("%v: score %v of %d visits", c.move, c.score, c.visits)
			}
		}
		if int(root.visits) != n || int(sum) != n {
			t.Errorf("%d simulations: %d visits at the root, %d below", n, root.visits, sum)
		}
	}
}
