package train

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"othellier/configs"
	"othellier/env"
)

func TestEmbeddedConfigs(t *testing.T) {
	for _, name := range configs.Names() {
		c, err := LoadConfig(name)
		if err != nil {
			t.Fatal(err)
		}
		if c.Name != name {
			t.Errorf("%s: name %q", name, c.Name)
		}
	}
	c, err := LoadConfig("quick")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(c, Default()) {
		t.Errorf("quick.yaml is not the defaults: %v", Default().Diff(c))
	}
	if c, err = LoadConfig("small-board"); err != nil || c.Rules.Board != env.Board4 {
		t.Errorf("small-board: %+v, %v", c.Rules, err)
	}
}

// quick.yaml is the manual: each key stands there with a comment.
func TestQuickExplainsEveryKey(t *testing.T) {
	text, err := configs.Files.ReadFile("quick.yaml")
	if err != nil {
		t.Fatal(err)
	}
	f, err := parser.ParseBytes(text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	explained := map[string]bool{}
	var visit func(n ast.Node, prefix string)
	visit = func(n ast.Node, prefix string) {
		for it := n.(ast.MapNode).MapRange(); it.Next(); {
			key := join(prefix, it.Key().GetToken().Value)
			line := lines[it.Key().GetToken().Position.Line-1]
			_, comment, _ := strings.Cut(line, "#")
			explained[key] = len(strings.TrimSpace(comment)) > 8
			if m, ok := it.Value().(ast.MapNode); ok {
				visit(m.(ast.Node), key)
			}
		}
	}
	visit(f.Docs[0].Body, "")
	for _, key := range Keys() {
		if present, ok := explained[key], explained; !present {
			_, there := ok[key]
			t.Errorf("%s: in quick.yaml: %v, explained: %v", key, there, present)
		}
	}
}

func TestConfigRoundTrip(t *testing.T) {
	c := Default()
	if err := c.SetAll([]string{"rules.board=6", "rules.scoring=empties", "run.seed=18446744073709551615", "evaluation.players=[a b, c]", "selfplay.tree_reuse=false", "learner.learn_rate=3e-4", "learner.learn_rate_final=1E-05"}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(path, c.YAML(), 0o644); err != nil {
		t.Fatal(err)
	}
	d, err := LoadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "mine" || len(c.Diff(d)) != 0 || c.Hash() != d.Hash() {
		t.Errorf("read back %q with differences %v", d.Name, c.Diff(d))
	}
	if got := Default().Diff(c)[0].String(); got != "rules.board: 8 → 6" {
		t.Errorf("difference %q", got)
	}
	if c.Hash() == Default().Hash() {
		t.Error("two configurations have one hash")
	}
	d = c
	if err := d.SetAll([]string{"selfplay.workers=3", "evaluation.games=2"}); err != nil || d.Hash() != c.Hash() {
		t.Errorf("%v, or the hash depends on what has no influence on the networks", err)
	}
}

// Lists of a changed copy must not be shared with the original.
func TestSetLeavesOthersAlone(t *testing.T) {
	c := Default()
	d := c
	if err := d.Set("evaluation.players=[x]"); err != nil {
		t.Fatal(err)
	}
	if c.Evaluation.Players[0] != "random" {
		t.Error("Set changed a list that another Config holds")
	}
}

func TestConfigRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"unknown key", "selfplay:\n  simulation: 64\n", "f.yaml:2:3: selfplay.simulation: there is no such key; did you mean selfplay.simulations?\n     2 |   simulation: 64\n           ^"},
		{"unknown section", "self_play:\n  simulations: 64\n", "f.yaml:1:1: self_play: there is no such key; did you mean selfplay?"},
		{"wrong section", "run:\n  simulations: 64\n", "did you mean selfplay.simulations?"},
		{"nothing near", "zzzzzzzzzz: 1\n", "zzzzzzzzzz: there is no such key; every key is explained in configs/quick.yaml\n"},
		{"capital", "Run: {seed: 1}", "1:1: Run: there is no such key; did you mean run?"},
		{"too small", "run:\n  iterations: 0\n", "f.yaml:2:15: run.iterations: 0 is out of range: allowed are 1 to 1000000000\n     2 |   iterations: 0\n                       ^"},
		{"too large", "selfplay: {noise_weight: 1.5}", "f.yaml:1:26: selfplay.noise_weight: 1.5 is out of range: allowed are 0 to 1"},
		{"nan", "selfplay: {c_puct: .nan}", "selfplay.c_puct: NaN is out of range"},
		{"infinite", "selfplay: {c_puct: .inf}", "selfplay.c_puct: +Inf is out of range"},
		{"foreign range", "network: {channels: 0}", "1:21: network.channels: 0 is out of range: allowed are 1 to 1024"},
		{"fraction", "run:\n  iterations: 1.5", "2:15: run.iterations: 1.5 stands where a whole number is expected"},
		{"quoted number", "run: {iterations: \"5\"}", "run.iterations: 5 stands where a whole number is expected"},
		{"word", "run: {iterations: many}", "many stands where a whole number is expected"},
		{"overflow", "run: {iterations: 99999999999999999999}", "run.iterations: 99999999999999999999 stands where"},
		{"negative seed", "run: {seed: -1}", "run.seed: -1 stands where a whole number is expected"},
		{"yes", "selfplay: {tree_reuse: yes}", "yes stands where true or false is expected"},
		{"list", "evaluation: {players: greedy}", "greedy stands where a list such as [a, b] is expected"},
		{"no list", "run: {seed: [1]}", "a list stands where a whole number is expected"},
		{"null", "run:\n  iterations:\n", "run.iterations: it has no value; give it one (a whole number) or take it out"},
		{"null in list", "evaluation: {players: [~]}", "evaluation.players: a list stands where a list such as [a, b] is expected"},
		{"empty section", "run:\n", "1:1: run: this section is empty"},
		{"no section", "run: 5", "1:6: run: 5 stands where a section is expected, with keys iterations, games_per_iteration"},
		{"empty", "", "there are no values in it"},
		{"comment only", "# nothing\n", "there are no values in it"},
		{"two documents", "run: {seed: 1}\n---\nrun: {seed: 2}\n", "f.yaml:2:1: a second document begins here"},
		{"sequence", "- run", "a list stands where a section is expected"},
		{"no text", "\xff\xfe\x00", "f.yaml:1:1: the byte ff here is none of UTF-8: save the file as UTF-8, without which it is no YAML\n     1 | \\xff\\xfe\\x00\n         ^"},
		{"Latin", "run: {seed: 1}\n# ä\nevaluation: {players: [ä fran\xe7ais]}", "f.yaml:3:30: the byte e7 here"},
		{"duplicate", "run:\n  seed: 1\n  seed: 2\n", "f.yaml:3:3: mapping key \"seed\" already defined"},
		{"tab", "run:\n\tseed: 1", "f.yaml:2:1: found character"},
		{"anchor", "run: &a {seed: 1}", "an anchor, alias or tag"},
		{"enum", "rules:\n  board: 5\n", "2:10: rules.board: "},
		{"pair", "learner:\n  learn_rate: 0.00001\n", "learner.learn_rate_final: 5e-05 is more than learner.learn_rate, 1e-05"},
		{"window", "replay: {window_max_rows: 10}", "1:27: replay.window_max_rows: 10 is less than replay.window_min_rows, 60000"},
		{"nothing to learn from", "learner: {fast_rows: false}\nselfplay: {full_search_share: 0}", "0 leaves nothing to learn from"},
		{"odd games of the judge", "evaluation: {judge_games: 3}", "evaluation.judge_games: 3 is odd"},
		{"no one to play", "evaluation: {judge_players: []}", "the list is empty while run.evaluate_every is 8"},
		{"more pools than blocks", "network:\n  blocks: 2\n  pooled: 3\n", "network.pooled: 3 is more than network.blocks, 2"},
		{"more lines than blocks", "network:\n  blocks: 2\n  lines: 3\n", "network.lines: 3 is more than network.blocks, 2"},
		{"reply without a head", "learner:\n  reply_weight: 0.15\n", "learner.reply_weight: 0.15 while network.reply is false"},
		{"head without a reply", "network:\n  reply: true\n", "learner.reply_weight: 0 while network.reply is true"},
		{"soft policy without a head", "learner:\n  soft_policy_weight: 8\n", "learner.soft_policy_weight: 8 while network.soft_policy is false"},
		{"head without a soft policy", "network:\n  soft_policy: true\n", "learner.soft_policy_weight: 0 while network.soft_policy is true"},
		{"roots", "selfplay:\n  gumbel: 16\n  forced_playouts: 2\n", "selfplay.gumbel: 16 leaves selfplay.forced_playouts, 2, without effect"},
		{"odd games", "evaluation: {games: 3}", "3 is odd"},
		{"opening on a small board", "rules: {board: 4}\nselfplay: {opening_plies_max: 12}", "allowed are 0 to 11"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := Default()
			err := c.apply("f.yaml", tt.text)
			var e *ConfigError
			if !errors.As(err, &e) {
				t.Fatalf("error %v, want a *ConfigError", err)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error:\n%v\nwant in it:\n%s", err, tt.want)
			}
			if !reflect.DeepEqual(c, Default()) {
				t.Error("the configuration changed")
			}
		})
	}
}

