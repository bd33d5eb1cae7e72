package study

import (
	"math"
	"math/bits"
	"slices"

	"othellier/env"
	"othellier/env/record"
	"othellier/train/arena"
)

// question is a position with a choice of moves and what is known of it.
type question struct {
	position env.Position
	right    uint64          // the move that was played, or all best moves
	scores   []record.Choice // of the moves, where they are given
	winner   bool            // the result is known
	score    bool            // the margin is known too
	margin   float64         // for the side to move; its sign at least
}

// questions returns those of a game: every position in which there was a choice,
// or that of a problem.
func (e Exam) questions(g record.Game, positions []env.Position) (all []question) {
	var result question
	result.settle(e.Rules, g, positions[len(positions)-1])
	for i, m := range g.Moves {
		if i < e.Skip || bits.OnesCount64(e.Rules.Moves(positions[i])) < 2 {
			continue
		}
		q := result
		q.position, q.right = positions[i], 1<<m
		if q.position.Turn == env.White {
			q.margin = 0 - q.margin
		}
		all = append(all, q)
	}
	p := positions[len(g.Moves)]
	if len(g.Choices) == 0 || bits.OnesCount64(e.Rules.Moves(p)) < 2 {
		return all
	}
	best := slices.MaxFunc(g.Choices, func(a, b record.Choice) int { return a.Score - b.Score }).Score
	q := question{position: p, scores: g.Choices, winner: true, score: true, margin: float64(best)}
	for _, c := range g.Choices {
		if c.Score == best {
			q.right |= 1 << c.Move
		}
	}
	return append(all, q)
}

// settle notes how the game ended, for Black: by its moves, or else by what is
// stated. A loss by the clock or by a broken rule says nothing of the position,
// and one by resigning nothing of the margin.
func (q *question) settle(r env.Rules, g record.Game, final env.Position) {
	if r.Over(final) {
		black, white := r.Scores(final)
		q.winner, q.score, q.margin = true, true, float64(black-white)
		return
	}
	switch s := g.Result; {
	case s.Stated == record.Nothing, s.Reason == record.Timeout, s.Reason == record.Forfeit:
	default:
		q.winner = true
		q.score = s.Stated == record.Score && s.Reason != record.Resigned && math.Abs(s.Margin) <= float64(r.NumSquares())
		q.margin = s.Margin
	}
}

// Score sums up how questions were answered.
type Score struct {
	From, To int // empty squares, the greater number first

	Positions  int
	Top1, Top3 int     // the right move ranks first, or among the first three
	LogLoss    float64 // sum of -log of the chance of the right move, in nats
	Uniform    float64 // the same if all legal moves had equal chances
	Scored     int     // problems whose file says what the first move is worth
	LossDiscs  float64 // sum of what those moves lose

	Results  int     // positions of games whose winner is known
	WDL      float64 // sum of -log of the chance of the result
	WDLs     int     // of so many: a search has no such chances
	Brier    float64 // sum of squared differences of expected and real score (1, 1/2, 0)
	Margins  int     // positions of games whose margin is known
	DiscsOff float64 // sum of the distances of expected and real margin
}

// Agreement returns the shares of right moves that rank first and among the
// first three, with their 95 % intervals.
func (s Score) Agreement() (top1, top3 arena.Estimate) {
	return arena.Proportion(s.Top1, s.Positions), arena.Proportion(s.Top3, s.Positions)
}

func (s *Score) merge(t Score) {
	s.Positions += t.Positions
	s.Top1 += t.Top1
	s.Top3 += t.Top3
	s.LogLoss += t.LogLoss
	s.Uniform += t.Uniform
	s.Scored += t.Scored
	s.LossDiscs += t.LossDiscs
	s.Results += t.Results
	s.WDL += t.WDL
	s.WDLs += t.WDLs
	s.Brier += t.Brier
	s.Margins += t.Margins
	s.DiscsOff += t.DiscsOff
}

// leastChance stands for chances that are 0 to the precision of a network.
const leastChance = math.SmallestNonzeroFloat32

// score is how a question was answered.
func (q question) scored(a answer) Score {
	s := Score{Positions: 1, Uniform: math.Log(float64(len(a.order)))}
	rank, chance := len(a.order), 0.0
	for i, m := range a.order {
		if q.right>>m&1 != 0 {
			rank = min(rank, i)
			chance += a.chance[i]
		}
	}
	if rank == 0 {
		s.Top1 = 1
	}
	if rank < 3 {
		s.Top3 = 1
	}
	s.LogLoss = -math.Log(max(leastChance, chance))
	if i := slices.IndexFunc(q.scores, func(c record.Choice) bool { return c.Move == a.order[0] }); i >= 0 {
		s.Scored, s.LossDiscs = 1, q.margin-float64(q.scores[i].Score)
	}
	if q.winner {
		outcome, score := 1, 0.5
		switch {
		case q.margin > 0:
			outcome, score = 0, 1
		case q.margin < 0:
			outcome, score = 2, 0
		}
		s.Results, s.Brier = 1, (a.win-score)*(a.win-score)
		if a.wdl != nil {
			s.WDLs, s.WDL = 1, -math.Log(max(leastChance, a.wdl[outcome]))
		}
	}
	if q.score {
		s.Margins, s.DiscsOff = 1, math.Abs(a.discs-q.margin)
	}
	return s
}

// band is the width of the bands in empty squares.
const band = 10

func newReport(r env.Rules) *Report {
	p := &Report{}
	squares := r.NumSquares()
	for to := 1; to <= squares; to += band {
		p.Bands = append(p.Bands, Score{From: min(squares, to+band-1), To: to})
	}
	return p
}

// add adds an answer to its band.
func (r *Report) add(q question, a answer) {
	squares := r.Bands[len(r.Bands)-1].From
	empties := squares - bits.OnesCount64(q.position.Own|q.position.Opp)
	r.Bands[(empties-1)/band].merge(q.scored(a))
}

func (r *Report) merge(p *Report) {
	r.Games += p.Games
	for i := range r.Bands {
		r.Bands[i].merge(p.Bands[i])
	}
}

// done sums up the bands and leaves out the empty ones.
func (r *Report) done() Report {
	d := Report{Games: r.Games}
	for _, b := range slices.Backward(r.Bands) {
		if b.Positions == 0 {
			continue
		}
		if d.Total.From == 0 {
			d.Total.From = b.From
		}
		d.Total.To = b.To
		d.Total.merge(b)
		d.Bands = append(d.Bands, b)
	}
	return d
}

// sortMoves sorts moves, equal ones by their squares.
func sortMoves(moves []env.Move, before func(a, b env.Move) bool) {
	slices.SortFunc(moves, func(a, b env.Move) int {
		switch {
		case before(a, b):
			return -1
		case before(b, a):
			return 1
		}
		return int(a) - int(b)
	})
}
