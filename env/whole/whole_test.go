package whole

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// names lists a directory.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", path, got, err, want)
	}
}

func TestAFileIsReplacedInOneStep(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, stranger := range []string{path + ".part", path + ".tmp"} {
		if err := os.WriteFile(stranger, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	other, err := Create(path) // at the same time
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []struct {
		*File
		text string
	}{{f, "new"}, {other, "other"}} {
		if _, err := w.WriteString(w.text); err != nil {
			t.Fatal(err)
		}
	}
	holds(t, path, "old")
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Discard() // does nothing now
	holds(t, path, "new")
	other.Discard()
	holds(t, path, "new")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("permissions %v, %v", info.Mode(), err)
	}
	if got := names(t, dir); got != "a a.part a.tmp" {
		t.Errorf("left: %s", got)
	}
	holds(t, path+".part", "mine")
}

func TestOnlyAName(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(Check("a"), Write("a", []byte("text"))); err != nil {
		t.Fatal(err)
	}
	holds(t, "a", "text")
	if got := names(t, "."); got != "a" {
		t.Errorf("left: %s", got)
	}
}

func TestALinkStaysOne(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(os.MkdirAll(in("far/away"), 0o777), os.WriteFile(in("far/file"), []byte("old"), 0o666)); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{
		"absolute": in("far/file"), "relative": "far/file", "chain": "relative", "dangling": "far/new",
		"short": "far/away", "far/away/up": "../other", "round": "round",
	} {
		if err := os.Symlink(to, in(link)); err != nil {
			t.Skip(err)
		}
	}
	for link, file := range map[string]string{
		"absolute": "far/file", "relative": "far/file", "chain": "far/file", "dangling": "far/new", "short/up": "far/other",
	} {
		if err := Write(in(link), []byte(link)); err != nil {
			t.Fatal(err)
		}
		holds(t, in(file), link)
		if info, err := os.Lstat(in(link)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v, %v", link, info.Mode(), err)
		}
	}
	if err := Write(in("round"), nil); err == nil {
		t.Error("a link to itself was written to")
	}
	if err := Write(in("short"), nil); !errors.Is(err, syscall.EISDIR) {
		t.Errorf("a link to a directory: %v", err)
	}
}

func TestWhatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	for _, try := range []func(string) error{Check, func(p string) error { return Write(p, nil) }} {
		if err := try(dir); !errors.Is(err, syscall.EISDIR) {
			t.Errorf("a directory: %v", err)
		}
		if err := try(filepath.Join(dir, "no", "file")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("no directory: %v", err)
		}
	}
	if got := names(t, dir); got != "" {
		t.Errorf("left: %s", got)
	}
}

func TestReadingHasABound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(path, 4); err != nil || string(got) != "text" {
		t.Errorf("got %q, %v", got, err)
	}
	for _, c := range []struct {
		path string
		most int64
		want string
	}{{path, 3, "longer than 3 bytes"}, {filepath.Dir(path), 4, "not a regular file"}, {os.DevNull, 4, "not a regular file"}} {
		if _, err := Read(c.path, c.most); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.path, err, c.want)
		}
	}
	if _, err := Read(path+"b", 4); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
