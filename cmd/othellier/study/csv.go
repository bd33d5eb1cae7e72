package study

import (
	"encoding/csv"
	"fmt"
	"io"

	"othellier/env"
)

// Columns are the columns of [CSV], a row for each move.
var Columns = []string{
	"game", "file", "record", "black", "white", "ply", "side", "move", "empties", "forced",
	"win_before", "discs_before", "exact_before", "win_after", "discs_after", "exact_after",
	"black_win", "black_discs", "loss_win", "loss_discs", "best", "line",
}

// CSV writes games as comma-separated values, a row for each move below the
// names of the [Columns].
type CSV struct{ w *csv.Writer }

// NewCSV writes the names of the columns.
func NewCSV(w io.Writer) *CSV {
	c := &CSV{csv.NewWriter(w)}
	c.w.Write(Columns) // an error stays until Flush
	return c
}

// Game writes the rows of a game.
func (c *CSV) Game(g Game) error {
	r := g.Record
	for _, m := range g.Moves {
		black := forBlack(m.Side, m.After)
		c.w.Write([]string{
			fmt.Sprint(g.Number), r.Origin.File, fmt.Sprint(r.Origin.Record), r.Black, r.White,
			fmt.Sprint(m.Ply), text(m.Side), m.Move.String(), fmt.Sprint(m.Empties), fmt.Sprint(m.Forced),
			number(m.Before.Win, 1e4), number(m.Before.Discs, 1e2), fmt.Sprint(m.Before.Exact),
			number(m.After.Win, 1e4), number(m.After.Discs, 1e2), fmt.Sprint(m.After.Exact),
			number(black.Win, 1e4), number(black.Discs, 1e2), number(m.LossWin, 1e4), number(m.LossDiscs, 1e2),
			m.Best.String(), moves(m.Line),
		})
	}
	c.w.Flush()
	return c.w.Error()
}

// End writes what is left.
func (c *CSV) End(Finish) error {
	c.w.Flush()
	return c.w.Error()
}

func number(x, parts float64) string { return fmt.Sprint(rounded(x, parts)) }

// text is the text form of a side.
func text(c env.Color) string {
	b, err := c.MarshalText()
	if err != nil {
		panic(err) // a position has no other side
	}
	return string(b)
}
