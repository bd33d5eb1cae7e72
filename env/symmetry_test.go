package env

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// TestSymmetryMoves checks the eight symmetries by the board's own geometry:
// each keeps distances and all differ.
func TestSymmetryMoves(t *testing.T) {
	distance := func(a, b Move) int {
		dc, dr := int(a%8)-int(b%8), int(a/8)-int(b/8)
		return dc*dc + dr*dr
	}
	seen := map[[2]Move]Symmetry{}
	for s := range Symmetry(Symmetries) {
		image := [2]Move{s.Move(0), s.Move(1)} // a1 and b1 fix a symmetry
		if other, ok := seen[image]; ok {
			t.Errorf("symmetries %d and %d are the same", s, other)
		}
		seen[image] = s
		if s.Move(Pass) != Pass {
			t.Errorf("symmetry %d takes the pass to %v", s, s.Move(Pass))
		}
		for a := range Pass {
			for b := range Pass {
				if distance(a, b) != distance(s.Move(a), s.Move(b)) {
					t.Fatalf("symmetry %d takes %v and %v to %v and %v", s, a, b, s.Move(a), s.Move(b))
				}
			}
		}
	}
	for s, want := range []string{"b1", "g1", "b8", "g8", "a2", "h2", "a7", "h7"} { // where b1 goes
		if got := Symmetry(s).Move(1); got.String() != want {
			t.Errorf("symmetry %d takes b1 to %v, want %s", s, got, want)
		}
	}
}

func TestSymmetryGroup(t *testing.T) {
	for s := range Symmetry(Symmetries) {
		if s.Inverse().Compose(s) != 0 || s.Compose(s.Inverse()) != 0 {
			t.Errorf("%d is not the inverse of %d", s.Inverse(), s)
		}
		for q := range Symmetry(Symmetries) {
			for m := range Move(NumMoves) {
				if s.Compose(q).Move(m) != s.Move(q.Move(m)) {
					t.Fatalf("%d after %d takes %v to %v, %d takes it to %v", s, q, m, s.Move(q.Move(m)), s.Compose(q), s.Compose(q).Move(m))
				}
			}
		}
	}
}

func TestSymmetryBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.Uint64().Draw(t, "board")
		for s := range Symmetry(Symmetries) {
			var want uint64
			for rest := b; rest != 0; rest &= rest - 1 {
				want |= 1 << s.Move(Move(bits.TrailingZeros64(rest)))
			}
			if got := s.Board(b); got != want {
				t.Fatalf("symmetry %d takes %#x to %#x, want %#x", s, b, got, want)
			}
		}
	})
}

func TestPermute(t *testing.T) {
	for s := range Symmetry(Symmetries) {
		for _, n := range []int{64, NumMoves} {
			src, dst := make([]int, n), make([]int, n)
			for i := range src {
				src[i] = 100 + i
			}
			Permute(s, dst, src)
			for i := range src {
				if dst[s.Move(Move(i))] != 100+i {
					t.Fatalf("symmetry %d of %d entries takes entry %d elsewhere", s, n, i)
				}
			}
		}
	}
	for _, n := range [][2]int{{64, 65}, {65, 64}, {63, 63}, {128, 128}, {0, 0}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d entries go into %d", n[1], n[0])
				}
			}()
			Permute(0, make([]int, n[0]), make([]int, n[1]))
		}()
	}
}

func TestCanonical(t *testing.T) {
	start := Rules{}.Initial()
	first, _ := Rules{}.Next(start, 19).Canonical() // d3
	for _, m := range (Rules{}).AppendMoves(nil, start) {
		if c, _ := (Rules{}).Next(start, m).Canonical(); c != first {
			t.Errorf("the first move %v has canonical form %v, d3 has %v", m, c, first)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		own, opp := rapid.Uint64().Draw(t, "own"), rapid.Uint64().Draw(t, "opp")
		p := NewPosition(own, opp&^own, Color(rapid.IntRange(0, 1).Draw(t, "turn")))
		c, by := p.Canonical()
		if by.Position(p) != c || by.Inverse().Position(c) != p {
			t.Fatalf("symmetry %d does not take %v to %v", by, p, c)
		}
		for s := range Symmetry(Symmetries) {
			q := s.Position(p)
			if q.Own < c.Own || q.Own == c.Own && q.Opp < c.Opp {
				t.Fatalf("%v is less than the canonical %v", q, c)
			}
			if other, _ := q.Canonical(); other != c {
				t.Fatalf("%v and %v have canonical forms %v and %v", p, q, c, other)
			}
		}
	})
}
