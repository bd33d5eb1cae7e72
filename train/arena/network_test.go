package arena

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"othellier/env"
	"othellier/mcts"
	"othellier/mcts/endgame"
	"othellier/model"
)

// evaluatorFunc is an evaluator that judges one position at a time.
type evaluatorFunc func(p env.Position, priors []float32) (value, margin float32, err error)

func (f evaluatorFunc) Evaluate(p []env.Position, priors, value, margin []float32) (err error) {
	if len(p) == 0 {
		return errors.New("an empty batch")
	}
	for i, q := range p {
		if value[i], margin[i], err = f(q, priors[64*i:64*i+64]); err != nil {
			return err
		}
	}
	return nil
}

func options(r env.Rules, ev mcts.Evaluator) Options {
	return Options{
		Rules: r, Weights: &model.Weights{},
		Evaluator: func(*model.Weights, env.Rules) (mcts.Evaluator, error) { return ev, nil },
	}
}

// With the square weights as priors the policy takes the heaviest legal square.
func TestPolicyPlaysGreatestPrior(t *testing.T) {
	for _, r := range variants {
		weights := squareWeights(r)
		best := func(p env.Position) env.Move {
			best := env.Pass
			for m := range env.Pass {
				if r.Legal(p, m) && (best == env.Pass || weights[m] > weights[best]) {
					best = m
				}
			}
			return best
		}
		o := options(r, evaluatorFunc(func(p env.Position, priors []float32) (float32, float32, error) {
			if bits.OnesCount64(r.Moves(p)) < 2 {
				t.Errorf("asked about %v, where nothing is to be chosen", p)
			}
			for i, w := range weights {
				priors[i] = float32(w + 60) // illegal squares too: they are not to be read
			}
			return 0, 0, nil
		}))
		e, err := Parse("policy", o)
		if err != nil {
			t.Fatal(err)
		}
		res, err := Match{Rules: r, Openings: 8, Seed: 1}.Play(context.Background(), e, parse(t, "random", r))
		if err != nil || len(res.Faults) > 0 {
			t.Fatal(err, res.Faults)
		}
		for _, g := range res.Games {
			p := r.Initial()
			for ply, m := range g.Moves {
				if ply >= res.Plies && m != env.Pass && (p.Turn == env.Black) == (g.Black == "policy") {
					if want := best(p); m != want {
						t.Fatalf("%v: %v, want %v", p, m, want)
					}
				}
				p = r.Next(p, m)
			}
		}
	}
}

// A search beside others finds what it finds alone, with the settings of its
// specification.
func TestNetSearchesAreIndependent(t *testing.T) {
	rollouts := mcts.NewRolloutEvaluator(env.Rules{}, 1, 5)
	usual := mcts.Default()
	set := mcts.Default()
	set.CPuct, set.FPU, set.MarginWeight, set.WipeOutPlies = 0.3, 0.5, 0.25, 0
	independent(t, "net:30", usual, mcts.NewTurned(rollouts))
	independent(t, "net:30:turned=false", usual, rollouts)
	independent(t, "net:30:c_puct=0.3:fpu=0.5:turned=true:margin_weight=0.25:wipeout_plies=0", set, mcts.NewTurned(rollouts))
	solver, err := endgame.New(env.Rules{}, endgame.Options{})
	if err != nil {
		t.Fatal(err)
	}
	usual.Solver, usual.SolveEmpties = solver, 10
	independent(t, "net:30:solve=10:turned=false", usual, rollouts)
}

func independent(t *testing.T, spec string, want mcts.Config, ev mcts.Evaluator) {
	t.Helper()
	r := env.Rules{}
	e, err := Parse(spec, options(r, mcts.NewRolloutEvaluator(r, 1, 5)))
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.New()
	if err != nil {
		t.Fatal(err)
	}
	var turns []*Turn
	for _, q := range latePositions(t, r, 14, 40, 1) {
		turns = append(turns, &Turn{Position: q})
	}
	if err := p.Choose(context.Background(), turns); err != nil {
		t.Fatal(err)
	}
	for _, turn := range turns {
		s := mcts.New(r, want)
		s.Reset(turn.Position)
		alone := mcts.NewRunner(ev, 1)
		if err := alone.Run(context.Background(), []*mcts.Search{s}, []int{30}); err != nil {
			t.Fatal(err)
		}
		if want := s.Best(); turn.Move != want {
			t.Errorf("%s: %v: %v, alone %v", spec, turn.Position, turn.Move, want)
		}
	}
}

