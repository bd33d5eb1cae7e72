package model

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"othellier/env"

	"google.golang.org/protobuf/encoding/protowire"
)

// fields are the fields of a protobuf message by number: uint64 or []byte.
type fields map[protowire.Number][]any

func decode(t *testing.T, b []byte) fields {
	t.Helper()
	f := fields{}
	for len(b) > 0 {
		field, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			t.Fatalf("tag: %v", protowire.ParseError(n))
		}
		b = b[n:]
		var v any
		switch kind {
		case protowire.VarintType:
			v, n = protowire.ConsumeVarint(b)
		case protowire.BytesType:
			v, n = protowire.ConsumeBytes(b)
		default:
			t.Fatalf("field %d has wire type %d", field, kind)
		}
		if n < 0 {
			t.Fatalf("field %d: %v", field, protowire.ParseError(n))
		}
		f[field] = append(f[field], v)
		b = b[n:]
	}
	return f
}

func (f fields) text(n protowire.Number) string { return string(f[n][0].([]byte)) }
func (f fields) number(n protowire.Number) int  { return int(f[n][0].(uint64)) }
func (f fields) texts(n protowire.Number) (l []string) {
	for _, v := range f[n] {
		l = append(l, string(v.([]byte)))
	}
	return l
}

func (f fields) numbers(n protowire.Number) (l []int) {
	for _, v := range f[n] {
		l = append(l, int(v.(uint64)))
	}
	return l
}

func (f fields) each(t *testing.T, n protowire.Number) (l []fields) {
	for _, v := range f[n] {
		l = append(l, decode(t, v.([]byte)))
	}
	return l
}

// array is a value of the interpreter.
type array struct {
	shape []int
	data  []float64
}

// initializer reads a TensorProto.
func initializer(t *testing.T, f fields) array {
	a := array{shape: f.numbers(1)}
	raw := f[9][0].([]byte)
	switch kind := f.number(2); kind {
	case 1:
		for ; len(raw) > 0; raw = raw[4:] {
			a.data = append(a.data, float64(math.Float32frombits(binary.LittleEndian.Uint32(raw))))
		}
	case 7:
		for ; len(raw) > 0; raw = raw[8:] {
			a.data = append(a.data, float64(int64(binary.LittleEndian.Uint64(raw))))
		}
	default:
		t.Fatalf("%s has data type %d", f.text(8), kind)
	}
	if len(a.data) != size(a.shape) {
		t.Fatalf("%s has %d numbers and shape %v", f.text(8), len(a.data), a.shape)
	}
	return a
}

