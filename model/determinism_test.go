package model

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gorgonia.org/tensor"

	"othellier/env"
	"othellier/model/kernel"
)

// state returns a digest of everything a trainer has learned.
func state(t testing.TB, tr *Trainer) string {
	t.Helper()
	h := sha256.New()
	if err := writeTensors(h, map[string]string{"step": fmt.Sprint(tr.Steps())}, tr.tensors()); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// childKey is set in the processes that TestDeterminism starts.
const childKey = "OTHELLIER_DETERMINISM"

// train16 trains a network for 16 steps, by way of a file after 7 if through is
// a path.
func train16(t testing.TB, through string) *Trainer {
	// sizes that leave rests beside every vector, and products large enough for
	// gonum to spread them over the cores
	s := Spec{Channels: 7, Blocks: 2, ValueChannels: 3, ValueHidden: 70, SoftPolicy: true, Pooled: 1, Lines: 1}
	const rows = 70 // three chunks of the kernels
	c := testConfig(rows)
	c.SoftPolicyWeight = 8
	tr := newTestTrainer(t, s, c)
	for i := range 16 {
		if i == 7 && through != "" {
			if err := tr.SaveState(through); err != nil {
				t.Fatal(err)
			}
			tr = newTestTrainer(t, s, c)
			if err := tr.LoadState(through); err != nil {
				t.Fatal(err)
			}
		}
		mustStep(t, tr, randomBatch(env.Rules{}, rows, uint64(i)), 3e-3)
	}
	return tr
}

// The same training in many processes, on one core and on several, straight or
// by way of a file, must give the same bytes.
func TestDeterminism(t *testing.T) {
	if os.Getenv(childKey) != "" {
		fmt.Printf("state=%s\n", state(t, train16(t, "")))
		return
	}
	if testing.Short() {
		t.Skip("starts processes")
	}
	want := state(t, train16(t, ""))
	if got := state(t, train16(t, filepath.Join(t.TempDir(), "state"))); got != want {
		t.Errorf("through a file: %s, expected %s", got, want)
	}
	for i := range 12 {
		procs := []string{"1", "2", "5"}[i%3]
		cmd := exec.Command(os.Args[0], "-test.run=^TestDeterminism$", "-test.v")
		cmd.Env = append(os.Environ(), childKey+"=1", "GOMAXPROCS="+procs)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		_, got, _ := strings.Cut(string(out), "state=")
		got, _, _ = strings.Cut(got, "\n")
		if got != want {
			t.Errorf("process %d on %s cores: %q, expected %s", i, procs, got, want)
		}
	}
}

// The same training on all machines: one digest for kernels in assembly, on amd64
// and on arm64, another for portable Go. A change of what is computed in a step,
// or of its order, changes them.
func TestBytesOnAllMachines(t *testing.T) {
	for _, isa := range kernel.Available() {
		t.Setenv(kernel.Variable, isa.String())
		want := "9981c3b7b4d2d08c"
		if isa == kernel.Portable {
			want = "6db63d0ebca75478"
		}
		if got := state(t, train16(t, "")); got != want {
			t.Errorf("%v: %s, expected %s", isa, got, want)
		}
	}
}

// The bytes of a state file do not change on a way through another trainer.
func TestStateBytes(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	tr := newTestTrainer(t, small, testConfig(4))
	mustStep(t, tr, randomBatch(env.Rules{}, 4, 1), 1e-3)
	other := newTestTrainer(t, small, testConfig(4))
	for _, err := range []error{tr.SaveState(a), other.LoadState(a), other.SaveState(b)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	x, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := os.ReadFile(b)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(x, y) {
		t.Error("the files differ")
	}
	if other.Steps() != 1 {
		t.Errorf("%d steps after loading: expected 1", other.Steps())
	}
}

// asTensor wraps numbers for Gorgonia.
func asTensor(x Tensor) *tensor.Dense {
	return tensor.New(tensor.WithShape(x.Shape...), tensor.WithBacking(x.Data))
}
