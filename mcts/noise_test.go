package mcts

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"othellier/env"
)

// Noise lies on the legal moves alone and sums to one, however concentrated.
func TestDirichlet(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, concentration := range []float64{1e-300, 1e-3, .3, 1, 10, 10.83, 1e3, 1e9} {
		for range 200 {
			moves := rng.Uint64() & rng.Uint64()
			if moves == 0 {
				continue
			}
			var noise [64]float32
			noise[firstMove(^moves)] = 9 // left over from another root
			dirichlet(&noise, moves, concentration, rng)
			sum := 0.0
			for sq, x := range noise {
				if x != 0 && moves>>sq&1 == 0 {
					t.Fatalf("noise %v on %v, which is not legal", x, env.Move(sq))
				}
				if !(x >= 0) {
					t.Fatalf("noise %v", x)
				}
				sum += float64(x)
			}
			if math.Abs(sum-1) > 1e-5 {
				t.Fatalf("concentration %v: the noise sums to %v", concentration, sum)
			}
		}
	}
}

// Mean and variance are those of the distribution.
func TestDirichletMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const samples = 40_000
	for _, c := range []struct {
		concentration float64
		moves         uint64
	}{{10, 1<<9 - 1}, {.5, 0xf0}, {40, 7 << 40}} {
		n := float64(bits.OnesCount64(c.moves))
		sq := bits.TrailingZeros64(c.moves)
		sum, squares := 0.0, 0.0
		for range samples {
			var noise [64]float32
			dirichlet(&noise, c.moves, c.concentration, rng)
			x := float64(noise[sq])
			sum += x
			squares += x * x
		}
		mean := sum / samples
		variance := squares/samples - mean*mean
		want := (1 / n) * (1 - 1/n) / (c.concentration + 1)
		if math.Abs(mean-1/n) > .02/n || math.Abs(variance/want-1) > .05 {
			t.Errorf("%+v: mean %v, variance %v, want %v and %v", c, mean, variance, 1/n, want)
		}
	}
}

// At a root marked for noise selection uses (1-w)*P^(1/T) + w*noise; the priors
// that Root shows and those of other nodes stay as they are.
func TestAddNoise(t *testing.T) {
	r := env.Rules{}
	config := Default()
	config.RootTemperature = 2
	for _, first := range []bool{true, false} {
		s := New(r, config)
		ev := &oracle{t: t, rules: r}
		rng := rand.New(rand.NewPCG(5, 6))
		if first {
			s.AddNoise(rng)
		}
		grow(t, s, ev, 1)
		if !first {
			s.AddNoise(rng)
		}
		plain := New(r, config)
		grow(t, plain, ev, 1)
		var want [64]float32
		dirichlet(&want, r.Moves(r.Initial()), config.NoiseConcentration, rand.New(rand.NewPCG(5, 6)))
		root, roots := 0.0, plain.Root()
		for _, c := range roots.Children {
			root += math.Sqrt(c.Prior)
		}
		sum := 0.0
		for k, c := range s.Root().Children {
			if c.Prior != roots.Children[k].Prior {
				t.Errorf("the prior shown for %v is %v with noise, %v without", c.Move, c.Prior, roots.Children[k].Prior)
			}
			x := .75*math.Sqrt(c.Prior)/root + .25*float64(want[c.Move])
			if math.Abs(float64(s.priors[c.Move])-x) > 1e-6 {
				t.Errorf("prior of %v with noise is %v, want %v", c.Move, s.priors[c.Move], x)
			}
			sum += float64(s.priors[c.Move])
		}
		if math.Abs(sum-1) > 1e-6 {
			t.Errorf("priors with noise sum to %v", sum)
		}
	}
}

// Noise belongs to one root: it changes the search there and is gone after a
// move. Roots without a choice draw nothing.
func TestNoiseEnds(t *testing.T) {
	r := env.Rules{}
	ev := &oracle{t: t, rules: r}
	plain, noisy := New(r, Default()), New(r, Default())
	noisy.AddNoise(rand.New(rand.NewPCG(7, 8)))
	grow(t, plain, ev, 200)
	grow(t, noisy, ev, 200)
	if plain.dump(0, r.Initial()) == noisy.dump(0, r.Initial()) {
		t.Error("noise changed nothing")
	}
	noisy.Advance(noisy.Best())
	plain.Reset(noisy.position)
	noisy.Reset(noisy.position)
	grow(t, plain, ev, 200)
	grow(t, noisy, ev, 200)
	if plain.dump(0, r.Initial()) != noisy.dump(0, r.Initial()) {
		t.Error("noise was left after a move")
	}
	at(r, Default(), env.Position{Own: 1}).AddNoise(nil)                            // over
	at(r, Default(), env.Position{Own: 1, Opp: 2}).AddNoise(nil)                    // one move
	at(r, Default(), env.Position{Own: 1, Opp: 2}.Passed()).AddNoise(nil)           // a pass
	at(r, Config{CPuct: 1}, env.Position{Own: 1 << 27, Opp: 7 << 18}).AddNoise(nil) // no noise asked for
}
