package model

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// numbersAt returns where the numbers of a file begin.
func numbersAt(data []byte) int { return 8 + int(binary.LittleEndian.Uint64(data)) }

// Every single bit of the numbers is watched over, in both kinds of file.
func TestBitFlipsAreFound(t *testing.T) {
	network := file(t, lively(Spec{Channels: 2, ValueChannels: 1, ValueHidden: 1}, 1))
	for i := numbersAt(network); i < len(network); i++ {
		for bit := range 8 {
			network[i] ^= 1 << bit
			if _, _, err := Read(bytes.NewReader(network)); err == nil {
				t.Fatalf("bit %d of byte %d can change", bit, i)
			}
			network[i] ^= 1 << bit
		}
	}
	if _, _, err := Read(bytes.NewReader(network)); err != nil {
		t.Fatal(err)
	}

	trainer, err := NewTrainer(lively(small, 1), DefaultTrainerConfig())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "trainer.safetensors")
	if err := trainer.SaveState(path); err != nil {
		t.Fatal(err)
	}
	state, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		i := numbersAt(state) + rng.IntN(len(state)-numbersAt(state))
		state[i] ^= 1 // of the fraction or of the exponent: the number stays finite
		if err := trainer.loadState(bytes.NewReader(state)); err == nil || !strings.Contains(err.Error(), "the file is damaged") {
			t.Fatalf("byte %d of the trainer's state: %v", i, err)
		}
		state[i] ^= 1
	}
	if err := trainer.loadState(bytes.NewReader(state)); err != nil {
		t.Fatal(err)
	}
}

// A file of an earlier program has no digest and is read.
func TestReadWithoutADigest(t *testing.T) {
	w := lively(small, 1)
	data := file(t, w)
	head := string(data[8:numbersAt(data)])
	old := regexp.MustCompile(`"sha256":"[0-9a-f]{64}",`).ReplaceAllString(head, "")
	if old == head {
		t.Fatalf("no digest in %s", head)
	}
	v, _, err := Read(bytes.NewReader(frame(old, data[numbersAt(data):])))
	if err != nil || !v.Equal(w) {
		t.Errorf("without a digest: %v", err)
	}
}

// What is no regular file is refused at once.
func TestLoadRefusesWhatIsNoFile(t *testing.T) {
	trainer, err := NewTrainer(lively(small, 1), DefaultTrainerConfig())
	if err != nil {
		t.Fatal(err)
	}
	for path, kind := range odd(t) {
		if _, _, err := Load(path); err == nil || !strings.Contains(err.Error(), "not a regular file but "+kind) {
			t.Errorf("network %s: %v", path, err)
		}
		if err := trainer.LoadState(path); err == nil || !strings.Contains(err.Error(), "not a regular file but "+kind) {
			t.Errorf("trainer's state %s: %v", path, err)
		}
	}
}
