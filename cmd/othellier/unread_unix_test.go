//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestUnread(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	stream := &output{w: out}
	if unread(stream) {
		t.Error("a pipe that is open counts as unread")
	}
	in.Close()
	if !unread(stream) {
		t.Error("a pipe that nobody reads is taken for one that is read")
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if unread(file) || unread(new(strings.Builder)) {
		t.Error("what is no pipe counts as unread")
	}
}
