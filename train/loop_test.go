package train

import (
	"context"
	"math"
	"testing"

	"othellier/model"
)

// The losses of an iteration are the means over its steps; those of heads that
// the network does not have are not told.
func TestLossesOfAnIteration(t *testing.T) {
	for _, heads := range [][]string{nil, {"network.reply=true", "learner.reply_weight=0.15", "network.soft_policy=true", "learner.soft_policy_weight=8"}} {
		r := newRun(t, tiny(t, append(heads, "run.iterations=1")...), Options{})
		var sum model.Losses
		var done *IterationDone
		steps := 0.
		err := r.Loop(context.Background(), watcher(func(e Event) error {
			switch e := e.(type) {
			case Stepped:
				steps++
				sum.Policy += e.Losses.Policy
				sum.Reply += e.Losses.Reply
				sum.Soft += e.Losses.Soft
			case IterationDone:
				done = &e
			}
			return nil
		}), nil)
		if err != nil || done == nil || steps < 2 {
			t.Fatalf("%v; %+v after %v steps", err, done, steps)
		}
		if heads == nil {
			if done.LossReply != nil || done.LossSoftPolicy != nil {
				t.Errorf("a network without the heads: %+v", done)
			}
			continue
		}
		if done.LossReply == nil || done.LossSoftPolicy == nil {
			t.Fatalf("a network with the heads: %+v", done)
		}
		for name, x := range map[string][2]float64{
			"policy": {done.LossPolicy, sum.Policy}, "reply": {*done.LossReply, sum.Reply}, "soft policy": {*done.LossSoftPolicy, sum.Soft},
		} {
			if want := x[1] / steps; want <= 0 || math.Abs(x[0]-want) > 1e-9 {
				t.Errorf("%s: %v, want %v", name, x[0], want)
			}
		}
	}
}
