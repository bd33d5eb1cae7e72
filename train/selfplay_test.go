package train

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"othellier/env"
	"othellier/mcts"
	"othellier/model"
)

// mobilityEvaluator is a cheap evaluator with opinions.
type mobilityEvaluator struct{ rules env.Rules }

func (e mobilityEvaluator) Evaluate(p []env.Position, priors, value, margin []float32) error {
	for i, q := range p {
		for sq := range 64 {
			priors[i*64+sq] = float32(1 + (sq*7+bits.OnesCount64(q.Own))%5)
		}
		value[i] = float32(bits.OnesCount64(e.rules.Moves(q))-bits.OnesCount64(e.rules.Moves(q.Passed()))) / 40
		margin[i] = value[i] / 2
	}
	return nil
}

func mobility(c Config) NewEvaluator {
	return func(*model.Weights) (mcts.Evaluator, error) {
		return mobilityEvaluator{c.Rules}, nil
	}
}

func tiny(t *testing.T, sets ...string) Config {
	t.Helper()
	c, err := LoadConfig("tiny", sets...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// play returns the games of an assignment, encoded.
func play(t *testing.T, c Config, a Assignment) []string {
	t.Helper()
	var games []string
	err := SelfPlay(context.Background(), c, nil, a, mobility(c), func(p Played) error {
		if p.Record.Index != a.From+int64(len(games)) || p.Record.Iteration != a.Iteration {
			t.Errorf("game %d of iteration %d came as number %d", p.Record.Index, p.Record.Iteration, len(games))
		}
		games = append(games, string(p.Record.Append(nil)))
		return p.Record.Verify(c.Rules)
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(games) != int(a.To-a.From) {
		t.Fatalf("%d games, want %d", len(games), a.To-a.From)
	}
	return games
}

// searchOf returns the constants of a worker's searches.
func searchOf(t *testing.T, c Config) mcts.Config {
	t.Helper()
	m, err := c.search()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// slowGame is the obvious twin: one game played on its own, one evaluation at a
// time, without any of the machinery of a worker.
func slowGame(t *testing.T, c Config, a Assignment, index int64) *GameRecord {
	ev := mobilityEvaluator{c.Rules}
	s := mcts.New(c.Rules, searchOf(t, c))
	search := func(simulations int) {
		var priors [64]float32
		var value, margin [1]float32
		for !s.Done(simulations) {
			if leaves := s.Select(nil, 1); len(leaves) > 0 {
				_ = ev.Evaluate(leaves, priors[:], value[:], margin[:])
				if err := s.Expand(priors[:], value[:], margin[:]); err != nil {
					panic(err)
				}
			}
		}
	}
	rng := rand.New(rand.NewPCG(c.Run.Seed, uint64(index)))
	g := env.NewGame(c.Rules)
	record := &GameRecord{Index: index, Iteration: a.Iteration}
	opening := rng.IntN(c.SelfPlay.OpeningPliesMax + 1)
	uniform := rng.Float64() < c.SelfPlay.OpeningRandomShare
	kept := false // the search holds the tree of the position
	for !g.Over() {
		p := g.Position()
		ply := Ply{Move: env.Pass, Kind: KindForced}
		moves := c.Rules.Moves(p)
		switch n := bits.OnesCount64(moves); {
		case n == 1:
			ply.Move = nth(moves, 0)
		case n > 1 && opening > 0:
			opening--
			ply.Kind = KindOpening
			kept = false
			if uniform {
				ply.Move = nth(moves, rng.IntN(n))
				break
			}
			s.Reset(p)
			search(1)
			x := rng.Float64()
			for _, child := range s.Root().Children {
				if x -= child.Prior; x < 0 {
					ply.Move = child.Move
					break
				}
			}
		case n > 1:
			if ply.Kind = KindFast; rng.Float64() < c.SelfPlay.FullSearchShare {
				ply.Kind = KindFull
			}
			if ply.Kind == KindFull || !kept {
				s.Reset(p)
			}
			if ply.Kind == KindFull {
				if c.SelfPlay.Gumbel > 0 {
					s.AddGumbel(rng, c.SelfPlay.Gumbel, a.Simulations)
				} else {
					s.AddNoise(rng)
				}
				search(a.Simulations)
				var shares [64]float32
				s.Policy(shares[:])
				ply.SetPolicy(shares[:])
				if ply.Surprise = -1; c.Rules.NumSquares()-bits.OnesCount64(p.Own|p.Opp) > c.SelfPlay.SolveEmpties {
					ply.SetSurprise(shares[:], s.Root().Children)
				}
			} else {
				search(c.SelfPlay.FastSimulations)
			}
			ply.SetValue(s.Root().Value)
			ply.Move = s.Sample(c.SelfPlay.temperature(len(record.Plies)), rng)
			kept = true
		}
		if kept {
			s.Advance(ply.Move)
			kept = c.SelfPlay.TreeReuse
		}
		record.Plies = append(record.Plies, ply)
		if err := g.Play(ply.Move); err != nil {
			panic(err)
		}
	}
	record.Margin = marginOf(c.Rules, g.Position(), env.Black)
	return record
}

// slowBest returns the moves of p with the greatest utility under perfect play,
// and the result that they bring, by looking at every line.
func slowBest(c Config, p env.Position) (best []env.Move, result float64) {
	var utility func(env.Position) (float64, float64)
	utility = func(p env.Position) (u, result float64) { // for the side to move
		moves, pass := c.Rules.Status(p)
		if moves == 0 && !pass {
			result = float64(c.Rules.Result(p))
			return (1-c.SelfPlay.MarginWeight)*result + c.SelfPlay.MarginWeight*float64(c.Rules.Margin(p))/float64(c.Rules.NumSquares()), result
		}
		if pass {
			u, result = utility(p.Passed())
			return -u, -result
		}
		u = math.Inf(-1)
		for ; moves != 0; moves &= moves - 1 {
			x, r := utility(c.Rules.Next(p, nth(moves, 0)))
			if -x > u {
				u, result = -x, -r
			}
		}
		return u, result
	}
	top := math.Inf(-1)
	for moves := c.Rules.Moves(p); moves != 0; moves &= moves - 1 {
		u, r := utility(c.Rules.Next(p, nth(moves, 0)))
		if -u > top+1e-9 {
			best, top, result = nil, -u, -r
		}
		if -u > top-1e-9 {
			best = append(best, nth(moves, 0))
		}
	}
	return best, result
}

// From solve_empties on the targets are the truth, and so is the play.
func TestLateTargetsAreExact(t *testing.T) {
	for _, sets := range [][]string{
		{"selfplay.solve_empties=8"},
		{"selfplay.solve_empties=8", "selfplay.margin_weight=0"},
		{"selfplay.solve_empties=8", "selfplay.forced_playouts=2"},
		{"selfplay.solve_empties=8", "selfplay.gumbel=4"},
		{"rules.board=8", "selfplay.solve_empties=5", "selfplay.margin_weight=0.3"},
	} {
		c := tiny(t, append(sets, "selfplay.simulations=20", "selfplay.fast_simulations=20")...)
		seen := 0
		for _, data := range play(t, c, Assignment{To: 8, Iteration: 1, Simulations: 20}) {
			var g GameRecord
			if err := g.Decode([]byte(data)); err != nil {
				t.Fatal(err)
			}
			p := c.Rules.Initial()
			for _, ply := range g.Plies {
				if ply.Kind >= KindFast && c.Rules.NumSquares()-bits.OnesCount64(p.Own|p.Opp) <= c.SelfPlay.SolveEmpties {
					seen++
					best, value := slowBest(c, p)
					if float64(ply.Value) != value || !slices.Contains(best, ply.Move) {
						t.Errorf("%v in %v has value %v; best are %v with %v", ply.Move, p, ply.Value, best, value)
					}
					for _, x := range ply.Policy {
						if !slices.Contains(best, x.Move) {
							t.Errorf("%v is a target in %v; best are %v", x.Move, p, best)
						}
					}
				}
				p = c.Rules.Next(p, ply.Move)
			}
		}
		if seen < 10 {
			t.Errorf("%v: only %d late plies", sets, seen)
		}
	}
}

func TestSelfPlayIsTheSlowTwin(t *testing.T) {
	for _, sets := range [][]string{
		{},
		{"selfplay.tree_reuse=false", "selfplay.opening_random_share=1"},
		{"rules.board=6", "selfplay.solve_empties=7"},
		{"rules.board=8", "rules.scoring=empties", "selfplay.temperature_end=0", "selfplay.opening_plies_max=0"},
		{"selfplay.margin_weight=0", "selfplay.full_search_share=1"},
		{"selfplay.solve_empties=8", "selfplay.margin_weight=0"},
		{"rules.board=8", "selfplay.solve_empties=5", "selfplay.margin_weight=0.3"},
		{"selfplay.solve_empties=0", "selfplay.full_search_share=0.1"},
		{"selfplay.forced_playouts=2", "selfplay.full_search_share=0.8"},
		{"selfplay.gumbel=4", "selfplay.full_search_share=0.8"},
		{"rules.board=6", "rules.end=mover", "rules.supply=separate", "rules.start=free"},
	} {
		c := tiny(t, append(sets, "selfplay.workers=2")...)
		a := Assignment{From: 30, To: 60, Iteration: 4, Simulations: 24}
		for i, got := range play(t, c, a) {
			if want := slowGame(t, c, a, a.From+int64(i)); got != string(want.Append(nil)) {
				t.Errorf("%v: game %d is not that of the slow twin", sets, a.From+int64(i))
			}
		}
	}
}

// What a game is depends on its index, not on the company.
func TestGamesDoNotDependOnTheirCompany(t *testing.T) {
	c := tiny(t)
	want := play(t, c, Assignment{From: 0, To: 40, Iteration: 1, Simulations: 8})
	for _, sets := range [][]string{{"selfplay.workers=1"}, {"selfplay.workers=3"}, {"selfplay.games_in_flight=1"}, {"selfplay.games_in_flight=100"}} {
		got := play(t, tiny(t, sets...), Assignment{From: 10, To: 40, Iteration: 1, Simulations: 8})
		for i := range got {
			if got[i] != want[10+i] {
				t.Errorf("%v: game %d is different", sets, 10+i)
			}
		}
	}
}

// No worker takes games that others could play.
func TestShare(t *testing.T) {
	c := tiny(t, "selfplay.games_in_flight=64")
	for _, tt := range []struct{ games, workers, want int }{{1000, 2, 64}, {100, 2, 50}, {101, 2, 51}, {128, 8, 16}, {1, 1, 1}} {
		if got := share(c, Assignment{From: 7, To: 7 + int64(tt.games)}, tt.workers); got != tt.want {
			t.Errorf("%d games, %d workers: %d in flight, want %d", tt.games, tt.workers, got, tt.want)
		}
	}
}

func TestSearchesAreFullOrFast(t *testing.T) {
	c := tiny(t, "rules.board=8", "selfplay.full_search_share=0.25", "selfplay.opening_plies_max=8")
	full, fast, opened := 0, 0, map[int]int{}
	err := SelfPlay(context.Background(), c, nil, Assignment{To: 300, Simulations: 8}, mobility(c), func(p Played) error {
		opening := 0
		for i, ply := range p.Record.Plies {
			switch ply.Kind {
			case KindOpening:
				opening++
				if i >= 8 {
					t.Errorf("ply %d belongs to the opening", i)
				}
			case KindFull:
				full++
			case KindFast:
				fast++
			}
			if (len(ply.Policy) > 0) != (ply.Kind == KindFull) {
				t.Errorf("a ply of kind %d has %d shares", ply.Kind, len(ply.Policy))
			}
		}
		opened[opening]++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if share := float64(full) / float64(full+fast); math.Abs(share-.25) > .02 {
		t.Errorf("%.3f of the searches are full, want .25", share)
	}
	for n := range 9 {
		if opened[n] < 10 {
			t.Errorf("%d of 300 games have an opening of %d plies", opened[n], n)
		}
	}
}

func TestSelfPlayStops(t *testing.T) {
	c := tiny(t, "selfplay.workers=3")
	wrong := errors.New("broken")
	a := Assignment{To: 1000, Simulations: 8}
	n := 0
	err := SelfPlay(context.Background(), c, nil, a, mobility(c), func(Played) error {
		if n++; n == 5 {
			return wrong
		}
		return nil
	})
	if !errors.Is(err, wrong) || n != 5 {
		t.Errorf("after an error of the receiver: %v, %d calls", err, n)
	}
	err = SelfPlay(context.Background(), c, nil, a, func(*model.Weights) (mcts.Evaluator, error) { return nil, wrong }, nil)
	if !errors.Is(err, wrong) {
		t.Errorf("without an evaluator: %v", err)
	}
	err = SelfPlay(context.Background(), c, nil, a, func(*model.Weights) (mcts.Evaluator, error) { return failing{wrong}, nil }, nil)
	if !errors.Is(err, wrong) || !strings.HasPrefix(err.Error(), "train: self-play: ") {
		t.Errorf("with a broken evaluator: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n = 0
	err = SelfPlay(ctx, c, nil, a, mobility(c), func(p Played) error {
		if n++; n == 5 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n >= 1000 {
		t.Errorf("after an interrupt: %v, %d games", err, n)
	}
}

type failing struct{ err error }

func (f failing) Evaluate([]env.Position, []float32, []float32, []float32) error { return f.err }

func TestSchedules(t *testing.T) {
	c := Default()
	c.Run.Iterations = 40
	c.SelfPlay.SimulationsFirst, c.SelfPlay.Simulations, c.SelfPlay.SimulationsRamp = 16, 64, .5
	for iteration, want := range map[int]int{1: 16, 11: 32, 21: 64, 40: 64} {
		if got := c.SimulationsAt(iteration); got != want {
			t.Errorf("%d simulations in iteration %d, want %d", got, iteration, want)
		}
	}
	if c.SelfPlay.SimulationsRamp = 0; c.SimulationsAt(1) != 64 {
		t.Errorf("without a ramp %d simulations", c.SimulationsAt(1))
	}
	if c.SelfPlay.Simulations = 8; c.SimulationsAt(1) != 8 {
		t.Errorf("%d simulations in the first iteration, want the 8 of the last", c.SimulationsAt(1))
	}
	s := SelfPlayConfig{Temperature: 1, TemperatureEnd: .2, TemperatureHalfLife: 8}
	for ply, want := range map[int]float64{0: 1, 8: .6, 16: .4, 800: .2} {
		if got := s.temperature(ply); math.Abs(got-want) > 1e-12 {
			t.Errorf("temperature %v at ply %d, want %v", got, ply, want)
		}
	}
	l := LearnerConfig{LearnRate: 1e-3, LearnRateFinal: 1e-4, WarmupSteps: 100, ValueMix: .5, ValueMixRamp: .2}
	for _, tt := range []struct {
		step     int64
		progress float64
		want     float64
	}{{0, 0, 1e-5}, {49, 0, 5e-4}, {99, 0, 1e-3}, {500, 0, 1e-3}, {500, .5, 5.5e-4}, {500, 1, 1e-4}} {
		if got := l.rate(tt.step, tt.progress); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("rate %v at step %d and %v of the run, want %v", got, tt.step, tt.progress, tt.want)
		}
	}
	for progress, want := range map[float64]float64{0: 0, .1: .25, .2: .5, 1: .5} {
		if got := l.mixAt(progress); math.Abs(got-want) > 1e-12 {
			t.Errorf("mix %v at %v of the run, want %v", got, progress, want)
		}
	}
	if l.ValueMixRamp = 0; l.mixAt(0) != .5 {
		t.Error("without a ramp the mix is not there from the start")
	}
}

// The machinery around the search allocates per move and per game, never per
// tick.
func TestTicksDoNotAllocate(t *testing.T) {
	c := tiny(t, "rules.board=8", "selfplay.simulations=100000", "selfplay.full_search_share=1", "selfplay.opening_plies_max=0")
	g := newGame(&c, Assignment{Simulations: 100000}, searchOf(t, c))
	g.start(1, 1)
	batch := mcts.NewBatch(1)
	var ev mcts.Evaluator = mobilityEvaluator{c.Rules}
	tick := func() {
		if !g.advance(batch) {
			t.Fatal("the game is over")
		}
		if err := batch.Flush(ev); err != nil {
			t.Fatal(err)
		}
	}
	for range 20000 { // the arrays of the search grow to what the measurement needs
		tick()
	}
	g.start(1, 1)
	tick()
	if n := testing.AllocsPerRun(1000, tick); n > 0 {
		t.Errorf("%v allocations a tick", n)
	}
}
