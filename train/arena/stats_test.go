package arena

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

func near(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance
}

func TestScoreEstimate(t *testing.T) {
	for _, c := range []struct {
		name  string
		pairs PairPoints
		want  Estimate
	}{
		{"nothing played", PairPoints{}, Estimate{0.5, 0, 1}},
		// Wilson's bound at the edges: n/(n+1.96²).
		{"all won", PairPoints{4: 10}, Estimate{1, 0.7225, 1}},
		{"all lost", PairPoints{0: 10}, Estimate{0, 0, 0.2775}},
		{"seven lost", PairPoints{0: 7}, Estimate{0, 0, 0.3543}},
		{"one pair won", PairPoints{4: 1}, Estimate{1, 0.2065, 1}},
		// The largest variance: Wilson's interval for 50 of 100.
		{"both or none", PairPoints{0: 50, 4: 50}, Estimate{0.5, 0.4038, 0.5962}},
		// Half of that variance: as of 200 independent games, but for the
		// quarter that is added.
		{"independent", PairPoints{25, 0, 50, 0, 25}, Estimate{0.5, 0.4310, 0.5690}},
		{"always one each", PairPoints{2: 100}, Estimate{0.5, 0.4902, 0.5098}},
		{"every kind", PairPoints{1, 2, 3, 4, 5}, Estimate{0.6667, 0.4920, 0.8051}},
	} {
		got := c.pairs.score()
		if !near(got.Value, c.want.Value, 1e-4) || !near(got.Low, c.want.Low, 1e-4) || !near(got.High, c.want.High, 1e-4) ||
			(got.Low == 0) != (c.want.Low == 0) || (got.High == 1) != (c.want.High == 1) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestPairPoints(t *testing.T) {
	var p PairPoints
	for _, margins := range [][2]int{{-2, -64}, {0, -1}, {-5, 6}, {0, 0}, {1, 0}, {3, 3}} {
		p.add(margins[0], margins[1])
	}
	if want := (PairPoints{1, 1, 2, 1, 1}); p != want {
		t.Errorf("%v, want %v", p, want)
	}
}

func TestMarginEstimate(t *testing.T) {
	for _, c := range []struct {
		pairs []float64
		want  Estimate
	}{
		{nil, Estimate{0, -64, 64}},
		{[]float64{10}, Estimate{10, -64, 64}},
		{[]float64{3, 3, 3}, Estimate{3, 3, 3}},
		{[]float64{1, 2, 3, 4, 5}, Estimate{3, 1.0368, 4.9632}}, // t = 2.7764, s = 1.5811
		{[]float64{60, 64}, Estimate{62, 36.5876, 64}},          // t = 12.7062, s = 2.8284; cut off
	} {
		got := marginEstimate(c.pairs, 64)
		if !near(got.Value, c.want.Value, 1e-4) || !near(got.Low, c.want.Low, 1e-3) || !near(got.High, c.want.High, 1e-3) {
			t.Errorf("%v: %+v, want %+v", c.pairs, got, c.want)
		}
	}
}

// The intervals must cover the true score about as often as they promise,
// whatever the spread of the pairs.
func TestScoreEstimateCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		name  string
		share [5]float64 // of pairs scoring 0, 1/4, 1/2, 3/4, 1
	}{
		{"even, independent games", [5]float64{.25, 0, .5, 0, .25}},
		{"even, openings decide", [5]float64{.05, 0, .9, 0, .05}},
		{"even, pairs all alike", [5]float64{.5, 0, 0, 0, .5}},
		{"with draws", [5]float64{.1, .2, .4, .2, .1}},
		{"strong", [5]float64{.01, .01, .18, .1, .7}},
		{"very strong", [5]float64{0, 0, .05, .02, .93}},
	} {
		truth := 0.0
		for i, s := range c.share {
			truth += s * float64(i) / 4
		}
		for _, n := range []int{10, 30, 100} {
			const trials = 4000
			covered := 0
			for range trials {
				var pairs PairPoints
				for range n {
					u, i := rng.Float64(), 0
					for ; i < 4 && u >= c.share[i]; i++ {
						u -= c.share[i]
					}
					pairs[i]++
				}
				if e := pairs.score(); e.Low <= truth && truth <= e.High {
					covered++
				}
			}
			t.Logf("%s, %d pairs: %.3f", c.name, n, float64(covered)/trials)
			if share := float64(covered) / trials; share < 0.92 {
				t.Errorf("%s, %d pairs: the interval covers the score %.3f of the time", c.name, n, share)
			}
		}
	}
}

func TestElo(t *testing.T) {
	for _, c := range []struct{ score, want float64 }{
		{0.5, 0}, {0.75, 190.85}, {0.25, -190.85}, {10. / 11, 400}, {1, math.Inf(1)}, {0, math.Inf(-1)},
	} {
		if got := Elo(c.score); !near(got, c.want, 0.01) {
			t.Errorf("score %v: %v, want %v", c.score, got, c.want)
		}
	}
}

func TestEstimateJSON(t *testing.T) {
	for _, c := range []struct {
		e    Estimate
		want string
	}{
		{Estimate{0.5, 0.25, 0.75}, `{"value":0.5,"low":0.25,"high":0.75}`},
		{Estimate{math.Inf(1), 200, math.Inf(1)}, `{"value":"inf","low":200,"high":"inf"}`},
		{Estimate{math.Inf(-1), math.Inf(-1), -200}, `{"value":"-inf","low":"-inf","high":-200}`},
	} {
		data, err := json.Marshal(c.e)
		if err != nil || string(data) != c.want {
			t.Errorf("%v: %s, %v, want %s", c.e, data, err, c.want)
		}
		var back Estimate
		if err := json.Unmarshal(data, &back); err != nil || back != c.e {
			t.Errorf("%s: %v, %v", data, back, err)
		}
	}
	if err := json.Unmarshal([]byte(`{"value":"many"}`), new(Estimate)); err == nil {
		t.Error(`"many" was read as a number`)
	}
}

// Wilson's intervals as tables have them.
func TestProportion(t *testing.T) {
	for _, c := range []struct {
		k, n int
		want Estimate
	}{
		{0, 0, Estimate{0.5, 0, 1}}, {0, 10, Estimate{0, 0, 0.2775}}, {10, 10, Estimate{1, 0.7225, 1}},
		{5, 10, Estimate{0.5, 0.2366, 0.7634}}, {81, 263, Estimate{0.3080, 0.2553, 0.3662}}, // Newcombe 1998
	} {
		got := Proportion(c.k, c.n)
		if math.Abs(got.Value-c.want.Value) > 1e-4 || math.Abs(got.Low-c.want.Low) > 1e-4 || math.Abs(got.High-c.want.High) > 1e-4 {
			t.Errorf("%d of %d: %v, want %v", c.k, c.n, got, c.want)
		}
	}
}
