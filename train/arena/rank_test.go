package arena

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"othellier/env"
)

// drawPairs draws pairs of games between players whose ratings differ by elo.
// One game in twelve is drawn when they are equal, fewer when not; in a share of
// the pairs the opening decides: what one game brings, its twin takes.
func drawPairs(rng *rand.Rand, elo float64, pairs int, opposed float64) (p PairPoints) {
	e := expected(elo)
	draw := min(e, 1-e) / 6
	half := func(u float64) int {
		switch {
		case u < e-draw/2:
			return 2
		case u < e+draw/2:
			return 1
		}
		return 0
	}
	for range pairs {
		u, v := rng.Float64(), rng.Float64()
		if rng.Float64() < opposed {
			v = 1 - u
		}
		p[half(u)+half(v)]++
	}
	return p
}

func drawLeague(rng *rand.Rand, truth []float64, pairs int, opposed float64) (results []Result) {
	for i := range truth {
		for j := range i {
			r := against(fmt.Sprint(j), drawPairs(rng, truth[i]-truth[j], pairs, opposed))
			r.Player = fmt.Sprint(i)
			results = append(results, r)
		}
	}
	return results
}

// The intervals of ratings cover the true ones about as often as they say, also
// where the games of a pair depend on each other.
func TestRankCoverage(t *testing.T) {
	truth := []float64{0, 120, 300, 550, 800, 1100}
	for _, opposed := range []float64{0, 0.5} {
		rng := rand.New(rand.NewPCG(7, 7))
		covered, total, sum := 0, 0, 0.0
		for range 300 {
			ranked, err := Rank(drawLeague(rng, truth, 40, opposed), Ratings{"0": 0})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range ranked {
				if p.Pinned {
					continue
				}
				want := truth[int(p.Player[0]-'0')]
				total++
				sum += p.Rating.Value - want
				if p.Rating.Low <= want && want <= p.Rating.High {
					covered++
				}
			}
		}
		share, bias := float64(covered)/float64(total), sum/float64(total)
		t.Logf("opposed %v: %.3f of %d intervals cover the truth, mean error %+.1f", opposed, share, total, bias)
		if share < 0.925 || share > 0.99 || math.Abs(bias) > 10 {
			t.Errorf("opposed %v: %.3f of the intervals cover the truth, mean error %+.1f", opposed, share, bias)
		}
	}
}

func TestRank(t *testing.T) {
	named := func(player, opponent string, p PairPoints) Result {
		r := against(opponent, p)
		r.Player = player
		return r
	}
	find := func(results []Result, pinned Ratings, player string) Ranked {
		t.Helper()
		ranked, err := Rank(results, pinned)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range ranked {
			if p.Player == player {
				return p
			}
		}
		t.Fatalf("%s is missing in %+v", player, ranked)
		return Ranked{}
	}
	// 10 of 11 points are worth 400, seen from either side, and pinned ratings
	// are kept whatever the games say.
	won := PairPoints{0: 100, 4: 1000}
	lost := PairPoints{0: 1000, 4: 100}
	for _, r := range []Result{named("a", "low", won), named("low", "a", lost)} {
		p := find([]Result{r}, Ratings{"low": 100}, "a")
		if !near(p.Rating.Value, 500, 1) || !near(p.Score, 10.0/11, 1e-9) || p.Games != 2200 || p.Pinned {
			t.Errorf("%+v", p)
		}
		if p := find([]Result{r}, Ratings{"low": 100}, "low"); p.Rating != (Estimate{100, 100, 100}) || !p.Pinned {
			t.Errorf("pinned: %+v", p)
		}
	}
	// With one opponent the interval is that of the likelihood.
	p := find([]Result{named("a", "low", PairPoints{2: 100})}, Ratings{"low": 0}, "a")
	_, n := PairPoints{2: 100}.trials()
	if half := quantile / (perPoint * math.Sqrt(n/4)); !near(p.Rating.High, half, 1) || !near(p.Rating.Low, -half, 1) {
		t.Errorf("%+v, want ±%.1f", p.Rating, half)
	}
	// The prior, to which pinned ratings are the centre.
	if p := find([]Result{named("a", "low", PairPoints{0: 50, 4: 50}), named("b", "zero", PairPoints{2: 1}), named("b", "low", PairPoints{2: 1})},
		Ratings{"low": 500, "zero": -500}, "a"); !near(p.Rating.Value, 499.4, 0.05) {
		t.Errorf("after 200 even games against 500: %+v", p)
	}
	// A chain: the errors add up along it.
	chain := []Result{named("a", "low", PairPoints{1: 20, 2: 20, 3: 20}), named("b", "a", PairPoints{1: 20, 2: 20, 3: 20})}
	a, b := find(chain, Ratings{"low": 0}, "a"), find(chain, Ratings{"low": 0}, "b")
	if ratio := (b.Rating.High - b.Rating.Value) / (a.Rating.High - a.Rating.Value); !near(ratio, math.Sqrt2, 0.02) {
		t.Errorf("the interval at the end of a chain of two is %.3f times as wide, want 1.414", ratio)
	}
	// Finite after nothing but wins, the higher the more there were.
	before := 0.0
	for _, pairs := range []int{1, 10, 100, 1000} {
		p := find([]Result{named("a", "low", PairPoints{4: pairs})}, Ratings{"low": 0}, "a")
		if !(p.Rating.Value > before) || p.Rating.Value > 3000 || p.Rating.High-p.Rating.Value < 300 {
			t.Errorf("%d pairs won: %+v", pairs, p)
		}
		before = p.Rating.Value
		q := find([]Result{named("a", "low", PairPoints{0: pairs})}, Ratings{"low": 0}, "a")
		if !near(q.Rating.Value, -p.Rating.Value, 1e-3) {
			t.Errorf("%d pairs lost: %+v, won: %+v", pairs, q, p)
		}
	}
	// The best comes first.
	ranked, err := Rank(drawLeague(rand.New(rand.NewPCG(1, 1)), []float64{0, 400, 900}, 100, 0), Ratings{"0": 0})
	if err != nil || len(ranked) != 3 || ranked[0].Player != "2" || ranked[1].Player != "1" || ranked[2].Player != "0" {
		t.Errorf("%+v, %v", ranked, err)
	}

	small := named("b", "a", won)
	small.Rules.Board = env.Board4
	for name, results := range map[string][]Result{
		"nobody pinned": {named("a", "b", won)},
		"other rules":   {named("a", "low", won), small},
		"nothing":       nil,
	} {
		if got, err := Rank(results, Ratings{"low": 0}); err == nil {
			t.Errorf("%s: %+v, no error", name, got)
		}
	}
}
