package alike

import "math"

const (
	ln2Hi = 0x1.62e42fefa38p-1 // 42 bits of ln 2: times an exponent it is exact
	ln2Lo = math.Ln2 - ln2Hi
	whole = 0x1.8p52 // added to a small number it leaves the nearest integer in the lowest bits
	limit = 745.2    // beyond it, below 0, exp rounds to 0
)

// muladd returns x*y + z, with the product rounded.
func muladd(x, y, z float64) float64 { return float64(x*y) + z }

// Exp returns e to the power x: +Inf beyond 709.78, 0 below -745.13.
func Exp(x float64) float64 {
	if !(x > -limit && x < limit) {
		switch {
		case x > 0:
			return math.Inf(1)
		case x < 0:
			return 0
		}
		return x // not a number
	}
	k, hi, lo := exp(x)
	y := hi + lo // 0.7 to 1.42
	if k > -1022 && k < 1024 {
		return math.Float64frombits(math.Float64bits(y) + uint64(k)<<52)
	}
	return float64(math.Ldexp(y, int(k)))
}

// exp returns e to the power x, |x| < 2000, as 2^k (hi + lo): hi is from 0.65 to
// 1.36, lo below 0.08, and their sum errs by some 2^-57.
//
// With k the integer next to x/ln 2 it remains to raise e to r = x - k ln 2,
// |r| <= ln 2 / 2: the sum of r^n/n!, of which 1 + r is kept exact, and from n =
// 14 on the rest is too small to matter.
func exp(x float64) (k int64, hi, lo float64) {
	n := muladd(x, math.Log2E, whole)
	k = int64(math.Float64bits(n) - math.Float64bits(whole))
	n -= whole
	near, off := x-float64(n*ln2Hi), float64(n*ln2Lo) // r = near - off; near is exact
	r := near - off
	hi = 1 + near
	lo = near - (hi - 1) - off
	r2 := float64(r * r)
	r4 := float64(r2 * r2)
	a := muladd(muladd(1./120, r, 1./24), r2, muladd(1./6, r, 1./2))
	b := muladd(muladd(1./362880, r, 1./40320), r2, muladd(1./5040, r, 1./720))
	c := muladd(muladd(1./6227020800, r, 1./479001600), r2, muladd(1./39916800, r, 1./3628800))
	return k, hi, muladd(r2, muladd(r4, muladd(r4, c, b), a), lo)
}

// Pow returns x to the power y for x >= 0, as [Exp] of y log x: it is off by at
// most 1 + 3 |y log x| units in the last place.
func Pow(x, y float64) float64 {
	if y == 0 || x == 1 {
		return 1
	}
	return Exp(float64(y * Log(x)))
}

// Tanh returns the hyperbolic tangent of x.
func Tanh(x float64) float64 {
	u := math.Abs(x)
	switch {
	case u > 22: // 1 - tanh is below 2^-60
		u = 1
	case u > 0.25:
		u = tanhLarge(u)
	default:
		u = tanhSmall(u)
	}
	return math.Copysign(u, x)
}

// tanhLarge is 1 - 2/(1 + e^2x), for x from 0.25 to 22. All but the last sum is
// taken with its error.
func tanhLarge(x float64) float64 {
	k, hi, lo := exp(float64(2 * x))
	scale := math.Float64frombits(uint64(1023+k) << 52)
	e := float64((hi + lo) * scale)
	d := 1 + e
	off := e - (d - 1) // of the sum, if e is the smaller
	if e > 1 {
		off = 1 - (d - e)
	}
	off += float64((lo - (hi + lo - hi)) * scale) // d + off = 1 + e^2x
	q := 2 / d
	q1, d1 := upper(q), upper(d)
	q2, d2 := q-q1, d-d1
	rest := 2 - float64(q1*d1) - float64(q1*d2) - float64(q2*d1) - float64(q2*d2) // 2 - q d
	y := 1 - q
	return y + (1 - y - q - float64((rest-float64(q*off))*q/2))
}

// upper returns the upper half of the bits of x: a product of halves is exact.
func upper(x float64) float64 { return math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1)) }

// tanhSmall is x - x³ A/C, for x from 0 to 0.25, where C = cosh x = Σ x^2n/(2n)! and
// A = (x cosh x - sinh x)/x³ = Σ 2n x^(2n-2)/(2n+1)!, n from 1 on.
func tanhSmall(x float64) float64 {
	z := float64(x * x)
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	a := muladd(muladd(8./362880, z, 6./5040), z2, muladd(4./120, z, 2./6))
	a = muladd(muladd(12./6227020800, z, 10./39916800), z4, a)
	c := muladd(muladd(1./720, z, 1./24), z2, muladd(1./2, z, 1))
	c = muladd(muladd(1./3628800, z, 1./40320), z4, c)
	return x - float64(float64(x*z)*(a/c))
}
