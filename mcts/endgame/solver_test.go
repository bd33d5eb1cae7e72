package endgame

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"testing"

	"othellier/env"
)

func newSolver(t testing.TB, r env.Rules, hashBits int) *Solver {
	t.Helper()
	s, err := New(r, Options{HashBits: hashBits})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// check holds every way of solving p to the margin that it has.
func check(t testing.TB, s *Solver, p env.Position, margin int) {
	t.Helper()
	for _, mode := range []Mode{ModeMargin, ModeOutcome} {
		want := margin
		if mode == ModeOutcome {
			want = sign(margin)
		}
		r, err := s.Solve(context.Background(), p, mode)
		if err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		if !r.Exact || r.Margin != want || r.Lower > margin || r.Upper < margin {
			t.Fatalf("%v, mode %d: got %+v, want margin %d", p, mode, r, margin)
		}
		checkLine(t, s.rules, p, r, want)
		if value, best := s.Quick(p, mode); value != want || best != r.Best {
			t.Fatalf("%v, mode %d: Quick returns %d by %v, Solve %d by %v", p, mode, value, best, want, r.Best)
		}
	}
}

// checkLine plays the line of r: it must be legal, end the game, and end it
// with what was promised.
func checkLine(t testing.TB, rules env.Rules, p env.Position, r Result, want int) {
	t.Helper()
	q := p
	for _, m := range r.PV {
		next, err := rules.Play(q, m)
		if err != nil {
			t.Fatalf("%v: line %v: %v", p, r.PV, err)
		}
		q = next
	}
	got := rules.Margin(q)
	if q.Turn != p.Turn {
		got = -got
	}
	if r.Mode == ModeOutcome {
		got = sign(got)
	}
	if !rules.Over(q) || got != want || len(r.PV) > 0 && r.PV[0] != r.Best {
		t.Fatalf("%v: best %v, line %v ends with %d (over: %v), want %d", p, r.Best, r.PV, got, rules.Over(q), want)
	}
}

// TestTwin compares with the obvious solver over random games.
func TestTwin(t *testing.T) {
	type batch struct {
		rules    env.Rules
		empty, n int
	}
	slowdown := 1
	if os.Getenv("OTHELLIER_SLOW") != "" {
		slowdown = 5
	}
	var batches []batch
	for _, scoring := range []env.Scoring{env.ScoreDiscs, env.ScoreEmpties} {
		for empty := 1; empty <= 7; empty++ {
			batches = append(batches, batch{env.Rules{Scoring: scoring}, empty, 500})
		}
		batches = append(batches,
			batch{env.Rules{Scoring: scoring}, 8, 1000},
			batch{env.Rules{Scoring: scoring}, 9, 200},
			batch{env.Rules{Scoring: scoring}, 10, 40},
			batch{env.Rules{Scoring: scoring, Board: env.Board6}, 8, 200},
			batch{env.Rules{Scoring: scoring, Board: env.Board6}, 10, 20},
			batch{env.Rules{Scoring: scoring, Board: env.Board4}, 6, 200},
			batch{env.Rules{Scoring: scoring, Board: env.Board4}, 10, 20},
			batch{env.Rules{Scoring: scoring, Start: env.StartParallel}, 8, 100},
			batch{env.Rules{Scoring: scoring, Start: env.StartFree}, 8, 100},
			batch{env.Rules{Scoring: scoring, End: env.EndMover}, 6, 300},
			batch{env.Rules{Scoring: scoring, Supply: env.SupplySeparate}, 6, 300},
		)
	}
	var passes, wipeouts, unfilled int
	for _, b := range batches {
		s := newSolver(t, b.rules, 12)
		for _, p := range reached(b.rules, b.empty, b.n*slowdown, 7) {
			twin := newTwin(b.rules)
			check(t, s, p, twin.margin(p))
			wipeouts += twin.wipeouts
			unfilled += twin.unfilled
			if b.rules.Moves(p) == 0 {
				passes++
			}
		}
	}
	if passes < 100 || wipeouts < 1000 || unfilled < 1000 {
		t.Errorf("the sample has %d passes at the root, %d wipe-outs, %d ends with empty squares: too few to mean anything", passes, wipeouts, unfilled)
	}
}

// TestSmallBoards holds the whole game on 4x4 to its known value.
func TestSmallBoards(t *testing.T) {
	for _, c := range []struct {
		rules  env.Rules
		margin int
	}{
		{env.Rules{Board: env.Board4}, -8}, // 3-11 with two squares left
		{env.Rules{Board: env.Board4, Scoring: env.ScoreEmpties}, -10},
		{env.Rules{Board: env.Board4, Start: env.StartMirrored}, -8},
	} {
		check(t, newSolver(t, c.rules, 14), c.rules.Initial(), c.margin)
	}
	for _, start := range []env.Start{env.StartParallel, env.StartFree} {
		rules := env.Rules{Board: env.Board4, Start: start}
		check(t, newSolver(t, rules, 14), rules.Initial(), newTwin(rules).margin(rules.Initial()))
	}
}

// TestSix solves the whole game on 6x6, which the second player wins by 20-16
// (Feinstein 1993), after the first move: all four are the same by symmetry. It
// takes 5.4 thousand million positions, some minutes.
func TestSix(t *testing.T) {
	if os.Getenv("OTHELLIER_SLOW") == "" {
		t.Skip("set OTHELLIER_SLOW=1 to run it, with a -timeout of an hour")
	}
	rules := env.Rules{Board: env.Board6}
	p := rules.Next(rules.Initial(), rules.AppendMoves(nil, rules.Initial())[0])
	r, err := newSolver(t, rules, 22).Solve(context.Background(), p, ModeMargin)
	if err != nil || r.Margin != 4 {
		t.Fatalf("%v, %v: want +4", r, err)
	}
	checkLine(t, rules, p, r, 4)
}

func TestOver(t *testing.T) {
	s := newSolver(t, env.Rules{Scoring: env.ScoreEmpties}, 10)
	for _, c := range []struct {
		own, opp uint64
		margin   int
	}{
		{0, 0, 0},
		{1, 0, 64},
		{0, 1, -64},
		{0xffffffff, 0xffffffff << 32, 0},
		{1, 1 << 63, 0},
		{1 | 1<<7, 1 << 63, 62},
	} {
		p := env.NewPosition(c.own, c.opp, env.Black)
		check(t, s, p, c.margin)
		r, err := s.Solve(context.Background(), p, ModeMargin)
		if err != nil || r.Best != env.Pass || len(r.PV) != 0 {
			t.Errorf("%v: %+v, %v", p, r, err)
		}
		all, err := s.Moves(context.Background(), p, ModeMargin)
		if err != nil || len(all) != 0 {
			t.Errorf("%v: moves %v, %v", p, all, err)
		}
	}
}

// TestMoves compares the answers for single moves with the obvious solver.
func TestMoves(t *testing.T) {
	for empty := 3; empty <= 8; empty++ {
		testMoves(t, env.Rules{Scoring: env.ScoreEmpties}, empty)
		testMoves(t, env.Rules{Board: env.Board6}, empty)
	}
	testMoves(t, env.Rules{End: env.EndMover}, 5)
}

func testMoves(t *testing.T, rules env.Rules, empty int) {
	s := newSolver(t, rules, 1)
	for _, p := range reached(rules, empty, 50, 3) {
		twin := newTwin(rules)
		all, err := s.Moves(context.Background(), p, ModeMargin)
		if err != nil {
			t.Fatal(err)
		}
		var moves []env.Move
		for i, r := range all {
			want := -twin.margin(rules.Next(p, r.Best))
			if r.Margin != want || !r.Exact || r.Lower != want || r.Upper != want {
				t.Fatalf("%v: %v has %d, want %d", p, r.Best, r.Margin, want)
			}
			checkLine(t, rules, p, r, want)
			if i > 0 && (all[i-1].Margin < r.Margin || all[i-1].Margin == r.Margin && all[i-1].Best > r.Best) {
				t.Fatalf("%v: out of order: %v", p, all)
			}
			moves = append(moves, r.Best)
		}
		slices.Sort(moves)
		if want := rules.AppendMoves(nil, p); !slices.Equal(moves, want) {
			t.Fatalf("%v: moves %v, want %v", p, moves, want)
		}
		for mode, want := range []int{twin.margin(p), sign(twin.margin(p))} {
			value, best := s.Quick(p, Mode(mode))
			if value != want {
				t.Fatalf("%v, mode %d: value %d, want %d", p, mode, value, want)
			}
			if got := -twin.margin(rules.Next(p, best)); mode == int(ModeMargin) && got != want || sign(got) != sign(want) {
				t.Fatalf("%v, mode %d: %v has %d, want %d", p, mode, best, got, want)
			}
		}
	}
}

// Decide answers the question up to the number of empty squares, who wins up to
// two more if that is not the opponent, and nothing beyond.
func TestDecide(t *testing.T) {
	rules := env.Rules{Scoring: env.ScoreEmpties}
	s := newSolver(t, rules, 12)
	ctx := context.Background()
	lost := 0
	for _, p := range reached(rules, 10, 40, 8) {
		margin, err := s.Solve(ctx, p, ModeMargin)
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range []Mode{ModeMargin, ModeOutcome} {
			for n := range 13 {
				r, decided, err := s.Decide(ctx, p, n, mode)
				asked, want := mode, n >= 10
				if n == 8 || n == 9 {
					asked, want = ModeOutcome, mode == ModeMargin && margin.Margin >= 0
				}
				wanted := margin.Margin
				if asked == ModeOutcome {
					wanted = sign(wanted)
				}
				answered := n >= 10 || n >= 8 && mode == ModeMargin
				switch {
				case err != nil || decided != want || answered != (len(r.PV) > 0):
					t.Fatalf("%v: %d, %v: %v, decided %t, %v", p, n, mode, r, decided, err)
				case answered && (r.Mode != asked || r.Margin != wanted):
					t.Errorf("%v: %d, %v: %v, want %+d", p, n, mode, r, margin.Margin)
				case decided:
					if after, _ := s.Quick(rules.Next(p, r.Best), asked); -after != r.Margin {
						t.Errorf("%v: %d, %v: %v leaves %+d", p, n, mode, r, after)
					}
				}
			}
		}
		if margin.Margin < 0 {
			lost++
		}
	}
	if lost == 0 || lost == 40 {
		t.Errorf("%d of 40 positions are lost", lost)
	}
	// A solve that is stopped has not decided.
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	for _, n := range []int{28, 30} {
		r, decided, err := s.Decide(stopped, reached(rules, 30, 1, 8)[0], n, ModeMargin)
		if err != nil || decided || r.Exact || len(r.PV) == 0 {
			t.Errorf("stopped: %v, decided %t, %v", r, decided, err)
		}
	}
}

func TestRefused(t *testing.T) {
	if _, err := New(env.Rules{Board: 9}, Options{}); err == nil {
		t.Error("an unknown board is accepted")
	}
	for _, hashBits := range []int{-1, 31} {
		if _, err := New(env.Rules{}, Options{HashBits: hashBits}); err == nil {
			t.Errorf("%d hash bits are accepted", hashBits)
		}
	}
	s := newSolver(t, env.Rules{}, 4)
	p := env.Position{Own: 1, Opp: 1}
	if _, err := s.Solve(context.Background(), p, ModeMargin); err == nil {
		t.Error("Solve accepts a square with two discs")
	}
	if _, err := s.Moves(context.Background(), p, ModeMargin); err == nil {
		t.Error("Moves accepts a square with two discs")
	}
}

func TestAllocations(t *testing.T) {
	for _, rules := range []env.Rules{{}, {End: env.EndMover}} {
		s := newSolver(t, rules, 12)
		all := reached(rules, 8, 20, 1)
		i := 0
		if n := testing.AllocsPerRun(40, func() { s.Quick(all[i%len(all)], Mode(i%2)); i++ }); n != 0 {
			t.Errorf("%+v: %v allocations", rules, n)
		}
	}
}

// FuzzSolve solves any position with few empty squares, reachable or not, on
// any board.
func FuzzSolve(f *testing.F) {
	f.Add([]byte("0123456789abcdef0"), uint8(3), uint8(0))
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00\x01"), uint8(5), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, empty, variant uint8) {
		rules := env.Rules{Scoring: env.Scoring(variant & 1), Board: env.Board(variant >> 1 % 3)}
		var words [3]uint64
		for i := range words {
			if len(data) >= 8*i+8 {
				words[i] = binary.LittleEndian.Uint64(data[8*i:])
			}
		}
		taken := words[0] & rules.Squares()
		for missing := rules.Squares() &^ taken; bits.OnesCount64(missing) > int(empty%8); missing &= missing - 1 {
			taken |= missing & -missing
		}
		p := env.Position{Own: taken & words[1], Opp: taken &^ words[1], Turn: env.Color(words[2] & 1)}
		check(t, newSolver(t, rules, 6), p, newTwin(rules).margin(p))
	})
}

func ExampleSolver() {
	p, err := env.ParsePosition("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
	if err != nil {
		panic(err)
	}
	s, err := New(env.Rules{Scoring: env.ScoreEmpties}, Options{HashBits: 16})
	if err != nil {
		panic(err)
	}
	r, err := s.Solve(context.Background(), p, ModeMargin)
	if err != nil {
		panic(err)
	}
	fmt.Println(r)
	// Output: +18 g8 h7 a8 a6 a4 a7 b6 a2 h8 a3 a1 b1 h1 g2
}
