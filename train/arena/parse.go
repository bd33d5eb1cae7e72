package arena

import (
	"fmt"
	"strconv"
	"strings"

	"othellier/env"
)

// Spec describes one form of player.
type Spec struct {
	Form  string // as written: "alphabeta:N"
	About string
}

// Options is what players are made of beside their specification.
type Options struct {
	Rules env.Rules
}

// kind is a form of player that [Parse] knows.
type kind struct {
	Spec
	number  numberRule
	low     int // of the number
	high    int
	usual   int // the number when it is left out
	players func(name string, n int, o Options) (func() (Player, error), error)
}

// numberRule says whether a form takes a number after a colon.
type numberRule uint8

const (
	numberNone numberRule = iota
	numberNeeded
	numberOptional
)

var kinds = []kind{
	{Spec: Spec{"random", "any legal move"}, players: plain(newRandom)},
	{Spec: Spec{"greedy", "most discs after the move"}, players: plain(newGreedy)},
	{Spec: Spec{"positional", "best sum of square weights after the move"}, players: plain(newPositional)},
	{
		Spec:   Spec{"alphabeta:N", "search to depth N (1 to 20) by mobility, corners and parity; exact in the last N moves"},
		number: numberNeeded, low: 1, high: 20, players: counted(newDepth),
	},
	{
		Spec:   Spec{"mcts:N", "Monte Carlo tree search with N simulations (1 to 1000000), each a game of random moves"},
		number: numberNeeded, low: 1, high: 1_000_000, players: counted(newRollouts),
	},
	{
		Spec:   Spec{"solver[:N]", "perfect in the last N moves (1 to 20, default 10) and throughout on the 4x4 board; positional before"},
		number: numberOptional, low: 1, high: 20, usual: 10, players: counted(newSolver),
	},
}

// plain and counted make kinds of the constructors without and with a number.
func plain(f func(string, env.Rules) Player) func(string, int, Options) (func() (Player, error), error) {
	return counted(func(name string, r env.Rules, _ int) Player { return f(name, r) })
}

func counted(f func(string, env.Rules, int) Player) func(string, int, Options) (func() (Player, error), error) {
	return func(name string, n int, o Options) (func() (Player, error), error) {
		return func() (Player, error) { return f(name, o.Rules, n), nil }, nil
	}
}

// Specs lists the forms of player that [Parse] reads, weakest first.
func Specs() []Spec {
	list := make([]Spec, len(kinds))
	for i, k := range kinds {
		list[i] = k.Spec
	}
	return list
}

// Parse makes an entrant of a specification such as "alphabeta:4": see [Specs].
// The entrant's name is the specification without blanks around it.
func Parse(spec string, o Options) (Entrant, error) {
	spec = strings.TrimSpace(spec)
	word, digits, colon := strings.Cut(spec, ":")
	for _, k := range kinds {
		name, _, _ := strings.Cut(strings.TrimSuffix(k.Form, "]"), ":")
		if word != strings.TrimSuffix(name, "[") {
			continue
		}
		n := k.usual
		switch {
		case !colon && k.number == numberNeeded:
			return Entrant{}, fmt.Errorf("arena: player %q: the number is missing: expected %s", spec, k.Form)
		case colon && k.number == numberNone:
			return Entrant{}, fmt.Errorf("arena: player %q: expected %s alone", spec, k.Form)
		case colon:
			var err error
			if n, err = strconv.Atoi(digits); err != nil || n < k.low || n > k.high {
				return Entrant{}, fmt.Errorf("arena: player %q: %q is not a number from %d to %d", spec, digits, k.low, k.high)
			}
		}
		players, err := k.players(spec, n, o)
		if err != nil {
			return Entrant{}, fmt.Errorf("arena: player %q: %w", spec, err)
		}
		return Entrant{spec, players}, nil
	}
	var forms []string
	for _, k := range kinds {
		forms = append(forms, k.Form)
	}
	return Entrant{}, fmt.Errorf("arena: player %q is unknown: expected one of %s", spec, strings.Join(forms, ", "))
}
