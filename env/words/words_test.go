package words

import (
	"errors"
	"fmt"
	"testing"
)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		n          int
		noun, want string
	}{
		{0, "game", "0 games"}, {1, "game", "1 game"}, {2, "game", "2 games"}, {11, "game", "11 games"},
		{1, "match", "1 match"}, {3, "match", "3 matches"}, {1, "ply", "1 ply"}, {8, "random ply", "8 random plies"}, {5, "key", "5 keys"},
	} {
		if got := Count(c.n, c.noun); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		if got := Count(int64(c.n), c.noun); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestError(t *testing.T) {
	inner := errors.New(`env: transcript: move 1: "env" is no square`)
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("clock: the game is over"), "the game is over"},
		{inner, `transcript: move 1: "env" is no square`},
		{fmt.Errorf("games.txt: game 2: %w", inner), `games.txt: game 2: transcript: move 1: "env" is no square`},
		{fmt.Errorf("study: record: %w", inner), `transcript: move 1: "env" is no square`},
		{fmt.Errorf("x (%w) and y (%w)", inner, errors.New("record: z")), `x (transcript: move 1: "env" is no square) and y (z)`},
		{errors.Join(errors.New("train: a"), errors.New("model: b")), "a\nb"},
		{errors.New("--clock: clock: \"soon\""), "--clock: \"soon\""},
		{errors.New("a model: large"), "a model: large"},
		{errors.New("open record: no such file"), "open record: no such file"},
		{errors.New("net:clock is a player"), "net:clock is a player"},
		{errors.New("environment: none"), "environment: none"},
	} {
		if got := Error(c.err); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestJoin(t *testing.T) {
	end := errors.New("interrupted")
	named := func() error { return fmt.Errorf("net: %w", end) }
	for _, c := range []struct {
		errs []error
		want string
	}{
		{[]error{end, nil, end}, "interrupted"},
		{[]error{end, named(), end}, "net: interrupted"},
		{[]error{named(), end, named()}, "net: interrupted"},
		{[]error{errors.New("a"), end, errors.New("b"), errors.New("a")}, "a\ninterrupted\nb"},
		{[]error{end, errors.Join(end)}, "interrupted"},
		{[]error{errors.Join(errors.New("a"), end), end}, "a\ninterrupted"},
	} {
		if got := Join(c.errs...); got == nil || got.Error() != c.want || !errors.Is(got, c.errs[0]) && c.errs[0] != nil {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if err := Join(nil, nil); err != nil || Join() != nil {
		t.Errorf("of nothing: %v", err)
	}
}
