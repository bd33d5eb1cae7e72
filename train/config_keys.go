package train

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"
)

// Keys returns the dotted keys of [Config] in the order of its fields.
func Keys() []string {
	var keys []string
	walk(reflect.ValueOf(Config{}), "", func(key string, _ reflect.StructField, _ reflect.Value) {
		keys = append(keys, key)
	})
	return keys
}

// walk calls f for every value below the struct v.
func walk(v reflect.Value, prefix string, f func(key string, field reflect.StructField, v reflect.Value)) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name := keyOf(field)
		switch {
		case name == "":
		case isSection(field.Type):
			walk(v.Field(i), join(prefix, name), f)
		default:
			f(join(prefix, name), field, v.Field(i))
		}
	}
}

// keyOf returns the name of a field in YAML: its yaml tag, else its json tag;
// empty where it has none.
func keyOf(f reflect.StructField) string {
	tag := f.Tag.Get("yaml")
	if tag == "" {
		tag = f.Tag.Get("json")
	}
	name, _, _ := strings.Cut(tag, ",")
	if name == "-" {
		return ""
	}
	return name
}

func keysOf(t reflect.Type) []string {
	var keys []string
	for i := range t.NumField() {
		if k := keyOf(t.Field(i)); k != "" {
			keys = append(keys, k)
		}
	}
	return keys
}

func fieldByKey(v reflect.Value, name string) (reflect.Value, bool) {
	for i := range v.NumField() {
		if name != "" && keyOf(v.Type().Field(i)) == name {
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

var textType = reflect.TypeFor[encoding.TextUnmarshaler]()

func isSection(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && !reflect.PointerTo(t).Implements(textType)
}

func join(prefix, name string) string {
	if prefix == "" {
		return name
	}
	return prefix + "." + name
}

// allKeys is the end of a sentence about a key that resembles none.
const allKeys = "; every key is explained in configs/quick.yaml"

// didYouMean returns the nearest key to a misspelt one as an end of a sentence;
// where nothing is near, where all of them are explained.
func didYouMean(key string) string {
	if len(key) > wideValue { // no slip of the hand
		return allKeys
	}
	best, at := 1+len(key)/3, ""
	for _, k := range Keys() {
		section, last, _ := strings.Cut(k, ".")
		for _, candidate := range []string{k, section, last} {
			if d := distance(key, candidate); d < best {
				best, at = d, k
				if candidate == section {
					at = section
				}
			}
		}
		// A right key in a wrong section is the commonest slip.
		if _, name, ok := strings.Cut(key, "."); ok && name == last && best > 0 {
			best, at = 0, k
		}
	}
	if at == "" {
		return allKeys
	}
	return fmt.Sprintf("; did you mean %s?", at)
}

// distance is Levenshtein's: insertions, deletions and replacements.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			next := diagonal
			if a[i-1] != b[j-1] {
				next = 1 + min(diagonal, row[j], row[j-1])
			}
			diagonal, row[j] = row[j], next
		}
	}
	return row[len(b)]
}
