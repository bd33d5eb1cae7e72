package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellier/model"
)

// The networks that come with the source can be read and have a card.
func TestShippedNetworks(t *testing.T) {
	dir := filepath.Join("..", "..", runsDir)
	paths, err := filepath.Glob(filepath.Join(dir, "*.safetensors"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no network in %s: %v", dir, err)
	}
	cards, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if _, _, err := model.Load(path); err != nil {
			t.Error(err)
		}
		if name := filepath.Base(path); !strings.Contains(string(cards), "## "+name) {
			t.Errorf("%s has no card in the README beside it", name)
		}
	}
}
