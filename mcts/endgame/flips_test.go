package endgame

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"othellier/env"
)

func TestFlips(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		own, opp, sq := rng.Uint64(), rng.Uint64(), rng.IntN(64)
		opp &^= own
		if rng.IntN(2) == 0 {
			opp |= rng.Uint64() &^ own
		}
		own, opp = own&^(1<<sq), opp&^(1<<sq)
		if got, want := flips(own, opp, sq), env.Flips(own, opp, env.Move(sq)); got != want {
			t.Fatalf("flips(%#x, %#x, %d) = %#x, want %#x", own, opp, sq, got, want)
		}
		full := env.Flips(own, ^own&^(1<<sq), env.Move(sq))
		if got, want := lastFlips(own, sq), 2*bits.OnesCount64(full); got != want {
			t.Fatalf("lastFlips(%#x, %d) = %d, want %d", own, sq, got, want)
		}
	}
}
