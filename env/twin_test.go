package env

import "pgregory.net/rapid"

// twin is the obvious form of every rule variant: an array of cells, loops over
// squares and directions, counters. It shares nothing with the bitboards but
// the names of the variants.
type twin struct {
	rules  Rules
	cell   [8][8]int8 // [row][column]: 0 empty, 1 Black, 2 White
	side   int8       // to move: 1 or 2
	placed [3]int     // discs taken from the supply, by side
	edge   int        // rows and columns cut off at each side
}

func newTwin(r Rules) *twin {
	t := newTwinAt(r, Position{})
	// d4, e4, d5, e5
	centre := map[Start][4]int8{
		StartStandard: {2, 1, 1, 2},
		StartMirrored: {1, 2, 2, 1},
		StartParallel: {2, 2, 1, 1},
		StartFree:     {},
	}[r.Start]
	t.cell[3][3], t.cell[3][4], t.cell[4][3], t.cell[4][4] = centre[0], centre[1], centre[2], centre[3]
	for _, c := range centre {
		t.placed[c]++
	}
	return t
}

// newTwinAt places the discs of p.
func newTwinAt(r Rules, p Position) *twin {
	t := &twin{rules: r, side: 1, edge: map[Board]int{Board8: 0, Board6: 1, Board4: 2}[r.Board]}
	if p.Turn == White {
		t.side = 2
	}
	for m := range 64 {
		if p.Black()&(1<<m) != 0 {
			t.cell[m/8][m%8] = 1
		}
		if p.White()&(1<<m) != 0 {
			t.cell[m/8][m%8] = 2
		}
	}
	return t
}

func (t *twin) count(what int8) (n int) {
	for row := range 8 {
		for column := range 8 {
			if t.cell[row][column] == what {
				n++
			}
		}
	}
	return n
}

func (t *twin) onBoard(row, column int) bool {
	return row >= t.edge && row < 8-t.edge && column >= t.edge && column < 8-t.edge
}

func (t *twin) squares() int { return (8 - 2*t.edge) * (8 - 2*t.edge) }

func (t *twin) placing() bool {
	return t.rules.Start == StartFree && t.count(1)+t.count(2) < 4
}

// flipped lists the discs that side turns over by playing row, column.
func (t *twin) flipped(side int8, row, column int) (all [][2]int) {
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			if dr == 0 && dc == 0 {
				continue
			}
			var run [][2]int
			r, c := row+dr, column+dc
			for t.onBoard(r, c) && t.cell[r][c] == 3-side {
				run = append(run, [2]int{r, c})
				r, c = r+dr, c+dc
			}
			if t.onBoard(r, c) && t.cell[r][c] == side {
				all = append(all, run...)
			}
		}
	}
	return all
}

// canPlay says whether side may play row, column if it is to move.
func (t *twin) canPlay(side int8, row, column int) bool {
	if !t.onBoard(row, column) || t.cell[row][column] != 0 {
		return false
	}
	if t.placing() {
		return (row == 3 || row == 4) && (column == 3 || column == 4)
	}
	if t.rules.Supply == SupplySeparate && t.placed[side] >= t.squares()/2 {
		return false
	}
	return len(t.flipped(side, row, column)) > 0
}

func (t *twin) canMove(side int8) bool {
	for row := range 8 {
		for column := range 8 {
			if t.canPlay(side, row, column) {
				return true
			}
		}
	}
	return false
}

func (t *twin) over() bool {
	if t.canMove(t.side) {
		return false
	}
	return t.rules.End == EndMover || !t.canMove(3-t.side)
}

func (t *twin) mask() (mask [NumMoves]bool) {
	for m := range 64 {
		mask[m] = t.canPlay(t.side, m/8, m%8)
	}
	mask[64] = !t.canMove(t.side) && !t.over()
	return mask
}

func (t *twin) play(m Move) {
	if m != Pass {
		row, column := int(m)/8, int(m)%8
		if !t.placing() {
			for _, f := range t.flipped(t.side, row, column) {
				t.cell[f[0]][f[1]] = t.side
			}
		}
		t.cell[row][column] = t.side
		t.placed[t.side]++
	}
	t.side = 3 - t.side
}

func (t *twin) scores() (black, white int) {
	black, white = t.count(1), t.count(2)
	if t.rules.Scoring == ScoreEmpties {
		empty := t.squares() - black - white
		if black > white {
			return black + empty, white
		}
		if white > black {
			return black, white + empty
		}
		return black + empty/2, white + empty/2
	}
	return black, white
}

// compare fails unless p is what the twin is, in every respect.
func (t *twin) compare(tb rapid.TB, p Position) {
	tb.Helper()
	r := t.rules
	want := newTwinAt(r, p)
	if want.cell != t.cell || want.side != t.side {
		tb.Fatalf("%v: %v\nthe twin has %v, side %d", r, p, t.cell, t.side)
	}
	if got, want := r.Mask(p), t.mask(); got != want {
		tb.Fatalf("%v: %v\nmask %v\ntwin %v", r, p, got, want)
	}
	if got, want := r.Over(p), t.over(); got != want {
		tb.Fatalf("%v: %v\nover %v, the twin says %v", r, p, got, want)
	}
	black, white := r.Scores(p)
	wantBlack, wantWhite := t.scores()
	if black != wantBlack || white != wantWhite {
		tb.Fatalf("%v: %v\nscores %d-%d, the twin says %d-%d", r, p, black, white, wantBlack, wantWhite)
	}
	margin := wantBlack - wantWhite
	if t.side == 2 {
		margin = -margin
	}
	if got := r.Margin(p); got != margin {
		tb.Fatalf("%v: %v\nmargin %d, the twin says %d", r, p, got, margin)
	}
	if sign := min(1, max(-1, margin)); r.Result(p) != sign {
		tb.Fatalf("%v: %v\nresult %d, the twin says %d", r, p, r.Result(p), sign)
	}
	lead := 0
	if r.Supply == SupplySeparate {
		lead = t.placed[t.side] - t.placed[3-t.side]
	}
	if int(p.Lead) != lead {
		tb.Fatalf("%v: %v\nlead %d, the twin says %d", r, p, p.Lead, lead)
	}
	if err := r.Check(p); err != nil {
		tb.Fatalf("%v: a position of play: %v", r, err)
	}
}

// perft counts as [PassIsPly] without any shortcut.
func (t *twin) perft(depth int) (n uint64) {
	if depth == 0 || t.over() {
		return 1
	}
	for m, ok := range t.mask() {
		if ok {
			next := *t
			next.play(Move(m))
			n += next.perft(depth - 1)
		}
	}
	return n
}

// variants lists every combination of rules.
func variants() (all []Rules) {
	for start := StartStandard; start <= StartFree; start++ {
		for board := Board8; board <= Board4; board++ {
			for end := EndNeither; end <= EndMover; end++ {
				for scoring := ScoreDiscs; scoring <= ScoreEmpties; scoring++ {
					for supply := SupplyShared; supply <= SupplySeparate; supply++ {
						all = append(all, Rules{start, board, end, scoring, supply})
					}
				}
			}
		}
	}
	return all
}
