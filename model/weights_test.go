package model

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
)

// small is a network that the tests can train in moments.
var small = Spec{Channels: 8, Blocks: 1, ValueChannels: 2, ValueHidden: 16}

func TestSaveLoad(t *testing.T) {
	w := NewWeights(small, rand.New(rand.NewPCG(1, 2)))
	path := filepath.Join(t.TempDir(), "net.safetensors")
	if err := Save(path, w, Meta{Step: 7, Extra: map[string]string{"note": "first"}}); err != nil {
		t.Fatal(err)
	}
	v, m, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if !v.Equal(w) {
		t.Error("the weights changed on the way")
	}
	if m.Step != 7 || m.Extra["note"] != "first" {
		t.Errorf("metadata came back as %+v", m)
	}
}
