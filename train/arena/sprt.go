package arena

import (
	"context"
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test: it plays on until the pairs tell
// whether a player is better by Elo1 points (H1) or only by Elo0 (H0). On the
// way it takes far fewer games than a match of fixed length that errs as
// seldom.
//
// With n pairs of mean score m the logarithm of the likelihood ratio is that of
// a normal distribution of the pairs' scores,
//
//	LLR = n (s1 - s0) (2m - s0 - s1) / 2v,   v = (squares + 1/4) / (n + 1),
//
// where s0 and s1 are the scores that Elo0 and Elo1 stand for and squares is the
// sum of squared distances from m; the variance is so counted as though one
// more pair of the greatest spread had been seen. H1 is accepted at
// LLR >= log((1-Beta)/Alpha), H0 at LLR <= log(Beta/(1-Alpha)).
type SPRT struct {
	Elo0  float64 `json:"elo0"`  // difference in rating under H0
	Elo1  float64 `json:"elo1"`  // under H1, more than Elo0
	Alpha float64 `json:"alpha"` // probability of accepting H1 when H0 is true, below 1/2
	Beta  float64 `json:"beta"`  // probability of accepting H0 when H1 is true, below 1/2
}

// Verdict is what a test has come to.
type Verdict string

// The verdicts.
const (
	Undecided  Verdict = "undecided"
	AcceptedH0 Verdict = "H0"
	AcceptedH1 Verdict = "H1"
)

// Validate says what is wrong with the numbers.
func (s SPRT) Validate() error {
	switch {
	case !(s.Elo0 < s.Elo1) || math.IsInf(s.Elo0, 0) || math.IsInf(s.Elo1, 0):
		return fmt.Errorf("arena: SPRT: elo0 %v is not below elo1 %v", s.Elo0, s.Elo1)
	case !(s.Alpha > 0 && s.Alpha < 0.5):
		return fmt.Errorf("arena: SPRT: alpha %v is outside 0 to 0.5", s.Alpha)
	case !(s.Beta > 0 && s.Beta < 0.5):
		return fmt.Errorf("arena: SPRT: beta %v is outside 0 to 0.5", s.Beta)
	}
	return nil
}

// Bounds returns between which values of the LLR the test goes on.
func (s SPRT) Bounds() (low, high float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// LLR returns the logarithm of the likelihood ratio of H1 to H0; 0 without
// pairs.
func (s SPRT) LLR(p PairPoints) float64 {
	n, m, squares := p.sum()
	s0, s1 := expected(s.Elo0), expected(s.Elo1)
	v := (squares + 0.25) / (n + 1)
	return n * (s1 - s0) * (2*m - s0 - s1) / (2 * v)
}

// expected returns the score that a difference in rating stands for.
func expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Verdict returns what the pairs decide.
func (s SPRT) Verdict(p PairPoints) Verdict {
	low, high := s.Bounds()
	switch llr := s.LLR(p); {
	case llr >= high:
		return AcceptedH1
	case llr <= low:
		return AcceptedH0
	}
	return Undecided
}

// Test plays a against b in chunks of so many pairs until s decides, or until
// the pairs of m.Openings have been played. After each chunk told, if set, gets
// what there is so far. The result counts the pairs played; the openings of a
// match of that length are the same. Its intervals are those of a match of fixed
// length: where a test stopped early they are a little too narrow.
//
// When ctx ends, the result of the finished pairs comes with ctx's error.
func (m Match) Test(ctx context.Context, a, b Entrant, s SPRT, chunk int, told func(Result)) (Result, Verdict, error) {
	if err := s.Validate(); err != nil {
		return Result{}, Undecided, err
	}
	if chunk < 1 {
		return Result{}, Undecided, fmt.Errorf("arena: SPRT: chunks of %d pairs: expected 1 or more", chunk)
	}
	h, err := m.hall(a, b)
	if err != nil {
		return Result{}, Undecided, err
	}
	for end := 0; end < len(h.openings); {
		end = min(end+chunk, len(h.openings))
		if err := h.playTo(ctx, end); err != nil && ctx.Err() == nil {
			return Result{}, Undecided, err
		}
		r := h.result()
		r.Openings = end
		verdict := s.Verdict(r.PairPoints)
		if ctx.Err() != nil {
			return r, Undecided, ctx.Err()
		}
		if told != nil {
			told(r)
		}
		if verdict != Undecided || end == len(h.openings) {
			return r, verdict, nil
		}
	}
	return Result{}, Undecided, nil // unreached: a hall has an opening
}