func TestSetRefuses(t *testing.T) {
	for _, tt := range []struct{ set, want string }{
		{"selfplay.simulatons=64", "--set: selfplay.simulatons: there is no such key; did you mean selfplay.simulations?"},
		{"simulations=64", "did you mean selfplay.simulations?"},
		{"selfplay=3", "this is a section; assign to one of its keys: workers,"},
		{"selfplay.simulations.x=3", "there is no such key"},
		{"foo.bar=1", "--set: foo.bar: there is no such key; every key is explained in configs/quick.yaml"},
		{"selfplay.simulations=", "--set: selfplay.simulations: it has no value"},
		{"selfplay.simulations", "is not an assignment such as"},
		{"=3", "is not an assignment such as"},
		{"selfplay.simulations=0", "--set: selfplay.simulations: 0 is out of range: allowed are 1 to 1000000"},
		{"selfplay.simulations=8\n  workers: 1", "more than one line"},
		{"selfplay.simulations={a: 1}", "a section stands where a whole number"},
		{"evaluation.players=[a", "--set: evaluation.players: "},
		{"rules.board=7", "--set: rules.board: "},
	} {
		c := Default()
		err := c.Set(tt.set)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want in it %s", tt.set, err, tt.want)
		}
		if !reflect.DeepEqual(c, Default()) {
			t.Errorf("%q changed the configuration", tt.set)
		}
	}
}

