package alike

import (
	"math"
	"math/rand/v2"
	"testing"
)

var sink float64

// Every function beside its namesake in package math, over the arguments that
// losses and policies have.
func BenchmarkFunctions(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var x, p [1024]float64
	for i := range x {
		x[i], p[i] = 4*rng.NormFloat64(), rng.Float64()
	}
	with := func(y float64, f func(x, y float64) float64) func(float64) float64 {
		return func(x float64) float64 { return f(x, y) }
	}
	for _, f := range []struct {
		name       string
		ours, gos  func(float64) float64
		parameters *[1024]float64
	}{
		{"exp", Exp, math.Exp, &x},
		{"log", Log, math.Log, &p},
		{"tanh", Tanh, math.Tanh, &x},
		{"pow", with(0.3, Pow), with(0.3, math.Pow), &p},
		{"cospi", CosPi, math.Cos, &p},
		{"exponential", func(float64) float64 { return Exponential(rng) }, func(float64) float64 { return rng.ExpFloat64() }, &p},
		{"normal", func(float64) float64 { return Normal(rng) }, func(float64) float64 { return rng.NormFloat64() }, &p},
	} {
		for _, who := range []struct {
			name string
			f    func(float64) float64
		}{{"ours", f.ours}, {"math", f.gos}} {
			b.Run(f.name+"/"+who.name, func(b *testing.B) {
				for i := 0; i < b.N; i++ {
					sink += who.f(f.parameters[i%len(f.parameters)])
				}
			})
		}
	}
}
