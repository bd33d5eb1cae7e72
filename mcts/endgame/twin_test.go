package endgame

import (
	"math/bits"
	"math/rand/v2"

	"othellier/env"
)

// twin is the obvious solver: minimax over the rules, every position to the end.
type twin struct {
	rules env.Rules
	known map[env.Position]int

	wipeouts, unfilled int // ends of the game seen, with no disc of one side and else with empty squares
}

func newTwin(r env.Rules) *twin { return &twin{rules: r, known: make(map[env.Position]int)} }

// margin returns the final margin for the side to move.
func (t *twin) margin(p env.Position) int {
	best, ok := t.known[p]
	if ok {
		return best
	}
	moves, pass := t.rules.Status(p)
	switch {
	case pass:
		best = -t.margin(p.Passed())
	case moves == 0:
		best = t.rules.Margin(p)
		if p.Own == 0 || p.Opp == 0 {
			t.wipeouts++
		} else if p.Own|p.Opp != t.rules.Squares() {
			t.unfilled++
		}
	default:
		best = -100
		for m := range env.Pass {
			if moves>>m&1 != 0 {
				best = max(best, -t.margin(t.rules.Next(p, m)))
			}
		}
	}
	if t.rules.NumSquares()-bits.OnesCount64(p.Own|p.Opp) > 2 { // less is sooner played than remembered
		t.known[p] = best
	}
	return best
}

// reach plays from the start until empty squares are left and returns that
// position, or false when the game ends before. Moves are random but for one
// side that, if greedy, turns over as many discs as it can.
func reach(r env.Rules, empty int, greedy bool, rng *rand.Rand) (env.Position, bool) {
	p := r.Initial()
	for r.NumSquares()-bits.OnesCount64(p.Own|p.Opp) > empty {
		moves := r.AppendMoves(nil, p)
		if len(moves) == 0 {
			return p, false
		}
		m := moves[rng.IntN(len(moves))]
		if greedy && p.Turn == env.White {
			for _, other := range moves {
				if r.Next(p, other).Count(env.White) > r.Next(p, m).Count(env.White) {
					m = other
				}
			}
		}
		p = r.Next(p, m)
	}
	return p, !r.Over(p)
}

// reached returns n unfinished positions with that many empty squares, a third
// of them from lopsided games.
func reached(r env.Rules, empty, n int, seed uint64) (all []env.Position) {
	rng := rand.New(rand.NewPCG(seed, uint64(empty)))
	for len(all) < n {
		if p, ok := reach(r, empty, len(all)%3 == 0, rng); ok {
			all = append(all, p)
		}
	}
	return all
}
