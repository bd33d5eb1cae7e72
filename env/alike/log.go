package alike

import "math"

// Log returns the natural logarithm of x: -Inf of 0, NaN of a negative number.
//
// With x = 2^k (1 + f), 1 + f from √½ to √2, it is k ln 2 + log(1 + f), and with
// s = f/(2 + f)
//
//	log(1 + f) = 2 artanh s = 2s + 2s³/3 + 2s⁵/5 + ..., where 2s = f - s f.
//
// The sum of k ln 2 and f, both exact, is taken with its error.
func Log(x float64) float64 {
	switch {
	case !(x > 0):
		if x == 0 {
			return math.Inf(-1)
		}
		return math.NaN()
	case x > math.MaxFloat64:
		return x
	}
	below := 0.0
	if x < 0x1p-1022 { // subnormal
		x *= 0x1p54
		below = 54
	}
	const middle = 0x3fe6a09e667f3bcd // √½
	bits := math.Float64bits(x)
	exponent := int64(bits-middle) >> 52
	f := math.Float64frombits(bits-uint64(exponent)<<52) - 1
	k := float64(exponent) - below

	s := f / (2 + f)
	z := float64(s * s)
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	a := muladd(muladd(2./9, z, 2./7), z2, muladd(2./5, z, 2./3))
	b := muladd(muladd(2./17, z, 2./15), z2, muladd(2./13, z, 2./11))
	p := muladd(z4, muladd(z4, muladd(2./21, z, 2./19), b), a) // 2/3 + 2/5 z + ...

	hi := muladd(k, ln2Hi, f)
	lo := float64(k*ln2Hi) - hi + f
	return hi + (lo - float64(s*(f-float64(z*p))) + float64(k*ln2Lo))
}

// CosPi returns the cosine of πx for x from 0 to 1, off by less than 2^-51: what
// learning rates are scheduled by.
func CosPi(x float64) float64 {
	if x > 0.5 {
		return -CosPi(1 - x)
	}
	// 1 - 2 sin² u, with the sine's series as far as it matters
	u := float64(math.Pi / 2 * x)
	z := -float64(u * u)
	y := 1.0
	for n := 16.0; n > 0; n -= 2 {
		y = muladd(y, z/(n*(n+1)), 1)
	}
	return 1 + float64(float64(2*z*y)*y)
}
