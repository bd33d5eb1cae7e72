package arena

import (
	"encoding/json"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the probability with which the intervals of this package cover
// the true value.
const Confidence = 0.95

// Estimate is a mean over n pairs of games with its interval at [Confidence].
// The pair is the unit because its two games share an opening and so are not
// independent. In JSON an infinite value or bound is the string "inf" or "-inf".
//
// # Score
//
// A pair scores the mean of its two games, 0 to 1. The interval is Wilson's for
// n values with mean m,
//
//	(m + z²/2N ± z sqrt(m(1-m)/N + z²/4N²)) / (1 + z²/N),   N = n/d,
//
// where z is the normal quantile, 1.96, and d the variance of the pairs over
// m(1-m), the largest that values between 0 and 1 with mean m can have. Draws,
// and pairs in which each side wins once, make d less than 1. Both sums of
// squares that make d are increased by 1/4, as though one more pair of the
// greatest variance had been seen: with few pairs, or when all are alike, the
// spread seen says little. When every game has been won, d is 1 and the lower
// bound n/(n+z²). Without pairs the estimate is 1/2, from 0 to 1.
//
// # Rating
//
// The difference in rating is [Elo] of the score and of its bounds.
//
// # Margin
//
// With mean m and standard deviation s of the pairs' mean margins the interval
// is m ± t s/sqrt(n), t being Student's quantile with n-1 degrees of freedom,
// cut off at the largest margin there is. Fewer than two pairs say nothing: the
// interval is then the whole range.
type Estimate struct {
	Value, Low, High float64
}

// PairPoints counts the pairs that brought 0, 1/2, 1, 3/2 and 2 points.
type PairPoints [5]int

// add counts a pair whose games ended with these margins.
func (p *PairPoints) add(a, b int) { p[int(2*points(a)+2*points(b))]++ }

// sum returns the number of pairs, the mean of their scores (0 to 1) and the sum
// of the squared distances from it.
func (p PairPoints) sum() (n, mean, squares float64) {
	for i, k := range p {
		n += float64(k)
		mean += float64(k) * float64(i) / 4
	}
	mean /= max(n, 1)
	for i, k := range p {
		d := float64(i)/4 - mean
		squares += float64(k) * d * d
	}
	return n, mean, squares
}

// trials returns the mean score and N of [Estimate]: how many independent games
// without draws would tell as much.
func (p PairPoints) trials() (mean, n float64) {
	n, mean, squares := p.sum()
	d := (squares + 0.25) / (n*mean*(1-mean) + 0.25)
	return mean, n / d
}

// score estimates the expected score.
func (p PairPoints) score() Estimate {
	return wilson(p.trials())
}

// Proportion estimates a probability from k successes in n independent trials,
// with Wilson's interval. Without trials it is 1/2, from 0 to 1.
func Proportion(k, n int) Estimate { return wilson(float64(k)/float64(max(1, n)), float64(n)) }

// wilson is the interval of [Estimate] for a share m of n.
func wilson(m, n float64) Estimate {
	if n == 0 {
		return Estimate{0.5, 0, 1}
	}
	z2 := quantile * quantile / n
	centre := m + z2/2
	half := math.Sqrt(z2*m*(1-m) + z2*z2/4)
	e := Estimate{m, (centre - half) / (1 + z2), (centre + half) / (1 + z2)}
	switch m { // where rounding would leave a bound just inside
	case 0:
		e.Low = 0
	case 1:
		e.High = 1
	}
	return e
}

// quantile is z of [Estimate].
var quantile = distuv.UnitNormal.Quantile((1 + Confidence) / 2)

// marginEstimate makes an [Estimate] of the mean margins of pairs. A margin lies
// between -limit and limit.
func marginEstimate(pairs []float64, limit float64) Estimate {
	n := float64(len(pairs))
	switch len(pairs) {
	case 0:
		return Estimate{0, -limit, limit}
	case 1:
		return Estimate{pairs[0], -limit, limit}
	}
	m := mean(pairs)
	t := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile((1 + Confidence) / 2)
	half := t * math.Sqrt(squares(pairs, m)/(n-1)/n)
	return Estimate{m, max(-limit, m-half), min(limit, m+half)}
}

// Elo returns the difference in rating at which a player is expected to score
// s: 400 log10(s/(1-s)), infinite at 0 and 1.
func Elo(s float64) float64 { return 400 * (math.Log10(s) - math.Log10(1-s)) }

// elo turns an estimated score into an estimated difference in rating.
func (e Estimate) elo() Estimate { return Estimate{Elo(e.Value), Elo(e.Low), Elo(e.High)} }

func mean(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// squares returns the sum of squared distances from m.
func squares(x []float64, m float64) float64 {
	var sum float64
	for _, v := range x {
		sum += (v - m) * (v - m)
	}
	return sum
}

type estimateJSON struct {
	Value real `json:"value"`
	Low   real `json:"low"`
	High  real `json:"high"`
}

// MarshalJSON writes an object with value, low and high.
func (e Estimate) MarshalJSON() ([]byte, error) {
	return json.Marshal(estimateJSON{real(e.Value), real(e.Low), real(e.High)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Estimate) UnmarshalJSON(data []byte) error {
	var j estimateJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return fmt.Errorf("arena: estimate: %w", err)
	}
	*e = Estimate{float64(j.Value), float64(j.Low), float64(j.High)}
	return nil
}

// real is a float64 that may be infinite in JSON.
type real float64

func (n real) MarshalJSON() ([]byte, error) {
	switch {
	case math.IsInf(float64(n), 1):
		return []byte(`"inf"`), nil
	case math.IsInf(float64(n), -1):
		return []byte(`"-inf"`), nil
	}
	return json.Marshal(float64(n))
}

func (n *real) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case `"inf"`:
		*n = real(math.Inf(1))
		return nil
	case `"-inf"`:
		*n = real(math.Inf(-1))
		return nil
	}
	return json.Unmarshal(data, (*float64)(n))
}
