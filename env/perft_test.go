package env

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// readTable reads a tab-separated file of testdata without its header.
func readTable(t *testing.T, name string) (rows [][]string) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows
}

// TestPerft compares with the published counts, to depth 9 or, with
// OTHELLIER_SLOW set, 11.
func TestPerft(t *testing.T) {
	deepest := 9
	if os.Getenv("OTHELLIER_SLOW") != "" {
		deepest = 11
	}
	for _, row := range readTable(t, "perft.tsv")[:deepest] {
		depth, err := strconv.Atoi(row[0])
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range []Convention{PassIsPly, FullDepthOnly, PassIsFree} {
			if got := Perft(Rules{}, Rules{}.Initial(), depth, c); strconv.FormatUint(got, 10) != row[i+1] {
				t.Errorf("depth %d, %v: %d, published %s", depth, c, got, row[i+1])
			}
		}
	}
}

func TestPerftAtTheEnd(t *testing.T) {
	wiped := NewPosition(1, 0, White)
	mustPass := place(t, "a1", "b1", White) // then Black plays c1 and wipes White out
	for _, c := range []struct {
		p          Position
		depth      int
		convention Convention
		want       uint64
	}{
		{wiped, 0, FullDepthOnly, 1},
		{wiped, 1, PassIsPly, 1},
		{wiped, 1, FullDepthOnly, 1},
		{wiped, 2, FullDepthOnly, 0},
		{wiped, 3, PassIsFree, 1},
		{mustPass, 1, PassIsPly, 1},
		{mustPass, 2, FullDepthOnly, 1},
		{mustPass, 3, FullDepthOnly, 1},
		{mustPass, 4, FullDepthOnly, 0},
		{mustPass, 1, PassIsFree, 1},
		{mustPass, 9, PassIsFree, 1},
	} {
		if got := Perft(Rules{}, c.p, c.depth, c.convention); got != c.want {
			t.Errorf("%v, depth %d, %v: %d, want %d", c.p, c.depth, c.convention, got, c.want)
		}
	}
}

// TestPositionCounts counts distinct positions by ply, as they stand and up to
// symmetry.
func TestPositionCounts(t *testing.T) {
	r := Rules{}
	distinct := []int{1, 4, 12, 54, 236, 1288, 7092, 42614, 269352}
	canonical := []int{1, 1, 3, 14, 60, 322, 1773, 10649, 67245}
	layer := map[Position]bool{r.Initial(): true}
	var moves []Move
	for ply := range distinct {
		classes := map[Position]bool{}
		next := map[Position]bool{}
		for p := range layer {
			c, _ := p.Canonical()
			classes[c] = true
			if ply+1 < len(distinct) {
				moves = r.AppendMoves(moves[:0], p)
				for _, m := range moves {
					next[r.Next(p, m)] = true
				}
			}
		}
		if len(layer) != distinct[ply] || len(classes) != canonical[ply] {
			t.Errorf("ply %d: %d positions, %d up to symmetry; known are %d and %d", ply, len(layer), len(classes), distinct[ply], canonical[ply])
		}
		layer = next
	}
}

// TestShortestGames finds all games of at most ten moves that open with f5.
func TestShortestGames(t *testing.T) {
	r := Rules{}
	ends := map[[3]int]int{} // moves, Black's discs, White's discs
	var walk func(p Position, moves int)
	walk = func(p Position, moves int) {
		squares, pass := r.Status(p)
		if pass {
			squares, _ = r.Status(p.Passed())
			p = p.Passed()
		}
		if squares == 0 {
			ends[[3]int{moves, p.Count(Black), p.Count(White)}]++
			return
		}
		if moves == 10 {
			return
		}
		for m := range Pass {
			if squares>>m&1 != 0 {
				walk(r.Next(p, m), moves+1)
			}
		}
	}
	f5, err := ParseMove("f5")
	if err != nil {
		t.Fatal(err)
	}
	walk(r.Next(r.Initial(), f5), 1)
	want := map[[3]int]int{{9, 13, 0}: 57, {10, 0, 14}: 89}
	if len(ends) != len(want) || ends[[3]int{9, 13, 0}] != 57 || ends[[3]int{10, 0, 14}] != 89 {
		t.Errorf("ends by moves and discs: %v, known are %v", ends, want)
	}
}

// TestSolve4x4 searches the 4x4 board to the end: the second player wins 11-3.
func TestSolve4x4(t *testing.T) {
	for scoring, want := range map[Scoring]int{ScoreDiscs: -8, ScoreEmpties: -10} {
		r := Rules{Board: Board4, Scoring: scoring}
		var solve func(p Position, alpha, beta int) int
		solve = func(p Position, alpha, beta int) int {
			legal := r.AppendMoves(nil, p)
			if len(legal) == 0 {
				return r.Margin(p)
			}
			best := -r.NumSquares()
			for _, m := range legal {
				best = max(best, -solve(r.Next(p, m), -beta, -max(alpha, best)))
				if best >= beta {
					break
				}
			}
			return best
		}
		if got := solve(r.Initial(), -16, 16); got != want {
			t.Errorf("%v: margin %d for the first player, known is %d", scoring, got, want)
		}
	}
}
