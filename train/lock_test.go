package train

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// A file is held by one at a time, whatever it is called, and nothing is left.
func TestHold(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "ladder.json"), filepath.Join(dir, "link.json")
	want := fmt.Sprintf(" is in use by process %d: wait for its end", os.Getpid())
	put(t, "{}", path)
	names := []string{path}
	if err := os.Symlink("ladder.json", link); err == nil {
		names = append(names, link)
	}
	for _, first := range names {
		h, err := Hold(first)
		if err != nil {
			t.Fatal(err)
		}
		for _, second := range names {
			if _, err := Hold(second); err == nil || !strings.Contains(err.Error(), second+want) {
				t.Errorf("%s while %s is held: %v", second, first, err)
			}
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
	}
	// A file that a killed process left is no lock.
	put(t, "123\n", dir, ".ladder.json.lock")
	h, err := Hold(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != len(names) {
		t.Errorf("left are %v, %v", left, err)
	}
	if _, err := Hold(filepath.Join(dir, "none", "x")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("in a folder that does not exist: %v", err)
	}
}

// However many come and go, there are never two.
func TestHoldByMany(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	var holders, had atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				h, err := Hold(path)
				if err != nil {
					continue
				}
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d hold it", n)
				}
				had.Add(1)
				holders.Add(-1)
				if err := h.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if had.Load() == 0 {
		t.Error("nobody ever held it")
	}
}
