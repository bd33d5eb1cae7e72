package endgame

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"othellier/env"
)

func TestCorners(t *testing.T) {
	for board, want := range map[env.Board]string{
		env.Board8: "a1 h1 a8 h8",
		env.Board6: "b2 g2 b7 g7",
		env.Board4: "c3 f3 c6 f6",
	} {
		s := newSolver(t, env.Rules{Board: board}, 1)
		got := ""
		for b := s.corners; b != 0; b &= b - 1 {
			got += " " + env.Move(bits.TrailingZeros64(b)).String()
		}
		if got != " "+want {
			t.Errorf("board %d: corners%s, want %s", board, got, want)
		}
		if n := bits.OnesCount64(s.beside); n != 12 || s.beside&^s.board != 0 {
			t.Errorf("board %d: %d squares beside corners: %#x", board, n, s.beside)
		}
	}
}

func TestOddQuadrants(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	for range 1000 {
		empty := rng.Uint64() & rng.Uint64()
		got := inQuadrants[oddQuadrants(empty)]
		for sq := range 64 {
			count := 0
			for other := range 64 {
				if sq/32 == other/32 && sq%8/4 == other%8/4 && empty>>other&1 != 0 {
					count++
				}
			}
			if got>>sq&1 != uint64(count%2) {
				t.Fatalf("empty %#x: square %d is called odd: %v, its quadrant has %d", empty, sq, got>>sq&1 != 0, count)
			}
		}
	}
}
