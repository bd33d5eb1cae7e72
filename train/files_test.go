package train

import (
	"os"
	"path/filepath"
	"testing"
)

// A file that is written piece by piece is there once it is committed, and not
// at all when it is given up.
func TestFileInPieces(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "results")
	for _, c := range []struct {
		text   string
		commit bool
		want   string
	}{{"one\n", true, "one\n"}, {"two\n", false, "one\n"}, {"", true, ""}, {"three\n", true, "three\n"}} {
		f, err := CreateFile(path)
		if err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadFile(path)
		for _, b := range []byte(c.text) {
			if _, err := f.Write([]byte{b}); err != nil {
				t.Fatal(err)
			}
		}
		if now, _ := os.ReadFile(path); string(now) != string(before) {
			t.Errorf("the file has changed before its time: %q", now)
		}
		if c.commit {
			err = f.Commit()
		} else {
			f.Discard()
		}
		got, readErr := os.ReadFile(path)
		if err != nil || readErr != nil || string(got) != c.want {
			t.Errorf("%+v: %q, %v, %v", c, got, err, readErr)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left in the directory: %v, %v", left, err)
	}
	if _, err := CreateFile(filepath.Join(dir, "nowhere", "results")); err == nil {
		t.Error("a file in no directory is begun")
	}
}
