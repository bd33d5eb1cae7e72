package env

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// conform holds what any variant must keep; it plays games of rng through Env.
// A new variant is tested by adding it to variants.
func conform(t *testing.T, r Rules, rng *rand.Rand) {
	e, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		first := e.Reset()
		if first.Ply != 0 || first.Position != r.Initial() || e.Rules() != r {
			t.Fatalf("reset gives %+v under %v", first, e.Rules())
		}
		played := conformGame(t, e, rng)
		conformReplay(t, r, played)
	}
}

// conformGame plays e to the end at random and returns its moves.
func conformGame(t *testing.T, e *Env, rng *rand.Rand) (played []Move) {
	r := e.Rules()
	for o := e.Observe(); ; {
		var legal []Move
		for m := range Move(NumMoves) {
			if o.Mask[m] {
				legal = append(legal, m)
			}
		}
		if fmt.Sprint(legal) != fmt.Sprint(r.AppendMoves(nil, o.Position)) {
			t.Fatalf("mask says %v, AppendMoves %v", legal, r.AppendMoves(nil, o.Position))
		}
		if o.Mask[Pass] && len(legal) != 1 {
			t.Fatalf("a pass beside other moves: %v", legal)
		}
		if len(legal) == 0 != r.Over(o.Position) {
			t.Fatalf("%d legal moves and over is %v", len(legal), r.Over(o.Position))
		}
		conformRefusal(t, e)
		conformSymmetry(t, r, o)
		if len(legal) == 0 {
			return played
		}

		// Every legal move is playable, on copies that leave e alone.
		for _, m := range legal {
			c := e.Copy()
			if _, _, _, err := c.Step(m); err != nil {
				t.Fatal(err)
			}
		}
		if e.Observe() != o {
			t.Fatal("a step of a copy changed its original")
		}

		m := legal[rng.IntN(len(legal))]
		next, reward, done, err := e.Step(m)
		if err != nil {
			t.Fatal(err)
		}
		if next != e.Observe() || next.Ply != o.Ply+1 || next.Position.Turn != o.Position.Turn.Other() {
			t.Fatalf("%v leads from %+v to %+v", m, o, next)
		}
		if done != r.Over(next.Position) {
			t.Fatalf("done is %v and over %v", done, r.Over(next.Position))
		}
		black, white := r.Scores(next.Position)
		if o.Position.Turn == White {
			black, white = white, black
		}
		switch {
		case !done && reward != 0,
			done && black > white && reward != Win,
			done && black < white && reward != Loss,
			done && black == white && reward != Draw:
			t.Fatalf("reward %d, done %v, the player of %v has %d and its opponent %d", reward, done, m, black, white)
		}
		if done && int(reward) != -r.Result(next.Position) { // zero-sum: what one wins the other loses
			t.Fatalf("reward %d for one side, result %d for the other", reward, r.Result(next.Position))
		}
		played = append(played, m)
		o = next
	}
}

// conformRefusal tries every illegal move.
func conformRefusal(t *testing.T, e *Env) {
	o := e.Observe()
	over := e.Rules().Over(o.Position)
	for m := range Move(70) {
		if int(m) < NumMoves && o.Mask[m] {
			continue
		}
		after, reward, done, err := e.Step(m)
		var illegal *IllegalError
		if !errors.As(err, &illegal) || !errors.Is(err, ErrIllegal) || errors.Is(err, ErrOver) != over {
			t.Fatalf("illegal %v (over: %v) gives error %v", m, over, err)
		}
		if after != o || e.Observe() != o || reward != 0 || done != over {
			t.Fatalf("illegal %v gives %+v, %d, %v", m, after, reward, done)
		}
		text := err.Error()
		if !strings.Contains(text, m.String()) || !strings.Contains(text, o.Position.String()) {
			t.Fatalf("error %q names neither %v nor %v", text, m, o.Position)
		}
		for l := range Move(NumMoves) {
			if o.Mask[l] && !strings.Contains(text, " "+l.String()) {
				t.Fatalf("error %q does not name the legal move %v", text, l)
			}
		}
	}
}

// conformSymmetry turns the position and expects turned moves.
func conformSymmetry(t *testing.T, r Rules, o Observation) {
	canonical, _ := o.Position.Canonical()
	for s := range Symmetry(Symmetries) {
		turned := s.Position(o.Position)
		var mask [NumMoves]bool
		Permute(s, mask[:], o.Mask[:])
		if mask != r.Mask(turned) || r.Over(turned) != r.Over(o.Position) || r.Margin(turned) != r.Margin(o.Position) {
			t.Fatalf("symmetry %d of %v has another mask, end or margin", s, o.Position)
		}
		if c, by := turned.Canonical(); c != canonical || by.Position(turned) != c {
			t.Fatalf("symmetry %d of %v has canonical form %v by %d, expected %v", s, o.Position, c, by, canonical)
		}
		for m, ok := range o.Mask {
			if m := Move(m); ok && r.Next(turned, s.Move(m)) != s.Position(r.Next(o.Position, m)) {
				t.Fatalf("symmetry %d of %v and %v do not commute", s, o.Position, m)
			}
		}
	}
}

// conformReplay plays the moves again, as a game and as a transcript.
func conformReplay(t *testing.T, r Rules, played []Move) {
	e, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	g := NewGame(r)
	for _, m := range played {
		if _, _, _, err := e.Step(m); err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
		if e.Observe().Position != g.Position() {
			t.Fatal("an environment and a game part after the same moves")
		}
	}
	read, err := ParseTranscript(r, g.Transcript())
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(read.Moves()) != fmt.Sprint(played) || read.Position() != g.Position() {
		t.Fatalf("%q reads as %v, played were %v", g.Transcript(), read.Moves(), played)
	}
}

func TestConformance(t *testing.T) {
	for i, r := range variants() {
		t.Run(fmt.Sprint(r), func(t *testing.T) {
			if err := r.Validate(); err != nil {
				t.Fatal(err)
			}
			conform(t, r, rand.New(rand.NewPCG(1, uint64(i))))
		})
	}
}
