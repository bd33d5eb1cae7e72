//go:build unix

package model

import (
	"path/filepath"
	"syscall"
	"testing"
)

// odd returns paths of what is no regular file, and what each is.
func odd(t *testing.T) map[string]string {
	t.Helper()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	return map[string]string{t.TempDir(): "a directory", pipe: "a pipe", "/dev/zero": "a device"}
}
