package env

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"
)

// TestGames replays real games to their final boards, scores and passes.
func TestGames(t *testing.T) {
	for _, row := range readTable(t, "games.tsv") {
		transcript, note := row[0], row[8]
		lie, empties := Rules{}, Rules{Scoring: ScoreEmpties}
		g, err := ParseTranscript(lie, transcript)
		if err != nil {
			t.Errorf("%s: %v", note, err)
			continue
		}
		if g.Transcript() != transcript {
			t.Errorf("%s: written as %s", note, g.Transcript())
		}
		p := g.Position()
		black, white := lie.Scores(p)
		if got, want := fmt.Sprint(black, white, 64-bits.OnesCount64(p.Own|p.Opp)), strings.Join(row[1:4], " "); got != want {
			t.Errorf("%s: board %s, want %s", note, got, want)
		}
		if finished := row[4] != ""; g.Over() != finished {
			t.Errorf("%s: over %v", note, g.Over())
			continue
		} else if finished {
			black, white := empties.Scores(p)
			if got, want := fmt.Sprint(black, white), strings.Join(row[4:6], " "); got != want {
				t.Errorf("%s: scores %s, want %s", note, got, want)
			}
		}
		var passes [2]int
		for turn := range replay(g) {
			passes[turn.Turn]++
		}
		if got, want := fmt.Sprint(passes[Black], passes[White]), strings.Join(row[6:8], " "); got != want {
			t.Errorf("%s: passes %s, want %s", note, got, want)
		}
	}
}

// replay yields each position of g in which a pass was played.
func replay(g *Game) func(yield func(Position) bool) {
	return func(yield func(Position) bool) {
		p := g.Start()
		for _, m := range g.Moves() {
			if m == Pass && !yield(p) {
				return
			}
			p = g.Rules().Next(p, m)
		}
	}
}

func TestGameUndoRedo(t *testing.T) {
	rows := readTable(t, "games.tsv")
	for _, row := range rows {
		g, err := ParseTranscript(Rules{}, row[0])
		if err != nil {
			t.Fatal(err)
		}
		end, moves := g.Position(), g.Moves()
		if g.Redo() {
			t.Error("redo without undo")
		}
		seen := []Position{end}
		for g.Undo() {
			seen = append(seen, g.Position())
		}
		if len(seen) != len(moves)+1 || g.Position() != (Rules{}).Initial() || len(g.Moves()) != 0 || g.Transcript() != "" || g.Undo() {
			t.Fatalf("%d undos of %d moves lead to %v", len(seen)-1, len(moves), g.Position())
		}
		for i := len(seen) - 2; i >= 0; i-- {
			if !g.Redo() || g.Position() != seen[i] {
				t.Fatalf("redo %d leads to %v, undone was %v", len(seen)-1-i, g.Position(), seen[i])
			}
		}
		if g.Redo() || fmt.Sprint(g.Moves()) != fmt.Sprint(moves) {
			t.Fatalf("redone are %v, undone were %v", g.Moves(), moves)
		}
	}
}

// stands fails unless the moves of g lead to its position.
func stands(t *testing.T, g *Game) {
	t.Helper()
	p := g.Start()
	for _, m := range g.Moves() {
		p = g.Rules().Next(p, m)
	}
	if p != g.Position() {
		t.Errorf("%s leads to %v, the game stands at %v", g.Transcript(), p, g.Position())
	}
}

func TestGameRedoTail(t *testing.T) {
	g, err := ParseTranscript(Rules{}, "f5d6c3d3")
	if err != nil {
		t.Fatal(err)
	}
	g.Undo()
	g.Undo()
	if err := g.Play(mustMove(t, "a1")); err == nil || g.Transcript() != "f5d6" {
		t.Fatalf("a1 gives %v and leaves %s", err, g.Transcript())
	}
	if !g.Redo() || g.Transcript() != "f5d6c3" {
		t.Fatalf("an illegal move dropped the redo tail: %s", g.Transcript())
	}
	g.Undo()
	if err := g.Play(mustMove(t, "c5")); err != nil {
		t.Fatal(err)
	}
	if g.Redo() || g.Transcript() != "f5d6c5" {
		t.Errorf("redo after a new move leads to %s", g.Transcript())
	}
	stands(t, g)
}

// TestGameCopy plays on in a copy and in the original in turn.
func TestGameCopy(t *testing.T) {
	g, err := ParseTranscript(Rules{}, "f5d6c3d3c4f4")
	if err != nil {
		t.Fatal(err)
	}
	g.Undo()
	c := g.Copy()
	if err := c.Play(mustMove(t, "b4")); err == nil {
		t.Fatal("b4 is not legal here")
	}
	if err := c.Play(mustMove(t, "f3")); err != nil {
		t.Fatal(err)
	}
	if !g.Redo() || g.Transcript() != "f5d6c3d3c4f4" || c.Transcript() != "f5d6c3d3c4f3" {
		t.Errorf("original %s, copy %s", g.Transcript(), c.Transcript())
	}
	stands(t, g)
	stands(t, c)
	g.Moves()[0] = Pass
	if g.Moves()[0] == Pass {
		t.Error("the caller can change the moves of a game")
	}
}

func TestGameFromPosition(t *testing.T) {
	p, err := ParsePosition("-------- -------- ---O---- ---OX--- ---XO--- -------- -------- -------- X")
	if err != nil {
		t.Fatal(err)
	}
	g := NewGameFrom(Rules{}, p)
	if err := g.Play(mustMove(t, "d2")); err != nil {
		t.Fatal(err)
	}
	if g.Start() != p || g.Position().Count(Black) != 5 || g.Position().Count(White) != 1 {
		t.Errorf("%v leads to %v", g.Start(), g.Position())
	}
	if !g.Undo() || g.Position() != p || g.Undo() {
		t.Errorf("undo leads to %v", g.Position())
	}
}
