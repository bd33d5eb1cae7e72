package mcts

import (
	"fmt"
	"math"

	"othellier/mcts/endgame"
)

// Config holds the constants of a search. The zero value of every field but
// CPuct is usable and switches its feature off.
type Config struct {
	// CPuct weighs exploration (prior) against exploitation (utility). More
	// than 0; 0.5 to 1.25 is usual.
	CPuct float64
	// FPU is the first-play-urgency reduction: an unvisited move is taken to be
	// worth its parent's utility less FPU*sqrt(priors of the visited moves).
	// At the root the reduction is 0. 0 to 1.
	FPU float64
	// MarginWeight is w in utility = (1-w)*value + w*margin, 0 to 1. With 0 a
	// win is a win and a proven one ends the search; with more, the largest
	// margin is wanted and proofs are of exact margins.
	MarginWeight float64
	// NoiseWeight is the share of Dirichlet noise in the priors of a root
	// marked by [Search.AddNoise]. 0 to 1.
	NoiseWeight float64
	// NoiseConcentration is the total concentration of that noise; each legal
	// move gets it divided by their number. More than 0 where NoiseWeight is.
	NoiseConcentration float64
	// RootTemperature T flattens the priors of a root marked for noise: they
	// are raised to 1/T and normalised. More than 0; 0 stands for 1.
	RootTemperature float64
	// ForcedPlayouts is k: each move at a root marked for noise that has been
	// taken once is taken at least sqrt(k * prior * simulations) times, and
	// [Search.Policy] and [Search.Sample] leave out again what was searched for
	// that reason alone (Wu 2019, forced playouts and policy target pruning). 0
	// forces none; 2 is KataGo's.
	ForcedPlayouts float64

	// WipeOutPlies is the number of plies within which a forced loss of all
	// discs is seen from a leaf, without simulations, where the victim has few
	// left. 0 (blind) to 7; 1 sees only moves that take all discs at once, and
	// each two more cost some five times as much. Even numbers see no more than
	// the odd one below.
	WipeOutPlies int

	// Solver answers for positions with at most SolveEmpties empty squares in
	// place of the evaluator: their results are exact and count as proven. It
	// must be made for the same rules, and serves one goroutine, as the search
	// does; several searches of a goroutine may share it. Nil solves nothing.
	Solver       *endgame.Solver
	SolveEmpties int // 0 to 20
}

// Default returns the constants that several strong systems share; see the
// sources beside them.
func Default() Config {
	return Config{
		CPuct:              0.8,  // measured: configs/README.md; KataGo has 1.1, AlphaZero 1.25
		FPU:                0.2,  // KataGo, fpuReductionMax
		NoiseWeight:        0.25, // AlphaZero
		NoiseConcentration: 10,   // KataGo's 10.83 over all moves; 1.1 a move where 9 are legal
		RootTemperature:    1.1,  // KataGo, rootPolicyTemperature
		WipeOutPlies:       3,    // nearly all of the gain; see configs/README.md
	}
}

// Validate reports the first field outside its range.
func (c Config) Validate() error {
	share := func(x float64) bool { return x >= 0 && x <= 1 }
	limit := func(x float64) bool { return x >= 0 && !math.IsInf(x, 1) }
	switch {
	case !limit(c.CPuct) || c.CPuct == 0:
		return fmt.Errorf("mcts: CPuct is %v: want more than 0", c.CPuct)
	case !share(c.FPU):
		return fmt.Errorf("mcts: FPU is %v: want 0 to 1", c.FPU)
	case !share(c.MarginWeight):
		return fmt.Errorf("mcts: MarginWeight is %v: want 0 to 1", c.MarginWeight)
	case !share(c.NoiseWeight):
		return fmt.Errorf("mcts: NoiseWeight is %v: want 0 to 1", c.NoiseWeight)
	case !limit(c.NoiseConcentration) || c.NoiseWeight > 0 && c.NoiseConcentration == 0:
		return fmt.Errorf("mcts: NoiseConcentration is %v: want more than 0", c.NoiseConcentration)
	case !limit(c.RootTemperature):
		return fmt.Errorf("mcts: RootTemperature is %v: want more than 0, or 0 for none", c.RootTemperature)
	case !limit(c.ForcedPlayouts):
		return fmt.Errorf("mcts: ForcedPlayouts is %v: want 0 or more", c.ForcedPlayouts)
	case c.WipeOutPlies < 0 || c.WipeOutPlies > 7:
		return fmt.Errorf("mcts: WipeOutPlies is %d: want 0 to 7", c.WipeOutPlies)
	case c.SolveEmpties < 0 || c.SolveEmpties > 20:
		return fmt.Errorf("mcts: SolveEmpties is %d: want 0 to 20", c.SolveEmpties)
	}
	return nil
}
