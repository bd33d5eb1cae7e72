package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The files of package kernel are what this generator writes.
func TestFilesAreCurrent(t *testing.T) {
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is not what go generate writes", name)
		}
	}
}