// runONNX interprets a graph by the definitions of the operators, as far as the
// networks use them. Nodes must come after what they read.
func runONNX(t *testing.T, graph fields, values map[string]array) {
	t.Helper()
	for _, f := range graph.each(t, 5) {
		values[f.text(8)] = initializer(t, f)
	}
	for _, n := range graph.each(t, 1) {
		var in []array
		for _, name := range n.texts(1) {
			v, ok := values[name]
			if !ok {
				t.Fatalf("node %s reads %s before it is written", n.text(3), name)
			}
			in = append(in, v)
		}
		attributes := map[string]fields{}
		for _, a := range n.each(t, 5) {
			attributes[a.text(1)] = a
		}
		axis := func() int { return attributes["axis"].number(3) }
		each := func(f func(x float64) float64) array {
			y := array{in[0].shape, slices.Clone(in[0].data)}
			for i, x := range y.data {
				y.data[i] = f(x)
			}
			return y
		}
		var out []array
		switch op := n.text(4); op {
		case "Conv":
			pad := 0
			if a, ok := attributes["pads"]; ok {
				pad = a.numbers(8)[0]
				if !slices.Equal(a.numbers(8), []int{pad, pad, pad, pad}) || a.number(20) != 7 {
					t.Errorf("node %s: pads %v of type %d", n.text(3), a.numbers(8), a.number(20))
				}
			}
			out = []array{convolve(in, pad)}
		case "Relu":
			out = []array{each(func(x float64) float64 { return max(x, 0) })}
		case "Tanh":
			out = []array{each(math.Tanh)}
		case "Add":
			out = []array{spread(t, in, func(x, y float64) float64 { return x + y })}
		case "Mul":
			out = []array{spread(t, in, func(x, y float64) float64 { return x * y })}
		case "Div":
			out = []array{spread(t, in, func(x, y float64) float64 { return x / y })}
		case "ReduceMean", "ReduceMax":
			if a := attributes["axes"]; !slices.Equal(a.numbers(8), []int{2, 3}) || a.number(20) != 7 {
				t.Fatalf("node %s: axes %v", n.text(3), a.numbers(8))
			}
			y := array{shape: []int{in[0].shape[0], in[0].shape[1], 1, 1}}
			for x := in[0].data; len(x) > 0; x = x[64:] {
				most, mean := slices.Max(x[:64]), 0.0
				for _, v := range x[:64] {
					mean += v / 64
				}
				y.data = append(y.data, map[string]float64{"ReduceMean": mean, "ReduceMax": most}[op])
			}
			out = []array{y}
		case "Gather":
			if axis() != 1 || len(in[1].shape) != 1 {
				t.Fatalf("node %s gathers %v of axis %d", n.text(3), in[1].shape, axis())
			}
			y, each := array{shape: slices.Clone(in[0].shape)}, size(in[0].shape[2:])
			y.shape[1] = len(in[1].data)
			for b := range y.shape[0] {
				for _, c := range in[1].data {
					y.data = append(y.data, in[0].data[(b*in[0].shape[1]+int(c))*each:][:each]...)
				}
			}
			out = []array{y}
		case "Max":
			if len(in[1].data) != 1 {
				t.Fatalf("node %s takes %v", n.text(3), in[1].shape)
			}
			out = []array{each(func(x float64) float64 { return max(x, in[1].data[0]) })}
		case "Reshape":
			y := array{data: in[0].data}
			for i, d := range in[1].data {
				if d == 0 {
					d = float64(in[0].shape[i])
				}
				y.shape = append(y.shape, int(d))
			}
			if size(y.shape) != len(y.data) {
				t.Fatalf("node %s makes %v of %v", n.text(3), y.shape, in[0].shape)
			}
			out = []array{y}
		case "MatMul":
			a, b := in[0], in[1]
			if len(a.shape) != 3 || len(b.shape) != 2 || a.shape[2] != b.shape[0] {
				t.Fatalf("node %s multiplies %v and %v", n.text(3), a.shape, b.shape)
			}
			flat := array{[]int{a.shape[0] * a.shape[1], a.shape[2]}, a.data}
			y := product(flat, b, array{data: make([]float64, b.shape[1])})
			y.shape = []int{a.shape[0], a.shape[1], b.shape[1]}
			out = []array{y}
		case "Concat":
			if axis() != 1 {
				t.Fatalf("node %s joins along axis %d", n.text(3), axis())
			}
			y := array{shape: slices.Clone(in[0].shape)}
			y.shape[1] += in[1].shape[1]
			for b := range y.shape[0] {
				for _, a := range in {
					each := size(a.shape[1:])
					y.data = append(y.data, a.data[b*each:][:each]...)
				}
			}
			out = []array{y}
		case "Flatten":
			k := axis()
			out = []array{{[]int{size(in[0].shape[:k]), size(in[0].shape[k:])}, in[0].data}}
		case "Gemm":
			out = []array{product(in[0], in[1], in[2])}
		case "Split":
			if axis() != 1 || len(in[0].shape) != 2 {
				t.Fatalf("node %s splits axis %d of %v", n.text(3), axis(), in[0].shape)
			}
			first := 0
			for _, w := range in[1].data {
				y := array{shape: []int{in[0].shape[0], int(w)}}
				for r := range y.shape[0] {
					y.data = append(y.data, in[0].data[r*in[0].shape[1]+first:][:int(w)]...)
				}
				first += int(w)
				out = append(out, y)
			}
			if first != in[0].shape[1] {
				t.Errorf("node %s splits %d columns of %d", n.text(3), first, in[0].shape[1])
			}
		case "Softmax":
			if axis() != 1 || len(in[0].shape) != 2 {
				t.Fatalf("node %s: softmax over axis %d of %v", n.text(3), axis(), in[0].shape)
			}
			y := each(math.Exp)
			for row := y.data; len(row) > 0; row = row[y.shape[1]:] {
				total := 0.0
				for _, x := range row[:y.shape[1]] {
					total += x
				}
				for i := range row[:y.shape[1]] {
					row[i] /= total
				}
			}
			out = []array{y}
		case "Squeeze":
			k := int(in[1].data[0])
			if in[0].shape[k] != 1 {
				t.Fatalf("node %s squeezes axis %d of %v", n.text(3), k, in[0].shape)
			}
			out = []array{{slices.Delete(slices.Clone(in[0].shape), k, k+1), in[0].data}}
		default:
			t.Fatalf("node %s is a %s", n.text(3), op)
		}
		for i, name := range n.texts(2) {
			if _, ok := values[name]; ok {
				t.Errorf("node %s writes %s a second time", n.text(3), name)
			}
			values[name] = out[i]
		}
	}
}

