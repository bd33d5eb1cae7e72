package main

import (
	"errors"
	"fmt"
	"reflect"

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
