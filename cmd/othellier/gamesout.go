package main

import (
	"fmt"
	"io"
	"iter"
	"time"

	"othellier/env"
	"othellier/env/record"
	"othellier/env/whole"
	"othellier/env/words"
	"othellier/train/arena"
)

// gamesOutFlags are the flags of a file of the games that are played.
type gamesOutFlags struct {
	GamesOut string `placeholder:"FILE" help:"Write the games to FILE too, in the format of its extension: .ggf .sgf .pgn .txt or .wtb."`
}

// gamesOutHelp is what the flag cannot say in a line.
const gamesOutHelp = `--games-out keeps the games, by opening and then by colour, for othellier analyze, test and convert. A file that exists is replaced
once the games are played. The same match gives the same file: there are no dates in it. GGF, SGF and PGN tell the opening too, and
why a game was lost that an engine's error, an illegal move or its time ended: its record stops there. PGN is for the 8x8 board,
transcripts and WTHOR for the standard start on it.`

// madeOn is the day on which a file of WTHOR says it was made, since it has to: a
// match that is repeated gives the same bytes.
var madeOn = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// check refuses, before anything is played, a file that cannot be written; json is
// that of another flag.
func (f gamesOutFlags) check(json string) error {
	if f.GamesOut == "" {
		return nil
	}
	format := formatOf(f.GamesOut)
	switch {
	case format == record.Unknown:
		return usagef("--games-out: the extension of %s tells no format: expected .ggf, .sgf, .pgn, .txt or .wtb", f.GamesOut)
	case format == record.OBF:
		return usagef("--games-out: obf holds positions: othellier convert makes them of a file of games")
	case format == record.WTHOR && whole.Stream(f.GamesOut):
		return usagef("--games-out: %s is no file: wthor is three of them", f.GamesOut)
	}
	for _, path := range record.Paths(f.GamesOut, format) {
		if json != "" && sameFile(json, path) {
			return usagef("--games-out and --json both write %s", path)
		}
		if err := checkTarget("games-out", path); err != nil {
			return err
		}
	}
	return nil
}

// holds refuses games of the match m that the format cannot hold.
func (f gamesOutFlags) holds(m arena.Match) error {
	if f.GamesOut == "" {
		return nil
	}
	if m.Rules.Supply != env.SupplyShared { // whoever has none left passes where records know of no pass
		return usagef("--games-out: no format holds games in which each side has discs of its own")
	}
	openings, err := arena.Openings(m.Rules, m.Plies, 1, m.Seed)
	if err != nil {
		return err
	}
	err = record.Holds(formatOf(f.GamesOut), record.Game{Rules: m.Rules, Start: m.Rules.Initial(), Moves: openings[0].Moves})
	if err != nil {
		return usagef("--games-out: %s: %v", f.GamesOut, err)
	}
	return nil
}

// write writes the games of the results, if there are any.
func (f gamesOutFlags) write(results []arena.Result, told io.Writer) error {
	if f.GamesOut == "" || len(results) == 0 {
		return nil
	}
	w, err := record.Create(f.GamesOut, formatOf(f.GamesOut), record.Options{Created: madeOn})
	if err != nil {
		return err
	}
	defer w.Discard()
	_, faults, err := record.Copy(w, gamesOf(results), func(err error) { fmt.Fprintln(told, words.Error(err)) })
	if err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if faults > 0 {
		return fmt.Errorf("--games-out: %s could not be written to %s, listed above", words.Count(faults, "game"), f.GamesOut)
	}
	return nil
}

// gamesOf returns the games of all results.
func gamesOf(results []arena.Result) iter.Seq2[record.Game, error] {
	return func(yield func(record.Game, error) bool) {
		for _, r := range results {
			for g := range r.GameRecords() {
				if !yield(g, nil) {
					return
				}
			}
		}
	}
}
