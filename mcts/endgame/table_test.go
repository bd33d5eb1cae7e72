package endgame

import "testing"

func TestTable(t *testing.T) {
	tab := newTable(1)
	tab.forget()
	if tab.find(0, 0) != nil {
		t.Error("an empty entry is found")
	}
	tab.store(1, 2, 10, 3, 8, 20) // at least 8
	tab.store(1, 2, 10, 9, 9, 30) // at most 9
	e := tab.find(1, 2)
	if e == nil || e.lower != 8 || e.upper != 9 || e.move != 20 {
		t.Fatalf("got %+v, want 8 to 9 by 20", e)
	}
	tab.store(3, 4, 12, 0, 0, 5)
	tab.store(5, 6, 11, 0, 0, 5)
	if tab.find(3, 4) == nil || tab.find(5, 6) == nil || tab.find(1, 2) != nil {
		t.Error("the deepest and the newest positions should be kept")
	}
	tab.stamp = ^uint32(0)
	tab.store(1, 2, 10, 3, 8, 20)
	tab.forget()
	tab.forget()
	if tab.find(3, 4) != nil || tab.find(5, 6) != nil || tab.find(1, 2) != nil || tab.find(0, 0) != nil {
		t.Error("a stale entry is found")
	}
}