// spread applies f to the pairs of two arrays of as many dimensions, of which the
// second may have 1 where the first has more.
func spread(t *testing.T, in []array, f func(x, y float64) float64) array {
	a, b := in[0], in[1]
	y := array{shape: a.shape, data: make([]float64, len(a.data))}
	if len(a.shape) != len(b.shape) {
		t.Fatalf("shapes %v and %v", a.shape, b.shape)
	}
	for i := range y.data {
		from, rest, stride := 0, i, 1
		for k := len(a.shape) - 1; k >= 0; k-- {
			at := rest % a.shape[k]
			rest /= a.shape[k]
			if b.shape[k] != a.shape[k] && b.shape[k] != 1 {
				t.Fatalf("shapes %v and %v", a.shape, b.shape)
			}
			from += at % b.shape[k] * stride
			stride *= b.shape[k]
		}
		y.data[i] = f(a.data[i], b.data[from])
	}
	return y
}

// convolve applies weights (O,I,K,K), and a bias if there is one, to (N,I,8,8), or
// weights of size 1 to (N,I,1,1).
func convolve(in []array, pad int) array {
	x, w := in[0], in[1]
	n, ins, outs, k, side := x.shape[0], w.shape[1], w.shape[0], w.shape[2], x.shape[2]
	squares := side * side
	y := array{shape: []int{n, outs, side, side}, data: make([]float64, n*outs*squares)}
	for i := range y.data {
		b, o, r, c := i/squares/outs, i/squares%outs, i/side%side, i%side
		if len(in) > 2 {
			y.data[i] = in[2].data[o]
		}
		for ch := range ins {
			for tap := range k * k {
				if r, c := r+tap/k-pad, c+tap%k-pad; r >= 0 && r < side && c >= 0 && c < side {
					y.data[i] += w.data[(o*ins+ch)*k*k+tap] * x.data[(b*ins+ch)*squares+r*side+c]
				}
			}
		}
	}
	return y
}

// product is the matrix a (n, k) times b (k, m), and c (m) added to every row.
func product(a, b, c array) array {
	n, k, m := a.shape[0], a.shape[1], b.shape[1]
	y := array{shape: []int{n, m}, data: make([]float64, n*m)}
	for i := range n {
		for j := range m {
			y.data[i*m+j] = c.data[j]
			for l := range k {
				y.data[i*m+j] += a.data[i*k+l] * b.data[l*m+j]
			}
		}
	}
	return y
}

