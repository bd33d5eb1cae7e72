// Package whole reads files whole and writes them so that nobody finds half of one: what a path
// names, now or after a crash at any instant, is the whole old content or the
// whole new one.
//
// The new content goes into a temporary file beside the old, is synced, renamed
// over it, and the directory is synced too. A process that is killed can leave a
// file named ".NAME.*.tmp". A file that is replaced keeps its permissions, and a
// symbolic link stays one: what it leads to is replaced.
//
// Not everything can be replaced. A device, a pipe and the streams of the process
// (/dev/stdout) are written to as they are, and what they say to that is the
// error. A directory is refused.
//
//	f, err := whole.Create("games.txt")
//	if err != nil {
//		return err
//	}
//	defer f.Discard() // does nothing after Commit
//	if _, err := f.WriteString("f5d6c3\n"); err != nil {
//		return err
//	}
//	return f.Commit()
package whole

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// Write replaces the content of a file, or writes to what is none.
func Write(path string, data []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Commit()
}

// Read reads a file whole, of at most so many bytes. Anything but a regular file
// is refused: a device may have no end.
func Read(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, fmt.Errorf("%s is longer than %d bytes", path, most)
	}
	return data, err
}

// File is a file that is written piece by piece. It belongs to one goroutine.
// Either Commit or Discard ends it.
type File struct {
	*os.File
	path string // that it is renamed to; empty for what is written to as it is
	done bool
}

// Create begins to write what is to be the content of the file at path. A
// directory is an error that is syscall.EISDIR. Opening a pipe waits until
// somebody reads from it.
func Create(path string) (*File, error) {
	if Stream(path) {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return nil, err
		}
		return &File{File: f}, nil
	}
	path, old, err := follow(path)
	if err != nil {
		return nil, err
	}
	if old != nil && old.IsDir() {
		return nil, &fs.PathError{Op: "write", Path: path, Err: syscall.EISDIR}
	}
	f, err := temporary(path)
	if err != nil {
		return nil, err
	}
	if old != nil {
		err = f.Chmod(old.Mode().Perm())
	}
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return &File{File: f, path: path}, nil
}

// Check says early what would keep Create from writing a file, as far as that can
// be known without opening what is none.
func Check(path string) error {
	if Stream(path) {
		return nil
	}
	f, err := Create(path)
	if err != nil {
		return err
	}
	f.Discard()
	return nil
}

// Stream says whether there is something at path that is written to as it is: a
// device, a pipe, or a stream of the process, whatever that leads to.
func Stream(path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return false
	}
	if !info.Mode().IsRegular() {
		return true
	}
	for _, streams := range []string{"/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/"} {
		if strings.HasPrefix(path, streams) {
			return true
		}
	}
	return false
}

// follow returns what symbolic links lead to, and what is there; nil if nothing.
func follow(path string) (string, fs.FileInfo, error) {
	for range 40 { // as many as Linux follows
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return path, nil, nil
		}
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, info, err
		}
		link, err := os.Readlink(path)
		if err != nil {
			return path, nil, err
		}
		if !filepath.IsAbs(link) { // not cleaned: the parent of a link is not what its text says
			dir, _ := filepath.Split(path)
			link = dir + link
		}
		path = link
	}
	return path, nil, &fs.PathError{Op: "write", Path: path, Err: syscall.ELOOP}
}

// temporary creates a file beside path under a name that is nobody's.
func temporary(path string) (*os.File, error) {
	dir, base := filepath.Split(path)
	for {
		name := dir + "." + base + "." + strconv.FormatUint(uint64(rand.Uint32()), 10) + ".tmp"
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// Commit puts the file in its place. On an error the old one is as it was.
func (f *File) Commit() error {
	f.done = true
	if f.path == "" {
		return f.Close()
	}
	err := errors.Join(f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncDir(f.path)
}

// Discard leaves the old file as it was. After Commit it does nothing.
func (f *File) Discard() {
	if f.done {
		return
	}
	f.done = true
	f.Close()
	if f.path != "" {
		os.Remove(f.Name())
	}
}

// syncDir makes the name of a file durable. Windows has no such call and
// journals names itself.
func syncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, _ := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
