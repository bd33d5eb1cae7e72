package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// may lists what each package may import of the module.
var may = map[string][]string{
	"env":           {},
	"env/golden":    {},
	"env/alike":     {},
	"env/whole":     {},
	"env/words":     {},
	"env/record":    {"env", "env/whole", "env/words"},
	"mcts":          {"env", "env/alike", "mcts/endgame"},
	"mcts/endgame":  {"env"},
	"mcts/clock":    {"env", "mcts", "mcts/endgame"},
	"model/kernel":  {},
	"model":         {"env", "env/alike", "model/kernel", "env/whole", "env/words"},
	"configs":       {},
	"train":         {"configs", "env", "env/alike", "mcts", "mcts/endgame", "model", "env/whole", "env/words"},
	"train/report":  {"env", "mcts", "model", "train", "env/words"},
	"train/arena":   {"env", "env/record", "mcts", "mcts/clock", "mcts/endgame", "model", "train", "env/whole", "env/words"},
	"cmd/othellier": {"configs", "env", "env/record", "mcts", "mcts/clock", "mcts/endgame", "model", "model/kernel", "train", "train/report", "train/arena", "env/whole", "cmd/othellier/bench", "cmd/othellier/protocol", "cmd/othellier/study", "cmd/othellier/tui", "env/words"},

	"cmd/othellier/bench":    {"env", "mcts", "model", "model/kernel", "train", "env/words"},
	"cmd/othellier/protocol": {"env", "env/record", "mcts/clock", "env/words"},
	"cmd/othellier/study":    {"env", "env/record", "mcts", "mcts/endgame", "model", "train/arena", "env/words"},
	"cmd/othellier/tui":      {"env", "env/record", "mcts/clock", "train", "env/words"},
}

// only lists outside modules that a single package may import.
var only = map[string]string{
	"gorgonia.org/":                     "model",
	"github.com/alecthomas/kong":        "cmd/othellier",
	"charm.land/":                       "cmd/othellier/tui",
	"github.com/schollz/progressbar/v3": "train/report",
}

// TestImportsPointOneWay holds the packages to the order env, mcts and model,
// train, its tools, the binary; and env and mcts to the standard library.
func TestImportsPointOneWay(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Standard", "othellier/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, "othellier/")
		allowed, known := may[name]
		if !known {
			t.Errorf("package %s has no place in the order", name)
		}
		if top, _, _ := strings.Cut(name, "/"); !slices.Contains([]string{"cmd", "configs", "env", "mcts", "model", "train"}, top) {
			t.Errorf("package %s: nothing new stands at the top level", name)
		}
		seen[name] = true
		for _, i := range p.Imports {
			inner, ours := strings.CutPrefix(i, "othellier/")
			switch {
			case ours && !slices.Contains(allowed, inner):
				t.Errorf("%s imports %s", name, inner)
			case !ours && (strings.HasPrefix(name, "env") || strings.HasPrefix(name, "mcts")) && strings.Contains(strings.SplitN(i, "/", 2)[0], "."):
				t.Errorf("%s imports %s, which is not in the standard library", name, i)
			}
			for prefix, owner := range only {
				if strings.HasPrefix(i, prefix) && name != owner {
					t.Errorf("%s imports %s, which belongs to %s", name, i, owner)
				}
			}
		}
	}
	for _, name := range []string{"env", "mcts", "model", "train", "cmd/othellier"} {
		if !seen[name] {
			t.Errorf("package %s is missing", name)
		}
	}
}
