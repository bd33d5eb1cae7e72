package mcts

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"othellier/env"
)

// wipeOuts is the twin of the look for wipe-outs: the bounds of the margin for
// the side to move that follow from the wipe-outs within so many plies alone, by
// nothing but the rules.
func wipeOuts(r env.Rules, p env.Position, plies int) (lower, upper int) {
	lower, upper = -65, 65
	switch moves := legal(r, p); {
	case len(moves) == 0 && (p.Own == 0 || p.Opp == 0):
		return r.Margin(p), r.Margin(p)
	case len(moves) > 0 && plies > 0:
		upper = -65
		for _, m := range moves {
			l, u := wipeOuts(r, r.Next(p, m), plies-1)
			lower, upper = max(lower, -u), max(upper, -l)
		}
	}
	return lower, upper
}

// limit returns the grade that node i at p cannot exceed for a foreseen wipe-out.
func (s *Search) limit(i int32, p env.Position) int8 {
	_, upper := wipeOuts(s.rules, p, s.config.WipeOutPlies-1)
	if upper >= 0 {
		return -s.worst
	}
	return s.grade(upper)
}

// sparse returns a position in which one side has few discs: random play in
// which the side that will be hunted gives as few discs as it can.
func sparse(r env.Rules, rng *rand.Rand) (env.Position, bool) {
	p := r.Initial()
	victim := env.Color(rng.IntN(2))
	for range 6 + rng.IntN(20) {
		moves := legal(r, p)
		if len(moves) == 0 {
			return p, false
		}
		m := moves[rng.IntN(len(moves))]
		if p.Turn != victim {
			for _, x := range moves {
				if bits.OnesCount64(r.Next(p, x).Own) < bits.OnesCount64(r.Next(p, m).Own) {
					m = x
				}
			}
		}
		p = r.Next(p, m)
	}
	return p, len(legal(r, p)) > 1
}

// What is foreseen is what the twin finds, no more and no less: at every child
// of a fresh leaf, under all rules, one to five plies ahead, by either count of
// margins.
func TestForeseesWipeOuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 15))
	found := map[int]int{}
	for k := range 9000 {
		r := variants[k%len(variants)]
		p, ok := sparse(r, rng)
		if !ok || bits.OnesCount64(p.Opp) > huntedDiscs {
			continue
		}
		for _, plies := range []int{0, 1, 2, 3, 5} {
			if plies == 5 && k%5 > 0 {
				continue
			}
			for _, w := range []float64{0, .2} {
				c := weighted(w)
				c.WipeOutPlies = plies
				s := at(r, c, p)
				grow(t, s, &oracle{t: t, rules: r}, 1)
				for i := range s.children(0) {
					n := &s.children(0)[i]
					q := r.Next(p, n.move)
					lower, upper := wipeOuts(r, q, plies-1)
					wantLower, wantUpper := s.worst, -s.worst
					switch {
					case plies > 0 && q.Own == 0 && r.Over(q):
						wantLower, wantUpper = s.grade(lower), s.grade(upper) // over, so exact
						found[0]++
					case plies > 0 && upper < 0 && bits.OnesCount64(q.Own) <= huntedDiscs:
						wantUpper = s.grade(upper)
						found[plies]++
					}
					if n.lower != wantLower || n.upper != wantUpper {
						t.Fatalf("%v, weight %v, %d plies, %v: bounds %d to %d, want %d to %d", p, w, plies, n.move, n.lower, n.upper, wantLower, wantUpper)
					}
				}
			}
		}
	}
	for _, plies := range []int{0, 3, 5} {
		if found[plies] < 20 {
			t.Errorf("%d plies: only %d cases", plies, found[plies])
		}
	}
	if n := found[1] + found[2]; n > 0 { // a victim's move and the blow after it are two plies beyond the first
		t.Errorf("%d replies were looked at that lie too deep", n)
	}
}

// A search with hardly any simulations plays a blow that its priors do not see,
// and does not walk into one.
func TestPlaysAndAvoidsWipeOuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	struck, escaped := 0, 0
	r := env.Rules{}
	for range 60000 {
		p, ok := sparse(r, rng)
		if !ok {
			continue
		}
		var blows, traps, safe []env.Move
		for _, m := range legal(r, p) {
			q := r.Next(p, m)
			switch _, upper := wipeOuts(r, q, 0); {
			case upper < 65:
				blows = append(blows, m)
			case lowerOf(r, q) > 0:
				traps = append(traps, m)
			default:
				safe = append(safe, m)
			}
		}
		if bits.OnesCount64(p.Opp) > victimDiscs || len(blows) == 0 && (len(traps) == 0 || len(safe) == 0 || bits.OnesCount64(p.Own) > huntedDiscs) {
			continue
		}
		c := Default()
		s := at(r, c, p)
		grow(t, s, &oracle{t: t, rules: r}, 3*len(legal(r, p)))
		best := s.Best()
		q := r.Next(p, best)
		switch {
		case len(blows) > 0:
			struck++
			if _, upper := wipeOuts(r, q, 2); upper >= 0 { // a blow now or surely with the next move
				t.Fatalf("%v: played %v where %v take everything", p, best, blows)
			}
		default:
			escaped++
			if lowerOf(r, q) > 0 {
				t.Fatalf("%v: played %v, after which all is taken; safe were %v", p, best, safe)
			}
		}
	}
	if struck < 20 || escaped < 20 {
		t.Errorf("only %d blows and %d traps", struck, escaped)
	}
}

func lowerOf(r env.Rules, p env.Position) int {
	lower, _ := wipeOuts(r, p, 1)
	return lower
}
