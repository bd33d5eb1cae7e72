package model

import (
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// The versions of ONNX that are written: the oldest operator set that has all
// that is used, for the sake of old readers, and the file format of its time.
const (
	onnxOperators = 13
	onnxFormat    = 7
)

// WriteONNX writes a network as an ONNX model, which other runtimes read
// (https://onnx.ai). Its input and its outputs are those of package model, for
// any number N of positions:
//
//	planes     N,5,8,8   see Encode
//	policy     N,64      logits, before mask and softmax
//	wdl        N,3       probabilities of win, draw and loss
//	ownership  N,64      -1 to 1
//	margin     N         -1 to 1
//
// The weights keep their names; a 1x1 convolution has two more dimensions of
// size 1. The metadata are those of a checkpoint. Weights that are not finite
// are refused, and so is a network of 2 GiB, which the format cannot hold.
func WriteONNX(out io.Writer, w *Weights, m Meta) error {
	if err := writeONNX(out, w, m); err != nil {
		return fmt.Errorf("model: write ONNX: %w", err)
	}
	return nil
}

// SaveONNX writes the file of WriteONNX, as a whole or not at all like [Save].
func SaveONNX(path string, w *Weights, m Meta) error {
	err := writeFile(path, func(out io.Writer) error { return writeONNX(out, w, m) })
	if err != nil {
		return fmt.Errorf("model: save ONNX %s: %w", path, err)
	}
	return nil
}

func writeONNX(out io.Writer, w *Weights, m Meta) error {
	if err := w.check(); err != nil {
		return err
	}
	metadata, err := m.encode(w.Spec)
	if err != nil {
		return err
	}
	if n := int64(w.Params()) * 4; n > math.MaxInt32-1<<20 { // a protobuf message is below 2 GiB
		return fmt.Errorf("%d bytes of weights: the format holds less than 2 GiB", n)
	}
	var model message
	model.number(1, onnxFormat) // ir_version
	model.text(2, "othellier")  // producer_name
	model.number(5, m.Step)     // model_version
	model.message(7, onnxGraph(w))
	var operators message
	operators.number(2, onnxOperators) // version; the domain is the default one
	model.message(8, operators)        // opset_import
	for _, k := range slices.Sorted(maps.Keys(metadata)) {
		var entry message
		entry.text(1, k)
		entry.text(2, metadata[k])
		model.message(14, entry) // metadata_props
	}
	_, err = out.Write(model)
	return err
}

// onnxGraph returns the network as a GraphProto.
func onnxGraph(w *Weights) message {
	g := onnxNodes{}
	same := onnxAttribute{"pads", []int64{1, 1, 1, 1}} // a 3x3 convolution keeps the size of the board
	columns := onnxAttribute{"axis", int64(1)}
	each := onnxAttribute{"axes", []int64{2, 3}}
	if w.Spec.Pooled+w.Spec.Lines > 0 { // the squares of the board
		g.add("Gather", "board", "planes", "board.plane", columns)
	}
	if w.Spec.Pooled > 0 { // their share in 64
		g.add("ReduceMean", "board.share", "board", each)
	}
	if w.Spec.Lines > 0 { // their number on the lines through every square, 1 where it is 0
		on := g.add("MatMul", "lines.sum", g.add("Reshape", "board.row", "board", "lines.board"), "lines")
		g.add("Max", "lines.size", on, "lines.one")
	}
	x := g.add("Relu", "stem", g.add("Conv", "stem.conv", "planes", "stem.w", "stem.b", same))
	for i := range w.Spec.Blocks {
		name := fmt.Sprintf("block%d", i)
		inner := g.add("Relu", name+".relu", g.add("Conv", name+".conv1", x, name+".conv1.w", name+".conv1.b", same))
		z := g.add("Conv", name+".conv2", inner, name+".conv2.w", name+".conv2.b", same)
		if slices.Contains(w.Spec.pooled(), i) {
			y := g.add("Mul", name+".pool.board", inner, "board")
			mean := g.add("Div", name+".pool.mean", g.add("ReduceMean", name+".pool.share", y, each), "board.share")
			most := g.add("ReduceMax", name+".pool.max", y, each)
			bias := g.add("Conv", name+".pool", g.add("Concat", name+".pool.both", mean, most, columns), name+".pool.w")
			z = g.add("Add", name+".pooled", z, bias)
		}
		if slices.Contains(w.Spec.lined(), i) {
			p := g.add("Mul", name+".lines.board", g.add("Gather", name+".lines.first", inner, "lines.channels", columns), "board")
			p = g.add("MatMul", name+".lines.sum", g.add("Reshape", name+".lines.row", p, "lines.rows"), "lines")
			p = g.add("Reshape", name+".lines.planes", g.add("Div", name+".lines.mean", p, "lines.size"), "lines.planes")
			p = g.add("Conv", name+".lines", g.add("Mul", name+".lines.on", p, "board"), name+".lines.w")
			z = g.add("Add", name+".lined", z, p)
		}
		x = g.add("Relu", name, g.add("Add", name+".sum", z, x))
	}
	g.add("Flatten", "policy", g.add("Conv", "policy.conv", x, "policy.w"), columns)
	y := g.add("Conv", "ownership.conv", x, "ownership.w", "ownership.b")
	g.add("Tanh", "ownership", g.add("Flatten", "ownership.flat", y, columns))
	y = g.add("Relu", "value", g.add("Conv", "value.conv", x, "value.w", "value.b"))
	y = g.add("Gemm", "hidden.sum", g.add("Flatten", "value.flat", y, columns), "hidden.w", "hidden.b")
	y = g.add("Gemm", "output", g.add("Relu", "hidden", y), "output.w", "output.b")
	parts := g.node("Split", "parts", []string{"output.wdl", "output.margin"}, y, "output.split", columns)
	g.add("Softmax", "wdl", parts[0], columns)
	g.add("Squeeze", "margin", g.add("Tanh", "margin.tanh", parts[1]), "margin.axes")

	var graph message
	for _, n := range g.nodes {
		graph.message(1, n)
	}
	graph.text(2, "othellier "+w.Spec.String())
	for _, t := range w.tensors {
		if t.Name == "reply.w" || t.Name == "soft.w" { // serve learning alone
			continue
		}
		shape := t.Shape
		if _, head := map[string]bool{"policy.w": true, "ownership.w": true, "value.w": true}[t.Name]; head || strings.HasSuffix(t.Name, ".pool.w") || strings.HasSuffix(t.Name, ".lines.w") {
			shape = append(slices.Clone(shape), 1, 1)
		}
		graph.message(5, onnxTensor(t.Name, 1, shape, t.Data)) // initializer; 1 is FLOAT
	}
	graph.message(5, onnxTensor("output.split", 7, []int{2}, []int64{3, 1})) // 7 is INT64
	graph.message(5, onnxTensor("margin.axes", 7, []int{1}, []int64{1}))
	if w.Spec.Pooled+w.Spec.Lines > 0 {
		graph.message(5, onnxTensor("board.plane", 7, []int{1}, []int64{Planes - 1}))
	}
	if w.Spec.Lines > 0 {
		for _, t := range onnxLines(w.Spec.Channels) {
			graph.message(5, t)
		}
	}
	graph.message(11, onnxValue("planes", Planes, 8, 8)) // input
	for _, v := range []message{onnxValue("policy", 64), onnxValue("wdl", 3), onnxValue("ownership", 64), onnxValue("margin")} {
		graph.message(12, v) // output
	}
	return graph
}

// onnxLines returns what the blocks with lines have in common: a matrix (64, 4*64)
// that sums over the lines of each direction, and how to shape what it is applied
// to, where 0 stands for as many as there are.
func onnxLines(channels int) []message {
	k := lineChannels(channels)
	sum := make([]float32, 64*4*64)
	for d := range lines {
		for s, line := range lines[d] {
			for _, t := range line {
				sum[(t*4+d)*64+s] = 1
			}
		}
	}
	first := make([]int64, k)
	for i := range first {
		first[i] = int64(i)
	}
	return []message{
		onnxTensor("lines", 1, []int{64, 256}, sum),
		onnxTensor("lines.one", 1, []int{1}, []float32{1}),
		onnxTensor("lines.channels", 7, []int{k}, first),
		onnxTensor("lines.board", 7, []int{3}, []int64{0, 1, 64}),
		onnxTensor("lines.rows", 7, []int{3}, []int64{0, int64(k), 64}),
		onnxTensor("lines.planes", 7, []int{4}, []int64{0, int64(4 * k), 8, 8}),
	}
}

// onnxNodes gathers the NodeProtos of a graph.
type onnxNodes struct{ nodes []message }

// onnxAttribute is an integer (int64) or a list of them under a name.
type onnxAttribute struct {
	name  string
	value any
}

// add adds a node with one output of its own name, and returns it. What follows
// the name are the inputs, strings, and the attributes.
func (g *onnxNodes) add(op, name string, in ...any) string {
	return g.node(op, name, []string{name}, in...)[0]
}

// node adds a node and returns its outputs.
func (g *onnxNodes) node(op, name string, outputs []string, in ...any) []string {
	var n message
	for _, x := range in {
		switch x := x.(type) {
		case string:
			n.text(1, x)
		case onnxAttribute:
			var a message
			a.text(1, x.name)
			switch v := x.value.(type) {
			case int64:
				a.number(3, v)
				a.number(20, 2) // type INT
			case []int64:
				for _, i := range v {
					a.number(8, i)
				}
				a.number(20, 7) // type INTS
			}
			n.message(5, a)
		}
	}
	for _, o := range outputs {
		n.text(2, o)
	}
	n.text(3, name)
	n.text(4, op)
	g.nodes = append(g.nodes, n)
	return outputs
}

// onnxTensor returns numbers as a TensorProto.
func onnxTensor(name string, kind int64, shape []int, numbers any) message {
	var t message
	for _, d := range shape {
		t.number(1, int64(d))
	}
	t.number(2, kind)
	t.text(8, name)
	raw, err := binary.Append(nil, binary.LittleEndian, numbers)
	if err != nil {
		panic(err) // slices of numbers have a size
	}
	t.bytes(9, raw)
	return t
}

// onnxValue returns the ValueInfoProto of float32 numbers (N, shape...).
func onnxValue(name string, shape ...int) message {
	var dims, n message
	n.text(2, "N") // dim_param
	dims.message(1, n)
	for _, d := range shape {
		var dim message
		dim.number(1, int64(d))
		dims.message(1, dim)
	}
	var tensor, kind, value message
	tensor.number(1, 1) // elem_type FLOAT
	tensor.message(2, dims)
	kind.message(1, tensor)
	value.text(1, name)
	value.message(2, kind)
	return value
}

// message is a protobuf message in the making; its fields have numbers.
type message []byte

func (m *message) number(field protowire.Number, v int64) {
	*m = protowire.AppendVarint(protowire.AppendTag(*m, field, protowire.VarintType), uint64(v))
}

func (m *message) bytes(field protowire.Number, v []byte) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), v)
}

func (m *message) text(field protowire.Number, v string)     { m.bytes(field, []byte(v)) }
func (m *message) message(field protowire.Number, v message) { m.bytes(field, v) }
