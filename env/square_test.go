package env

import "testing"

// Each square of each board has a name of its own from a1 on, which is read
// back in either case, and nothing beyond the board has one.
func TestSquaresOfBoards(t *testing.T) {
	for _, b := range []Board{Board8, Board6, Board4} {
		r := Rules{Board: b}
		named := 0
		for _, column := range "abcdefghi" {
			for _, row := range "0123456789" {
				name := string([]rune{column, row})
				m, ok := b.ParseMove(name)
				upper, okUpper := b.ParseMove(string([]rune{column - 'a' + 'A', row}))
				if on := int(column-'a') < r.Size() && row >= '1' && int(row-'1') < r.Size(); ok != on || okUpper != on || upper != m {
					t.Fatalf("board %v: %q is %v, %v", b, name, m, ok)
				}
				if !ok {
					continue
				}
				named++
				if got := string(b.AppendSquare(nil, m)); r.Squares()>>m&1 == 0 || got != name {
					t.Errorf("board %v: %q is %v, written %q", b, name, m, got)
				}
			}
		}
		if named != r.NumSquares() {
			t.Errorf("board %v: %d names", b, named)
		}
		for _, pass := range []string{"pass", "PA", "ps", "--"} {
			if m, ok := b.ParseMove(pass); !ok || m != Pass {
				t.Errorf("board %v: %q is %v, %v", b, pass, m, ok)
			}
		}
		for _, bad := range []string{"", "p", "-", "a", "a11", "é1", "posh"} {
			if m, ok := b.ParseMove(bad); ok {
				t.Errorf("board %v: %q is %v", b, bad, m)
			}
		}
	}
	if m, _ := Board4.ParseMove("a1"); m.String() != "c3" {
		t.Errorf("the corner of the 4x4 board is %v", m)
	}
}
