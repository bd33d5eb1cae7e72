package model

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

	"othellier/env/words"
)

// Description is what can be told of a checkpoint file without playing.
type Description struct {
	Bytes   int64     `json:"bytes"`  // size of the file
	Params  int       `json:"params"` // number of weights
	Spec    Spec      `json:"spec"`
	Meta    Meta      `json:"meta"`
	Tensors []Summary `json:"tensors"` // in the order of the network
}

// Summary is the shape of a tensor and the spread of its numbers.
type Summary struct {
	Name  string  `json:"name"`
	Shape []int   `json:"shape"`
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	Mean  float64 `json:"mean"`
	RMS   float64 `json:"rms"` // root of the mean square
}

// Describe reads a checkpoint file as [Load] does and describes it.
func Describe(path string) (Description, error) {
	w, m, err := Load(path)
	if err != nil {
		return Description{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return Description{}, fmt.Errorf("model: describe: %w", err)
	}
	d := Description{Bytes: info.Size(), Params: w.Params(), Spec: w.Spec, Meta: m}
	for _, t := range w.tensors {
		s := Summary{Name: t.Name, Shape: t.Shape, Min: math.Inf(1), Max: math.Inf(-1)}
		for _, x := range t.Data {
			v := float64(x)
			s.Min, s.Max = min(s.Min, v), max(s.Max, v)
			s.Mean += v / float64(len(t.Data))
			s.RMS += v * v / float64(len(t.Data))
		}
		s.RMS = math.Sqrt(s.RMS)
		d.Tensors = append(d.Tensors, s)
	}
	return d, nil
}

// String returns the description as lines for people.
func (d Description) String() string {
	var b strings.Builder
	tab := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	line := func(name, format string, a ...any) { fmt.Fprintf(tab, "%s\t%s\n", name, fmt.Sprintf(format, a...)) }
	var kinds []string
	if d.Spec.Pooled > 0 {
		kinds = append(kinds, fmt.Sprintf("%d pooled", d.Spec.Pooled))
	}
	if d.Spec.Lines > 0 {
		kinds = append(kinds, fmt.Sprintf("%d with lines", d.Spec.Lines))
	}
	which := ""
	if len(kinds) > 0 {
		which = " (" + strings.Join(kinds, ", ") + ")"
	}
	line("network", "%v: %s, %s%s, value head of %s and %s", d.Spec, words.Count(d.Spec.Channels, "channel"), words.Count(d.Spec.Blocks, "block"), which,
		words.Count(d.Spec.ValueChannels, "plane"), words.Count(d.Spec.ValueHidden, "hidden unit"))
	line("parameters", "%d in %d tensors, %d bytes", d.Params, len(d.Tensors), d.Bytes)
	r := d.Meta.Rules
	line("rules", "start %v, board %v, end %v, scoring %v, supply %v", r.Start, r.Board, r.End, r.Scoring, r.Supply)
	line("trained", "%s, %s", words.Count(d.Meta.Step, "step"), words.Count(d.Meta.Games, "game"))
	for _, f := range [][2]string{{"config", d.Meta.Config}, {"rating", d.Meta.Rating}} {
		if f[1] != "" {
			line(f[0], "%s", printable(f[1]))
		}
	}
	for _, k := range slices.Sorted(maps.Keys(d.Meta.Extra)) {
		line(printable(k), "%s", printable(d.Meta.Extra[k]))
	}
	tab.Flush()
	b.WriteByte('\n')
	tab = tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "tensor\tshape\tmin\tmax\tmean\trms")
	for _, t := range d.Tensors {
		fmt.Fprintf(tab, "%s\t%s\t%.4g\t%.4g\t%.4g\t%.4g\n", t.Name, strings.Trim(fmt.Sprint(t.Shape), "[]"), t.Min, t.Max, t.Mean, t.RMS)
	}
	tab.Flush()
	return b.String()
}

// printable quotes what would break a line or talk to a terminal: a file may
// come from anywhere.
func printable(s string) string {
	if strings.ContainsFunc(s, unicode.IsControl) {
		return strconv.Quote(s)
	}
	return s
}
