package study

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"othellier/env"
	"othellier/env/record"
	"othellier/env/words"
)

// Table writes games as text for people.
type Table struct {
	out   io.Writer
	brief bool
	games int
	rules env.Rules
	total [2]Accuracy
}

// NewTable returns a table of every move, or with brief a line a game.
func NewTable(w io.Writer, brief bool) *Table { return &Table{out: w, brief: brief} }

// Game writes a game.
func (t *Table) Game(g Game) error {
	var b strings.Builder
	switch {
	case t.brief && t.games == 0:
		fmt.Fprintf(&b, "%5s  %-11s  %-11s  %s\n", "", "Black", "White", "worst move")
		fmt.Fprintf(&b, "%5s  %-11s  %-11s  %-23s  %s\n", "game", " best discs", " best discs", " ply  side   move discs", "record")
	case t.games > 0 && !t.brief:
		b.WriteString("\n")
	}
	t.games++
	t.rules = g.Record.Rules
	for c := range t.total {
		t.total[c].Merge(g.Accuracy[c])
	}
	if t.brief {
		line(&b, g)
	} else {
		table(&b, g)
	}
	_, err := io.WriteString(t.out, b.String())
	return err
}

// End writes the sums over the games if there is more than one.
func (t *Table) End(Finish) error {
	if t.games < 2 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n", words.Count(t.games, "game"))
	accuracy(&b, t.rules, t.total, "", "")
	_, err := io.WriteString(t.out, b.String())
	return err
}

// line writes a game in one line.
func line(b *strings.Builder, g Game) {
	fmt.Fprintf(b, "%5d", g.Number)
	for _, a := range g.Accuracy {
		all := a.All()
		if all.Choices == 0 {
			fmt.Fprintf(b, "  %5s %5s", "-", "-")
			continue
		}
		_, discs := all.MeanLoss()
		fmt.Fprintf(b, "  %3.0f %% %5.2f", 100*all.Agreement().Value, discs)
	}
	worst, loss := "   -", 0.0
	for _, m := range g.Moves {
		if m.LossDiscs > loss {
			loss = m.LossDiscs
			worst = fmt.Sprintf("%4d  %-5v  %-4v %5.1f", m.Ply, m.Side, m.Move, loss)
		}
	}
	b.WriteString(strings.TrimRight(fmt.Sprintf("  %-23s  %s", worst, heading(g)), " ") + "\n")
}

// longestLine is how many moves of a better line the table shows.
const longestLine = 8

// table writes a game move by move.
func table(b *strings.Builder, g Game) {
	fmt.Fprintf(b, "%s\n\n", title(g))
	if len(g.Moves) > 0 {
		fmt.Fprintf(b, "%24s  %-12s  %-12s  %-12s  %s\n", "", "before", "after", "lost", "after, Black's")
		fmt.Fprintf(b, "ply  side   move  empty")
		for range 4 {
			fmt.Fprintf(b, "  %5s %6s", "win %", "discs")
		}
		b.WriteString("  better\n")
	}
	for _, m := range g.Moves {
		fmt.Fprintf(b, "%3d  %-5v  %-4v  %5d", m.Ply, m.Side, m.Move, m.Empties)
		values(b, m.Before)
		values(b, m.After)
		if m.Agrees() {
			fmt.Fprintf(b, "  %5s %6s", "", "")
		} else {
			fmt.Fprintf(b, "  %5.1f %6.1f", 100*m.LossWin, m.LossDiscs)
		}
		values(b, forBlack(m.Side, m.After))
		switch {
		case m.Move == env.Pass:
			b.WriteString("  (no move)")
		case m.Forced:
			b.WriteString("  (the only move)")
		case !m.Agrees():
			b.WriteString("  " + moves(m.Line[:min(longestLine, len(m.Line))]))
		}
		b.WriteString("\n")
	}
	if len(g.Moves) > 0 {
		b.WriteString("\n")
	}
	b.WriteString(ending(g) + "\n")
	if len(g.Moves) > 0 {
		b.WriteString("\n")
		accuracy(b, g.Record.Rules, g.Accuracy, g.Record.Black, g.Record.White)
	}
}

