package train

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"othellier/env"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// randomGame records a random game whose plies are of all kinds.
func randomGame(r env.Rules, index int64) *GameRecord {
	rng := rand.New(rand.NewPCG(7, uint64(index)))
	g := &GameRecord{Index: index, Iteration: int(index/10) + 1}
	p := r.Initial()
	for {
		moves, pass := r.Status(p)
		n := bits.OnesCount64(moves)
		if n == 0 && !pass {
			g.Margin = marginOf(r, p, env.Black)
			return g
		}
		ply := Ply{Move: env.Pass, Kind: KindForced}
		if n > 0 {
			ply.Move = nth(moves, rng.IntN(n))
		}
		if n > 1 {
			ply.Kind = []Kind{KindOpening, KindFast, KindFull}[rng.IntN(3)]
		}
		if ply.Kind >= KindFast {
			ply.SetValue(2*rng.Float64() - 1)
		}
		if ply.Kind == KindFull {
			ply.SetPolicy(randomPolicy(moves, rng))
			ply.Surprise = -1
			if rng.IntN(4) > 0 {
				ply.Surprise = float32(rng.IntN(surpriseUnknown)) / surpriseUnit
			}
		}
		g.Plies = append(g.Plies, ply)
		p = r.Next(p, ply.Move)
	}
}

func nth(moves uint64, n int) env.Move {
	for ; n > 0; n-- {
		moves &= moves - 1
	}
	return env.Move(bits.TrailingZeros64(moves))
}

// randomPolicy returns visit shares of some of the moves.
func randomPolicy(moves uint64, rng *rand.Rand) []float32 {
	visits, sum := make([]float32, 64), float32(0)
	for sum == 0 {
		for sq := range visits {
			if moves>>sq&1 != 0 {
				visits[sq] = float32(rng.IntN(20))
				sum += visits[sq]
			}
		}
	}
	for sq := range visits {
		visits[sq] /= sum
	}
	return visits
}

var small = env.Rules{Board: env.Board4}

func TestRecordRoundTrip(t *testing.T) {
	var got GameRecord // used again, as the learner does
	for i := range int64(200) {
		r := env.Rules{Board: env.Board(i % 3), Scoring: env.Scoring(i % 2)}
		g := randomGame(r, i*i*i)
		b := g.Append([]byte("before"))[6:]
		if err := got.Decode(b); err != nil {
			t.Fatal(err)
		}
		if !sameGame(g, &got) {
			t.Fatalf("game %d came back as\n%+v, not\n%+v", i, got, g)
		}
		if err := got.Verify(r); err != nil {
			t.Fatal(err)
		}
		if len(b) > 20*len(g.Plies) {
			t.Errorf("%d bytes for %d plies", len(b), len(g.Plies))
		}
		if err := got.Decode(b[:len(b)-1]); err == nil {
			t.Fatal("a record without its last byte was read")
		}
		if err := got.Decode(append(b, 0)); err == nil {
			t.Fatal("a record with one byte more was read")
		}
	}
}

func sameGame(a, b *GameRecord) bool {
	if a.Index != b.Index || a.Iteration != b.Iteration || a.Margin != b.Margin || len(a.Plies) != len(b.Plies) {
		return false
	}
	for i, p := range a.Plies {
		q := b.Plies[i]
		if p.Move != q.Move || p.Kind != q.Kind || p.Value != q.Value || p.Surprise != q.Surprise || len(p.Policy)+len(q.Policy) > 0 && !reflect.DeepEqual(p.Policy, q.Policy) {
			return false
		}
	}
	return true
}

// The bytes of a version never change: old replays stay readable.
func TestRecordFormat(t *testing.T) {
	path := filepath.Join("testdata", "record-v2.bin")
	g := randomGame(env.Rules{}, 300)
	if *update {
		if err := os.WriteFile(path, g.Append(nil), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b, g.Append(nil)) {
		t.Error("games are written in other bytes than those of version 2")
	}
}

// Games of version 1 are read as what they were, but for the surprise.
func TestRecordOfVersionOne(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "record-v1.bin"))
	if err != nil {
		t.Fatal(err)
	}
	var g GameRecord
	if err := g.Decode(b); err != nil {
		t.Fatal(err)
	}
	if err := g.Verify(env.Rules{}); err != nil {
		t.Fatal(err)
	}
	full := 0
	for i := range g.Plies {
		if p := &g.Plies[i]; p.Kind == KindFull {
			full++
			if p.Surprise != -1 || g.policyWeight(p, 1) != 1 {
				t.Errorf("ply %d has surprise %v and weight %v", i, p.Surprise, g.policyWeight(p, 1))
			}
		}
	}
	if full == 0 {
		t.Error("the game has no full search")
	}
}

