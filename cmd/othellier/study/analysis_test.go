package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"othellier/env"
	"othellier/env/record"
	"othellier/mcts"
	"othellier/mcts/endgame"
)

// shortestDraw ends with 40 empty squares, and holds no pass.
const shortestDraw = "f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5"

// Where positions are solved, values and losses are those of the solver for
// every single move.
func TestExactLosses(t *testing.T) {
	solver, err := endgame.New(env.Rules{Scoring: env.ScoreEmpties}, endgame.Options{})
	if err != nil {
		t.Fatal(err)
	}
	losses, passes := 0, 0
	for _, g := range analyse(t, settings(env.Rules{}, 10, 11, 2), from(random(12, 1)...)) {
		p := g.Record.Start
		for _, m := range g.Moves {
			if m.Empties > 11 {
				if m.Before.Exact && m.Empties > 16 {
					t.Errorf("ply %d with %d empties is exact", m.Ply, m.Empties)
				}
				p = g.Record.Rules.Next(p, m.Move)
				continue
			}
			all, err := solver.Moves(context.Background(), p, endgame.ModeMargin)
			if err != nil {
				t.Fatal(err)
			}
			var played endgame.Result
			for _, r := range all {
				if r.Best == m.Move {
					played = r
				}
			}
			if m.Before != known(all[0].Margin) || m.After != known(played.Margin) || m.LossDiscs != float64(all[0].Margin-played.Margin) {
				t.Fatalf("%v, %v: got %+v; the best has %d, this one %d", p, m.Move, m, all[0].Margin, played.Margin)
			}
			if want := known(all[0].Margin).Win - known(played.Margin).Win; m.LossWin != want {
				t.Fatalf("%v, %v lost %v, want %v", p, m.Move, m.LossWin, want)
			}
			if m.Agrees() != (m.LossDiscs == 0) || m.Forced != (len(all) == 1) {
				t.Fatalf("%v: %+v", p, m)
			}
			checkLine(t, g.Record.Rules, p, m.Line, m.Before.Discs)
			if m.LossDiscs > 0 {
				losses++
			}
			if m.Move == env.Pass {
				passes++
			}
			p = g.Record.Rules.Next(p, m.Move)
		}
		if !g.End.Over || g.End.Value != known(g.Record.Rules.Margin(p)) || g.End.Position != p || len(g.End.Line) > 0 {
			t.Errorf("the game ends with %+v", g.End)
		}
	}
	if losses < 20 || passes < 3 {
		t.Errorf("only %d losses and %d passes in the games", losses, passes)
	}
}

// checkLine plays a line to the end of the game and compares the result.
func checkLine(t *testing.T, r env.Rules, p env.Position, line []env.Move, want float64) {
	t.Helper()
	q := p
	for _, m := range line {
		next, err := r.Play(q, m)
		if err != nil {
			t.Fatal(err)
		}
		q = next
	}
	got := r.Margin(q)
	if q.Turn != p.Turn {
		got = -got
	}
	if !r.Over(q) || float64(got) != want {
		t.Fatalf("%v: the line %v leads to %d, want %v", p, line, got, want)
	}
}

