package arena

import (
	"math"

	"othellier/env"
)

// Ratings holds ratings by name of player.
type Ratings map[string]float64

// Fixed returns the ratings of players that never change, on a scale on which
// random moves have 0 and 400 points more mean ten points of eleven. They fit
// best ([Rank]) what the players scored against each other under the standard rules
// (100 openings, seed 1; the verb ladder with --round-robin measures them anew).
// Single matches depart from them by a hundred points
// and more, since strength has more sides than one number.
func Fixed() Ratings {
	return Ratings{
		"random":      0,
		"greedy":      14,
		"positional":  306,
		"mcts:100":    523,
		"mcts:400":    683,
		"alphabeta:2": 769,
		"alphabeta:4": 1090,
		"alphabeta:6": 1287,
	}
}

// Rate returns the rating that explains the results of one player best, given
// the ratings of its opponents: R with
//
//	sum over results of N (m - E(R)) = 0,   E(R) = 1/(1 + 10^((opponent-R)/400)),
//
// where m is the mean score and N the number of independent games that it is
// worth (see [Estimate]). The interval holds every R for which that sum is
// within ±z sqrt(sum of N E (1-E)); with a single opponent this is its rating
// plus the interval of the difference. It says nothing of the errors of the
// opponents' own ratings. Value and High are infinite when all was won, Value
// and Low when all was lost.
//
// Results without a finished pair, against players whose rating is not known,
// or under other rules than r (scoring aside, which changes no winner) are left
// out; when none remains, ok is false.
func Rate(results []Result, r env.Rules, known Ratings) (rating Estimate, ok bool) {
	var rungs rungs
	won, lost := 0.0, 0.0
	for _, res := range results {
		opponent, rated := known[res.Opponent]
		rules := res.Rules
		rules.Scoring = r.Scoring
		if !rated || res.Pairs == 0 || rules != r {
			continue
		}
		mean, n := res.PairPoints.trials()
		rungs = append(rungs, rung{opponent, mean, n})
		won, lost = won+n*mean, lost+n*(1-mean)
	}
	if len(rungs) == 0 {
		return Estimate{}, false
	}
	rating = Estimate{math.Inf(-1), math.Inf(-1), math.Inf(1)}
	if won > 0 {
		rating.Low = rungs.solve(quantile)
		rating.Value = math.Inf(1)
	}
	if lost > 0 {
		rating.High = rungs.solve(-quantile)
	}
	if won > 0 && lost > 0 {
		rating.Value = rungs.solve(0)
	}
	return rating, true
}

// rung is what a match against a player of known rating says.
type rung struct{ rating, mean, trials float64 }

type rungs []rung

// solve returns the rating of a player whose expected score is the given number
// of standard deviations below the score that was made.
func (g rungs) solve(deviations float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range g {
		low, high = min(low, x.rating-reach), max(high, x.rating+reach)
	}
	for range 60 { // to less than a millionth
		mid := (low + high) / 2
		if g.excess(mid) > deviations {
			low = mid
		} else {
			high = mid
		}
	}
	return (low + high) / 2
}

// reach is how far from all its opponents a player can be rated: at 6000 points
// it loses one game in 10^15.
const reach = 6000

// excess returns how much more was scored than a player of that rating would
// expect to, in standard deviations.
func (g rungs) excess(rating float64) float64 {
	sum, variance := 0.0, 0.0
	for _, x := range g {
		e := 1 / (1 + math.Pow(10, (x.rating-rating)/400))
		sum += x.trials * (x.mean - e)
		variance += x.trials * e * (1 - e)
	}
	return sum / math.Sqrt(variance)
}
