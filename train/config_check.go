package train

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// networkRanges bounds the values of model.Spec, which states its ranges in its own errors only.
var networkRanges = map[string]string{
	"network.channels":       "1..1024",
	"network.blocks":         "0..64",
	"network.value_channels": "1..64",
	"network.value_hidden":   "1..1024",
	"network.pooled":         "0..64",
	"network.lines":          "0..64",
}

// Validate reports the first value that is outside its range or that
// contradicts another one, as a *[ConfigError].
func (c Config) Validate() error {
	if err := c.Rules.Validate(); err != nil {
		return &ConfigError{Key: "rules", Problem: strings.TrimPrefix(err.Error(), "env: ")}
	}
	var first error
	walk(reflect.ValueOf(c), "", func(key string, field reflect.StructField, v reflect.Value) {
		if first == nil {
			first = checkRange(key, field.Tag.Get("range"), v)
		}
	})
	if first != nil {
		return first
	}
	return c.checkPairs()
}

func checkRange(key, bounds string, v reflect.Value) error {
	if bounds == "" {
		bounds = networkRanges[key]
	}
	if bounds == "" {
		return nil
	}
	lo, hi, _ := strings.Cut(bounds, "..")
	low, _ := strconv.ParseFloat(lo, 64)
	high, _ := strconv.ParseFloat(hi, 64)
	x := math.NaN()
	switch v.Kind() {
	case reflect.Int:
		x = float64(v.Int())
	case reflect.Float64:
		x = v.Float()
	}
	if x >= low && x <= high { // false for NaN
		return nil
	}
	return &ConfigError{Key: key, Problem: fmt.Sprintf("%v is out of range: allowed are %s to %s", v.Interface(), lo, hi)}
}

// checkPairs reports values that are possible each but not together.
func (c Config) checkPairs() error {
	fail := func(key string, format string, a ...any) error {
		return &ConfigError{Key: key, Problem: fmt.Sprintf(format, a...)}
	}
	s, r, l, e := c.SelfPlay, c.Replay, c.Learner, c.Evaluation
	switch {
	case s.Gumbel > 0 && s.ForcedPlayouts > 0:
		return fail("selfplay.gumbel", "%d leaves selfplay.forced_playouts, %v, without effect: one of them must be 0", s.Gumbel, s.ForcedPlayouts)
	case s.FullSearchShare == 0 && !l.FastRows:
		return fail("selfplay.full_search_share", "0 leaves nothing to learn from while learner.fast_rows is false: allowed is more than 0")
	case s.OpeningPliesMax >= c.Rules.NumSquares()-4:
		return fail("selfplay.opening_plies_max", "%d plies are a whole game on a board of %d squares: allowed are 0 to %d", s.OpeningPliesMax, c.Rules.NumSquares(), c.Rules.NumSquares()-5)
	case r.WindowMaxRows < r.WindowMinRows:
		return fail("replay.window_max_rows", "%d is less than replay.window_min_rows, %d", r.WindowMaxRows, r.WindowMinRows)
	case l.LearnRateFinal > l.LearnRate:
		return fail("learner.learn_rate_final", "%v is more than learner.learn_rate, %v", l.LearnRateFinal, l.LearnRate)
	case c.Network.Pooled > c.Network.Blocks:
		return fail("network.pooled", "%d is more than network.blocks, %d", c.Network.Pooled, c.Network.Blocks)
	case c.Network.Lines > c.Network.Blocks:
		return fail("network.lines", "%d is more than network.blocks, %d", c.Network.Lines, c.Network.Blocks)
	case c.Network.Reply != (l.ReplyWeight > 0):
		return fail("learner.reply_weight", "%v while network.reply is %v: the weight is more than 0 where there is such a head, and 0 where there is none", l.ReplyWeight, c.Network.Reply)
	case c.Network.SoftPolicy != (l.SoftPolicyWeight > 0):
		return fail("learner.soft_policy_weight", "%v while network.soft_policy is %v: the weight is more than 0 where there is such a head, and 0 where there is none", l.SoftPolicyWeight, c.Network.SoftPolicy)
	case e.Games%2 != 0:
		return fail("evaluation.games", "%d is odd: games are played in pairs with the colours exchanged", e.Games)
	case e.JudgeGames%2 != 0:
		return fail("evaluation.judge_games", "%d is odd: games are played in pairs with the colours exchanged", e.JudgeGames)
	case c.Run.EvaluateEvery > 0 && len(e.JudgePlayers) == 0:
		return fail("evaluation.judge_players", "the list is empty while run.evaluate_every is %d", c.Run.EvaluateEvery)
	}
	return nil
}
