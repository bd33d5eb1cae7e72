//go:build unix

package whole

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

func TestAPipeIsWrittenTo(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Skip(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("pipe", link); err != nil {
		t.Fatal(err)
	}
	if err := Check(path); err != nil { // without waiting for a reader
		t.Fatal(err)
	}
	if _, err := Read(link, 4); err == nil { // nor for a writer
		t.Error("a pipe was read")
	}
	for _, name := range []string{path, link} {
		written := make(chan error)
		go func() { written <- Write(name, []byte("through")) }()
		in, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(in)
		if err := errors.Join(err, in.Close(), <-written); err != nil || string(got) != "through" {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
		if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
			t.Errorf("%s: the pipe is now %v, %v", name, info.Mode(), err)
		}
	}
	if got := names(t, dir); got != "link pipe" {
		t.Errorf("left: %s", got)
	}
}

// TestADeviceStaysOne writes to copies of /dev/full and /dev/null, which only a
// privileged user can make.
func TestADeviceStaysOne(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the numbers of the devices are those of Linux")
	}
	dir := t.TempDir()
	for minor, want := range map[int]error{7: syscall.ENOSPC, 3: nil} { // full, null
		path := filepath.Join(dir, "device")
		if err := syscall.Mknod(path, syscall.S_IFCHR|0o666, 1<<8|minor); err != nil {
			t.Skip(err)
		}
		f, err := Create(path)
		if err != nil {
			t.Skip(err) // a file system without devices
		}
		if _, err := f.WriteString("x"); !errors.Is(err, want) {
			t.Errorf("minor %d: %v, want %v", minor, err, want)
		}
		f.Discard()
		if err := Write(path, []byte("x")); !errors.Is(err, want) {
			t.Errorf("minor %d: %v, want %v", minor, err, want)
		}
		if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeCharDevice == 0 {
			t.Errorf("the device is now %v, %v", info.Mode(), err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}
