package train

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"

	"othellier/configs"
)

// LoadConfig reads a configuration: the defaults, changed by an embedded file
// (quick, tiny, small-board) or by a YAML file on disk, changed by assignments
// as [Config.Set] takes them. A name without a path separator or an ending is an
// embedded one. Errors are *[ConfigError], or those of reading the file.
func LoadConfig(nameOrPath string, sets ...string) (Config, error) {
	c := Default()
	text, err := configText(nameOrPath)
	if err != nil {
		return c, err
	}
	c.Name = strings.TrimSuffix(filepath.Base(nameOrPath), filepath.Ext(nameOrPath))
	if err := c.apply(nameOrPath, text); err != nil {
		return c, err
	}
	return c, c.SetAll(sets)
}

// maxConfig is far more bytes than any configuration has.
const maxConfig = 1 << 20

func configText(nameOrPath string) (string, error) {
	if nameOrPath == "" {
		return "", errors.New("train: config: no name and no path given")
	}
	if filepath.Ext(nameOrPath) == "" && !strings.ContainsAny(nameOrPath, `/\`) {
		b, err := fs.ReadFile(configs.Files, nameOrPath+".yaml")
		if err != nil {
			return "", fmt.Errorf("train: config: no configuration is called %q; there are %s, or give the path of a file such as ./my.yaml", nameOrPath, strings.Join(configs.Names(), ", "))
		}
		return string(b), nil
	}
	f, err := os.Open(nameOrPath)
	if err != nil {
		return "", fmt.Errorf("train: config: %w", err)
	}
	defer f.Close()                                      // nothing was written
	b, err := io.ReadAll(io.LimitReader(f, maxConfig+1)) // a pipe is welcome, /dev/zero is not
	if err == nil && len(b) > maxConfig {
		err = fmt.Errorf("%s is longer than %d bytes: it is no configuration", nameOrPath, maxConfig)
	}
	if err != nil {
		return "", fmt.Errorf("train: config: %w", err)
	}
	return strings.TrimPrefix(string(b), "\ufeff"), nil // the mark that some editors put first
}

// apply reads YAML over c and checks the outcome; at an error c is unchanged.
func (c *Config) apply(file, text string) error {
	next := *c
	d := &decoder{file: file, source: text}
	if err := d.decode(&next); err != nil {
		return err
	}
	if err := next.Validate(); err != nil {
		var e *ConfigError
		if errors.As(err, &e) {
			e.File = file
			e.at(d.places[e.Key], text)
		}
		return err
	}
	*c = next
	return nil
}

// Set makes one assignment such as "selfplay.simulations=64". The value is read
// as YAML, under the same rules as a file's. At an error c is unchanged.
func (c *Config) Set(assignment string) error { return c.SetAll([]string{assignment}) }

// SetAll makes several assignments, each on its own a [Config.Set], and checks
// the outcome once, so that values that bound each other can change together.
func (c *Config) SetAll(assignments []string) error {
	next := *c
	for _, a := range assignments {
		if err := next.assign(a); err != nil {
			return err
		}
	}
	if err := next.Validate(); err != nil {
		var e *ConfigError
		if len(assignments) > 0 && errors.As(err, &e) {
			e.File = "--set"
		}
		return err
	}
	*c = next
	return nil
}

// assign reads one assignment without checking ranges.
func (c *Config) assign(assignment string) error {
	key, value, ok := strings.Cut(assignment, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	fail := func(format string, a ...any) error {
		return &ConfigError{File: "--set", Key: key, Problem: fmt.Sprintf(format, a...)}
	}
	if !ok || key == "" {
		return &ConfigError{File: "--set", Problem: fmt.Sprintf("\"%s\" is not an assignment such as selfplay.simulations=64", legible(assignment, wideValue))}
	}
	if strings.ContainsAny(value, "\n\r") {
		return fail("the value has more than one line")
	}
	v := reflect.ValueOf(c).Elem()
	text := ""
	for i, name := range strings.Split(key, ".") {
		field, ok := reflect.Value{}, false
		if v.Kind() == reflect.Struct && isSection(v.Type()) {
			field, ok = fieldByKey(v, name)
		}
		if !ok {
			return fail("there is no such key%s", didYouMean(key))
		}
		if v = field; i > 0 {
			text += "\n"
		}
		text += strings.Repeat(" ", 2*i) + name + ":"
	}
	if isSection(v.Type()) {
		return fail("this is a section; assign to one of its keys: %s", strings.Join(keysOf(v.Type()), ", "))
	}
	d := &decoder{file: "--set", source: text + " " + value}
	err := d.decode(c)
	var e *ConfigError
	if errors.As(err, &e) { // places in the text made here would tell nobody anything
		e.Line, e.Column, e.Excerpt = 0, 0, ""
		if e.Key == "" {
			e.Key = key
		}
	}
	return err
}

// YAML returns every value as a file that [LoadConfig] reads.
func (c Config) YAML() []byte {
	b, err := yaml.MarshalWithOptions(c, yaml.Indent(2))
	if err != nil { // a Config that passed Validate has no value that cannot be written
		panic(err)
	}
	return b
}

// Hash returns twelve hexadecimal digits that tell configurations apart which
// can end in different networks: the number of workers, for one, is not in it.
func (c Config) Hash() string {
	h := sha256.New()
	walk(reflect.ValueOf(c), "", func(key string, field reflect.StructField, v reflect.Value) {
		if field.Tag.Get("outcome") != "none" {
			fmt.Fprintf(h, "%s=%v\n", key, v.Interface())
		}
	})
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// Change is a value that two configurations do not share.
type Change struct{ Key, From, To string }

// String returns "selfplay.simulations: 64 → 100".
func (c Change) String() string { return c.Key + ": " + c.From + " → " + c.To }

// Diff returns what has to change in c to make it d, in the order of the keys.
func (c Config) Diff(d Config) []Change {
	values := func(c Config) (texts []string) {
		walk(reflect.ValueOf(c), "", func(_ string, _ reflect.StructField, v reflect.Value) {
			texts = append(texts, fmt.Sprint(v.Interface()))
		})
		return
	}
	var changes []Change
	from, to := values(c), values(d)
	for i, key := range Keys() {
		if from[i] != to[i] {
			changes = append(changes, Change{key, from[i], to[i]})
		}
	}
	return changes
}
