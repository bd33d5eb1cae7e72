package clock

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"othellier/env"
	"othellier/mcts"
	"othellier/mcts/endgame"
)

// bench is a machine whose time goes on by what its evaluator and every look at the
// clock cost.
type bench struct {
	mcts.Evaluator
	now   time.Time
	look  time.Duration
	batch func() time.Duration
	calls int
	err   error
}

func newBench(r env.Rules) *bench {
	return &bench{Evaluator: mcts.NewRolloutEvaluator(r, 1, 1), batch: func() time.Duration { return time.Millisecond }}
}

func (b *bench) Now() time.Time {
	b.now = b.now.Add(b.look)
	return b.now
}

func (b *bench) Evaluate(p []env.Position, priors, value, margin []float32) error {
	b.now = b.now.Add(b.batch())
	b.calls++
	if b.err != nil {
		return b.err
	}
	return b.Evaluator.Evaluate(p, priors, value, margin)
}

func newThinker(t testing.TB, r env.Rules, b *bench, c Config) *Thinker {
	t.Helper()
	c.Now = b.Now
	th, err := NewThinker(r, b, c)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// reached plays at random until so many squares are empty and the side to move
// has two moves at least.
func reached(r env.Rules, empties int, rng *rand.Rand) env.Position {
	for {
		p := r.Initial()
		for !r.Over(p) && r.NumSquares()-bits.OnesCount64(p.Own|p.Opp) > empties {
			moves := r.AppendMoves(nil, p)
			p = r.Next(p, moves[rng.IntN(len(moves))])
		}
		if r.NumSquares()-bits.OnesCount64(p.Own|p.Opp) == empties && bits.OnesCount64(r.Moves(p)) > 1 {
			return p
		}
	}
}

func think(t *testing.T, th *Thinker, ctx context.Context, p env.Position, l Limit) Decision {
	t.Helper()
	d, err := th.Think(ctx, p, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := th.rules.Play(p, d.Move); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestReasons(t *testing.T) {
	r := env.Rules{}
	rng := rand.New(rand.NewPCG(1, 1))
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	game := func(transcript string) env.Position {
		g, err := env.ParseTranscript(r, transcript)
		if err != nil {
			t.Fatal(err)
		}
		return g.Position()
	}
	early := reached(r, 50, rng)
	for _, c := range []struct {
		name     string
		position env.Position
		ctx      context.Context
		limit    Limit
		config   Config
		want     Reason
		most     time.Duration // it may take
	}{
		{"time", r.Initial(), nil, Limit{Time: 8 * time.Millisecond}, Config{}, Time, 8 * time.Millisecond},
		{"no time at all", early, nil, Limit{Time: 1}, Config{}, Time, time.Millisecond},
		{"simulations", early, nil, Limit{Simulations: 40}, Config{}, Simulations, time.Hour},
		{"simulations before the time", early, nil, Limit{Simulations: 16, Time: time.Hour}, Config{}, Simulations, 10 * time.Millisecond},
		{"all simulations", early, nil, Limit{}, Config{MaxSimulations: 100}, Simulations, time.Hour},
		{"stopped before", early, ended, Limit{}, Config{}, Stopped, time.Millisecond},
		{"single move", game("f5f6f7g7h7c5b5b6d3a5a7c7"), nil, Limit{Time: time.Hour}, Config{}, Single, 0}, // a pass
		{"solved", reached(r, 16, rng), nil, Limit{Time: time.Second}, Config{}, Solved, 0},
		{"too little time to solve", reached(r, 16, rng), nil, Limit{Time: time.Microsecond}, Config{}, Time, time.Millisecond},
		{"solved without a time", reached(r, 14, rng), nil, Limit{Simulations: 8}, Config{SolveRoot: 14}, Solved, 0},
		{"not to be solved", reached(r, 15, rng), nil, Limit{Simulations: 8}, Config{SolveRoot: 14}, Simulations, time.Hour},
		{"all moves wanted", reached(r, 14, rng), nil, Limit{Simulations: 8, Thorough: true}, Config{SolveRoot: 14}, Simulations, time.Hour},
		{"proven", reached(r, 4, rng), nil, Limit{Time: time.Hour}, Config{Unsolved: true}, Proven, time.Hour},
		{"wins at once", game("e6f4e3f6g5d6e7f5"), nil, Limit{Time: time.Hour}, Config{}, Proven, time.Hour}, // c5 takes all discs
	} {
		b := newBench(r)
		th := newThinker(t, r, b, c.config)
		if c.ctx == nil {
			c.ctx = context.Background()
		}
		if d := think(t, th, c.ctx, c.position, c.limit); d.Reason != c.want || d.Took > c.most || (d.Reason == Solved) != (d.Solved != nil) {
			t.Errorf("%s: %v: %v after %v, solved %v; want %v", c.name, d.Move, d.Reason, d.Took, d.Solved, c.want)
		}
	}
	th := newThinker(t, r, newBench(r), Config{})
	if _, err := th.Think(context.Background(), game("e6f4e3f6g5d6e7f5c5"), Limit{}, nil); err != ErrOver {
		t.Errorf("a finished game: %v", err)
	}
	b := newBench(r)
	b.err = errors.New("broken")
	if _, err := newThinker(t, r, b, Config{}).Think(context.Background(), early, Limit{}, nil); !errors.Is(err, b.err) {
		t.Errorf("a broken evaluator: %v", err)
	}
}

// An evaluator that knows the move leaves nothing to find out: the search stops
// long before its time, at a moment when nothing could have changed.
type sure struct{ mcts.UniformEvaluator }

func (sure) Evaluate(p []env.Position, priors, value, margin []float32) error {
	clear(value[:len(p)])
	clear(margin[:len(p)])
	clear(priors[:64*len(p)])
	for i, q := range p {
		priors[64*i+bits.TrailingZeros64(env.Rules{}.Moves(q))] = 1
	}
	return nil
}

func TestSettled(t *testing.T) {
	r := env.Rules{}
	p := reached(r, 40, rand.New(rand.NewPCG(2, 2)))
	b := newBench(r)
	b.Evaluator = sure{}
	th := newThinker(t, r, b, Config{})
	d := think(t, th, context.Background(), p, Limit{Time: time.Second})
	if d.Reason != Settled || d.Took < 400*time.Millisecond || d.Took > 600*time.Millisecond {
		t.Errorf("%v after %v", d.Reason, d.Took)
	}
	// With all that was left spent on the second best, it would not have won.
	lead, second := 0, 0
	for _, c := range th.Search().Root().Children {
		if c.Move == d.Move {
			lead = c.Visits
		} else {
			second = max(second, c.Visits)
		}
	}
	if left := (900*time.Millisecond - d.Took) / time.Millisecond * defaultBatch; lead-second <= int(left) {
		t.Errorf("%d visits against %d, and %d to come", lead, second, left)
	}
}

// TestNeverLate thinks on machines whose batches take anything up to a limit. No
// decision comes later than its time, but for a last batch that is much longer
// than all before it, which the reserve must cover.
func TestNeverLate(t *testing.T) {
	r := env.Rules{}
	rapid.Check(t, func(rt *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		limit := time.Duration(rapid.IntRange(1, 2000).Draw(rt, "milliseconds")) * time.Millisecond
		longest := reserve(limit)
		b := newBench(r)
		b.batch = func() time.Duration { return time.Duration(rng.Int64N(int64(longest))) }
		b.look = time.Duration(rapid.IntRange(0, 100).Draw(rt, "look"))
		th := newThinker(t, r, b, Config{})
		p := reached(r, rapid.IntRange(12, 56).Draw(rt, "empties"), rng)
		if d := think(t, th, context.Background(), p, Limit{Time: limit}); d.Took > limit {
			rt.Fatalf("%v of %v, %v, %d batches", d.Took, limit, d.Reason, b.calls)
		}
	})
}

// A solve that would take too long is given up in time, and the search decides.
func TestSolveIsGivenUp(t *testing.T) {
	r := env.Rules{}
	p := reached(r, 22, rand.New(rand.NewPCG(3, 3)))
	b := newBench(r)
	b.look = 10 * time.Millisecond
	th := newThinker(t, r, b, Config{})
	th.speed = 1e12 // it believes so
	d := think(t, th, context.Background(), p, Limit{Time: time.Second})
	if d.Solved == nil || d.Reason == Solved || d.Took > time.Second || th.Search().Visits() == 0 {
		t.Errorf("%v after %v: %v", d.Reason, d.Took, d.Solved)
	}
	if th.speed >= 1e12 {
		t.Error("nothing was learned of the speed")
	}
}

// What is solved is what minimax of the solver says, whatever the time.
func TestSolvedIsBest(t *testing.T) {
	r := env.Rules{}
	rng := rand.New(rand.NewPCG(4, 4))
	check, err := endgame.New(r, endgame.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		p := reached(r, 12, rng)
		th := newThinker(t, r, newBench(r), Config{SolveRoot: 12})
		limit := Limit{Time: time.Second}
		if i%2 == 0 {
			limit = Limit{Simulations: 1}
		}
		d := think(t, th, context.Background(), p, limit)
		want, _ := check.Quick(p, endgame.ModeOutcome)
		after, _ := check.Quick(r.Next(p, d.Move), endgame.ModeOutcome)
		if d.Reason != Solved || want != d.Solved.Margin || -after != want {
			t.Errorf("%v: %v %v leaves the opponent %d, want %d", p, d.Move, d.Solved, after, -want)
		}
	}
}

func TestReach(t *testing.T) {
	last := 0
	for _, d := range []time.Duration{0, time.Microsecond, time.Millisecond, 100 * time.Millisecond, time.Second, time.Minute, time.Hour} {
		n := usualSpeed.reach(d)
		if n < last || d == 0 && n != 0 {
			t.Errorf("%v: %d empty squares, less time %d", d, n, last)
		}
		if want := firstNodes * math.Pow(growth, float64(n)); want > float64(usualSpeed)*d.Seconds()+firstNodes {
			t.Errorf("%v: %d empty squares take %v nodes", d, n, want)
		}
		last = n
	}
}

// TestTreeIsKept follows a game: by time the tree grows from move to move, and by
// simulations alone it is always new.
func TestTreeIsKept(t *testing.T) {
	for _, r := range []env.Rules{{}, {Board: env.Board6}, {Board: env.Board6, End: env.EndMover}} {
		rng := rand.New(rand.NewPCG(5, 5))
		th := newThinker(t, r, newBench(r), Config{Unsolved: true, MaxSimulations: 3000})
		fresh := newThinker(t, r, newBench(r), Config{Unsolved: true})
		g := env.NewGame(r)
		for !g.Over() && len(g.Moves()) < 20 {
			p := g.Position()
			if g.Play(env.Pass) == nil {
				continue
			}
			if p.Turn == env.White {
				m := r.AppendMoves(nil, p)
				if err := th.Ponder(context.Background(), p); err != nil {
					t.Fatal(err)
				}
				if err := g.Play(m[rng.IntN(len(m))]); err != nil {
					t.Fatal(err)
				}
				continue
			}
			_, kept := th.line(th.tree.Position(), p)
			before := 0
			if kept && len(g.Moves()) > 0 {
				th.follow(p)
				before = th.Search().Visits()
				if before == 0 && bits.OnesCount64(r.Moves(p)) > 1 && !th.tree.Root().Proven {
					t.Errorf("%v: nothing was kept after pondering", p)
				}
			} else if len(g.Moves()) > 0 {
				t.Errorf("%v was not found from %v", p, th.tree.Position())
			}
			d := think(t, th, context.Background(), p, Limit{Time: 50 * time.Millisecond})
			if n := th.Search().Visits(); n < before {
				t.Errorf("%v: %d visits, %d before", p, n, before)
			}
			think(t, fresh, context.Background(), p, Limit{Simulations: 20})
			if n := fresh.Search().Visits(); n > 20 {
				t.Errorf("%v: %d visits where 20 were asked for", p, n)
			}
			if err := g.Play(d.Move); err != nil {
				t.Fatal(err)
			}
		}
		if _, found := th.line(g.Position(), r.Initial()); found {
			t.Error("a way back was found")
		}
	}
}

// A tree that was followed is the one that a search of the same position has.
func TestFollow(t *testing.T) {
	r := env.Rules{}
	th := newThinker(t, r, newBench(r), Config{Unsolved: true})
	g, err := env.ParseTranscript(r, "f5f6f7g7h7c5b5b6d3a5a7c7") // Black passes
	if err != nil {
		t.Fatal(err)
	}
	p := r.Initial()
	th.tree.Reset(p)
	for i, m := range g.Moves() {
		p = r.Next(p, m)
		if i%2 == 1 || i == len(g.Moves())-1 {
			if line, ok := th.line(th.tree.Position(), p); !ok || len(line) == 0 {
				t.Errorf("ply %d: no way from %v to %v", i, th.tree.Position(), p)
			}
			th.follow(p)
		}
		if i%2 == 1 && th.tree.Root().Position != p {
			t.Errorf("ply %d: the root is %v", i, th.tree.Root().Position)
		}
	}
	after := r.Next(p, env.Pass)
	after = r.Next(after, r.AppendMoves(nil, after)[0])
	if line, ok := th.line(p, after); !ok || len(line) != 2 || line[0] != env.Pass {
		t.Errorf("over a pass: %v, %v", line, ok)
	}
}

func TestPonder(t *testing.T) {
	r := env.Rules{}
	b := newBench(r)
	th := newThinker(t, r, b, Config{MaxSimulations: 200})
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	p := reached(r, 50, rand.New(rand.NewPCG(6, 6)))
	if err := th.Ponder(ended, p); err != nil || b.calls > 0 {
		t.Errorf("stopped before it began: %v, %d batches", err, b.calls)
	}
	if err := th.Ponder(context.Background(), p); err != nil || th.Search().Visits() != 200 {
		t.Errorf("%v, %d visits", err, th.Search().Visits())
	}
	g, err := env.ParseTranscript(r, "f5f6f7g7h7c5b5b6d3a5a7c7") // Black passes, and White has one move
	if err != nil {
		t.Fatal(err)
	}
	if err := th.Ponder(context.Background(), g.Position()); err != nil || bits.OnesCount64(r.Moves(th.tree.Position())) < 2 {
		t.Errorf("over moves without a choice: %v, %v", th.tree.Position(), err)
	}
	g, err = env.ParseTranscript(r, "e6f4e3f6g5d6e7f5c5")
	if err != nil {
		t.Fatal(err)
	}
	if err := th.Ponder(context.Background(), g.Position()); err != nil {
		t.Errorf("a finished game: %v", err)
	}
	b.err = errors.New("broken")
	if err := th.Ponder(context.Background(), p); !errors.Is(err, b.err) {
		t.Errorf("a broken evaluator: %v", err)
	}
}

func TestReports(t *testing.T) {
	r := env.Rules{}
	b := newBench(r)
	th := newThinker(t, r, b, Config{})
	reports := 0
	_, err := th.Think(context.Background(), r.Initial(), Limit{Simulations: 800, Every: 10 * time.Millisecond}, func() { reports++ })
	if err != nil || reports != b.calls/10 {
		t.Errorf("%d reports in %d batches of a millisecond, %v", reports, b.calls, err)
	}
}

func TestConfigErrors(t *testing.T) {
	for _, c := range []struct {
		rules  env.Rules
		config Config
	}{
		{env.Rules{Board: 7}, Config{}},
		{env.Rules{}, Config{Batch: -1}},
		{env.Rules{}, Config{MaxSimulations: -1}},
		{env.Rules{}, Config{SolveRoot: -1}},
		{env.Rules{}, Config{Search: mcts.Config{CPuct: 1, FPU: 2}}},
		{env.Rules{}, Config{Search: mcts.Config{SolveEmpties: 30}}},
	} {
		if _, err := NewThinker(c.rules, mcts.UniformEvaluator{}, c.config); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
}
