package study

import (
	"math"

	"othellier/env/words"
	"othellier/train/arena"
)

// About says how games were looked at.
type About struct {
	Network      string  `json:"network"`
	Simulations  int     `json:"simulations"`
	MarginWeight float64 `json:"margin_weight"`
	Solve        int     `json:"solve"`
}

// Writer takes analysed games one after the other.
type Writer interface {
	Game(Game) error
	End(Finish) error
}

// Finish is what is known when no game follows.
type Finish struct {
	Faults   []error // records that were left out, or whose results are not those of their moves
	Complete bool    // all of the input was read
}

// texts returns the faults as texts.
func (f Finish) texts() []string {
	texts := []string{}
	for _, err := range f.Faults {
		texts = append(texts, words.Error(err))
	}
	return texts
}

// share rounds an estimate to four decimals.
func share(e arena.Estimate) *arena.Estimate {
	return &arena.Estimate{Value: rounded(e.Value, 1e4), Low: rounded(e.Low, 1e4), High: rounded(e.High, 1e4)}
}

// rounded rounds x to a part of one; 0 has no sign.
func rounded(x, parts float64) float64 { return math.Round(x*parts)/parts + 0 }
