package arena

import (
	"fmt"
	"strconv"
	"strings"

	"othellier/env"
)

// Spec describes one form of player.
type Spec struct {
	Form  string // as it is written: N a number, TIME a duration, FILE a checkpoint, COMMAND a program with its arguments, in brackets what may be left out
	About string
}

// form is a form of player that [Parse] knows.
type form struct {
	word    string
	number  number
	timed   bool // a time may stand in place of the number, or after it
	file    bool // a checkpoint may be named
	command bool // a command follows the word
	depth   bool // a number may stand before the command, which the player reads
	about   string
	entrant func(request) (Entrant, error)
}

// number says what number follows the word, after a colon: high is 0 when none
// may, and usual other than 0 when it may be left out.
type number struct{ low, high, usual int }

// request is a specification that has been read.
type request struct {
	name    string // the specification itself
	number  int
	pace    pace
	file    string
	command string
	Options
}

var forms = []form{
	{word: "random", about: "any legal move", entrant: classical(newRandom)},
	{word: "greedy", about: "most discs after the move", entrant: classical(newGreedy)},
	{word: "positional", about: "best sum of square weights after the move", entrant: classical(newPositional)},
	{word: "mcts", number: number{1, 1_000_000, 0}, about: "Monte Carlo tree search, N simulations of random moves each", entrant: classical(newRollouts)},
	{word: "alphabeta", number: number{1, 20, 0}, about: "search to depth N by mobility, corners and parity; exact in the last N moves", entrant: classical(newDepth)},
	{word: "solver", number: number{1, 20, 10}, about: "perfect in the last N moves (10) and throughout on the 4x4 board; positional before", entrant: classical(newSolver)},
	{word: "policy", file: true, about: "the network's first choice, without search", entrant: networkPolicy},
	{word: "net", number: number{1, 1_000_000, 0}, timed: true, file: true, about: "search with the network, N simulations or TIME a move (1s, 200ms), whichever ends first (net:200:1s), or by the match's clock (net:clock)", entrant: networkSearch},
	{word: "gtp", command: true, about: "the engine that COMMAND runs and that speaks the Go Text Protocol", entrant: externalGTP},
	{word: "nboard", command: true, depth: true, about: "the engine of the NBoard interface that COMMAND runs, with search depth N (12)", entrant: externalNBoard},
}

// classical makes entrants of a player that needs no network.
func classical(f func(string, env.Rules, int) Player) func(request) (Entrant, error) {
	return func(q request) (Entrant, error) {
		return Entrant{Name: q.name, New: func() (Player, error) { return f(q.name, q.Rules, q.number), nil }}, nil
	}
}

func (f form) String() string {
	s := f.word
	switch {
	case f.number.usual > 0:
		s += "[:N]"
	case f.timed:
		s += ":N|TIME"
	case f.number.high > 0:
		s += ":N"
	}
	if f.file {
		s += "[@FILE]"
	}
	if f.depth {
		s += "[:N]"
	}
	if f.command {
		s += ":COMMAND"
	}
	return s
}

// Specs lists the forms of player that [Parse] reads.
func Specs() []Spec {
	list := make([]Spec, len(forms))
	for i, f := range forms {
		list[i] = Spec{f.String(), f.about}
	}
	return list
}

// FileError is the error of a checkpoint or a program that a specification names:
// the specification itself is one.
type FileError struct{ Err error }

// Error is the text of the error of the file.
func (e *FileError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the file.
func (e *FileError) Unwrap() error { return e.Err }

// Parse makes an entrant of a specification such as "alphabeta:4", "net:200",
// "net:1s", "net:200:1s" (whichever ends first), "net:200@FILE" or
// "net:200:c_puct=0.8" (see [Settings]): see [Specs]. The entrant has the
// specification, without blanks around it, as its name. A checkpoint that is named
// is read at once, and a program looked for: their errors are a [*FileError].
func Parse(spec string, o Options) (Entrant, error) {
	q := request{name: strings.TrimSpace(spec), Options: o}
	head, file, named := strings.Cut(q.name, "@")
	word, digits, numbered := strings.Cut(head, ":")
	for _, f := range forms {
		if f.word != word {
			continue
		}
		fail := func(format string, a ...any) (Entrant, error) {
			return Entrant{}, fmt.Errorf("arena: player %q: %w", q.name, fmt.Errorf(format, a...))
		}
		if err := o.Rules.Validate(); err != nil {
			return fail("%w", err)
		}
		n := f.number
		q.number, q.file = n.usual, file
		switch {
		case f.command:
			if q.command, numbered = strings.CutPrefix(q.name, word+":"); !numbered {
				return fail("expected the form %v", f)
			}
		case named && (!f.file || file == ""), numbered && n.high == 0, !numbered && n.high > 0 && n.usual == 0:
			return fail("expected the form %v", f)
		case numbered:
			if err := q.quantity(f, digits); err != nil {
				return fail("%w", err)
			}
		}
		e, err := f.entrant(q)
		if err != nil {
			return fail("%w", err)
		}
		return e, nil
	}
	var known []string
	for _, f := range forms {
		known = append(known, f.String())
	}
	return Entrant{}, fmt.Errorf("arena: player %q is unknown: expected one of %s", q.name, strings.Join(known, ", "))
}

// quantity reads what follows a word: the number, or the time, or both.
func (q *request) quantity(f form, digits string) (err error) {
	if f.timed {
		if digits, err = q.settle(digits); err != nil {
			return err
		}
		number, time, both := strings.Cut(digits, ":")
		if !both {
			time = digits
		}
		var meant bool
		if q.pace, meant, err = parsePace(time); meant && !both || err != nil {
			return err
		}
		if both && !meant {
			return fmt.Errorf("%q is neither a time nor the word clock", time)
		}
		digits = number
	}
	n := f.number
	if q.number, err = strconv.Atoi(digits); err != nil || q.number < n.low || q.number > n.high {
		return fmt.Errorf("%q is not a number from %d to %d", digits, n.low, n.high)
	}
	return nil
}
