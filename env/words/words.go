// Package words puts numbers and errors the way people are told of them.
//
//	words.Count(1, "game") // 1 game
//	words.Count(2, "match") // 2 matches
//	words.Error(fmt.Errorf("env: position: %w", err)) // without "env: "
//	words.Join(first, second) // once, if both are the same
package words

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
)

// integer is what can be counted with.
type integer interface {
	int | int64 | byte | uint32 | uint64
}

// Count returns a number with its noun, which is given for one.
func Count[N integer](n N, noun string) string {
	return strconv.FormatInt(int64(n), 10) + " " + Noun(n, noun)
}

// Noun returns a noun, which is given for one, as it stands behind the number n. It
// knows the nouns of games: plurals in -s, -es and -ies.
func Noun[N integer](n N, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "ch"):
		return noun + "es"
	case strings.HasSuffix(noun, "ply"):
		return strings.TrimSuffix(noun, "y") + "ies"
	}
	return noun + "s"
}

// packages are those whose errors begin with the package's name, as Go programs
// like it and nobody else does.
const packages = "env|record|mcts|clock|endgame|model|kernel|train|arena|report|study"

// prefixes finds those names where the text of an error begins in that of another.
var prefixes = regexp.MustCompile(`(?m)(^|[:;,] |[("])(?:(?:` + packages + `): )+`)

// Error returns the text of an error without the names of packages in it.
func Error(err error) string { return prefixes.ReplaceAllString(err.Error(), "$1") }

// Join is [errors.Join] without what is said already: an error that another one
// wraps, or has the text of. Several workers are stopped by one interrupt, and a
// file that cannot be written to fails again when it is closed.
func Join(errs ...error) error {
	var told []error
	for i, err := range errs {
		said := err == nil
		for j, other := range errs {
			switch {
			case said || other == nil || j == i:
			case other.Error() == err.Error():
				said = j < i
			default:
				said = errors.Is(other, err)
			}
		}
		if !said {
			told = append(told, err)
		}
	}
	return errors.Join(told...)
}
