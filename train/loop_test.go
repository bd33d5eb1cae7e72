package train

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

type nobody struct{}

func (nobody) Observe(Event) error { return nil }

func tiny(t *testing.T, sets ...string) Config {
	t.Helper()
	c, err := LoadConfig("tiny", sets...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// trained runs a configuration to its end and returns the bytes of its networks.
func trained(t *testing.T, c Config) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	r, err := NewRun(dir, c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Loop(context.Background(), nobody{}, nil); err != nil {
		t.Fatal(err)
	}
	return networks(t, dir)
}

func networks(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, netsDir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	nets := map[string]string{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		nets[filepath.Base(f)] = string(b)
	}
	return nets
}

func TestRunIsRepeatable(t *testing.T) {
	one := trained(t, tiny(t, "selfplay.workers=1"))
	two := trained(t, tiny(t, "selfplay.workers=2", "selfplay.games_in_flight=3"))
	other := trained(t, tiny(t, "run.seed=2"))
	if len(one) != 2 {
		t.Fatalf("%d networks, want 2", len(one))
	}
	for name := range one {
		if one[name] != two[name] {
			t.Errorf("%s depends on the number of workers", name)
		}
		if one[name] == other[name] {
			t.Errorf("%s does not depend on the seed", name)
		}
	}
}
