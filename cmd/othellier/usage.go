package main

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"othellier/train"
)

// usageError is a fault of the command line that the parser cannot see.
type usageError struct{ error }

// isUsage says whether err is a fault of the command line, which an assignment
// of --set is part of.
func isUsage(err error) bool {
	var config *train.ConfigError
	return errors.As(err, new(usageError)) || errors.As(err, &config) && config.File == "--set"
}

// checkGiven refuses flags and arguments that are given but empty, such as those
// of a script whose variable is not set: they would count as not given.
func checkGiven(verb *kong.Context) error {
	for _, p := range verb.Path {
		var v *kong.Value
		switch {
		case p.Flag != nil:
			v = p.Flag.Value
		case p.Positional != nil:
			v = p.Positional
		default:
			continue
		}
		if s, ok := v.Target.Addr().Interface().(*simulations); ok {
			s.given = true
		}
		if empty(v.Target) {
			return fmt.Errorf("%s: the value is empty", v.ShortSummary())
		}
	}
	return nil
}

// negative is a number that the parser would take for flags of one letter.
var negative = regexp.MustCompile(`^-\.?[0-9]`)

// joined puts negative numbers behind flags where the parser sees that they are
// the values, --elo0=-5.
func joined(args []string) []string {
	var out []string
	for i, arg := range args {
		if arg == "--" {
			return append(out, args[i:]...)
		}
		if last := len(out) - 1; last >= 0 && negative.MatchString(arg) && strings.HasPrefix(out[last], "--") && !strings.Contains(out[last], "=") {
			out[last] += "=" + arg
			continue
		}
		out = append(out, arg)
	}
	return out
}

// plainly are the parser's words for what a flag takes, and those that people use.
var plainly = []struct {
	parser *regexp.Regexp
	people string
}{
	{regexp.MustCompile(`expected a valid \d+ bit uint but got ("[^"]*")`), "expected a whole number, 0 or more, and not $1"},
	{regexp.MustCompile(`expected a valid \d+ bit int but got ("[^"]*")`), "expected a whole number, and not $1"},
	{regexp.MustCompile(`expected a float but got ("[^"]*") \(string\)`), "expected a number, and not $1"},
	{regexp.MustCompile(`expected duration but got ("[^"]*"): .*`), "expected a time such as 30s or 1m30s, and not $1"},
	{regexp.MustCompile(`expected \S+ value but got "EOL" \(<EOL>\)`), "the value is missing"},
}

// inWords says in plain words what the parser says of a command line.
func inWords(err error) error {
	text := err.Error()
	for _, p := range plainly {
		text = p.parser.ReplaceAllString(text, p.people)
	}
	return errors.New(text)
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String:
		return v.Len() == 0
	case reflect.Slice:
		for i := range v.Len() {
			if empty(v.Index(i)) {
				return true
			}
		}
		return v.Len() == 0
	}
	return false
}

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }
