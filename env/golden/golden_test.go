package golden

import (
	"fmt"
	"strings"
	"testing"
)

// witness is a test that is looked at.
type witness struct {
	testing.TB
	said string
}

func (*witness) Helper()                          {}
func (w *witness) Errorf(format string, a ...any) { w.said += fmt.Sprintf(format, a...) }
func (w *witness) Fatalf(format string, a ...any) { w.said += fmt.Sprintf(format, a...); panic(w) }

func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	check := func(name, got string) string {
		w := &witness{TB: t}
		defer func() { recover() }() // as a failed test goes no further
		Check(w, name, got)
		return w.said
	}
	*update = true
	said := check("a.txt", "one")
	*update = false
	if said += check("a.txt", "one"); said != "" {
		t.Errorf("what was written is told: %s", said)
	}
	if said := check("a.txt", "two"); !strings.Contains(said, "got\ntwo\nwant\none\n") {
		t.Errorf("of a difference it says %q", said)
	}
	var w witness
	func() {
		defer func() { recover() }()
		Check(&w, "b.txt", "one")
	}()
	if !strings.Contains(w.said, "b.txt") {
		t.Errorf("of a missing file it says %q", w.said)
	}
}
