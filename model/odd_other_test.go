//go:build !unix

package model

import "testing"

// odd returns paths of what is no regular file, and what each is.
func odd(t *testing.T) map[string]string {
	t.Helper()
	return map[string]string{t.TempDir(): "a directory"}
}
