package alike

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// Precise twins: the same functions to 160 bits or more.

const precision = 320

var ln2, _ = new(big.Float).SetPrec(precision).SetString("0.693147180559945309417232121458176568075500134360255254120680009493393621969694715605863326996418687147542103")

func number(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }
func empty() *big.Float           { return new(big.Float).SetPrec(precision) }

// bigExp is e to the power x for |x| < 2000: x - k ln 2 is divided by 2^16, and
// what its series says squared 16 times.
func bigExp(x *big.Float) *big.Float {
	f, _ := x.Float64()
	k := int(math.RoundToEven(f / math.Ln2))
	r := empty().Sub(x, empty().Mul(ln2, number(float64(k))))
	if r.Sign() != 0 {
		r.SetMantExp(r, -16)
	}
	y := number(1)
	for n := 14.0; n > 0; n-- {
		y.Mul(y, r).Quo(y, number(n)).Add(y, number(1))
	}
	for range 16 {
		y.Mul(y, y)
	}
	return y.SetMantExp(y, k)
}

// bigLog is log x: with y near it, y + log(1 + e), where x exp(-y) = 1 + e. That y
// is ours: math.Log errs in subnormal numbers on amd64.
func bigLog(x float64) *big.Float {
	y := number(Log(x))
	e := empty().Mul(number(x), bigExp(empty().Neg(y)))
	e.Sub(e, number(1))
	// e - e²/2 + e³/3
	t := empty().Sub(empty().Quo(e, number(3)), number(.5))
	t.Mul(t, e).Add(t, number(1)).Mul(t, e)
	return y.Add(y, t)
}

// bigTanh is tanh x for |x| < 1000.
func bigTanh(x float64) *big.Float {
	if math.Abs(x) < 1e-12 { // x - x³/3, which spares the bits that 1 - e^2x has lost
		b := number(x)
		c := empty().Mul(empty().Mul(b, b), b)
		return b.Sub(b, c.Quo(c, number(3)))
	}
	e := bigExp(number(2 * x))
	return empty().Quo(empty().Sub(e, number(1)), empty().Add(e, number(1)))
}

// ulps returns how far y is from the true value, in units of the last place of
// the number next to that.
func ulps(y float64, truth *big.Float) float64 {
	f, _ := truth.Float64()
	if math.IsInf(f, 0) || math.IsInf(y, 0) {
		if f == y {
			return 0
		}
		return math.Inf(1)
	}
	f = math.Abs(f)
	unit := math.Nextafter(f, math.Inf(1)) - f
	d, _ := empty().Quo(empty().Sub(number(y), truth), number(unit)).Float64()
	return math.Abs(d)
}

// arguments returns many random numbers: bits at random, and uniform over the
// ranges given.
func arguments(seed uint64, ranges ...float64) []float64 {
	n := 12_000
	if os.Getenv("OTHELLIER_SLOW") != "" {
		n *= 50
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	var xs []float64
	for range n {
		xs = append(xs, math.Float64frombits(rng.Uint64()))
		for _, r := range ranges {
			xs = append(xs, (2*rng.Float64()-1)*r)
		}
	}
	return xs
}

var edges = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 0x1p-1022, 0x1.fffffffffffffp-1023,
	math.MaxFloat64, -math.MaxFloat64, 0x1p-30, 0x1p-53, 0x1p-54, -0x1p-54, math.Sqrt2, math.Sqrt2 / 2, 0.7071067811865474, 0.7071067811865477,
	1 - 0x1p-53, 1 + 0x1p-52, math.Ln2, math.Ln2 / 2, -math.Ln2 / 2, 0.55, 0.5500000000000002, 22, 22.000000000000004, 0.3465735902799726, 0.34657359027997264,
	709.782712893384, 709.7827128933841, 708.3964185322641, -708.3964185322641, -708.3964185322642, -745.1332191019411, -745.1332191019412, -745.2, 745.2}

func TestAccuracy(t *testing.T) {
	for _, f := range []struct {
		name   string
		f      func(float64) float64
		truth  func(float64) *big.Float // nil where the edge has no number
		in     func(x float64) bool
		ranges []float64
	}{
		{"exp", Exp, func(x float64) *big.Float { return bigExp(number(x)) }, func(x float64) bool { return math.Abs(x) < 1000 }, []float64{0.4, 1, 30, 750}},
		{"log", Log, bigLog, func(x float64) bool { return x > 0 && x <= math.MaxFloat64 }, []float64{1, 2, 10, 1e6}},
		{"tanh", Tanh, bigTanh, func(x float64) bool { return math.Abs(x) < 300 }, []float64{0.1, 0.6, 1.2, 4, 25}},
	} {
		worst, at, n := 0.0, 0.0, 0
		for _, x := range append(arguments(1, f.ranges...), edges...) {
			if f.in(x) {
				n++
				if d := ulps(f.f(x), f.truth(x)); d > worst {
					worst, at = d, x
				}
			}
		}
		t.Logf("%s: at most %.3f units in the last place off, at %v, of %d", f.name, worst, at, n)
		if !(worst <= 1) {
			t.Errorf("%s(%v) is %v: off by %v units in the last place", f.name, at, f.f(at), worst)
		}
	}
}

