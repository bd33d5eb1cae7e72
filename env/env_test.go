package env

import (
	"errors"
	"strings"
	"testing"
)

// run plays a transcript through Env, forced passes included, and returns what
// the last step returned and the side that took it.
func run(t *testing.T, r Rules, transcript string) (o Observation, reward Reward, done bool, mover Color) {
	t.Helper()
	g, err := ParseTranscript(r, transcript)
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range g.Moves() {
		if done {
			t.Fatalf("done after %d of %d moves", i, len(g.Moves()))
		}
		mover = e.Observe().Position.Turn
		if o, reward, done, err = e.Step(m); err != nil {
			t.Fatal(err)
		}
	}
	return o, reward, done, mover
}

func TestEnvRewards(t *testing.T) {
	games := readTable(t, "games.tsv")
	for _, c := range []struct {
		name       string
		board      Board
		transcript string
		reward     Reward
		done       bool
		mover      Color
	}{
		{"Black wins with the last move", Board8, games[0][0], Win, true, Black},
		{"White wins with the last move", Board8, games[2][0], Win, true, White},
		{"a draw", Board8, games[3][0], Draw, true, White},
		{"a draw on the full board", Board8, games[8][0], Draw, true, Black},
		{"White loses with the last move", Board4, "f5f6d3e3f3c5c6c3c4f4e6d6", Loss, true, White},
		{"not over", Board8, "f5d6", 0, false, White},
	} {
		for _, scoring := range []Scoring{ScoreDiscs, ScoreEmpties} {
			_, reward, done, mover := run(t, Rules{Board: c.board, Scoring: scoring}, c.transcript)
			if reward != c.reward || done != c.done || mover != c.mover {
				t.Errorf("%s, %v: reward %d, done %v, last move by %v", c.name, scoring, reward, done, mover)
			}
		}
	}
}

func TestEnvAfterTheEnd(t *testing.T) {
	e, err := New(Rules{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range strings.Fields("e6 f4 e3 f6 g5 d6 e7 f5 c5") {
		if _, _, _, err := e.Step(mustMove(t, s)); err != nil {
			t.Fatal(err)
		}
	}
	end := e.Observe()
	if end.Mask != [NumMoves]bool{} || end.Ply != 9 {
		t.Errorf("the last observation is %+v", end)
	}
	for _, m := range []Move{0, Pass} {
		o, reward, done, err := e.Step(m)
		if !errors.Is(err, ErrOver) || !errors.Is(err, ErrIllegal) || !done || reward != 0 || o != end {
			t.Errorf("%v after the end gives %+v, %d, %v, %v", m, o, reward, done, err)
		}
	}
	if o := e.Reset(); o.Ply != 0 || o.Position != (Rules{}).Initial() || !o.Mask[19] {
		t.Errorf("reset gives %+v", o)
	}
}

func TestIllegalError(t *testing.T) {
	_, err := Rules{}.Play(Rules{}.Initial(), 0)
	if want := "env: a1 is illegal in " + startText + ": legal: d3 c4 f5 e6"; err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
	_, err = Rules{}.Play(Position{}, Pass)
	if want := "env: pass is illegal in " + strings.Repeat("-", 64) + " X: the game is over"; err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
}
