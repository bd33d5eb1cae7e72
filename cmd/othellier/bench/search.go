package bench

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"

	"othellier/env"
	"othellier/mcts"
	"othellier/model"
)

// One search as a person at the terminal has it.
const (
	searchLeaves      = 8
	searchSimulations = 800
)

// search measures searches of single positions, on one core.
func (b *bench) search(ctx context.Context) error {
	for _, s := range b.small() {
		p, err := model.NewPredictor(s.weights, b.Rules, searchLeaves)
		if err != nil {
			return err
		}
		run := mcts.NewRunner(p, searchLeaves)
		run.PerSearch = searchLeaves
		search := mcts.New(b.Rules, mcts.Default())
		positions := append(Positions(b.Rules, 15, 4), b.Rules.Initial())
		next, done, watch := 0, 0, start()
		for next == 0 || watch.seconds() < b.Seconds {
			search.Reset(positions[next%len(positions)])
			next++
			if err := run.Run(ctx, []*mcts.Search{search}, []int{searchSimulations}); err != nil {
				return err
			}
			done += search.Root().Visits // fewer where the root was proven
		}
		b.report.Search = append(b.report.Search, Search{
			Network: s.name, Leaves: searchLeaves, Simulations: searchSimulations, Rate: watch.rate(float64(done)),
		})
	}
	return nil
}

// signature hashes what fixed searches find. Nothing of the options matters.
func (b *bench) signature(ctx context.Context) error {
	of := func(ev mcts.Evaluator, c mcts.Config) (string, error) {
		h := sha256.New()
		r := env.Rules{}
		run := mcts.NewRunner(ev, 16)
		for _, p := range append(Positions(r, 7, 5), r.Initial()) {
			s := mcts.New(r, c)
			s.Reset(p)
			if err := run.Run(ctx, []*mcts.Search{s}, []int{200}); err != nil {
				return "", err
			}
			sign(h, s)
		}
		return fmt.Sprintf("%x", h.Sum(nil)[:6]), nil
	}
	c := mcts.Default()
	c.MarginWeight = .1
	search, err := of(mcts.NewRolloutEvaluator(env.Rules{}, 1, 1), c)
	if err != nil {
		return err
	}
	p, err := model.NewPredictor(Network(model.Spec{Channels: 16, Blocks: 2, ValueChannels: 4, ValueHidden: 32}, 6), env.Rules{}, 64)
	if err != nil {
		return err
	}
	network, err := of(p, c)
	b.report.Signature = &Signature{Search: search, Network: network}
	return err
}

// sign adds what a search has found to the hash.
func sign(h hash.Hash, s *mcts.Search) {
	root := s.Root()
	fmt.Fprintln(h, root.Position, root.Visits, s.Best(), s.PV(nil))
	numbers := []float64{root.Value, root.Margin, root.Lower, root.Upper}
	for _, c := range root.Children {
		fmt.Fprintln(h, c.Move, c.Visits)
		numbers = append(numbers, c.Prior, c.Value, c.Margin, c.Lower, c.Upper)
	}
	for _, x := range numbers {
		binary.Write(h, binary.LittleEndian, math.Float64bits(x))
	}
}
