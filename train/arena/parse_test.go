package arena

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, spec := range []string{"random", " greedy\n", "positional", "alphabeta:1", "alphabeta:20", "mcts:1000000", "solver", "solver:12"} {
		e, err := Parse(spec, Options{})
		if err != nil {
			t.Errorf("%q: %v", spec, err)
			continue
		}
		p, err := e.New()
		if err != nil || p.Name() != strings.TrimSpace(spec) || e.Name != p.Name() {
			t.Errorf("%q: %q, %q, %v", spec, e.Name, p.Name(), err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ spec, want string }{
		{"", "expected one of random, greedy, positional, mcts:N, alphabeta:N, solver[:N], policy[@FILE], net:N|TIME[@FILE], gtp:COMMAND, nboard[:N]:COMMAND"},
		{"edax", `player "edax" is unknown`},
		{"Random", `player "Random" is unknown`},
		{"random:3", "expected the form random"},
		{"greedy:", "expected the form greedy"},
		{"alphabeta", "expected the form alphabeta:N"},
		{"alphabeta:", `"" is not a number from 1 to 20`},
		{"alphabeta:0", `"0" is not a number from 1 to 20`},
		{"alphabeta:21", `"21" is not a number from 1 to 20`},
		{"alphabeta:4@net.safetensors", "expected the form alphabeta:N"},
		{"mcts:-5", `"-5" is not a number from 1 to 1000000`},
		{"mcts:10x", `"10x" is not a number`},
		{"solver:", `"" is not a number`},
		{"net", "expected the form net:N|TIME[@FILE]"},
		{"net:1@", "expected the form net:N|TIME[@FILE]"},
		{"net:1", "there is no network: name a checkpoint after @"},
		{"net:0@x", `"0" is not a number from 1 to 1000000`},
		{"net:99999999999999999999", "is not a number from 1 to 1000000"},
		{"net:1x", `"1x" is not a number from 1 to 1000000`},
		{"net:", `"" is not a number`},
		{"net:0s", `"0s" is not a time from 1ms to 1h`},
		{"net:-1s", `"-1s" is not a time from 1ms to 1h`},
		{"net:1h1s", `"1h1s" is not a time from 1ms to 1h`},
		{"net:1s", "there is no network: name a checkpoint after @"},
		{"net:200:1s", "there is no network: name a checkpoint after @"},
		{"net:200:", `"" is neither a time nor the word clock`},
		{"net:200:50", `"50" is neither a time nor the word clock`},
		{"net:200:0s", `"0s" is not a time from 1ms to 1h`},
		{"net::1s", `"" is not a number from 1 to 1000000`},
		{"net:1s:200", `"200" is neither a time nor the word clock`},
		{"net:200:c_puct=0.8", "there is no network: name a checkpoint after @"},
		{"net:200:c_puct=x", `c_puct=x: "x" is not a number`},
		{"net:200:c_puct=0@x", "c_puct=0: mcts: CPuct is 0"},
		{"net:200:fpu=2", "fpu=2: mcts: FPU is 2"},
		{"net:200:wipeout_plies=8", `"8" is not a number from 0 to 7`},
		{"net:200:turned=maybe", `"maybe" is neither true nor false`},
		{"net:200:cpuct=1", "cpuct=1: unknown: expected one of c_puct, fpu, "},
		{"net:c_puct=1", `"" is not a number from 1 to 1000000`},
		{"mcts:200:c_puct=1", `"200:c_puct=1" is not a number`},
		{"net:clock@", "expected the form net:N|TIME[@FILE]"},
		{"mcts:1s", `"1s" is not a number from 1 to 1000000`},
		{"policy:1", "expected the form policy[@FILE]"},
		{"policy@absent.safetensors", "absent.safetensors"},
	} {
		_, err := Parse(c.spec, Options{})
		if err == nil || !strings.HasPrefix(err.Error(), "arena: player ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.spec, err, c.want)
		}
	}
}
