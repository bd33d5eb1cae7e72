package arena

import (
	"fmt"
	"iter"
	"strings"

	"othellier/env"
	"othellier/env/record"
)

// recordPlace is where the games of a match are played, in their records.
const recordPlace = "Othellier"

// GameRecords returns the games of r as records, in their order: two an opening,
// first that in which Player has Black. The comment of each tells the opening, and
// so does a note at its last move. There is no date, so that a match that is
// repeated gives the same records.
//
// The stated result is that of the moves, empty squares to the winner, also where
// the rules end or score a game otherwise than records do. A game that was lost by
// a [Fault] stops before the move that was due; its result states the winner and
// the reason ([record.Timeout], else [record.Forfeit]), its comment the fault.
func (r Result) GameRecords() iter.Seq[record.Game] {
	return func(yield func(record.Game) bool) {
		for _, g := range r.Games {
			if !yield(g.record(r)) {
				return
			}
		}
	}
}

// record returns g, a game of r.
func (g Game) record(r Result) record.Game {
	rec := record.Game{
		Rules: r.Rules, Start: r.Rules.Initial(), Moves: g.Moves, Notes: make([]record.Note, len(g.Moves)),
		Black: g.Black, White: g.White, Place: recordPlace,
		Comment: fmt.Sprintf("opening %d: the first %d plies are random (seed %d)", g.Opening, r.Plies, r.Seed),
	}
	rec.Notes[r.Plies-1].Comment = "end of the opening"
	if g.Fault != nil {
		rec.Comment += "\n" + g.Fault.text()
		rec.Result = record.Result{Stated: record.Winner, Margin: 1, Reason: record.Forfeit}
		if g.Fault.Color == env.Black {
			rec.Result.Margin = -1
		}
		if g.Fault.Time {
			rec.Result.Reason = record.Timeout
		}
		return rec
	}
	scored := r.Rules
	scored.Scoring = env.ScoreEmpties
	final := rec.Start
	for _, m := range g.Moves {
		final = scored.Next(final, m)
	}
	black, white := scored.Scores(final)
	rec.Result = record.Result{Stated: record.Score, Margin: float64(black - white)}
	return rec
}

// text says whose fault it was and what.
func (f Fault) text() string {
	return fmt.Sprintf("%s lost by a fault as %s (opening %d, ply %d): %s", f.Player, strings.ToLower(f.Color.String()), f.Opening, f.Ply, f.Reason)
}
