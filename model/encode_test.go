package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"othellier/env"
)

var boards = []env.Board{env.Board8, env.Board6, env.Board4}

// drawPosition draws a position of a random game on any board.
func drawPosition(t *rapid.T) (env.Rules, env.Position) {
	r := env.Rules{Board: rapid.SampledFrom(boards).Draw(t, "board"), Start: env.Start(rapid.IntRange(0, int(env.StartFree)).Draw(t, "start"))}
	ps, _ := randomGame(r, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "game"), 0)))
	return r, ps[rapid.IntRange(0, len(ps)-1).Draw(t, "ply")]
}

// The planes say of every square what the rules say.
func TestEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, p := drawPosition(t)
		x := make([]float32, Planes*64+3)
		for i := range x {
			x[i] = 9 // what was there before must not matter
		}
		Encode(r, p, x)
		mine, theirs := r.Mask(p), r.Mask(p.Passed())
		low, high := (8-r.Size())/2, (8+r.Size())/2
		for s := range 64 {
			bit := func(b bool) float32 {
				if b {
					return 1
				}
				return 0
			}
			row, column := s/8, s%8
			want := [Planes]float32{
				bit(p.Own>>s&1 == 1), bit(p.Opp>>s&1 == 1), bit(mine[s]), bit(theirs[s]),
				bit(row >= low && row < high && column >= low && column < high),
			}
			for i, w := range want {
				if x[i*64+s] != w {
					t.Fatalf("plane %d is %v at %v of %v under %+v: expected %v", i, x[i*64+s], env.Move(s), p, r, w)
				}
			}
		}
		if !slices.Equal(x[Planes*64:], []float32{9, 9, 9}) {
			t.Fatal("wrote past the planes")
		}
	})
}

// Turning the board and then encoding is encoding and then turning every plane.
func TestEncodeSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, p := drawPosition(t)
		s := env.Symmetry(rapid.IntRange(0, env.Symmetries-1).Draw(t, "symmetry"))
		var plain, turned, want [Planes * 64]float32
		Encode(r, p, plain[:])
		Encode(r, s.Position(p), turned[:])
		for i := range Planes {
			env.Permute(s, want[i*64:][:64], plain[i*64:][:64])
		}
		if turned != want {
			t.Fatalf("symmetry %d of %v: planes %v, expected %v", s, p, turned, want)
		}
	})
}

// A position does not show whose colour it is.
func TestEncodeColor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, p := drawPosition(t)
		q := p
		q.Turn = p.Turn.Other()
		var a, b [Planes * 64]float32
		Encode(r, p, a[:])
		Encode(r, q, b[:])
		if a != b {
			t.Fatalf("%v is seen differently when the colours change", p)
		}
	})
}

func TestEncodeAllocations(t *testing.T) {
	dst := make([]float32, Planes*64)
	p := env.Rules{}.Initial()
	if n := testing.AllocsPerRun(100, func() { Encode(env.Rules{}, p, dst) }); n != 0 {
		t.Errorf("%v allocations: expected none", n)
	}
}