func TestSetPolicy(t *testing.T) {
	third := make([]float32, 64)
	third[3], third[9], third[60] = 1./3, 1./3, 1./3
	almost := make([]float32, 64)
	almost[0], almost[1] = 1-1e-9, 1e-9
	for _, tt := range []struct {
		shares []float32
		want   []Share
	}{
		{third, []Share{{3, 21845}, {9, 21845}, {60, 21845}}},
		{almost, []Share{{0, 65535}}},
		{append([]float32{.5, .5}, make([]float32, 62)...), []Share{{0, 32767}, {1, 32768}}},
	} {
		var p Ply
		p.SetPolicy(tt.shares)
		if !reflect.DeepEqual(p.Policy, tt.want) {
			t.Errorf("shares %v, want %v", p.Policy, tt.want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		shares := randomPolicy(rng.Uint64(), rng)
		var p Ply
		p.SetPolicy(shares)
		sum := 0
		for _, s := range p.Policy {
			sum += int(s.Weight)
			if d := math.Abs(float64(s.Weight)/shareUnit - float64(shares[s.Move])); d > 40./shareUnit {
				t.Fatalf("%v got %d/65535 for a share of %v", s.Move, s.Weight, shares[s.Move])
			}
		}
		if sum != shareUnit {
			t.Fatalf("sum %d", sum)
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	for _, tt := range []struct {
		change func(*GameRecord)
		want   string
	}{
		{func(g *GameRecord) { g.Plies[0].Move = 0 }, "ply 0, a1, is not legal"},
		{func(g *GameRecord) { g.Plies[0].Move = env.Pass }, "ply 0, pass, is not legal"},
		{func(g *GameRecord) { g.Plies = g.Plies[:len(g.Plies)-1] }, "is not over after"},
		{func(g *GameRecord) { g.Margin++ }, "ends with margin"},
		{func(g *GameRecord) { g.Plies[0] = Ply{Move: g.Plies[0].Move, Kind: KindForced} }, "ply 0 has kind 1 with 4 legal squares"},
		{func(g *GameRecord) {
			g.Plies[0] = Ply{Move: g.Plies[0].Move, Kind: KindFull, Policy: []Share{{63, shareUnit}}}
		}, "the policy holds h8"},
	} {
		g := randomGame(env.Rules{}, 5)
		tt.change(g)
		if err := g.Verify(env.Rules{}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want in it %q", err, tt.want)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	valid := randomGame(small, 1)
	for name, change := range map[string]func([]byte) []byte{
		"nothing":           func(b []byte) []byte { return nil },
		"version 3":         func(b []byte) []byte { b[0]++; return b },
		"version 0":         func(b []byte) []byte { b[0] = 0; return b },
		"long number":       func(b []byte) []byte { return append([]byte{2, 0x81, 0x00}, b[2:]...) },
		"number over limit": func(b []byte) []byte { return append([]byte{2, 1}, bytes.Repeat([]byte{0xff}, 9)...) },
		"move 65":           func(b []byte) []byte { b[5] = 65; return b },
		"too many plies":    func(b []byte) []byte { b[4] = 0xff; return b },
	} {
		var g GameRecord
		if err := g.Decode(change(valid.Append(nil))); err == nil || !strings.HasPrefix(err.Error(), "train: game record: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever the bytes, decoding answers with an error or with a game that is
// written as the same bytes.
func FuzzDecode(f *testing.F) {
	for i := range int64(6) {
		f.Add(randomGame(env.Rules{Board: env.Board(i % 3)}, i).Append(nil))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var g GameRecord
		if g.Decode(b) != nil {
			return
		}
		again := g.Append(nil)
		if b[0] < recordVersion {
			var h GameRecord
			if err := h.Decode(again); err != nil || !sameGame(&g, &h) {
				t.Fatalf("read % x\nwrote % x, which is another game: %v", b, again, err)
			}
		} else if !bytes.Equal(again, b) {
			t.Fatalf("read % x\nwrote % x", b, again)
		}
		_ = g.Verify(env.Rules{}) // must not panic
	})
}

func ExampleGameRecord() {
	// A game on the 4x4 board whose second move was searched in full.
	g := GameRecord{Index: 12, Iteration: 1, Plies: []Ply{{Move: 19, Kind: KindOpening}, {Move: 18, Kind: KindFull}}}
	g.Plies[1].SetValue(.25)
	g.Plies[1].SetPolicy(append(make([]float32, 18), append([]float32{.75, 0, .25}, make([]float32, 43)...)...))
	fmt.Println(g.Plies[1].Policy, g.Rows(false))
	// Output: [{c3 49151} {e3 16384}] 1
}
