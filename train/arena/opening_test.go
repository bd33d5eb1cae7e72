package arena

import (
	"reflect"
	"strings"
	"testing"

	"othellier/env"
)

func TestOpenings(t *testing.T) {
	for _, r := range variants {
		for _, count := range []int{1, 30, 200} {
			list, err := Openings(r, 0, count, 5)
			if err != nil {
				t.Fatalf("%v: %v", r, err)
			}
			if len(list) != count {
				t.Fatalf("%v: %d openings, want %d", r, len(list), count)
			}
			seen := make(map[env.Position]int)
			for i, o := range list {
				p := r.Initial()
				for _, m := range o.Moves {
					if p, err = r.Play(p, m); err != nil {
						t.Fatal(err)
					}
				}
				if p != o.Position || len(o.Moves) != len(list[0].Moves) {
					t.Errorf("%v: opening %d: %v leads to %v, not %v", r, i, o.Moves, p, o.Position)
				}
				if r.Over(p) {
					t.Errorf("%v: opening %d is a finished game", r, i)
				}
				for s := range env.Symmetry(env.Symmetries) {
					if j, ok := seen[s.Position(p)]; ok {
						t.Errorf("%v: openings %d and %d are alike", r, i, j)
					}
				}
				seen[p] = i
			}
			again, _ := Openings(r, 0, count, 5)
			if !reflect.DeepEqual(again, list) {
				t.Errorf("%v: the same arguments gave other openings", r)
			}
			other, _ := Openings(r, 0, count, 6)
			if count == 200 && reflect.DeepEqual(other, list) {
				t.Errorf("%v: another seed gave the same openings", r)
			}
		}
	}
}

func TestOpeningsPlies(t *testing.T) {
	for _, c := range []struct {
		rules       env.Rules
		count, want int
	}{
		{env.Rules{}, 100, 8},
		{env.Rules{Board: env.Board6}, 100, 6},
		{env.Rules{Board: env.Board4}, 31, 4},  // all there are
		{env.Rules{Board: env.Board4}, 32, 5},  // one more than there are of 4 plies
		{env.Rules{Board: env.Board4}, 100, 6}, // 95 there are of 5
		{env.Rules{Start: env.StartFree}, 10, 12},
	} {
		list, err := Openings(c.rules, 0, c.count, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(list[0].Moves); got != c.want {
			t.Errorf("%v, %d openings: %d plies, want %d", c.rules, c.count, got, c.want)
		}
	}
	// A longer list begins with the shorter one.
	short, _ := Openings(env.Rules{}, 8, 10, 1)
	long, _ := Openings(env.Rules{}, 8, 50, 1)
	if !reflect.DeepEqual(short, long[:10]) {
		t.Error("the first openings depend on how many are drawn")
	}
}

func TestOpeningsErrors(t *testing.T) {
	for _, c := range []struct {
		rules        env.Rules
		plies, count int
		want         string
	}{
		{env.Rules{}, 8, 0, "0 asked for"},
		{env.Rules{}, 1, 2, "found 1 of 1 ply where 2 were asked for"},
		{env.Rules{Board: env.Board4}, 0, 5000, "too few distinct openings"},
		{env.Rules{Board: env.Board4}, 99, 1, "found 0 of 99 plies"},
		{env.Rules{Board: 9}, 0, 1, "board"},
	} {
		_, err := Openings(c.rules, c.plies, c.count, 1)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one with %q", c, err, c.want)
		}
	}
}
