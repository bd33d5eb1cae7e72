package study

import (
	"fmt"
	"io"
	"strings"

	"othellier/env/words"
	"othellier/train/arena"
)

// Write writes the report as a table for people.
func (r Report) Write(w io.Writer, a About) error {
	var b strings.Builder
	how := "without search"
	if a.Simulations > 0 {
		how = words.Count(a.Simulations, "simulation") + " a move"
	}
	fmt.Fprintf(&b, "%s, %s: %s with a choice of moves, of %s\n\n", a.Network, how, words.Count(r.Total.Positions, "position"), words.Count(r.Games, "game"))
	lost := r.Total.Scored > 0
	fmt.Fprintf(&b, "%7s  %9s  %-22s  %-22s  %8s  %7s", "empties", "positions", "   first", "   of the first three", "log-loss", "uniform")
	if lost {
		fmt.Fprintf(&b, "  %10s", "discs lost")
	}
	fmt.Fprintf(&b, "   %9s  %8s  %6s  %9s\n", "results", "log-loss", "Brier", "discs off")
	for _, s := range r.Bands {
		s.row(&b, fmt.Sprintf("%d-%d", s.From, s.To), lost)
	}
	if len(r.Bands) != 1 {
		r.Total.row(&b, "all", lost)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s Score) row(b *strings.Builder, name string, lost bool) {
	fmt.Fprintf(b, "%7s  %9d", name, s.Positions)
	top1, top3 := s.Agreement()
	for _, e := range []arena.Estimate{top1, top3} {
		fmt.Fprintf(b, "  %5.1f %% %-14s", 100*e.Value, fmt.Sprintf("[%.1f, %.1f]", 100*e.Low, 100*e.High))
	}
	fmt.Fprintf(b, "  %8s  %7s", mean(s.LogLoss, s.Positions, 3), mean(s.Uniform, s.Positions, 3))
	if lost {
		fmt.Fprintf(b, "  %10s", mean(s.LossDiscs, s.Scored, 2))
	}
	fmt.Fprintf(b, "   %9d  %8s  %6s  %9s\n", s.Results, mean(s.WDL, s.WDLs, 3), mean(s.Brier, s.Results, 3), mean(s.DiscsOff, s.Margins, 2))
}

// mean returns sum/n with so many decimals, a dash where there is nothing.
func mean(sum float64, n, decimals int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.*f", decimals, sum/float64(n))
}

type scoreJSON struct {
	From   int        `json:"from"` // empty squares
	To     int        `json:"to"`
	Moves  movesJSON  `json:"moves"`
	Values valuesJSON `json:"values"`
}

type movesJSON struct {
	Positions int             `json:"positions"`
	Top1      *arena.Estimate `json:"top1"` // share with its 95 % interval
	Top3      *arena.Estimate `json:"top3"`
	LogLoss   *float64        `json:"log_loss"`
	Uniform   *float64        `json:"uniform_log_loss"` // of equal chances
	Scored    int             `json:"scored"`           // problems that say what the first move is worth
	LossDiscs *float64        `json:"discs_lost"`       // by those moves
}

type valuesJSON struct {
	Results  int      `json:"results"`
	LogLoss  *float64 `json:"log_loss"` // null with a search
	Brier    *float64 `json:"brier"`
	Margins  int      `json:"margins"`
	DiscsOff *float64 `json:"discs_off"`
}

// JSON returns what [Report.Write] writes, and the faults, as JSON. What has no
// number is null.
func (r Report) JSON(a About, f Finish) any {
	v := struct {
		About
		Games    int         `json:"games"`
		All      scoreJSON   `json:"all"`
		Bands    []scoreJSON `json:"bands"`
		Faults   []string    `json:"faults"`
		Complete bool        `json:"complete"`
	}{a, r.Games, r.Total.json(), []scoreJSON{}, f.texts(), f.Complete}
	for _, s := range r.Bands {
		v.Bands = append(v.Bands, s.json())
	}
	return v
}

func (s Score) json() scoreJSON {
	number := func(sum float64, n int) *float64 {
		if n == 0 {
			return nil
		}
		x := rounded(sum/float64(n), 1e5)
		return &x
	}
	j := scoreJSON{
		From: s.From, To: s.To,
		Moves: movesJSON{
			Positions: s.Positions, LogLoss: number(s.LogLoss, s.Positions), Uniform: number(s.Uniform, s.Positions),
			Scored: s.Scored, LossDiscs: number(s.LossDiscs, s.Scored),
		},
		Values: valuesJSON{
			Results: s.Results, LogLoss: number(s.WDL, s.WDLs), Brier: number(s.Brier, s.Results),
			Margins: s.Margins, DiscsOff: number(s.DiscsOff, s.Margins),
		},
	}
	if s.Positions > 0 {
		top1, top3 := s.Agreement()
		j.Moves.Top1, j.Moves.Top3 = share(top1), share(top3)
	}
	return j
}
