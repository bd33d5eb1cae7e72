package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"othellier/env"
)

// Meta is what a checkpoint says of its network beside the numbers.
type Meta struct {
	Rules  env.Rules         `json:"rules"`           // the game it has learned
	Step   int64             `json:"step"`            // learning steps taken
	Games  int64             `json:"games"`           // games it has learned from
	Config string            `json:"config"`          // hash of the configuration it was trained with
	Rating string            `json:"rating"`          // measured strength, for people
	Extra  map[string]string `json:"extra,omitempty"` // more of the kind, under names other than those of the format
}

// The two kinds of file and their version, which a reader must know.
const (
	kindWeights = "othellier-weights"
	kindTrainer = "othellier-trainer"
	version     = "1"
)

// reserved are the names of the format's own metadata.
var reserved = []string{digestKey, "format", "version", "spec", "rules", "step", "games", "config", "rating"}

// Write writes a network as a checkpoint. Weights that are not finite are
// refused.
func Write(out io.Writer, w *Weights, m Meta) error {
	if err := writeWeights(out, w, m); err != nil {
		return fmt.Errorf("model: write checkpoint: %w", err)
	}
	return nil
}

func writeWeights(out io.Writer, w *Weights, m Meta) error {
	if err := w.check(); err != nil {
		return err
	}
	metadata, err := m.encode(w.Spec)
	if err != nil {
		return err
	}
	return writeTensors(out, metadata, w.tensors)
}

// Save writes a checkpoint file. The path always holds a whole file, the old or
// the new one, even if the machine stops meanwhile.
func Save(path string, w *Weights, m Meta) error {
	err := writeFile(path, func(out io.Writer) error { return writeWeights(out, w, m) })
	if err != nil {
		return fmt.Errorf("model: save %s: %w", path, err)
	}
	return nil
}

// Read reads a checkpoint to its end. It refuses anything that is not one, whole
// and finite, and says what it expected and what it found.
func Read(in io.Reader) (*Weights, Meta, error) {
	w, m, err := readWeights(in)
	if err != nil {
		return nil, Meta{}, fmt.Errorf("model: read checkpoint: %w", err)
	}
	return w, m, nil
}

// Load reads a checkpoint file, which must be a regular file; see [Read].
func Load(path string) (*Weights, Meta, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, Meta{}, fmt.Errorf("model: load: %w", err)
	}
	defer f.Close()
	w, m, err := readWeights(f)
	switch {
	case errors.Is(err, errDamaged):
		return nil, Meta{}, fmt.Errorf("model: load %s: %w; put back a copy of it", path, err)
	case err != nil:
		return nil, Meta{}, fmt.Errorf("model: load %s: %w", path, err)
	}
	return w, m, nil
}

func readWeights(in io.Reader) (*Weights, Meta, error) {
	metadata, entries, err := readHeader(in)
	if err != nil {
		return nil, Meta{}, err
	}
	spec, err := decodeSpec(metadata, kindWeights)
	if err != nil {
		return nil, Meta{}, err
	}
	m, err := decodeMeta(metadata)
	if err != nil {
		return nil, Meta{}, err
	}
	// before any room is made for the numbers
	if err := match(entries, shapes(spec)); err != nil {
		return nil, Meta{}, err
	}
	w := zeroWeights(spec)
	if err := readNumbers(in, metadata[digestKey], entries, w.tensors); err != nil {
		return nil, Meta{}, err
	}
	return w, m, nil
}

// shapes returns the tensors of a network without numbers.
func shapes(s Spec) []Tensor {
	var ts []Tensor
	for _, f := range s.layout() {
		ts = append(ts, Tensor{Name: f.name, Shape: f.shape})
	}
	return ts
}

// encode returns the metadata of a checkpoint.
func (m Meta) encode(s Spec) (map[string]string, error) {
	if err := m.Rules.Validate(); err != nil {
		return nil, err
	}
	rules, err := json.Marshal(m.Rules)
	if err != nil {
		return nil, err
	}
	metadata := maps.Clone(m.Extra)
	if metadata == nil {
		metadata = map[string]string{}
	}
	for _, k := range reserved {
		if _, ok := metadata[k]; ok {
			return nil, fmt.Errorf("extra metadata %q: the name belongs to the format", k)
		}
	}
	metadata["rules"] = string(rules)
	metadata["step"] = strconv.FormatInt(m.Step, 10)
	metadata["games"] = strconv.FormatInt(m.Games, 10)
	metadata["config"] = m.Config
	metadata["rating"] = m.Rating
	identify(metadata, kindWeights, s)
	return metadata, nil
}

// identify adds what every file of ours says first.
func identify(metadata map[string]string, kind string, s Spec) {
	metadata["format"] = kind
	metadata["version"] = version
	metadata["spec"] = s.long()
}

// decodeSpec checks the kind of a file and returns the size of its network.
func decodeSpec(metadata map[string]string, kind string) (s Spec, err error) {
	if got := metadata["format"]; got != kind {
		return s, fmt.Errorf("the metadata give the format %q: expected %q", got, kind)
	}
	if got := metadata["version"]; got != version {
		return s, fmt.Errorf("the version of the format is %q: expected %q", got, version)
	}
	if err := strict(metadata["spec"], &s); err != nil {
		return s, fmt.Errorf("metadata spec %q: %w", metadata["spec"], err)
	}
	return s, s.Validate()
}

// decodeMeta reads the metadata of a checkpoint.
func decodeMeta(metadata map[string]string) (m Meta, err error) {
	if err := strict(metadata["rules"], &m.Rules); err != nil {
		return m, fmt.Errorf("metadata rules %q: %w", metadata["rules"], err)
	}
	if err := m.Rules.Validate(); err != nil {
		return m, fmt.Errorf("metadata rules: %w", err)
	}
	if m.Step, err = count(metadata, "step"); err != nil {
		return m, err
	}
	if m.Games, err = count(metadata, "games"); err != nil {
		return m, err
	}
	m.Config, m.Rating = metadata["config"], metadata["rating"]
	for k, v := range metadata {
		if slices.Contains(reserved, k) {
			continue
		}
		if m.Extra == nil {
			m.Extra = map[string]string{}
		}
		m.Extra[k] = v
	}
	return m, nil
}

// count reads a number of 0 or more from the metadata.
func count(metadata map[string]string, name string) (int64, error) {
	n, err := strconv.ParseInt(metadata[name], 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("metadata %s is %q: expected a whole number of 0 or more", name, metadata[name])
	}
	return n, nil
}

// strict decodes one JSON object that must have no unknown fields.
func strict(text string, v any) error {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if d.More() {
		return fmt.Errorf("more than one JSON value")
	}
	return nil
}
