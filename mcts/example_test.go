package mcts_test

import (
	"context"
	"fmt"

	"othellier/env"
	"othellier/mcts"
)

// A search without any knowledge solves the 4x4 game: the side that begins
// loses by 8 discs.
func Example() {
	rules := env.Rules{Board: env.Board4}
	config := mcts.Default()
	config.MarginWeight = 0.1 // exact margins, not only who wins

	search := mcts.New(rules, config)
	runner := mcts.NewRunner(mcts.UniformEvaluator{}, 16)
	err := runner.Run(context.Background(), []*mcts.Search{search}, []int{20_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	root := search.Root()
	fmt.Printf("proven %v, value %+.0f, margin %+.0f discs\n",
		root.Proven, root.Value, root.Margin*float64(rules.NumSquares()))
	// Output: proven true, value -1, margin -8 discs
}

// A worker plays many games at once: each tick takes one leaf from every search
// and evaluates them together.
func ExampleBatch() {
	const games, simulations = 3, 50
	rules := env.Rules{Board: env.Board4}
	evaluator := mcts.NewRolloutEvaluator(rules, 1, 7)
	batch := mcts.NewBatch(games)
	searches := make([]*mcts.Search, games)
	for i := range searches {
		searches[i] = mcts.New(rules, mcts.Default())
	}
	finished := 0
	for finished < games {
		for i, s := range searches {
			for s != nil && batch.Add(s, simulations, 1) == 0 { // done: play
				s.Advance(s.Best())
				if root := s.Root(); root.Proven {
					searches[i], s = nil, nil
					finished++
				}
			}
		}
		if err := batch.Flush(evaluator); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(finished, "games searched until they were proven")
	// Output: 3 games searched until they were proven
}
