package arena

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"othellier/env"
)

// A test accepts the wrong hypothesis no more often than it was told, and needs
// fewer games where the truth is far from both.
func TestSPRTErrorRates(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 40, Alpha: 0.05, Beta: 0.05}
	for _, opposed := range []float64{0, 0.5} {
		pairs := map[float64]float64{}
		for _, c := range []struct {
			elo      float64
			wrong    Verdict
			mostOnes float64
		}{{0, AcceptedH1, 0.05}, {40, AcceptedH0, 0.05}, {-60, AcceptedH1, 0.005}, {100, AcceptedH0, 0.005}} {
			rng := rand.New(rand.NewPCG(11, 13))
			wrong := 0
			const tests = 1000
			for range tests {
				var p PairPoints
				verdict := Undecided
				for verdict == Undecided {
					for i, n := range drawPairs(rng, c.elo, 10, opposed) {
						p[i] += n
					}
					verdict = s.Verdict(p)
				}
				if verdict == c.wrong {
					wrong++
				}
				n, _, _ := p.sum()
				pairs[c.elo] += n / tests
			}
			rate := float64(wrong) / tests
			t.Logf("opposed %v, true difference %v: %s accepted in %.3f of the tests, %.0f pairs in the mean", opposed, c.elo, c.wrong, rate, pairs[c.elo])
			// Three standard errors above what it was told.
			if allowed := c.mostOnes + 3*math.Sqrt(c.mostOnes/tests); rate > allowed {
				t.Errorf("opposed %v, true difference %v: %s accepted in %.3f of the tests, at most %.3f allowed", opposed, c.elo, c.wrong, rate, allowed)
			}
		}
		if pairs[100] >= pairs[40] || pairs[-60] >= pairs[0] {
			t.Errorf("a clear difference took no fewer games: %v", pairs)
		}
	}
}

func TestLLR(t *testing.T) {
	s := SPRT{Elo0: -20, Elo1: 20, Alpha: 0.05, Beta: 0.1}
	low, high := s.Bounds()
	if !near(low, -2.2513, 1e-4) || !near(high, 2.8904, 1e-4) {
		t.Errorf("bounds %v %v", low, high)
	}
	if got := s.LLR(PairPoints{}); got != 0 {
		t.Errorf("LLR %v without pairs", got)
	}
	// Exchanging the sides changes the sign where the hypotheses are mirrored.
	p := PairPoints{3, 1, 20, 4, 9}
	q := PairPoints{9, 4, 20, 1, 3}
	if a, b := s.LLR(p), s.LLR(q); !near(a, -b, 1e-9) || a <= 0 {
		t.Errorf("LLR %v and %v", a, b)
	}
	// The normal likelihoods, written out: sum over pairs of
	// ((x-s0)² - (x-s1)²) / 2v.
	n, m, squares := p.sum()
	v, want := (squares+0.25)/(n+1), 0.0
	for i, k := range p {
		x := float64(i) / 4
		want += float64(k) * (math.Pow(x-expected(-20), 2) - math.Pow(x-expected(20), 2)) / (2 * v)
	}
	if got := s.LLR(p); !near(got, want, 1e-9) {
		t.Errorf("LLR %v at mean %v, want %v", got, m, want)
	}
	for _, bad := range []SPRT{{1, 1, .1, .1}, {0, math.NaN(), .1, .1}, {0, 10, 0, .1}, {0, 10, .5, .1}, {0, 10, .1, 1}, {math.Inf(-1), 0, .1, .1}} {
		if bad.Validate() == nil {
			t.Errorf("%+v is valid", bad)
		}
	}
}

func TestMatchTest(t *testing.T) {
	r := env.Rules{Board: env.Board6}
	ctx := context.Background()
	strong, weak := parse(t, "alphabeta:3", r), parse(t, "random", r)
	s := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	m := Match{Rules: r, Openings: 60, Seed: 5}
	chunks := 0
	got, verdict, err := m.Test(ctx, strong, weak, s, 4, func(r Result) { chunks++ })
	if err != nil || verdict != AcceptedH1 || got.Pairs != 4*chunks || got.Pairs >= 60 || got.Openings != got.Pairs {
		t.Errorf("%v after %d chunks, %d pairs, %v", verdict, chunks, got.Pairs, err)
	}
	// The same games as a match of that length.
	m.Openings = got.Pairs
	if want := play(t, m, "alphabeta:3", "random"); got.PairPoints != want.PairPoints || got.Margin != want.Margin || got.Plies != want.Plies {
		t.Errorf("%+v, a match of that length gives %+v", got, want)
	}
	if _, verdict, err = m.Test(ctx, weak, strong, s, 3, nil); err != nil || verdict != AcceptedH0 {
		t.Errorf("from the other side: %v, %v", verdict, err)
	}
	// Equals are not told apart in a few games.
	m.Openings = 7
	if got, verdict, err = m.Test(ctx, weak, weak, s, 3, nil); err != nil || verdict != Undecided || got.Pairs != 7 {
		t.Errorf("a player against itself: %v after %d pairs, %v", verdict, got.Pairs, err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, verdict, err = m.Test(ended, weak, strong, s, 3, nil); err == nil || verdict != Undecided {
		t.Errorf("after the end of the context: %v, %v", verdict, err)
	}
	if _, _, err = m.Test(ctx, weak, strong, s, 0, nil); err == nil {
		t.Error("no error for chunks of no pair")
	}
	if _, _, err = m.Test(ctx, weak, strong, SPRT{}, 1, nil); err == nil {
		t.Error("no error for a test without hypotheses")
	}
}