// Where the true values are no numbers, or beyond them.
func TestEdges(t *testing.T) {
	inf, nan, zero := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"exp NaN", Exp(nan), nan}, {"exp Inf", Exp(inf), inf}, {"exp -Inf", Exp(-inf), 0}, {"exp 1e300", Exp(1e300), inf}, {"exp -1e300", Exp(-1e300), 0}, {"exp 0", Exp(zero), 1},
		{"log NaN", Log(nan), nan}, {"log Inf", Log(inf), inf}, {"log -Inf", Log(-inf), nan}, {"log -1", Log(-1), nan}, {"log 0", Log(0), -inf}, {"log -0", Log(zero), -inf}, {"log 1", Log(1), 0},
		{"tanh NaN", Tanh(nan), nan}, {"tanh Inf", Tanh(inf), 1}, {"tanh -Inf", Tanh(-inf), -1}, {"tanh -0", Tanh(zero), zero}, {"tanh -1e300", Tanh(-1e300), -1},
		{"pow 0, 0", Pow(0, 0), 1}, {"pow 0, .5", Pow(0, .5), 0}, {"pow 0, -1", Pow(0, -1), inf}, {"pow 1, Inf", Pow(1, inf), 1}, {"pow .5, Inf", Pow(.5, inf), 0}, {"pow Inf, 0", Pow(inf, 0), 1},
		{"pow NaN, 1", Pow(nan, 1), nan}, {"pow 1, NaN", Pow(1, nan), 1},
		{"cos 0", CosPi(0), 1}, {"cos pi", CosPi(1), -1},
	} {
		if math.IsNaN(c.got) != math.IsNaN(c.want) || c.got == c.got && (c.got != c.want || math.Signbit(c.got) != math.Signbit(c.want)) {
			t.Errorf("%s is %v, expected %v", c.name, c.got, c.want)
		}
	}
}

// A greater argument never has a smaller value, also between neighbours.
func TestMonotone(t *testing.T) {
	for _, f := range []struct {
		name string
		f    func(float64) float64
	}{{"exp", Exp}, {"log", Log}, {"tanh", Tanh}} {
		for _, x := range append(arguments(2, .3, 1, 30, 750), edges...) {
			for range 4 {
				y := math.Nextafter(x, math.Inf(1))
				if f.f(x) > f.f(y) {
					t.Errorf("%s(%v) is %v, %s(%v) only %v", f.name, x, f.f(x), f.name, y, f.f(y))
				}
				x = y
			}
		}
	}
}

func TestPow(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 10_000 {
		x, y := math.Exp(20*rng.Float64()-10), 100*rng.Float64()-50
		exact := bigExp(empty().Mul(bigLog(x), number(y)))
		if d, most := ulps(Pow(x, y), exact), 1+3*math.Abs(y*math.Log(x)); d > most {
			t.Errorf("%v to the power %v is off by %v units in the last place: expected at most %v", x, y, d, most)
		}
	}
}

func TestCosPi(t *testing.T) {
	for i := range 10_001 {
		x := float64(i) / 10_000
		if d := math.Abs(CosPi(x) - math.Sin(math.Pi*(.5-x))); d > 0x1p-51 {
			t.Errorf("cos(pi %v) is off by %v", x, d)
		}
	}
}

// Samples are distributed as they should be: nowhere do the shares below a
// number, of so many draws, differ by more than chance once in a million.
func TestDistributions(t *testing.T) {
	const n = 200_000
	rng := rand.New(rand.NewPCG(7, 8))
	for _, d := range []struct {
		name  string
		draw  func(*rand.Rand) float64
		below func(x float64) float64
	}{
		{"normal", Normal, func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }},
		{"exponential", Exponential, func(x float64) float64 { return -math.Expm1(-x) }},
	} {
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = d.draw(rng)
		}
		slices.Sort(xs)
		worst := 0.0
		for i, x := range xs {
			p := d.below(x)
			worst = max(worst, p-float64(i)/n, float64(i+1)/n-p)
		}
		if most := math.Sqrt(math.Log(2e6) / 2 / n); worst > most { // Massart's bound for Kolmogorov's statistic
			t.Errorf("%s: the distribution is off by %v, expected at most %v", d.name, worst, most)
		}
	}
}
