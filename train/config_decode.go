package train

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// ConfigError says which value of a configuration is wrong and what would be
// right.
type ConfigError struct {
	File    string // file, embedded name or "--set"; empty for a Config built in code
	Line    int    // 1-based; 0 = unknown
	Column  int    // 1-based, of the key or the value at fault
	Key     string // dotted, such as selfplay.simulations; empty where the text is no YAML
	Problem string // what is wrong and what is allowed
	Excerpt string // the line with a caret below it; empty where Line is 0
}

// Error returns file, place, key and problem on one line, and the excerpt below.
func (e *ConfigError) Error() string {
	var b strings.Builder
	b.WriteString("train: config: ")
	if e.File != "" {
		b.WriteString(e.File)
		if e.Line > 0 {
			fmt.Fprintf(&b, ":%d:%d", e.Line, e.Column)
		}
		b.WriteString(": ")
	}
	if e.Key != "" {
		b.WriteString(legible(e.Key, wideValue) + ": ")
	}
	b.WriteString(e.Problem)
	if e.Excerpt != "" {
		b.WriteString("\n" + e.Excerpt)
	}
	return b.String()
}

// at points e at a token of the source text.
func (e *ConfigError) at(t *token.Token, source string) *ConfigError {
	if t == nil || t.Position == nil || t.Position.Line < 1 {
		return e
	}
	e.Line, e.Column = t.Position.Line, max(t.Position.Column, 1)
	lines := strings.Split(source, "\n")
	if e.Line > len(lines) {
		return e
	}
	e.Excerpt = excerpt(strings.TrimSuffix(lines[e.Line-1], "\r"), e.Line, e.Column)
	return e
}

// adviceQuick is for whoever wants the defaults.
const adviceQuick = "; to train with the defaults name the configuration quick"

// decoder reads one YAML document into a Config, strictly: what the library
// would let pass (a value left out, a fraction for a whole number, a second
// document) is an error here, since each would silently train something else.
type decoder struct {
	file, source string
	places       map[string]*token.Token // of the values read, by key
}

func (d *decoder) fail(key string, t *token.Token, format string, a ...any) error {
	e := &ConfigError{File: d.file, Key: key, Problem: fmt.Sprintf(format, a...)}
	return e.at(t, d.source)
}

// decode changes in c what the source names, and nothing else.
func (d *decoder) decode(c *Config) error {
	d.places = map[string]*token.Token{}
	if valid := strings.ToValidUTF8(d.source, "\x00"); valid != d.source {
		at := 0
		for d.source[at] == valid[at] {
			at++
		}
		before := d.source[:at]
		line, column := strings.Count(before, "\n")+1, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])+1
		return d.fail("", &token.Token{Position: &token.Position{Line: line, Column: column}},
			"the byte %02x here is none of UTF-8: save the file as UTF-8, without which it is no YAML", d.source[at])
	}
	f, err := parser.ParseBytes([]byte(d.source), 0)
	if err != nil {
		var y yaml.Error
		if errors.As(err, &y) {
			return d.fail("", y.GetToken(), "%s", legible(y.GetMessage(), wideText))
		}
		return d.fail("", nil, "%s", legible(err.Error(), wideText))
	}
	if len(f.Docs) > 1 {
		return d.fail("", f.Docs[1].Start, "a second document begins here; a configuration is one document")
	}
	if len(f.Docs) == 0 || f.Docs[0].Body == nil || f.Docs[0].Body.Type() == ast.NullType {
		return d.fail("", nil, "there are no values in it%s", adviceQuick)
	}
	return d.mapping(f.Docs[0].Body, "", reflect.ValueOf(c).Elem())
}

// mapping reads a YAML mapping into the struct v, whose key is prefix.
func (d *decoder) mapping(n ast.Node, prefix string, v reflect.Value) error {
	m, ok := n.(ast.MapNode)
	if !ok || n.Type() != ast.MappingType && n.Type() != ast.MappingValueType {
		return d.fail(prefix, n.GetToken(), "%s stands where a section is expected, with keys %s", kind(n), strings.Join(keysOf(v.Type()), ", "))
	}
	for it := m.MapRange(); it.Next(); {
		name := it.Key().GetToken().Value
		key := join(prefix, name)
		field, ok := fieldByKey(v, name)
		if !ok {
			return d.fail(key, it.Key().GetToken(), "there is no such key%s", didYouMean(key))
		}
		value := it.Value()
		d.places[key] = value.GetToken()
		if isSection(field.Type()) {
			if value.Type() == ast.NullType {
				return d.fail(key, it.Key().GetToken(), "this section is empty; give it keys or take it out")
			}
			if err := d.mapping(value, key, field); err != nil {
				return err
			}
			continue
		}
		if err := d.leaf(value, key, field); err != nil {
			return err
		}
	}
	return nil
}

// leaf reads one value.
func (d *decoder) leaf(n ast.Node, key string, v reflect.Value) error {
	want, ok := "", false
	switch v.Kind() {
	case reflect.Slice:
		want, ok = "a list such as [a, b]", isNames(n)
	case reflect.Bool:
		want, ok = "true or false", n.Type() == ast.BoolType
	case reflect.Float64:
		want = "a number"
		switch n.Type() {
		case ast.IntegerType, ast.FloatType, ast.NanType, ast.InfinityType:
			ok = true
		case ast.StringType: // the library takes 5e-05, a number of YAML 1.2, for a word
			x, err := strconv.ParseFloat(n.GetToken().Value, 64)
			if err == nil && n.GetToken().Type == token.StringType {
				v.SetFloat(x)
				return nil
			}
		}
	case reflect.Int, reflect.Uint64:
		want, ok = "a whole number", n.Type() == ast.IntegerType
	default:
		want, ok = "one word", n.Type() == ast.StringType || n.Type() == ast.IntegerType
	}
	switch {
	case n.Type() == ast.NullType:
		return d.fail(key, n.GetToken(), "it has no value; give it one (%s) or take it out", want)
	case !ok:
		return d.fail(key, n.GetToken(), "%s stands where %s is expected", kind(n), want)
	}
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if err := u.UnmarshalText([]byte(n.GetToken().Value)); err != nil {
			return d.fail(key, n.GetToken(), "%s", legible(strings.TrimPrefix(err.Error(), "env: "), wideText))
		}
		return nil
	}
	if err := yaml.NodeToValue(n, v.Addr().Interface(), yaml.Strict()); err != nil {
		var y yaml.Error
		if errors.As(err, &y) {
			return d.fail(key, y.GetToken(), "%s stands where %s is expected", legible(y.GetToken().Value, wideValue), want)
		}
		return d.fail(key, n.GetToken(), "%s", legible(err.Error(), wideText))
	}
	return nil
}

// isNames says whether n is a list of words.
func isNames(n ast.Node) bool {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return false
	}
	for _, v := range list.Values {
		if v.Type() != ast.StringType {
			return false
		}
	}
	return true
}

// kind names a node in an error.
func kind(n ast.Node) string {
	switch n.Type() {
	case ast.MappingType, ast.MappingValueType:
		return "a section"
	case ast.SequenceType:
		return "a list"
	case ast.AnchorType, ast.AliasType, ast.TagType, ast.MergeKeyType:
		return "an anchor, alias or tag (none is used in a configuration)"
	}
	return legible(n.GetToken().Value, wideValue)
}
