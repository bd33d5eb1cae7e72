package env

import (
	"math/bits"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const corners = 1<<0 | 1<<7 | 1<<56 | 1<<63

// drawRules draws any variant.
func drawRules(t *rapid.T) Rules { return rapid.SampledFrom(variants()).Draw(t, "rules") }

// TestTwinPlay plays random games beside the twin.
func TestTwinPlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRules(t)
		p, slow := r.Initial(), newTwin(r)
		for ply := 0; ; ply++ {
			slow.compare(t, p)
			legal := r.AppendMoves(nil, p)
			if len(legal) == 0 {
				break
			}
			m := rapid.SampledFrom(legal).Draw(t, "move")
			q, err := r.Play(p, m)
			if err != nil {
				t.Fatal(err)
			}
			if p.Discs(White)&corners&q.Discs(Black) != 0 || p.Discs(Black)&corners&q.Discs(White) != 0 {
				t.Fatalf("%v: %v turns over a corner of %v", r, m, p)
			}
			p = q
			slow.play(m)
		}
	})
}

// TestTwinPrimitives compares Mobility and Flips with loops on arbitrary
// boards, reachable or not.
func TestTwinPrimitives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own, opp := rapid.Uint64().Draw(t, "own"), rapid.Uint64().Draw(t, "opp")
		comparePrimitives(t, own, opp&^own)
		comparePrimitives(t, own&^opp, opp)
	})
}

func comparePrimitives(t rapid.TB, own, opp uint64) {
	slow := newTwinAt(Rules{}, Position{Own: own, Opp: opp})
	var mobility uint64
	for m := range Pass {
		if (own|opp)>>m&1 != 0 {
			continue
		}
		var flips uint64
		for _, f := range slow.flipped(1, int(m)/8, int(m)%8) {
			flips |= 1 << (8*f[0] + f[1])
		}
		if flips != 0 {
			mobility |= 1 << m
		}
		if got := Flips(own, opp, m); got != flips {
			t.Fatalf("Flips(%#x, %#x, %v) = %#x, the twin says %#x", own, opp, m, got, flips)
		}
	}
	if got := Mobility(own, opp); got != mobility {
		t.Fatalf("Mobility(%#x, %#x) = %#x, the twin says %#x", own, opp, got, mobility)
	}
}

func FuzzPrimitives(f *testing.F) {
	start := Rules{}.Initial()
	f.Add(start.Own, start.Opp)
	f.Add(uint64(corners), ^uint64(corners))
	f.Add(uint64(0x8100000000000081), uint64(0x7e8181818181817e))
	f.Add(uint64(1), uint64(0x7e))    // a closed row
	f.Add(uint64(1), uint64(0xfe))    // a run to the edge, next row open
	f.Add(uint64(0x80), uint64(0x7f)) // the same in the other sense
	f.Fuzz(func(t *testing.T, own, opp uint64) { comparePrimitives(t, own, opp&^own) })
}

// FuzzRules plays the game that data says beside the twin: the first byte
// chooses the variant, every other one a legal move.
func FuzzRules(f *testing.F) {
	all := variants()
	for i := range all {
		f.Add([]byte{byte(i), 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6})
	}
	f.Add([]byte(strings.Repeat("\x00", 70)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		r := all[int(data[0])%len(all)]
		p, slow := r.Initial(), newTwin(r)
		slow.compare(t, p)
		for _, b := range data[1:] {
			legal := r.AppendMoves(nil, p)
			if len(legal) == 0 {
				break
			}
			m := legal[int(b)%len(legal)]
			p = r.Next(p, m)
			slow.play(m)
			slow.compare(t, p)
		}
	})
}

// TestTwinPerft counts small trees of every variant with and without
// shortcuts.
func TestTwinPerft(t *testing.T) {
	for _, r := range variants() {
		if r.Scoring != ScoreDiscs {
			continue // the tree is the same
		}
		const depth = 5
		if got, want := Perft(r, r.Initial(), depth, PassIsPly), newTwin(r).perft(depth); got != want {
			t.Errorf("%v: perft %d, the twin says %d", r, got, want)
		}
	}
}

// TestEndsOnSmallBoard walks the whole 4x4 tree beside the twin as far as it is
// cheap: all positions of eight plies, then one line to the end of each.
func TestEndsOnSmallBoard(t *testing.T) {
	r := Rules{Board: Board4}
	var walk func(p Position, slow twin, depth int)
	ended := map[int]int{} // empties at the end
	walk = func(p Position, slow twin, depth int) {
		slow.compare(t, p)
		legal := r.AppendMoves(nil, p)
		if len(legal) == 0 {
			ended[16-bits.OnesCount64(p.Own|p.Opp)]++
			return
		}
		if depth <= 0 {
			legal = legal[:1]
		}
		for _, m := range legal {
			next := slow
			next.play(m)
			walk(r.Next(p, m), next, depth-1)
		}
	}
	walk(r.Initial(), *newTwin(r), 8)
	if ended[0] == 0 || len(ended) < 4 {
		t.Errorf("games by empty squares at their end: %v: expected full boards and several others", ended)
	}
}
