package arena

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"othellier/env"
	"othellier/env/words"
)

// WriteTable writes one line a result in aligned columns, and below them what
// is needed to repeat and to read them. A network that is named after the path of
// its file has as much of it as tells it from the others.
func WriteTable(w io.Writer, results []Result) error {
	results = withShortNames(results)
	rows := [][]string{{"player", "opponent", "won", "drawn", "lost", "score", "", "Elo", "", "margin", ""}}
	var notes []string
	note := func(s string) {
		for _, n := range notes {
			if n == s {
				return
			}
		}
		notes = append(notes, s)
	}
	for _, r := range results {
		row := []string{r.Player, r.Opponent, fmt.Sprint(r.Wins), fmt.Sprint(r.Draws), fmt.Sprint(r.Losses)}
		row = append(row, r.Score.format("%.3f")...)
		row = append(row, r.Elo.format("%+.0f")...)
		row = append(row, r.Margin.format("%+.1f")...)
		rows = append(rows, row)
		note(r.setting())
	}
	for _, r := range results {
		if r.Pairs < r.Openings {
			note(fmt.Sprintf("%s against %s: only %d of %s were finished", r.Player, r.Opponent, r.Pairs, words.Count(r.Openings, "pair")))
		}
		if r.Times != nil {
			note(r.Times.Player.text(r.Player, r.Opponent))
			note(r.Times.Opponent.text(r.Opponent, r.Player))
		}
		for _, f := range r.Faults {
			note(f.text())
		}
	}
	var b strings.Builder
	writeRows(&b, rows, 2)
	b.WriteString("\n")
	for _, n := range notes {
		b.WriteString(n + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// withShortNames returns results for a table.
func withShortNames(results []Result) []Result {
	var names []string
	for _, r := range results {
		names = append(names, r.Player, r.Opponent)
	}
	short := shortNames(names)
	results = slices.Clone(results)
	for i := range results {
		r := &results[i]
		r.Player, r.Opponent = short[r.Player], short[r.Opponent]
		r.Faults = slices.Clone(r.Faults)
		for j := range r.Faults {
			r.Faults[j].Player = short[r.Faults[j].Player]
		}
	}
	return results
}

// text says how a player has used its time.
func (p Pace) text(name, opponent string) string {
	s := fmt.Sprintf("%s thought %.1f s a game against %s, at most %.2f s about a move", name, p.PerGame, opponent, p.Longest)
	if p.Over > 0 {
		s += "; over its own time: " + words.Count(p.Over, "move")
	}
	return s + "; lost on time: " + words.Count(p.Late, "game")
}

// setting says how the match was played.
func (r Result) setting() string {
	clock := ""
	if r.Clock.Limited() {
		clock = "; " + r.Clock.String() + " a side"
	}
	return fmt.Sprintf("%s%s; %s of %s (seed %d), each played with both colours; brackets: %.0f %% intervals over the pairs",
		rulesText(r.Rules), clock, words.Count(r.Openings, "opening"), words.Count(r.Plies, "random ply"), r.Seed, 100*Confidence)
}

// rulesText names the board and whatever is not as in tournament Othello.
func rulesText(r env.Rules) string {
	s := fmt.Sprintf("%dx%d board", r.Size(), r.Size())
	for _, v := range []struct {
		unusual    bool
		name, text string
	}{
		{r.Start != 0, "start", r.Start.String()},
		{r.End != 0, "end", r.End.String()},
		{r.Scoring != 0, "scoring", r.Scoring.String()},
		{r.Supply != 0, "supply", r.Supply.String()},
	} {
		if v.unusual {
			s += ", " + v.name + " " + v.text
		}
	}
	return s
}

// format returns the value and its interval in brackets, each number by verb.
func (e Estimate) format(verb string) []string {
	number := func(x float64) string {
		return strings.ToLower(fmt.Sprintf(verb, x)) // "+inf"
	}
	return []string{number(e.Value), "[" + number(e.Low) + ", " + number(e.High) + "]"}
}

// writeRows aligns columns: the first left ones to the left, the rest to the
// right.
func writeRows(b *strings.Builder, rows [][]string, left int) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			if i > 0 {
				line.WriteString("  ")
			}
			blanks := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i < left {
				line.WriteString(cell + blanks)
			} else {
				line.WriteString(blanks + cell)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// WriteRanks writes one line a player in aligned columns. Those whose rating was
// given have no interval. Names are those of [WriteTable].
func WriteRanks(w io.Writer, ranked []Ranked) error {
	var names []string
	for _, p := range ranked {
		names = append(names, p.Player)
	}
	short := shortNames(names)
	rows := [][]string{{"player", "rating", "", "games", "score"}}
	for _, p := range ranked {
		rating := p.Rating.format("%.0f")
		if p.Pinned {
			rating[1] = "given"
		}
		rows = append(rows, []string{short[p.Player], rating[0], rating[1], fmt.Sprint(p.Games), fmt.Sprintf("%.3f", p.Score)})
	}
	var b strings.Builder
	writeRows(&b, rows, 1)
	_, err := io.WriteString(w, b.String())
	return err
}
