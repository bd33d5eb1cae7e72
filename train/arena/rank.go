package arena

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Ranked is a player's place among all that met each other.
type Ranked struct {
	Player string   `json:"player"`
	Rating Estimate `json:"rating"`
	Pinned bool     `json:"pinned,omitempty"` // the rating was given, not found
	Games  int      `json:"games"`
	Score  float64  `json:"score"` // share of the points
}

// priorSpread is the standard deviation of [Rank]'s prior, in points.
const priorSpread = 1000

// Rank rates all players of the results at once, the best first. Those that
// pinned names keep the rating given there; at least one must have played,
// since results tell of differences alone: Ratings{"random": 0} puts random
// moves at 0.
//
// The ratings maximise the likelihood of the results (Bradley and Terry, a draw
// being half a point)
//
//	sum over results of N (m log E + (1-m) log(1-E)),   E = 1/(1 + 10^((opponent-player)/400)),
//
// where m is the mean score and N the number of independent games that the
// result is worth (see [Estimate]). To it comes the logarithm of a weak normal
// prior around the mean of the pinned ratings that took part, with a standard
// deviation of 1000 points: it keeps finite the rating of a player that won or
// lost everything and hardly moves another: 200 even games against players
// pinned at 500 give 499.4.
//
// The intervals follow from the observed information, the second derivatives at
// the maximum: ±1.96 standard errors, correlations between the players included.
// They are relative to the pinned ratings, whose own errors they leave out. For
// a player that won or lost everything they are a guess that the prior shapes.
func Rank(results []Result, pinned Ratings) ([]Ranked, error) {
	t, err := newTable(results, pinned)
	if err != nil {
		return nil, fmt.Errorf("arena: rank: %w", err)
	}
	errs, err := t.maximise()
	if err != nil {
		return nil, fmt.Errorf("arena: rank: %w", err)
	}
	for i := range t.players {
		half := quantile * errs[i]
		r := t.ratings[i]
		t.players[i].Rating = Estimate{r, r - half, r + half}
	}
	slices.SortStableFunc(t.players, func(a, b Ranked) int {
		switch {
		case a.Rating.Value > b.Rating.Value:
			return -1
		case a.Rating.Value < b.Rating.Value:
			return 1
		}
		return strings.Compare(a.Player, b.Player)
	})
	return t.players, nil
}

// table is what [Rank] works on.
type table struct {
	players []Ranked
	ratings []float64
	free    []int // players whose rating is to be found
	centre  float64
	meets   []meeting
}

// meeting is the outcome of a against b, by index.
type meeting struct {
	a, b      int
	mean, num float64
}

func newTable(results []Result, pinned Ratings) (*table, error) {
	t := &table{}
	index := map[string]int{}
	at := func(name string) int {
		i, ok := index[name]
		if !ok {
			i = len(t.players)
			index[name] = i
			t.players = append(t.players, Ranked{Player: name})
		}
		return i
	}
	points := []float64{}
	for _, r := range results {
		if r.Pairs == 0 || r.Player == r.Opponent {
			continue
		}
		rules := r.Rules
		rules.Scoring = results[0].Rules.Scoring // changes no winner
		if rules != results[0].Rules {
			return nil, fmt.Errorf("%s against %s was played under other rules than %s against %s",
				r.Player, r.Opponent, results[0].Player, results[0].Opponent)
		}
		mean, n := r.PairPoints.trials()
		m := meeting{at(r.Player), at(r.Opponent), mean, n}
		t.meets = append(t.meets, m)
		for len(points) < len(t.players) {
			points = append(points, 0)
		}
		games := 2 * r.Pairs
		t.players[m.a].Games += games
		t.players[m.b].Games += games
		points[m.a] += float64(games) * mean
		points[m.b] += float64(games) * (1 - mean)
	}
	anchors := 0.0
	t.ratings = make([]float64, len(t.players))
	for i := range t.players {
		p := &t.players[i]
		p.Score = points[i] / float64(p.Games)
		if rating, ok := pinned[p.Player]; ok {
			p.Pinned, t.ratings[i] = true, rating
			t.centre += rating
			anchors++
			continue
		}
		t.free = append(t.free, i)
	}
	if anchors == 0 {
		return nil, errors.New("none of the players whose rating is given has played")
	}
	t.centre /= anchors
	for _, i := range t.free {
		t.ratings[i] = t.centre
	}
	return t, nil
}

// perPoint is the derivative of the logarithm of a ratio of points by rating.
const perPoint = math.Ln10 / 400

// slope returns the gradient of the logarithm of likelihood and prior by the
// free ratings, and the information: minus the matrix of second derivatives.
func (t *table) slope(at []float64) (gradient *mat.VecDense, information *mat.SymDense) {
	n := len(t.free)
	place := make([]int, len(t.players))
	for i := range place {
		place[i] = -1
	}
	gradient, information = mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
	for k, i := range t.free {
		place[i] = k
		gradient.SetVec(k, (t.centre-at[i])/(priorSpread*priorSpread))
		information.SetSym(k, k, 1.0/(priorSpread*priorSpread))
	}
	for _, m := range t.meets {
		e := 1 / (1 + math.Exp(perPoint*(at[m.b]-at[m.a])))
		g, h := m.num*(m.mean-e)*perPoint, m.num*e*(1-e)*perPoint*perPoint
		a, b := place[m.a], place[m.b]
		if a >= 0 {
			gradient.SetVec(a, gradient.AtVec(a)+g)
			information.SetSym(a, a, information.At(a, a)+h)
		}
		if b >= 0 {
			gradient.SetVec(b, gradient.AtVec(b)-g)
			information.SetSym(b, b, information.At(b, b)+h)
		}
		if a >= 0 && b >= 0 {
			information.SetSym(a, b, information.At(a, b)-h)
		}
	}
	return gradient, information
}

// maximise finds the ratings by Newton's method, the largest change in a step
// being bounded, and returns the standard error of each.
func (t *table) maximise() ([]float64, error) {
	errs := make([]float64, len(t.players))
	if len(t.free) == 0 {
		return errs, nil
	}
	const longest, enough, rounds = 200, 1e-6, 1000
	for range rounds {
		gradient, information := t.slope(t.ratings)
		var c mat.Cholesky
		if !c.Factorize(information) {
			break
		}
		var step mat.VecDense
		if err := c.SolveVecTo(&step, gradient); err != nil {
			return nil, err
		}
		size := mat.Norm(&step, math.Inf(1))
		if size < enough {
			var covariance mat.SymDense
			if err := c.InverseTo(&covariance); err != nil {
				return nil, err
			}
			for k, i := range t.free {
				errs[i] = math.Sqrt(covariance.At(k, k))
			}
			return errs, nil
		}
		scale := min(1, longest/size)
		for k, i := range t.free {
			t.ratings[i] += scale * step.AtVec(k)
		}
	}
	return nil, errors.New("the ratings do not settle")
}