// Best play loses nothing.
func TestBestPlayLosesNothing(t *testing.T) {
	solver, err := endgame.New(env.Rules{Scoring: env.ScoreEmpties}, endgame.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range random(8, 2) {
		played := env.NewGame(g.Rules)
		for _, m := range g.Moves[:48] {
			if err := played.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		r, err := solver.Solve(context.Background(), played.Position(), endgame.ModeMargin)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range r.PV {
			if err := played.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		got := analyse(t, settings(env.Rules{}, 5, 14, 2), from(record.New(played)))[0]
		for _, m := range got.Moves[48:] {
			if m.LossDiscs != 0 || m.LossWin != 0 || !m.Agrees() || m.Before != m.After || !m.Before.Exact {
				t.Errorf("%+v", m)
			}
		}
	}
}

// A game that is thought to be perfect: nothing is lost while all is known of it.
func TestPerfectGame(t *testing.T) {
	g := transcript(t, "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6")
	for _, m := range analyse(t, settings(env.Rules{}, 3, 18, 2), from(g))[0].Moves[42:] {
		if m.Before != known(0) || m.After != known(0) || m.LossDiscs != 0 || !m.Agrees() {
			t.Errorf("%+v", m)
		}
	}
}

// Before the solver's reach a move is held against what the search prefers, both
// positions searched alike, and is never worth more than the position.
func TestSearchedLosses(t *testing.T) {
	s := settings(env.Rules{}, 30, 8, 1)
	search := func(p env.Position) mcts.Root {
		ev, _ := s.Evaluator()
		c := s.Search
		c.Solver, _ = endgame.New(s.Rules, endgame.Options{})
		c.SolveEmpties = 8
		tree := mcts.New(s.Rules, c)
		tree.Reset(p)
		if err := mcts.NewRunner(ev, 1).Run(context.Background(), []*mcts.Search{tree}, []int{30}); err != nil {
			t.Fatal(err)
		}
		return tree.Root()
	}
	utility := func(v Value) float64 { return 0.9*(2*v.Win-1) + 0.1*v.Discs/64 }
	better, agreed := 0, 0
	for _, g := range analyse(t, s, from(random(3, 3)...)) {
		p := g.Record.Start
		for _, m := range g.Moves {
			next := s.Rules.Next(p, m.Move)
			if utility(m.Before) < utility(m.After) || m.LossDiscs < 0 || m.LossWin < 0 {
				t.Fatalf("%+v", m)
			}
			if len(s.Rules.AppendMoves(nil, next)) > 1 && m.Empties > 14 {
				after := search(next)
				if math.Abs(m.After.Win-(1-after.Value)/2) > 1e-12 || math.Abs(m.After.Discs+64*after.Margin) > 1e-12 {
					t.Fatalf("ply %d: after %+v, the search says %v and %v", m.Ply, m.After, after.Value, after.Margin)
				}
			}
			other := s.Rules.Next(p, m.Best)
			if !m.Agrees() && len(s.Rules.AppendMoves(nil, other)) > 1 && m.Empties > 14 {
				better++
				best := search(other)
				if math.Abs(m.Before.Win-(1-best.Value)/2) > 1e-12 || m.LossDiscs != max(0, m.Before.Discs-m.After.Discs) {
					t.Fatalf("ply %d: before %+v, the search of the better move says %v", m.Ply, m.Before, best.Value)
				}
			}
			if m.Agrees() {
				agreed++
			}
			p = next
		}
	}
	if better < 20 || agreed < 20 {
		t.Errorf("%d better moves and %d agreed ones: the test sees too little", better, agreed)
	}
}

// Neither workers nor the games beside it change what is found.
func TestWorkersChangeNothing(t *testing.T) {
	games := random(9, 4)
	write := func(s Settings, in Input) string {
		var b bytes.Buffer
		writers := []Writer{NewTable(&b, false), NewTable(&b, true), NewJSON(&b, About{}), NewCSV(&b)}
		for _, g := range analyse(t, s, in) {
			for _, w := range writers {
				if err := w.Game(g); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, w := range writers {
			if err := w.End(Finish{Complete: true}); err != nil {
				t.Fatal(err)
			}
		}
		return b.String()
	}
	want := write(settings(env.Rules{}, 20, 8, 1), from(games...))
	for _, workers := range []int{2, 5} {
		if got := write(settings(env.Rules{}, 20, 8, workers), from(games...)); got != want {
			t.Errorf("%d workers: other bytes", workers)
		}
	}
	alone := analyse(t, settings(env.Rules{}, 20, 8, 2), from(games[5]))[0]
	if beside := analyse(t, settings(env.Rules{}, 20, 8, 2), from(games...))[5]; fmt.Sprint(alone.Moves) != fmt.Sprint(beside.Moves) {
		t.Error("a game alone is another one than beside others")
	}
}

// A game from the mirrored start is worth what it is after turning.
func TestMirroredStart(t *testing.T) {
	for _, g := range random(3, 5) {
		turned := g.Turned(2)
		if turned.Start == g.Start {
			turned = g.Turned(1)
		}
		both := analyse(t, settings(env.Rules{}, 4, 12, 2), from(g, turned))
		for i, m := range both[0].Moves {
			if n := both[1].Moves[i]; m.Empties <= 12 && (m.Before != n.Before || m.LossDiscs != n.LossDiscs || m.Side != n.Side) {
				t.Errorf("ply %d: %+v, turned %+v", i+1, m, n)
			}
		}
	}
}

// A record that stops has a value and a line at its end; a problem is nothing
// else.
func TestUnfinished(t *testing.T) {
	problem, err := record.Parse(record.OBF, "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;", record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	games := analyse(t, settings(env.Rules{}, 20, 14, 1), from(problem, transcript(t, "f5d6c3")))
	if e := games[0].End; e.Over || e.Value != known(18) || e.Line[0].String() != "g8" {
		t.Errorf("the problem ends with %+v", e)
	}
	if e := games[1].End; e.Over || e.Value.Exact || len(e.Line) == 0 || len(games[1].Moves) != 3 {
		t.Errorf("the game ends with %+v", e)
	}
}

// What does not fit the network or cannot be read is named and left out; a wrong
// result is named and the game stays.
func TestFaults(t *testing.T) {
	small, err := record.Parse(record.Transcript, "d3c3", record.Options{Rules: env.Rules{Board: env.Board4}})
	if err != nil {
		t.Fatal(err)
	}
	small.Origin = record.Origin{File: "small.txt", Record: 1}
	in := func(yield func(record.Game, error) bool) {
		_ = yield(small, nil) && yield(record.Game{}, errors.New("torn")) && yield(transcript(t, "f5"), nil) &&
			yield(transcript(t, shortestDraw), &record.Fault{Err: record.ErrResult}) && yield(transcript(t, "e6"), nil)
	}
	var told []string
	var got []string
	err = Analyze(context.Background(), settings(env.Rules{}, 2, 0, 2), in, func(g Game) error {
		got = append(got, fmt.Sprint(g.Number, g.Moves[0].Move))
		return nil
	}, func(err error) { told = append(told, err.Error()) })
	if err != nil || strings.Join(got, ",") != "2 f5,3 f5,4 e6" {
		t.Errorf("analysed %v, %v", got, err)
	}
	if len(told) != 3 || !strings.Contains(told[0], "small.txt: game 1") || !strings.Contains(told[0], "4x4 board") || told[1] != "torn" || !strings.Contains(told[2], "result") {
		t.Errorf("faults %q", told)
	}
}

// cutter ends the context after so many positions.
type cutter struct {
	counter
	left   *int
	cancel func()
	err    error
}

func (c cutter) Evaluate(p []env.Position, priors, value, margin []float32) error {
	if *c.left -= len(p); *c.left < 0 {
		c.cancel()
		return c.err
	}
	return c.counter.Evaluate(p, priors, value, margin)
}

// An interrupt, and an evaluator that fails, leave the games before.
func TestInterrupted(t *testing.T) {
	broken := errors.New("broken")
	for _, failure := range []error{nil, broken} {
		ctx, cancel := context.WithCancel(context.Background())
		s := settings(env.Rules{}, 10, 10, 1)
		left := 4000
		s.Evaluator = func() (mcts.Evaluator, error) {
			return cutter{counter{s.Rules}, &left, func() {
				if failure == nil {
					cancel()
				}
			}, failure}, nil
		}
		n := 0
		err := Analyze(ctx, s, from(random(60, 6)...), func(g Game) error {
			if n++; g.Number != n {
				t.Errorf("game %d comes as the %d.", g.Number, n)
			}
			return nil
		}, func(err error) { t.Error(err) })
		want := failure
		if want == nil {
			want = context.Canceled
		}
		if !errors.Is(err, want) || n == 0 || n == 60 {
			t.Errorf("%d games, %v; want %v", n, err, want)
		}
		cancel()
	}
}

func TestSettingsAreChecked(t *testing.T) {
	bad := func(change func(*Settings)) Settings {
		s := settings(env.Rules{}, 1, 0, 1)
		change(&s)
		return s
	}
	for i, s := range []Settings{
		bad(func(s *Settings) { s.Simulations = 0 }),
		bad(func(s *Settings) { s.Rules.Board = 9 }),
		bad(func(s *Settings) { s.Search.CPuct = 0 }),
		bad(func(s *Settings) {
			s.Evaluator = func() (mcts.Evaluator, error) { return nil, errors.New("none") }
		}),
	} {
		if err := Analyze(context.Background(), s, from(), nil, nil); err == nil {
			t.Errorf("settings %d are accepted", i)
		}
	}
}
