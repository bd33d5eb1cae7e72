package arena

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestShortNames(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{"random net:64@some/long/path.safetensors", "random net:64@path"},
		{"net:64@a/x.safetensors policy@a/x.safetensors", "net:64@x policy@x"},
		{"net:64@a/x.safetensors policy@b/x.safetensors net:2@y.safetensors", "net:64@a/x policy@b/x net:2@y"},
		{"net:1s@r/a/x.safetensors net:1s@s/a/x.safetensors net:1s@s/b/x.safetensors", "net:1s@r/a/x net:1s@s/a/x net:1s@b/x"},
		{"net:8@x net:8@x.safetensors net:8@a/x.safetensors", "net:8@x net:8@x.safetensors net:8@a/x"},
		{"net:8@runs/one/nets/x.safetensors net:8@two/x", "net:8@one/x net:8@two/x"},
		{"net:8@one/x net:8@/runs/y.safetensors", "net:8@one/x net:8@y"}, // the first is named by its run already
		{"net:8@/x.safetensors net:8@a/x.safetensors", "net:8@/x net:8@a/x"},
		{"gtp:engine:me@home/x.safetensors nboard:a@b/x.safetensors", "gtp:engine:me@home/x.safetensors nboard:a@b/x.safetensors"},
	} {
		names := strings.Fields(c.names)
		short := shortNames(names)
		var got []string
		for _, n := range names {
			got = append(got, short[n])
		}
		if want := strings.Fields(c.want); !reflect.DeepEqual(got, want) {
			t.Errorf("%v become %v, want %v", names, got, want)
		}
	}
}

// TestTablesHaveShortNames looks at all that a table says of a player.
func TestTablesHaveShortNames(t *testing.T) {
	const file = "checkpoints/quick-001/nets/old.safetensors"
	r := Result{
		Player: "net:8@new", Opponent: "net:8@" + file, Openings: 2, Pairs: 1, Times: &Times{},
		Faults: []Fault{{Player: "net:8@" + file, Reason: "no answer"}},
	}
	var b bytes.Buffer
	if err := WriteTable(&b, []Result{r}); err != nil {
		t.Fatal(err)
	}
	if err := WriteRanks(&b, []Ranked{{Player: r.Player}, {Player: r.Opponent}}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "net:8@old"); n != 6 || strings.Contains(b.String(), "quick") {
		t.Errorf("%d short names in\n%s", n, b.String())
	}
	if r.Opponent != fmt.Sprint("net:8@", file) || r.Faults[0].Player != r.Opponent {
		t.Errorf("the result has changed: %+v", r)
	}
}