// What is on the board is solved from so many empty squares on, beside searches of
// other positions, and played as the solver says.
func TestNetSolvesTheRoot(t *testing.T) {
	r := env.Rules{}
	o := options(r, mcts.NewRolloutEvaluator(r, 1, 5))
	o.SolveRoot = 12
	o.Search = mcts.Default()
	o.Search.MarginWeight = 0.1 // where only the winner counts, the margin is not looked for
	e, err := Parse("net:1", o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.New()
	if err != nil {
		t.Fatal(err)
	}
	solver, err := endgame.New(r, endgame.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var turns []*Turn
	for empties := 10; empties <= 14; empties++ {
		for _, q := range latePositions(t, r, empties, 8, uint64(empties)) {
			turns = append(turns, &Turn{Position: q})
		}
	}
	if err := p.Choose(context.Background(), turns); err != nil {
		t.Fatal(err)
	}
	missed := 0 // by one simulation
	for _, turn := range turns {
		q := turn.Position
		want, _ := solver.Quick(q, endgame.ModeMargin)
		next := r.Next(q, turn.Move)
		got, _ := solver.Quick(next, endgame.ModeMargin)
		switch right := -got == want; {
		case right:
		case r.NumSquares()-bits.OnesCount64(q.Own|q.Opp) <= 12:
			t.Errorf("%v: %v leaves %+d of %+d", q, turn.Move, -got, want)
		default:
			missed++
		}
	}
	if missed == 0 {
		t.Error("searches of one simulation found all best moves: were they solved too?")
	}
}

var smallNetwork = model.Spec{Channels: 4, Blocks: 1, ValueChannels: 1, ValueHidden: 4}

func TestNetworkFromFile(t *testing.T) {
	w := model.NewWeights(smallNetwork, rand.New(rand.NewPCG(1, 1)))
	path := filepath.Join(t.TempDir(), "net@home.safetensors")
	if err := model.Save(path, w, model.Meta{}); err != nil {
		t.Fatal(err)
	}
	m := Match{Openings: 6, Seed: 1, Workers: 1}
	for _, spec := range []string{"policy", "net:6"} {
		named, err := Parse(spec+"@"+path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		given, err := Parse(spec, Options{Weights: w})
		if err != nil {
			t.Fatal(err)
		}
		random := parse(t, "random", m.Rules)
		want, err := m.Play(context.Background(), given, random)
		if err != nil || len(want.Faults) > 0 {
			t.Fatal(err, want.Faults)
		}
		m := m
		m.Workers, m.InFlight = 3, 4
		got, err := m.Play(context.Background(), named, random)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got.Games {
			if !reflect.DeepEqual(got.Games[i].Moves, want.Games[i].Moves) {
				t.Fatalf("%s: game %d differs with the number of workers", spec, i)
			}
		}
		if got.Player != spec+"@"+path {
			t.Errorf("name %q", got.Player)
		}
	}
	_, err := Parse("net:1@"+path, Options{Rules: env.Rules{Board: env.Board6}})
	if err == nil || !strings.Contains(err.Error(), "the network has learned the 8x8 board, the game is on the 6x6 board: name one of that board") {
		t.Errorf("another board: error %v", err)
	}
}

func TestNetworkErrors(t *testing.T) {
	gone := errors.New("no memory")
	for _, c := range []struct {
		name string
		ev   evaluatorFunc
		want string
	}{
		{"evaluator fails", func(env.Position, []float32) (float32, float32, error) { return 0, 0, gone }, "no memory"},
		{"answers are no numbers", func(env.Position, []float32) (float32, float32, error) {
			return float32(math.NaN()), 0, nil
		}, "NaN"},
	} {
		e, err := Parse("net:5", options(env.Rules{}, c.ev))
		if err != nil {
			t.Fatal(err)
		}
		res, err := Match{Openings: 2}.Play(context.Background(), e, parse(t, "random", env.Rules{}))
		if err != nil || res.Losses != 4 || !strings.Contains(res.Faults[0].Reason, c.want) {
			t.Errorf("%s: %v, %+v", c.name, err, res)
		}
	}

	o := options(env.Rules{}, nil)
	o.Evaluator = func(*model.Weights, env.Rules) (mcts.Evaluator, error) { return nil, gone }
	for _, spec := range []string{"net:5", "policy"} {
		e, err := Parse(spec, o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.New(); !errors.Is(err, gone) {
			t.Errorf("%s: error %v", spec, err)
		}
	}
	o.Search.CPuct = -1
	if _, err := Parse("net:5", o); err == nil || !strings.Contains(err.Error(), "CPuct") {
		t.Errorf("error %v", err)
	}
	o.Search.CPuct, o.Batch = 1, -1
	if _, err := Parse("net:5", o); err == nil || !strings.Contains(err.Error(), "batch") {
		t.Errorf("error %v", err)
	}
}

// A search that wants the margin and has simulations enough proves every 4x4
// position: it keeps the 11-3 against all play.
func TestPerfectSearch(t *testing.T) {
	r := env.Rules{Board: env.Board4}
	o := options(r, mcts.UniformEvaluator{})
	o.Search = mcts.Default()
	o.Search.MarginWeight = 1
	e, err := Parse("net:20000", o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := Perfect(context.Background(), r, e, env.White, Walk{})
	if err != nil || l.Worst != 8 || l.Wins != l.Games {
		t.Errorf("%v, %v", l, err)
	}
}
