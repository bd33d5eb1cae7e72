package report

import (
	"bytes"
	"os"
	"testing"
)

// A bar is for terminals: what else takes the output gets nothing of it.
func TestBarIsForTerminals(t *testing.T) {
	var b bytes.Buffer
	f, err := os.Create(t.TempDir() + "/log")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, bar := range []*Bar{NewBar(&b, 100), NewBar(&b, 0), NewBar(f, 100)} {
		bar.Set(50, 3, "games")
		bar.Hide()
		bar.Set(100, 6, "games")
		bar.Hide()
	}
	if info, err := f.Stat(); err != nil || info.Size() > 0 || b.Len() > 0 {
		t.Errorf("written: %q, and %d bytes to a file, %v", b.String(), info.Size(), err)
	}
}
