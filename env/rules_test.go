package env

import (
	"math/bits"
	"strings"
	"testing"
)

// squares reads a list of squares as a set.
func squares(t *testing.T, list string) (set uint64) {
	t.Helper()
	for _, s := range strings.Fields(list) {
		m, err := ParseMove(s)
		if err != nil || m == Pass {
			t.Fatalf("square %q: %v", s, err)
		}
		set |= 1 << m
	}
	return set
}

// place builds a position from two lists of squares.
func place(t *testing.T, black, white string, turn Color) Position {
	t.Helper()
	return NewPosition(squares(t, black), squares(t, white), turn)
}

func mustMove(t *testing.T, s string) Move {
	t.Helper()
	m, err := ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestStarts(t *testing.T) {
	for _, c := range []struct {
		start               Start
		black, white, moves string
	}{
		{StartStandard, "e4 d5", "d4 e5", "c4 d3 e6 f5"},
		{StartMirrored, "d4 e5", "e4 d5", "c5 d6 e3 f4"},
		{StartParallel, "d5 e5", "d4 e4", "c3 d3 e3 f3"},
		{StartFree, "", "", "d4 e4 d5 e5"},
	} {
		for board := Board8; board <= Board4; board++ {
			r := Rules{Start: c.start, Board: board}
			p := r.Initial()
			if want := place(t, c.black, c.white, Black); p != want {
				t.Errorf("%v starts with %v, want %v", r, p, want)
			}
			if got, want := r.Moves(p), squares(t, c.moves); got != want {
				t.Errorf("%v: first moves %#x, want %#x", r, got, want)
			}
			if want := []int{64, 36, 16}[board]; r.NumSquares() != want || bits.OnesCount64(r.Squares()) != want || r.Size()*r.Size() != want {
				t.Errorf("%v has %d squares, %#x, size %d", r, r.NumSquares(), r.Squares(), r.Size())
			}
		}
	}
}

func TestFirstMoves(t *testing.T) {
	r := Rules{}
	p := r.Next(r.Initial(), mustMove(t, "c4"))
	if got, want := r.Moves(p), squares(t, "c3 e3 c5"); got != want {
		t.Fatalf("after c4 White may play %#x, want %#x", got, want)
	}
	p = r.Next(p, mustMove(t, "c3"))
	if want := place(t, "c4 e4 d5", "c3 d4 e5", Black); p != want {
		t.Errorf("c4 c3 gives %v, want %v", p, want)
	}
	if black, white := r.Scores(p); black != 3 || white != 3 {
		t.Errorf("c4 c3 gives %d-%d", black, white)
	}
}

func TestFlips(t *testing.T) {
	for _, c := range []struct {
		name, black, white, move, flips string
		turn                            Color
	}{
		{"two lines", "f4 d6", "e4 d5", "d4", "e4 d5", Black},
		{"first own disc stops", "c4 f4", "b4 d4 e4", "a4", "b4", Black},
		{"no chain from flipped discs", "a5 d4", "a3 a4 b4 c4", "a2", "a3 a4", Black},
		{"a gap stops", "f4", "b4 d4 e4", "a4", "", Black},
		{"the edge does not close", "d4", "e4 f4 g4 h4", "c4", "", Black},
		{"rows do not run on", "b5", "h4 a5", "g4", "", Black},
		{"six in a row", "h1", "b1 c1 d1 e1 f1 g1", "a1", "b1 c1 d1 e1 f1 g1", Black},
		{"all eight lines", "b2 d2 f2 b4 f4 b6 d6 f6", "c3 d3 e3 c4 e4 c5 d5 e5", "d4", "c3 d3 e3 c4 e4 c5 d5 e5", Black},
		{"X-square", "e2 b7 c7", "f2 f3 g3 h3", "g2", "f2", Black},
		{"White flips alike", "e4 d5", "f4 d6", "d4", "e4 d5", White},
	} {
		p := place(t, c.black, c.white, c.turn)
		m := mustMove(t, c.move)
		want := squares(t, c.flips)
		if got := Flips(p.Own, p.Opp, m); got != want {
			t.Errorf("%s: %s flips %#x, want %#x", c.name, c.move, got, want)
		}
		if legal := (Rules{}).Legal(p, m); legal != (want != 0) {
			t.Errorf("%s: %s legal: %v", c.name, c.move, legal)
			continue
		}
		if want == 0 {
			continue
		}
		q := (Rules{}).Next(p, m)
		if q.Discs(c.turn) != p.Own|want|1<<m || q.Discs(c.turn.Other()) != p.Opp&^want || q.Turn != c.turn.Other() {
			t.Errorf("%s: %s leads to %v", c.name, c.move, q)
		}
	}
}

// TestTwoMovesRunning is the end where one side plays a1 and then b1 while the
// other cannot move before, between or after.
func TestTwoMovesRunning(t *testing.T) {
	black := squares(t, "c1 a2")
	g := NewGameFrom(Rules{}, NewPosition(black, ^black&^squares(t, "a1 b1"), Black))
	for i, m := range []Move{Pass, 0, Pass, 1} {
		if g.Over() {
			t.Fatalf("over before move %d", i)
		}
		if mask := g.Rules().Mask(g.Position()); mask[Pass] != (m == Pass) {
			t.Fatalf("before move %d the pass is %v", i, mask[Pass])
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if black, white := g.Rules().Scores(g.Position()); !g.Over() || black != 0 || white != 64 {
		t.Errorf("ends %d-%d, over %v", black, white, g.Over())
	}
}

func TestEnd(t *testing.T) {
	full := ^uint64(0)
	c2, h1 := squares(t, "c2"), squares(t, "h1") // on no common line
	for _, c := range []struct {
		name      string
		p         Position
		over      bool // when neither can move
		overMover bool // when the side to move cannot
	}{
		{"start", Rules{}.Initial(), false, false},
		{"full board", NewPosition(full<<32, full>>32, Black), true, true},
		{"wipe-out of the side to move", NewPosition(0, 1<<27, Black), true, true},
		{"wipe-out of the opponent", NewPosition(1<<27, 0, Black), true, true},
		{"unplayable empty squares", NewPosition(full&^c2&^h1, c2, White), true, true},
		{"only the opponent can move", place(t, "a1", "b1", White), false, true},
		{"the side to move can move", place(t, "a1", "b1", Black), false, false},
	} {
		if got := (Rules{}).Over(c.p); got != c.over {
			t.Errorf("%s: over %v", c.name, got)
		}
		if got := (Rules{End: EndMover}).Over(c.p); got != c.overMover {
			t.Errorf("%s, ending with the mover: over %v", c.name, got)
		}
		mask := Rules{}.Mask(c.p)
		if want := !c.over && c.overMover; mask[Pass] != want {
			t.Errorf("%s: pass legal %v, want %v", c.name, mask[Pass], want)
		}
		if mask := (Rules{End: EndMover}).Mask(c.p); mask[Pass] {
			t.Errorf("%s: a pass is legal where the game ends with the mover", c.name)
		}
	}
}

func TestScores(t *testing.T) {
	low := func(n int) uint64 { return 1<<n - 1 }
	for _, c := range []struct {
		name                string
		board               Board
		black, white        uint64
		lie, empties        [2]int
		margin, emptyMargin int // for Black
	}{
		{"h1 empty at 25-38", Board8, low(26) &^ (1 << 7), ^low(26), [2]int{25, 38}, [2]int{25, 39}, -13, -14},
		{"draw with empties shared", Board8, low(12), low(12) << 12, [2]int{12, 12}, [2]int{32, 32}, 0, 0},
		{"draw on the full board", Board8, low(32), low(32) << 32, [2]int{32, 32}, [2]int{32, 32}, 0, 0},
		{"wipe-out", Board8, low(13), 0, [2]int{13, 0}, [2]int{64, 0}, 13, 64},
		{"4x4, 11-3", Board4, 0x7 << 18, 0x1<<21 | 0xf<<26 | 0xf<<34 | 0x3<<42, [2]int{3, 11}, [2]int{3, 13}, -8, -10},
	} {
		p := NewPosition(c.black, c.white, White)
		lie, empties := Rules{Board: c.board}, Rules{Board: c.board, Scoring: ScoreEmpties}
		if b, w := lie.Scores(p); [2]int{b, w} != c.lie || lie.Margin(p) != -c.margin || lie.Margin(p.Passed()) != c.margin {
			t.Errorf("%s: as discs lie %d-%d, margin for White %d", c.name, b, w, lie.Margin(p))
		}
		if b, w := empties.Scores(p); [2]int{b, w} != c.empties || empties.Margin(p) != -c.emptyMargin || empties.Margin(p.Passed()) != c.emptyMargin {
			t.Errorf("%s: empties to the winner %d-%d, margin for White %d", c.name, b, w, empties.Margin(p))
		}
		if lie.Result(p) != empties.Result(p) {
			t.Errorf("%s: the scoring changes the winner", c.name)
		}
	}
}

// TestOldGame plays the rules of the 1880s: free placement, so a parallel
// pattern can come about, and 32 discs each.
func TestOldGame(t *testing.T) {
	r := Rules{Start: StartFree, Supply: SupplySeparate, End: EndMover}
	g := NewGame(r)
	for _, s := range []string{"d4", "d5", "e4", "e5"} {
		if g.Over() || r.Legal(g.Position(), Pass) || r.Legal(g.Position(), mustMove(t, "f5")) {
			t.Fatalf("before %s: over %v, or a pass or f5 is legal", s, g.Over())
		}
		if err := g.Play(mustMove(t, s)); err != nil {
			t.Fatal(err)
		}
	}
	if want := place(t, "d4 e4", "d5 e5", Black); g.Position() != want {
		t.Errorf("the placement gives %v, want %v", g.Position(), want)
	}
	if got, want := r.Moves(g.Position()), squares(t, "c6 d6 e6 f6"); got != want {
		t.Errorf("moves %#x, want %#x", got, want)
	}
}

// TestSupply lets Black, who could play c1, run out of discs: 31 of the 32 on
// the board are its own.
func TestSupply(t *testing.T) {
	p := place(t, "a1 a8 b8 c8 d8 e8 f8 g8 h8 a7 b7 c7 d7 e7 f7 g7 h7 a6 b6 c6 d6 e6 f6 g6 h6 a5 b5 c5 d5 e5 f5", "b1", Black)
	for _, c := range []struct {
		supply Supply
		lead   int8 // Black has placed 16 + lead/2
		moves  string
	}{
		{SupplySeparate, 0, "c1"},
		{SupplySeparate, 30, "c1"}, // 31 of its 32
		{SupplySeparate, 32, ""},   // all, one of them flipped since
		{SupplyShared, 0, "c1"},
	} {
		p.Lead = c.lead
		r := Rules{Supply: c.supply}
		if got, want := r.Moves(p), squares(t, c.moves); got != want {
			t.Errorf("%v, lead %d: moves %#x, want %#x", r, c.lead, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		r    Rules
		p    Position
		want string
	}{
		{Rules{}, Position{}, ""},
		{Rules{}, Position{Own: 3, Opp: 6}, "both sides have a disc on b1"},
		{Rules{Board: Board6}, Position{Own: 1 << 9, Opp: 1 << 8}, "a2 is off the board"},
		{Rules{}, Position{Turn: 2}, "side 2 is unknown"},
		{Rules{}, Position{Own: 1, Lead: 1}, "a lead of 1 where discs are shared"},
		{Rules{Supply: SupplySeparate}, Position{Own: 1, Lead: 1}, ""},
		{Rules{Supply: SupplySeparate}, Position{Own: 1, Lead: -128}, "a lead of -128 with 1 discs"},
	} {
		err := c.r.Check(c.p)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v under %v: %v, want %q", c.p, c.r, err, c.want)
		}
	}
}
