package arena

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"othellier/env"
	"othellier/env/record"
)

// written writes the games of r in every format that can hold them and returns
// those that a reader of the file finds, by format.
func written(t *testing.T, r Result) map[record.Format][]record.Game {
	t.Helper()
	found := map[record.Format][]record.Game{}
	for _, f := range []record.Format{record.Transcript, record.GGF, record.SGF, record.WTHOR, record.PGN} {
		games := slices.Collect(r.GameRecords())
		if record.Holds(f, games[0]) != nil {
			continue
		}
		path := filepath.Join(t.TempDir(), "games"+f.Extension())
		w, err := record.Create(path, f, record.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			if err := w.Write(g); err != nil {
				t.Fatalf("%v: %v", f, err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		in, err := record.Open(path, record.Unknown, record.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for g, err := range in.Games() {
			if err != nil {
				t.Fatalf("%v: %v", f, err)
			}
			found[f] = append(found[f], g)
		}
		if err := in.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// Replaying the records of a match, from any format, gives its table.
func TestGameRecordsReplayTheResult(t *testing.T) {
	for _, c := range []struct {
		rules   env.Rules
		formats int // that can hold the games
	}{
		{env.Rules{}, 5},
		{env.Rules{End: env.EndMover}, 5},
		{env.Rules{Start: env.StartMirrored, Scoring: env.ScoreEmpties}, 3},
		{env.Rules{Start: env.StartParallel}, 3},
		{env.Rules{Start: env.StartFree}, 2}, // not SGF
		{env.Rules{Board: env.Board6}, 2},
		{env.Rules{Board: env.Board4, Scoring: env.ScoreEmpties}, 2},
	} {
		r := play(t, Match{Rules: c.rules, Openings: 12, Seed: 5}, "greedy", "random")
		found := written(t, r)
		if len(found) != c.formats {
			t.Errorf("%+v: %d formats, want %d", c.rules, len(found), c.formats)
		}
		for f, games := range found {
			if len(games) != 24 {
				t.Fatalf("%+v, %v: %d games", c.rules, f, len(games))
			}
			var asBlack, asWhite Record
			margin := 0
			for i, g := range games {
				if !slices.Equal(g.Moves, r.Games[i].Moves) {
					t.Fatalf("%+v, %v: game %d is another", c.rules, f, i)
				}
				p := c.rules.Initial()
				for _, m := range g.Moves {
					p = c.rules.Next(p, m)
				}
				black, white := c.rules.Scores(p)
				if f != record.Transcript {
					checkRecord(t, f, r, i, g, black-white)
				}
				if i%2 == 0 {
					asBlack.add(black - white)
					margin += black - white
				} else {
					asWhite.add(white - black)
					margin += white - black
				}
			}
			if asBlack != r.AsBlack || asWhite != r.AsWhite || float64(margin)/24 != r.Margin.Value {
				t.Errorf("%+v, %v: %v, %v and %d discs, want %+v", c.rules, f, asBlack, asWhite, margin, r)
			}
		}
	}
}

// checkRecord compares what a record says of game i of r, whose margin is given.
func checkRecord(t *testing.T, f record.Format, r Result, i int, g record.Game, margin int) {
	t.Helper()
	names := [2]string{r.Player, r.Opponent}
	if g.Black != names[i%2] || g.White != names[1-i%2] {
		t.Errorf("%v: game %d of %s against %s", f, i, g.Black, g.White)
	}
	if err := g.CheckResult(); err != nil || g.Result.Stated != record.Score || g.Result.Reason != record.Played ||
		(g.Result.Margin > 0) != (margin > 0) || (g.Result.Margin < 0) != (margin < 0) {
		t.Errorf("%v: game %d: result %+v of a margin of %d: %v", f, i, g.Result, margin, err)
	}
	if g.Date != "" && g.Date != "????.??.??" {
		t.Errorf("%v: date %s", f, g.Date)
	}
	if f != record.WTHOR && !strings.HasPrefix(g.Comment, fmt.Sprintf("opening %d: ", i/2)) {
		t.Errorf("%v: game %d: comment %q", f, i, g.Comment)
	}
	if f == record.SGF || f == record.PGN {
		at := slices.IndexFunc(g.Notes, func(n record.Note) bool { return n.Comment == "end of the opening" })
		if at != r.Plies-1 {
			t.Errorf("%v: game %d: the opening ends at move %d, want %d", f, i, at+1, r.Plies)
		}
	}
}

// A game that was lost before its end stops there, and says why.
func TestGameRecordsOfFaults(t *testing.T) {
	gone := errors.New("the engine has gone [away]")
	late := false
	var closed atomic.Int32
	b := breaking(func(_ context.Context, turns []*Turn) error {
		for _, turn := range turns {
			turn.Move = env.Move(0)
			for !(env.Rules{}).Legal(turn.Position, turn.Move) {
				turn.Move++
			}
			if len(turn.Moves) > 20 {
				if turn.Err = gone; late {
					turn.Err = lateError("over its time")
				}
			}
		}
		return nil
	}, &closed)
	for _, late = range []bool{false, true} {
		r, err := Match{Openings: 2, Seed: 5}.Play(context.Background(), b, parse(t, "random", env.Rules{}))
		if err != nil || len(r.Faults) != 4 {
			t.Fatalf("%+v, %v", r, err)
		}
		reason, why := record.Forfeit, "broken lost by a fault as "
		if late {
			reason = record.Timeout
		}
		for f, games := range written(t, r) {
			for i, g := range games {
				won := -1.0 // broken is Black
				if i%2 == 1 {
					won = 1
				}
				if !slices.Equal(g.Moves, r.Games[i].Moves) || len(g.Moves) < 20 || len(g.Moves) > 24 {
					t.Errorf("%v: %d moves", f, len(g.Moves))
				}
				if f == record.Transcript {
					continue
				}
				if g.Result.Stated == record.Nothing || g.Result.Margin*won <= 0 {
					t.Errorf("%v: game %d: result %+v", f, i, g.Result)
				}
				if f == record.SGF && g.Result.Reason != reason {
					t.Errorf("%v: %v, want %v", f, g.Result, reason)
				}
				if f != record.WTHOR && !strings.Contains(g.Comment, why) {
					t.Errorf("%v: game %d: comment %q", f, i, g.Comment)
				}
			}
		}
	}
}

// The records are the same bytes however many workers have played the match.
func TestGameRecordsDoNotDependOnWorkers(t *testing.T) {
	text := func(workers int) []byte {
		var b bytes.Buffer
		w, err := record.NewWriter(&b, record.GGF, record.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for g := range play(t, Match{Openings: 10, Seed: 2, Workers: workers}, "greedy", "random").GameRecords() {
			if err := w.Write(g); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	if one, three := text(1), text(3); !bytes.Equal(one, three) {
		t.Errorf("%s\nand\n%s", one, three)
	}
}