// values writes a win chance and a margin, the latter after an equals sign if
// they are exact.
func values(b *strings.Builder, v Value) { fmt.Fprintf(b, "  %5.1f %6s", 100*v.Win, discs(v)) }

func discs(v Value) string {
	if v.Exact {
		return fmt.Sprintf("=%+.0f", v.Discs)
	}
	return fmt.Sprintf("%+.1f", rounded(v.Discs, 10))
}

func forBlack(c env.Color, v Value) Value {
	if c == env.White {
		return v.other()
	}
	return v
}

// heading says whose game it is, and where it stands.
func heading(g Game) string {
	r := g.Record
	var parts []string
	add := func(s string) {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if r.Black != "" || r.White != "" {
		add(orUnknown(r.Black) + " - " + orUnknown(r.White))
	}
	if r.Result.Stated != record.Nothing {
		add(r.Result.String())
	}
	add(r.Event)
	add(r.Date)
	if o, ok := r.Opening(); ok {
		add(o.Name)
	}
	add(place(r.Origin))
	return strings.Join(parts, ", ")
}

// title is the number of a game and its heading.
func title(g Game) string {
	if h := heading(g); h != "" {
		return fmt.Sprintf("Game %d: %s", g.Number, h)
	}
	return fmt.Sprintf("Game %d", g.Number)
}

func orUnknown(name string) string {
	if name == "" {
		return "?"
	}
	return name
}

// place names a record for people.
func place(o record.Origin) string {
	switch {
	case o.File == "":
		return ""
	case o.Record == 0:
		return o.File
	}
	return fmt.Sprintf("%s game %d", o.File, o.Record)
}

// ending says how a record ends, or how it would go on.
func ending(g Game) string {
	e := g.End
	if e.Over {
		r := g.Record.Rules
		black, white := r.Scores(e.Position)
		who := "a draw"
		switch {
		case black > white:
			who = "Black wins"
		case white > black:
			who = "White wins"
		}
		return fmt.Sprintf("The game is over: %s, %d-%d.", who, black, white)
	}
	return fmt.Sprintf("%v is to move: %.1f %%, %s discs; best %s", e.Position.Turn, 100*e.Value.Win, discs(e.Value), moves(e.Line))
}

// accuracy writes how well both sides played.
func accuracy(b *strings.Builder, r env.Rules, a [2]Accuracy, black, white string) {
	sides := [...]string{strings.TrimSpace("Black " + black), strings.TrimSpace("White " + white)}
	width := max(20, utf8.RuneCountInString(sides[0]), utf8.RuneCountInString(sides[1]))
	fmt.Fprintf(b, "%*s  %7s  %7s  %-12s  %10s  %12s\n", width, "", "moves", "best", "", "win lost", "discs lost")
	for c, side := range sides {
		a[c].All().row(b, side, width)
		for p := range phases {
			from, to := p.Empties(r)
			a[c][p].row(b, fmt.Sprintf("  %-8v %2d-%d", p, from, to), width)
		}
	}
}

func (t Tally) row(b *strings.Builder, name string, width int) {
	fmt.Fprintf(b, "%-*s  %7d", width, name, t.Choices)
	if t.Choices > 0 {
		win, discs := t.MeanLoss()
		e := t.Agreement()
		fmt.Fprintf(b, "  %5.1f %%  %-12s  %8.2f %%  %12.2f", 100*e.Value, fmt.Sprintf("[%.0f, %.0f]", 100*e.Low, 100*e.High), 100*win, discs)
	}
	b.WriteString("\n")
}

// moves lists moves, separated by blanks.
func moves(line []env.Move) string {
	s := make([]string, len(line))
	for i, m := range line {
		s[i] = m.String()
	}
	return strings.Join(s, " ")
}
