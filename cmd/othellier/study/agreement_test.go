package study

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strings"
	"testing"

	"othellier/env"
	"othellier/env/golden"
	"othellier/env/record"
	"othellier/mcts"
)

func exam(simulations, workers int) Exam {
	e := Exam{Settings: settings(env.Rules{}, simulations, 6, workers)}
	e.Network = func() (Network, error) { return counter{e.Rules}, nil }
	return e
}

// take returns the report; there must be no fault.
func take(t *testing.T, e Exam, in Input) Report {
	t.Helper()
	r, err := Test(context.Background(), e, in, func(err error) { t.Error(err) }, func(record.Origin, int) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9*(1+math.Abs(b)) }

// The network of the tests prefers low squares, gives chances of 50, 25 and 25 %
// and a margin of 16: the twin counts by hand.
func TestAgreementWithGames(t *testing.T) {
	games := random(60, 11)
	for _, skip := range []int{0, 7} {
		var want Score
		for _, g := range games {
			p := g.Start
			final, err := g.Final()
			if err != nil {
				t.Fatal(err)
			}
			black, white := g.Rules.Scores(final)
			for i, m := range g.Moves {
				moves := g.Rules.AppendMoves(nil, p)
				if i >= skip && len(moves) > 1 {
					want.Positions++
					sum, rank := 0.0, 0
					for k, x := range moves {
						sum += math.Exp(float64(moves[0]) - float64(x))
						if x == m {
							rank = k
						}
					}
					if rank == 0 {
						want.Top1++
					}
					if rank < 3 {
						want.Top3++
					}
					want.LogLoss -= math.Log(math.Exp(float64(moves[0])-float64(m)) / sum)
					want.Uniform += math.Log(float64(len(moves)))
					margin := black - white
					if p.Turn == env.White {
						margin = -margin
					}
					chance, score := 0.25, 0.5
					if margin > 0 {
						chance, score = 0.5, 1
					} else if margin < 0 {
						score = 0
					}
					want.WDL -= math.Log(chance)
					want.Brier += (0.625 - score) * (0.625 - score)
					want.DiscsOff += math.Abs(16 - float64(margin))
				}
				p = g.Rules.Next(p, m)
			}
		}
		for _, workers := range []int{1, 3} {
			e := exam(0, workers)
			e.Skip = skip
			r := take(t, e, from(games...))
			got := r.Total
			if r.Games != 60 || got.Positions != want.Positions || got.Top1 != want.Top1 || got.Top3 != want.Top3 || got.Results != want.Positions ||
				got.Margins != want.Positions || got.WDLs != want.Positions {
				t.Errorf("%d games, %+v, want %+v", r.Games, got, want)
			}
			for _, x := range [][2]float64{{got.LogLoss, want.LogLoss}, {got.Uniform, want.Uniform}, {got.WDL, want.WDL}, {got.Brier, want.Brier}, {got.DiscsOff, want.DiscsOff}} {
				if !near(x[0], x[1]) {
					t.Errorf("got %v, want %v of %+v", x[0], x[1], want)
				}
			}
		}
	}
}

// Every position is in the band of its empty squares, and in no other.
func TestBands(t *testing.T) {
	for _, r := range []env.Rules{{}, {Board: env.Board4}} {
		p := newReport(r)
		var want [70]int
		own := uint64(0)
		for left := r.Squares(); left&(left-1) != 0; left &= left - 1 { // one square stays empty
			own |= left & -left
			p.add(question{position: env.Position{Own: own}}, answer{order: []env.Move{0}, chance: []float64{1}})
			want[r.NumSquares()-bits.OnesCount64(own)]++
		}
		d := p.done()
		sum := 0
		for i, b := range d.Bands {
			n := 0
			for e := b.To; e <= b.From; e++ {
				n += want[e]
			}
			if b.Positions != n || i > 0 && b.From != d.Bands[i-1].To-1 {
				t.Errorf("%v: %d positions from %d to %d, want %d", r.Board, b.Positions, b.From, b.To, n)
			}
			sum += n
		}
		if d.Total.Positions != sum || sum == 0 || d.Total.From != d.Bands[0].From || d.Total.To != 1 {
			t.Errorf("%v: %+v in all, want %d positions", r.Board, d.Total, sum)
		}
	}
}

// In a problem all best moves are right.
func TestAgreementWithProblems(t *testing.T) {
	const board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;" // legal: a1 b1 h1 and others
	p, err := env.ParsePosition(board)
	if err != nil {
		t.Fatal(err)
	}
	moves := env.Rules{}.AppendMoves(nil, p)
	if len(moves) < 6 {
		t.Fatal(moves)
	}
	for _, c := range []struct {
		scores map[int]int // by rank of the move
		top1   int
		top3   int
		right  []int
		lost   float64 // -1 where the first move has no score
		margin float64
	}{
		{map[int]int{0: 8, 1: -2}, 1, 1, []int{0}, 0, 8},
		{map[int]int{0: 4, 2: 8, 5: 8}, 0, 1, []int{2, 5}, 4, 8},
		{map[int]int{4: -6, 5: -4}, 0, 0, []int{5}, -1, -4},
		{map[int]int{3: 0}, 0, 0, []int{3}, -1, 0},
	} {
		text := board
		for rank, score := range c.scores {
			text += fmt.Sprintf(" %v:%+d;", moves[rank], score)
		}
		g, err := record.Parse(record.OBF, text, record.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := take(t, exam(0, 1), from(g)).Total
		sum, right := 0.0, 0.0
		for _, m := range moves {
			sum += math.Exp(float64(moves[0]) - float64(m))
		}
		for _, k := range c.right {
			right += math.Exp(float64(moves[0])-float64(moves[k])) / sum
		}
		if got.Positions != 1 || got.Top1 != c.top1 || got.Top3 != c.top3 || !near(got.LogLoss, -math.Log(max(leastChance, right))) {
			t.Errorf("%v: %+v, want a chance of %v", c, got, right)
		}
		if c.lost < 0 && got.Scored != 0 || c.lost >= 0 && (got.Scored != 1 || got.LossDiscs != c.lost) {
			t.Errorf("%v: %v discs lost in %d", c, got.LossDiscs, got.Scored)
		}
		if got.DiscsOff != math.Abs(16-c.margin) || got.Results != 1 {
			t.Errorf("%v: %v discs off", c, got.DiscsOff)
		}
	}
}

// What a record says of the result, and what that is worth.
func TestResults(t *testing.T) {
	finished := transcript(t, shortestDraw)
	open := transcript(t, "f5d6c3d3")
	for _, c := range []struct {
		game     record.Game
		result   record.Result
		winner   bool
		score    bool
		discsOff float64 // mean over the four positions of both sides
	}{
		{finished, record.Result{Stated: record.Score, Margin: 30}, true, true, 16},
		{open, record.Result{}, false, false, 0},
		{open, record.Result{Stated: record.Score, Margin: 16}, true, true, 16},
		{open, record.Result{Stated: record.Score, Margin: 16, Reason: record.Resigned}, true, false, 0},
		{open, record.Result{Stated: record.Winner, Margin: -1}, true, false, 0},
		{open, record.Result{Stated: record.Winner, Margin: -1, Reason: record.Timeout}, false, false, 0},
		{open, record.Result{Stated: record.Score, Margin: 64, Reason: record.Forfeit}, false, false, 0},
		{open, record.Result{Stated: record.Score, Margin: 16, Reason: record.Agreed}, true, true, 16},
		{open, record.Result{Stated: record.Score, Margin: 3133}, true, false, 0},
	} {
		g := c.game
		g.Result = c.result
		s := take(t, exam(0, 1), from(g)).Total
		if (s.Results > 0) != c.winner || (s.Margins > 0) != c.score || c.score && !near(s.DiscsOff, c.discsOff*float64(s.Margins)) {
			t.Errorf("%v %v: %+v", c.result, c.result.Reason, s)
		}
	}
}

// A search is asked for its choice, its visits and its values.
func TestAgreementBySearch(t *testing.T) {
	games := random(3, 12)
	e := exam(12, 2)
	got := take(t, e, from(games...)).Total
	var want Score
	tree := mcts.New(e.Rules, func() mcts.Config {
		c := e.Search
		c.SolveEmpties = 0
		return c
	}())
	for _, g := range games {
		p := g.Start
		for _, m := range g.Moves {
			empties := 64 - bits.OnesCount64(p.Own|p.Opp)
			if len(e.Rules.AppendMoves(nil, p)) > 1 && empties > 20 { // where no solution is near
				tree.Reset(p)
				if err := mcts.NewRunner(counter{e.Rules}, 1).Run(context.Background(), []*mcts.Search{tree}, []int{12}); err != nil {
					t.Fatal(err)
				}
				if tree.Best() == m {
					want.Top1++
				}
				want.Positions++
				sum, mine := 1.0, 0.0
				for _, c := range tree.Root().Children {
					sum += float64(c.Visits)
					if c.Move == m {
						mine = float64(c.Visits) + c.Prior
					}
				}
				want.LogLoss -= math.Log(mine / sum)
			}
			p = e.Rules.Next(p, m)
		}
	}
	r := take(t, e, from(games...))
	var far Score
	for _, b := range r.Bands {
		if b.To > 20 {
			far.merge(b)
		}
	}
	if far.Positions != want.Positions || far.Top1 != want.Top1 || !near(far.LogLoss, want.LogLoss) || want.Top1 == 0 {
		t.Errorf("got %+v, want %+v", far, want)
	}
	if got.WDLs != 0 || got.Results != got.Positions {
		t.Errorf("%+v", got)
	}
	one, five := exam(12, 1), exam(12, 5)
	if a, b := take(t, one, from(games...)), take(t, five, from(games...)); fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("one worker finds %v, five %v", a, b)
	}
}

func TestLimitFaultsAndProgress(t *testing.T) {
	games := random(50, 13)
	e := exam(0, 2)
	e.Limit = 40
	seen, faults := 0, 0
	r, err := Test(context.Background(), e, func(yield func(record.Game, error) bool) {
		for i, g := range games {
			if i%10 == 5 && !yield(record.Game{}, errors.New("torn")) {
				return
			}
			if !yield(g, nil) {
				return
			}
		}
	}, func(error) { faults++ }, func(_ record.Origin, n int) {
		if n <= seen {
			t.Errorf("progress from %d to %d", seen, n)
		}
		seen = n
	})
	if err != nil || r.Games != 40 || seen != 40 || faults != 4 {
		t.Errorf("%d games, %d seen, %d faults, %v", r.Games, seen, faults, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r, err = Test(ctx, exam(0, 1), from(random(400, 14)...), nil, func(_ record.Origin, n int) { cancel() })
	if !errors.Is(err, context.Canceled) || r.Games == 0 || r.Games == 400 || r.Total.Positions == 0 {
		t.Errorf("%d games, %v", r.Games, err)
	}
}

func TestReportIsWritten(t *testing.T) {
	problem, err := record.Parse(record.OBF, "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; A1:+2;", record.Options{})
	if err != nil {
		problem, err = record.Parse(record.OBF, "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;", record.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	about := About{Network: "counter", MarginWeight: 0.1}
	for _, in := range []Input{from(random(30, 15)...), from(problem), from()} {
		r := take(t, exam(0, 2), in)
		if err := r.Write(&b, about); err != nil {
			t.Fatal(err)
		}
		data, err := json.MarshalIndent(r.JSON(about, Finish{Complete: true}), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(string(data) + "\n\n")
	}
	if strings.Contains(b.String(), "NaN") {
		t.Error("a number that is none")
	}
	golden.Check(t, "report.txt", b.String())
}
