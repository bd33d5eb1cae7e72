package arena

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"othellier/env"
)

func TestLeague(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "league.json")
	terms := Terms{Rules: env.Rules{Board: env.Board6}, Openings: 4, Seed: 2, Search: "none"}
	open := func(path string) *League {
		t.Helper()
		l, err := OpenLeague(path, terms)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	shut := func(l *League) {
		t.Helper()
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var entrants []Entrant
	for _, spec := range []string{"random", "positional", "alphabeta:2"} {
		entrants = append(entrants, parse(t, spec, terms.Rules))
	}
	pairings := RoundRobin(entrants)
	if len(pairings) != 3 {
		t.Fatalf("%d pairings", len(pairings))
	}
	// Without an interrupt.
	whole := open("")
	want, err := whole.Play(ctx, pairings, 0, nil)
	if err != nil || len(want) != 3 {
		t.Fatal(want, err)
	}
	// Interrupted after each match, and opened again each time.
	var got []Result
	for starts := 1; ; starts++ {
		l := open(path)
		if err := l.Enter("positional", "it"); err != nil {
			t.Fatal(err)
		}
		cut, cancel := context.WithCancel(ctx)
		got, err = l.Play(cut, pairings, 0, func(_ Result, fresh bool) {
			if fresh {
				cancel()
			}
		})
		cancel()
		shut(l)
		if err == nil {
			if starts != 3 {
				t.Errorf("%d starts, want 3", starts)
			}
			break
		}
		if starts == 3 {
			t.Fatal(err)
		}
	}
	for i := range want {
		want[i].Games = nil
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("with interrupts:\n%+v\nwithout:\n%+v", got, want)
	}
	l := open(path)
	ranked, err := l.Rank(Ratings{"random": 0})
	if err != nil || len(ranked) != 3 || ranked[2].Player != "random" {
		t.Errorf("%+v, %v", ranked, err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenLeague(path, terms); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s is in use by process %d", path, os.Getpid())) {
		t.Errorf("opened twice: %v", err)
	}
	shut(l)
	if l = open(path); l.write() != nil || !reflect.DeepEqual(l.file.Ratings, ranked) {
		t.Errorf("ratings were read as %+v, want %+v", l.file.Ratings, ranked)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("read and written again, the file is different: %v", err)
	}

	if err := l.Enter("positional", "something else"); err == nil {
		t.Error("another player under the same name is accepted")
	}
	shut(l)
	other := terms
	other.Seed++
	if _, err := OpenLeague(path, other); err == nil {
		t.Error("other terms are accepted")
	}
	if err := os.WriteFile(path, []byte("[1, 2]"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenLeague(path, terms); err == nil {
		t.Error("another file is accepted as a league")
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("beside the file are left %v, %v", left, err)
	}
}
