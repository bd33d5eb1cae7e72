package study

import (
	"context"
	"iter"
	"math/rand/v2"
	"testing"

	"othellier/env"
	"othellier/env/record"
	"othellier/mcts"
	"othellier/model"
)

// counter judges positions by disc counts and prefers low squares: no rounding,
// so the same on all machines.
type counter struct{ rules env.Rules }

func (c counter) Evaluate(p []env.Position, priors, value, margin []float32) error {
	for i, q := range p {
		d := float32(c.rules.Margin(q)) / float32(c.rules.NumSquares())
		value[i], margin[i] = d/2, d/4
		for sq := range 64 {
			priors[64*i+sq] = float32(64 - sq)
		}
	}
	return nil
}

// Outputs gives the same preferences, equal chances to win and lose, and a
// margin of a quarter of the board.
func (c counter) Outputs(p []env.Position, out *model.Outputs) error {
	out.Logits, out.WDL, out.Margin = nil, nil, nil
	for range p {
		for sq := range 64 {
			out.Logits = append(out.Logits, -float32(sq))
		}
		out.WDL = append(out.WDL, 0.5, 0.25, 0.25)
		out.Margin = append(out.Margin, 0.25)
	}
	return nil
}

// settings judge by a counter.
func settings(r env.Rules, simulations, solve, workers int) Settings {
	c := mcts.Default()
	c.MarginWeight = 0.1
	r.Scoring = env.ScoreEmpties
	return Settings{
		Rules: r, Search: c, Simulations: simulations, Solve: solve, Workers: workers,
		Evaluator: func() (mcts.Evaluator, error) { return counter{r}, nil },
	}
}

// from is a stream of games.
func from(games ...record.Game) Input {
	return func(yield func(record.Game, error) bool) {
		for _, g := range games {
			if !yield(g, nil) {
				return
			}
		}
	}
}

// transcript is a game of Othello.
func transcript(t *testing.T, text string) record.Game {
	t.Helper()
	g, err := record.Parse(record.Transcript, text, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// random plays games at random.
func random(n int, seed uint64) []record.Game {
	rng := rand.New(rand.NewPCG(seed, 0))
	var games []record.Game
	for range n {
		g := env.NewGame(env.Rules{Scoring: env.ScoreEmpties})
		for !g.Over() {
			moves := g.Rules().AppendMoves(nil, g.Position())
			if err := g.Play(moves[rng.IntN(len(moves))]); err != nil {
				panic(err)
			}
		}
		games = append(games, record.New(g))
	}
	return games
}

// analyse returns the analysed games; there must be no fault.
func analyse(t *testing.T, s Settings, in Input) []Game {
	t.Helper()
	var games []Game
	err := Analyze(context.Background(), s, in, func(g Game) error {
		games = append(games, g)
		return nil
	}, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// count yields 0 to n-1.
func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}
