package arena

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"othellier/mcts"
)

// setting is a constant of the search that a specification may set.
type setting struct {
	key   string
	about string // its values
	set   func(*request, string) error
}

// settings have the names that the configuration of a run gives them.
var settings = []setting{
	{"c_puct", "exploration, more than 0 (0.8)", decimal(func(q *request) *float64 { return &q.Search.CPuct })},
	{"fpu", "what an unvisited move is valued below its parent, 0 to 1 (0.2)", decimal(func(q *request) *float64 { return &q.Search.FPU })},
	{"margin_weight", "how much it cares for discs beside the win, 0 to 1", decimal(func(q *request) *float64 { return &q.Search.MarginWeight })},
	{"wipeout_plies", "plies within which the loss of all discs is seen, 0 to 7 (3)", integer(7, func(q *request) *int { return &q.Search.WipeOutPlies })},
	{"solve", "empty squares from which on the search solves positions, 0 to 20", integer(20, func(q *request) *int { return &q.SolveEmpties })},
	{"solve_root", "empty squares from which on the position on the board is solved, 0 to 30", integer(30, func(q *request) *int { return &q.SolveRoot })},
	{"turned", "whether the network sees positions turned and mirrored (true)", func(q *request, value string) error {
		turned, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", value)
		}
		q.Straight = !turned
		return nil
	}},
}

// decimal sets a number whose range [mcts.Config.Validate] knows.
func decimal(field func(*request) *float64) func(*request, string) error {
	return func(q *request, value string) (err error) {
		if *field(q), err = strconv.ParseFloat(value, 64); err != nil {
			return fmt.Errorf("%q is not a number", value)
		}
		return nil
	}
}

func integer(most int, field func(*request) *int) func(*request, string) error {
	return func(q *request, value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > most {
			return fmt.Errorf("%q is not a number from 0 to %d", value, most)
		}
		*field(q) = n
		return nil
	}
}

// Settings lists the constants of the search that a specification of a searching
// network may set, such as net:200:c_puct=0.8:turned=false.
func Settings() []Spec {
	list := make([]Spec, len(settings))
	for i, s := range settings {
		list[i] = Spec{s.key, s.about}
	}
	return list
}

// settle makes the settings among the words after a colon, and returns the others.
func (q *request) settle(words string) (string, error) {
	var rest []string
	for _, word := range strings.Split(words, ":") {
		key, value, is := strings.Cut(word, "=")
		if !is {
			rest = append(rest, word)
			continue
		}
		if err := q.apply(key, value); err != nil {
			return "", fmt.Errorf("%s: %w", word, err)
		}
	}
	return strings.Join(rest, ":"), nil
}

// apply makes one setting.
func (q *request) apply(key, value string) error {
	if q.Search.CPuct == 0 {
		q.Search = mcts.Default()
	}
	var known []string
	for _, s := range settings {
		if s.key == key {
			return cmp.Or(s.set(q, value), q.Search.Validate())
		}
		known = append(known, s.key)
	}
	return fmt.Errorf("unknown: expected one of %s", strings.Join(known, ", "))
}
