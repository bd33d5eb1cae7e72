package arena

import (
	"othellier/env"
	"othellier/mcts/clock"
)

// Record counts games from one player's side.
type Record struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns how many games were counted.
func (r Record) Games() int { return r.Wins + r.Draws + r.Losses }

// add counts a game that ended with margin.
func (r *Record) add(margin int) {
	switch {
	case margin > 0:
		r.Wins++
	case margin < 0:
		r.Losses++
	default:
		r.Draws++
	}
}

// Result is what a match has shown of Player against Opponent; their names say
// how many simulations they use. Every figure is from Player's side.
//
// It holds all that is needed to repeat the match: the same rules, openings,
// plies, seed and players give the same result.
type Result struct {
	Player   string    `json:"player"`
	Opponent string    `json:"opponent"`
	Rules    env.Rules `json:"rules"`
	Openings int       `json:"openings"` // pairs that were to be played
	Plies    int       `json:"plies"`    // of each opening, passes included
	Seed     uint64    `json:"seed"`

	Pairs      int        `json:"pairs"` // finished; a game whose twin is not finished does not count
	PairPoints PairPoints `json:"pair_points"`
	Record                // all games of these pairs
	AsBlack    Record     `json:"as_black"`
	AsWhite    Record     `json:"as_white"`

	Score  Estimate `json:"score"`  // share of the points, a draw being half a point
	Elo    Estimate `json:"elo"`    // difference in rating that such a score stands for
	Margin Estimate `json:"margin"` // mean final margin in discs, as the rules score it

	// Clock is that of the match, if it had one. Times say how long the players
	// have thought, if one of them had a clock.
	Clock clock.Clock `json:"clock,omitzero"`
	Times *Times      `json:"times,omitempty"`

	Faults []Fault `json:"faults,omitempty"`
	Games  []Game  `json:"-"` // two a pair, the first with Player as Black
}

// Times tells how long two players have thought.
type Times struct {
	Player   Pace `json:"player"`
	Opponent Pace `json:"opponent"`
}

// Pace tells how long a player has thought, in seconds.
type Pace struct {
	PerGame float64 `json:"per_game"` // mean
	Longest float64 `json:"longest"`  // of a move
	Late    int     `json:"late"`     // games lost on time
	Over    int     `json:"over"`     // moves that took longer than the player's own time, which loses nothing
}

// Fault is a game lost by an illegal move or by an error of the player.
type Fault struct {
	Player  string    `json:"player"`
	Opening int       `json:"opening"` // index, from 0
	Color   env.Color `json:"color"`   // of the player
	Ply     int       `json:"ply"`     // the move that was due, 1 being the first of the game
	Reason  string    `json:"reason"`
	Time    bool      `json:"time,omitempty"` // it was over its time
}

// Game is a finished game.
type Game struct {
	Opening      int // index, from 0
	Black, White string
	Moves        []env.Move // from the initial position of the rules, opening and passes included
	Margin       int        // final margin for Black; the whole board after a fault of White, minus that after one of Black
	Fault        *Fault     // nil when the game came to its end

	times [2]spent // by env.Color
}

// result counts the pairs that were finished.
func (h *hall) result() Result {
	r := Result{
		Player: h.entrants[0].Name, Opponent: h.entrants[1].Name,
		Rules: h.match.Rules, Openings: len(h.openings), Plies: len(h.openings[0].Moves), Seed: h.match.Seed, Clock: h.match.Clock,
	}
	if h.timed {
		r.Times = &Times{}
	}
	var margins []float64
	for _, pair := range h.games {
		if pair[0] == nil || pair[1] == nil {
			continue
		}
		r.AsBlack.add(pair[0].Margin)
		r.AsWhite.add(-pair[1].Margin)
		r.PairPoints.add(pair[0].Margin, -pair[1].Margin)
		margins = append(margins, float64(pair[0].Margin-pair[1].Margin)/2)
		for leg, g := range pair {
			if r.Times != nil {
				r.Times.Player.add(g.times[leg], g.Fault, env.Color(leg))
				r.Times.Opponent.add(g.times[1-leg], g.Fault, env.Color(1-leg))
			}
			if f := g.Fault; f != nil {
				f.Player = g.Black
				if f.Color == env.White {
					f.Player = g.White
				}
				r.Faults = append(r.Faults, *f)
			}
			r.Games = append(r.Games, *g)
		}
	}
	r.Pairs = len(margins)
	if r.Times != nil {
		games := float64(max(2*r.Pairs, 1))
		r.Times.Player.PerGame /= games
		r.Times.Opponent.PerGame /= games
	}
	r.Record = Record{
		r.AsBlack.Wins + r.AsWhite.Wins, r.AsBlack.Draws + r.AsWhite.Draws, r.AsBlack.Losses + r.AsWhite.Losses,
	}
	r.Score = r.PairPoints.score()
	r.Elo = r.Score.elo()
	r.Margin = marginEstimate(margins, float64(h.match.Rules.NumSquares()))
	return r
}

// add counts a game in which the player had colour c; PerGame is a sum until the
// last.
func (p *Pace) add(s spent, f *Fault, c env.Color) {
	p.PerGame += s.total.Seconds()
	p.Over += s.over
	p.Longest = max(p.Longest, s.longest.Seconds())
	if f != nil && f.Time && f.Color == c {
		p.Late++
	}
}

// points returns what a game with this margin scores: 1, 1/2 or 0.
func points(margin int) float64 {
	switch {
	case margin > 0:
		return 1
	case margin < 0:
		return 0
	}
	return 0.5
}
