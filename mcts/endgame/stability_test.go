package endgame

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"othellier/env"
)

// TestStable plays on at random from random positions: no disc that was called
// stable may ever be turned over.
func TestStable(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	for _, rules := range []env.Rules{{}, {Board: env.Board6}, {Board: env.Board4}} {
		s := newSolver(t, rules, 1)
		found := 0
		for game := range 2000 {
			p := rules.Initial()
			var kept [2]uint64
			for {
				moves := rules.AppendMoves(nil, p)
				if len(moves) == 0 {
					break
				}
				if game%2 == 0 {
					// Corners make stable discs: take them half the time.
					for _, m := range moves {
						if m != env.Pass && s.corners>>m&1 != 0 {
							moves = moves[:copy(moves, []env.Move{m})]
							break
						}
					}
				}
				p = rules.Next(p, moves[rng.IntN(len(moves))])
				for c := range kept {
					if turned := kept[c] &^ p.Discs(env.Color(c)); turned != 0 {
						t.Fatalf("%v: %v was called stable and is gone", p, env.Move(bits.TrailingZeros64(turned)))
					}
				}
				kept[p.Turn] |= s.stable(p.Own, p.Opp)
				kept[p.Turn.Other()] |= s.stable(p.Opp, p.Own)
			}
			if p.Own|p.Opp == rules.Squares() && kept[0]|kept[1] != p.Own|p.Opp {
				t.Fatalf("%v: the board is full and %d discs are called unstable", p, bits.OnesCount64((p.Own|p.Opp)&^(kept[0]|kept[1])))
			}
			found += bits.OnesCount64(kept[0] | kept[1])
		}
		if found < 1000 {
			t.Errorf("%+v: only %d stable discs in all", rules, found)
		}
	}
}
