package model_test

import (
	"fmt"
	"math/rand/v2"

	"othellier/env"
	"othellier/model"
)

// A new network knows nothing: it thinks the four first moves about equally good
// and the game about even.
func Example() {
	rules := env.Rules{}
	spec := model.Spec{Channels: 16, Blocks: 2, ValueChannels: 4, ValueHidden: 32}
	weights := model.NewWeights(spec, rand.New(rand.NewPCG(1, 2)))
	predictor, err := model.NewPredictor(weights, rules, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	priors, value, margin := make([]float32, 64), make([]float32, 1), make([]float32, 1)
	if err := predictor.Evaluate([]env.Position{rules.Initial()}, priors, value, margin); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(spec, "has", weights.Params(), "weights")
	for s, p := range priors {
		if p > 0 {
			fmt.Println(env.Move(s), p > 0.2 && p < 0.3)
		}
	}
	fmt.Println("even", value[0]*value[0] < 0.1 && margin[0]*margin[0] < 0.1)
	// Output:
	// c16b2 has 18473 weights
	// d3 true
	// c4 true
	// f5 true
	// e6 true
	// even true
}

// One step of learning: what the trainer is given and what it tells.
func ExampleTrainer_Step() {
	rules := env.Rules{}
	config := model.DefaultTrainerConfig()
	config.Batch = 1
	weights := model.NewWeights(model.Spec{Channels: 8, Blocks: 1, ValueChannels: 1, ValueHidden: 8}, rand.New(rand.NewPCG(1, 2)))
	trainer, err := model.NewTrainer(weights, config)
	if err != nil {
		fmt.Println(err)
		return
	}
	batch := model.NewBatch(1)
	model.Encode(rules, rules.Initial(), batch.Planes)
	for s, legal := range rules.Mask(rules.Initial()) {
		if legal {
			batch.Legal[s], batch.Policy[s] = 1, 0.25
		}
	}
	batch.PolicyWeight[0] = 1
	batch.WDL[2] = 1 // White won in the end
	losses, err := trainer.Step(batch, 1e-3)
	fmt.Printf("policy %.2f, value %.1f, %v\n", losses.Policy, losses.Value, err)
	// Output:
	// policy 1.39, value 1.1, <nil>
}
