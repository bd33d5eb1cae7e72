package arena

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"othellier/env"
)

// minimax is the obvious form of alphaBeta.search: no window, no memory, no
// order.
func minimax(s *alphaBeta, p env.Position, depth int) int {
	r := s.rules
	legal := r.AppendMoves(nil, p)
	if len(legal) == 0 {
		return final * r.Margin(p)
	}
	if legal[0] == env.Pass {
		return -minimax(s, r.Next(p, env.Pass), depth)
	}
	if depth == 0 {
		return s.judge.value(p, r.Moves(p))
	}
	best := -infinity
	for _, m := range legal {
		best = max(best, -minimax(s, r.Next(p, m), depth-1))
	}
	return best
}

func TestSolveAgreesWithMinimax(t *testing.T) {
	for _, r := range variants {
		t.Run(rulesText(r), func(t *testing.T) {
			s := newAlphaBeta(r)
			checked := 0
			for empty := 1; empty <= 7; empty++ {
				for _, p := range latePositions(t, r, empty, 20, uint64(empty)) {
					margin, best := Solve(r, p)
					if want := minimax(s, p, 64) / final; margin != want {
						t.Fatalf("%v: margin %d, want %d", p, margin, want)
					}
					if got := -minimax(s, r.Next(p, best), 64) / final; got != margin {
						t.Fatalf("%v: %v gives %d, want %d", p, best, got, margin)
					}
					checked++
				}
			}
			if checked < 100 {
				t.Errorf("only %d positions were checked", checked)
			}
		})
	}
}

// A depth-limited search must give the value of minimax at every depth, in
// every window, with whatever earlier searches left in the table.
func TestSearchAgreesWithMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, r := range variants {
		s := newAlphaBeta(r)
		for _, p := range latePositions(t, r, r.NumSquares()/2, 6, 1) {
			for depth := 1; depth <= 4; depth++ {
				want := minimax(s, p, depth)
				m, got := s.best(p, depth)
				if got != want {
					t.Fatalf("%v, %v, depth %d: value %d, want %d", r, p, depth, got, want)
				}
				if v := -minimax(s, r.Next(p, m), depth-1); v != want {
					t.Fatalf("%v, %v, depth %d: %v has value %d, want %d", r, p, depth, m, v, want)
				}
				for range 10 {
					alpha := want + rng.IntN(200) - 100
					beta := alpha + 1 + rng.IntN(60)
					v := s.search(p, depth, alpha, beta)
					if got, want := clamp(v, alpha, beta), clamp(want, alpha, beta); got != want {
						t.Fatalf("%v, %v, depth %d in (%d, %d): %d, want %d", r, p, depth, alpha, beta, got, want)
					}
				}
			}
		}
	}
}

func clamp(v, low, high int) int { return max(low, min(high, v)) }

// The 4x4 game is lost 3-11 by the first player.
func TestSolveSmallestBoard(t *testing.T) {
	for _, c := range []struct {
		scoring env.Scoring
		want    int
	}{{env.ScoreDiscs, -8}, {env.ScoreEmpties, -10}} {
		r := env.Rules{Board: env.Board4, Scoring: c.scoring}
		if got, _ := Solve(r, r.Initial()); got != c.want {
			t.Errorf("%v: margin %d, want %d", c.scoring, got, c.want)
		}
	}
}

// The first seven positions of the FFO endgame test, 14 empty squares each,
// with the exact margin of every move that is listed.
func TestSolveFFO(t *testing.T) {
	text, err := os.ReadFile("testdata/ffo-1-7.obf")
	if err != nil {
		t.Fatal(err)
	}
	r := env.Rules{Scoring: env.ScoreEmpties}
	for line := range strings.Lines(string(text)) {
		board, list, _ := strings.Cut(line, ";")
		p, err := env.ParsePosition(board)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(list, ";")
		square, value, _ := strings.Cut(strings.TrimSpace(first), ":")
		want, err := strconv.Atoi(value)
		if err != nil {
			t.Fatal(err)
		}
		margin, best := Solve(r, p)
		if margin != want || !strings.Contains(list, fmt.Sprintf("%s:%+d;", strings.ToUpper(best.String()), want)) {
			t.Errorf("%v: %v %+d, want %s %+d", p, best, margin, square, want)
		}
	}
}

func TestSolveWithoutMoves(t *testing.T) {
	r := env.Rules{}
	over := env.NewPosition(1, 0, env.White)
	if margin, m := Solve(r, over); margin != -1 || m != env.Pass {
		t.Errorf("finished: %d, %v", margin, m)
	}
	// Black a1, White b1, White to move: it passes, Black takes c1.
	pass := env.NewPosition(1, 2, env.White)
	if margin, m := Solve(r, pass); margin != -3 || m != env.Pass {
		t.Errorf("pass: %d, %v", margin, m)
	}
}

func TestSearchDoesNotAllocate(t *testing.T) {
	s := newAlphaBeta(env.Rules{})
	p := env.Rules{}.Initial()
	if n := testing.AllocsPerRun(10, func() { s.best(p, 4) }); n != 0 {
		t.Errorf("%v allocations a search", n)
	}
}

// An evaluation speaks from the side to move and sees no direction.
func TestJudgeIsSymmetric(t *testing.T) {
	for _, r := range variants {
		if r.Supply == env.SupplySeparate {
			continue // the supply left is part of the mobility
		}
		j := newJudge(r)
		for _, p := range latePositions(t, r, r.NumSquares()/2, 20, 3) {
			want := j.value(p, r.Moves(p))
			if want <= -final || want >= final {
				t.Errorf("%v: %d is outside one disc of margin", p, want)
			}
			for s := range env.Symmetry(env.Symmetries) {
				q := s.Position(p)
				q.Turn = q.Turn.Other()
				if got := j.value(q, r.Moves(q)); got != want {
					t.Errorf("%v: %d, its image %v %d", p, want, q, got)
				}
			}
		}
	}
}

func TestJudgeKnowsCorners(t *testing.T) {
	for _, r := range variants[:3] {
		j := newJudge(r)
		var corners, x, c uint64
		for _, k := range j.corners {
			corners, x, c = corners|k.square, x|k.x, c|k.c
		}
		got := fmt.Sprintf("%016x %016x %016x %016x", corners, x, c, j.edges)
		want := map[env.Board]string{
			env.Board8: "8100000000000081 0042000000004200 4281000000008142 3c0081818181003c",
			env.Board6: "0042000000004200 0000240000240000 0024420000422400 0018004242001800",
			env.Board4: "0000240000240000 0000001818000000 0000182424180000 0000000000000000",
		}[r.Board]
		if got != want {
			t.Errorf("%v:\n%s, want\n%s", r.Board, got, want)
		}
	}
}

func BenchmarkAlphaBeta(b *testing.B) {
	openings, err := Openings(env.Rules{}, 20, 16, 1)
	if err != nil {
		b.Fatal(err)
	}
	for _, depth := range []int{2, 4, 6} {
		b.Run(fmt.Sprint(depth), func(b *testing.B) {
			s := newAlphaBeta(env.Rules{})
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s.best(openings[i%len(openings)].Position, depth)
			}
		})
	}
}