// The graph that is written, interpreted by the definitions of its operators,
// says what the predictor says; and its inputs and outputs have the names and
// shapes that are promised.
func TestONNX(t *testing.T) {
	rules := env.Rules{Board: env.Board6}
	meta := Meta{Rules: rules, Step: 7, Games: 9, Config: "abc", Extra: map[string]string{"note": "for tests"}}
	for _, s := range []Spec{
		{Channels: 8, Blocks: 0, ValueChannels: 1, ValueHidden: 4},
		{Channels: 12, Blocks: 2, ValueChannels: 3, ValueHidden: 10, Reply: true, SoftPolicy: true, Pooled: 1, Lines: 1},
		{Channels: 18, Blocks: 2, ValueChannels: 1, ValueHidden: 4, Lines: 2},
	} {
		w := lively(s, 9)
		var file bytes.Buffer
		if err := WriteONNX(&file, w, meta); err != nil {
			t.Fatal(err)
		}
		model := decode(t, file.Bytes())
		if model.number(1) != 7 || model.each(t, 8)[0].number(2) != 13 || model.text(2) != "othellier" || model.number(5) != 7 {
			t.Errorf("format %d, operators %d, by %q, version %d", model.number(1), model.each(t, 8)[0].number(2), model.text(2), model.number(5))
		}
		metadata := map[string]string{}
		for _, f := range model.each(t, 14) {
			metadata[f.text(1)] = f.text(2)
		}
		if want, err := meta.encode(s); err != nil || !maps.Equal(metadata, want) {
			t.Errorf("metadata %v: expected %v", metadata, want)
		}

		graph := model.each(t, 7)[0]
		n := 5
		positions := played(rand.New(rand.NewPCG(1, 9)), rules, n)
		planes := array{shape: []int{n, Planes, 8, 8}}
		for _, p := range positions {
			x := make([]float32, Planes*64)
			Encode(rules, p, x)
			for _, v := range x {
				planes.data = append(planes.data, float64(v))
			}
		}
		values := map[string]array{"planes": planes}
		runONNX(t, graph, values)

		p, err := NewPredictor(w, rules, n)
		if err != nil {
			t.Fatal(err)
		}
		var want Outputs
		if err := p.Outputs(positions, &want); err != nil {
			t.Fatal(err)
		}
		promised := []struct {
			name  string
			shape []int
			want  []float32
		}{
			{"policy", []int{n, 64}, want.Logits},
			{"wdl", []int{n, 3}, want.WDL},
			{"ownership", []int{n, 64}, want.Ownership},
			{"margin", []int{n}, want.Margin},
		}
		for i, f := range append(graph.each(t, 11), graph.each(t, 12)...) {
			name, shape := "planes", planes.shape
			if i > 0 {
				name, shape = promised[i-1].name, promised[i-1].shape
			}
			kind := f.each(t, 2)[0].each(t, 1)[0]
			var dims []int
			for k, d := range kind.each(t, 2)[0].each(t, 1) {
				if k == 0 && d.text(2) == "N" {
					dims = append(dims, n)
				} else {
					dims = append(dims, d.number(1))
				}
			}
			if f.text(1) != name || kind.number(1) != 1 || !slices.Equal(dims, shape) {
				t.Errorf("value %d is %s of type %d and shape %v: expected %s, 1, %v", i, f.text(1), kind.number(1), dims, name, shape)
			}
		}
		for _, x := range promised {
			got := values[x.name]
			if !slices.Equal(got.shape, x.shape) {
				t.Errorf("%v: %s has shape %v: expected %v", s, x.name, got.shape, x.shape)
				continue
			}
			for i, v := range got.data {
				if !(math.Abs(v-float64(x.want[i])) <= 1e-4*max(1, largest(x.want))) {
					t.Fatalf("%v: %s[%d] is %v: expected %v", s, x.name, i, v, x.want[i])
				}
			}
		}
	}
}

// Equal networks give equal files, and what cannot be written is refused.
func TestONNXFiles(t *testing.T) {
	w := lively(small, 10)
	path := filepath.Join(t.TempDir(), "net.onnx")
	if err := SaveONNX(path, w, Meta{}); err != nil {
		t.Fatal(err)
	}
	var a, b bytes.Buffer
	for _, out := range []*bytes.Buffer{&a, &b} {
		if err := WriteONNX(out, w, Meta{Extra: map[string]string{"x": "1", "y": "2", "z": "3"}}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("two files of one network differ")
	}
	if err := SaveONNX(filepath.Join(path, "below-a-file"), w, Meta{}); err == nil {
		t.Error("a path below a file: no error")
	}
	if err := WriteONNX(&a, w, Meta{Extra: map[string]string{"rules": ""}}); err == nil {
		t.Error("metadata in the place of the format's own: no error")
	}
	w.Tensor("policy.w").Data[0] = float32(math.Inf(1))
	if err := WriteONNX(&a, w, Meta{}); err == nil {
		t.Error("an infinite weight: no error")
	}
}

// Reference is the exact answer to which all others are held; see
// TestEvaluatorAgainstLoops for its inner part.
func TestReference(t *testing.T) {
	rules := env.Rules{}
	w := lively(small, 11)
	positions := played(rand.New(rand.NewPCG(1, 10)), rules, 9)
	e, err := NewEvaluator(w, rules, 9)
	if err != nil {
		t.Fatal(err)
	}
	var got, want Outputs
	w.Reference(rules, positions, &got)
	if err := e.Outputs(positions, &want); err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]float64{
		"logits": worst(got.Logits, want.Logits), "wdl": worst(got.WDL, want.WDL),
		"ownership": worst(got.Ownership, want.Ownership), "margin": worst(got.Margin, want.Margin),
	} {
		if !(d <= 1e-5) {
			t.Errorf("%s differ by %v", name, d)
		}
	}
	if fmt.Sprint(len(got.Logits), len(got.WDL), len(got.Ownership), len(got.Margin)) != "576 27 576 9" {
		t.Error("wrong sizes")
	}
}