func TestLoadConfigNames(t *testing.T) {
	if _, err := LoadConfig("quik"); err == nil || !strings.Contains(err.Error(), strings.Join(configs.Names(), ", ")) {
		t.Errorf("unknown name: %v", err)
	}
	if _, err := LoadConfig("./none.yaml"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	c, err := LoadConfig("tiny", "run.seed=5", "run.iterations = 3")
	if err != nil || c.Run.Seed != 5 || c.Run.Iterations != 3 {
		t.Errorf("assignments: %+v, %v", c.Run, err)
	}
}

// Whatever the text, decoding answers with an error or with a valid
// configuration that survives being written and read.
func FuzzConfig(f *testing.F) {
	for _, s := range []string{"run: {seed: 1}", "rules:\n  board: 4\n", "a: &b\n  - ? c\n", "---\n...\n---", "run:\n  seed: 0x1F", "evaluation: {players: [a, 'b: c', \"\"]}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := Default()
		if c.apply("fuzz", text) != nil {
			if !reflect.DeepEqual(c, Default()) {
				t.Fatal("a refused text changed the configuration")
			}
			return
		}
		d := Default()
		if err := d.apply("again", string(c.YAML())); err != nil {
			t.Fatalf("written and refused: %v\n%s", err, c.YAML())
		}
		if len(c.Diff(d)) != 0 {
			t.Fatalf("written and read differently: %v", c.Diff(d))
		}
	})
}

func TestAConfigurationHasABound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.yaml")
	if err := os.WriteFile(path, bytes.Repeat([]byte("# and so on\n"), 100_000), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadConfig(path); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("got %v", err)
	}
}
