package model

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"othellier/env"
)

// small is a network that the tests can train in moments.
var small = Spec{Channels: 8, Blocks: 1, ValueChannels: 2, ValueHidden: 16}

func TestSpec(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want string // of the error; empty for a valid spec
	}{
		{small, ""},
		{Spec{Channels: 1, ValueChannels: 1, ValueHidden: 1}, ""},
		{Spec{Channels: 1024, Blocks: 64, ValueChannels: 64, ValueHidden: 1024}, ""},
		{Spec{Blocks: 1, ValueChannels: 1, ValueHidden: 1}, "channels is 0: expected 1 to 1024"},
		{Spec{Channels: 8, Blocks: 65, ValueChannels: 1, ValueHidden: 1}, "blocks is 65: expected 0 to 64"},
		{Spec{Channels: 8, Blocks: -1, ValueChannels: 1, ValueHidden: 1}, "blocks is -1"},
		{Spec{Channels: 8, Blocks: 1, ValueHidden: 1}, "value_channels is 0"},
		{Spec{Channels: 8, Blocks: 1, ValueChannels: 1, ValueHidden: 1025}, "value_hidden is 1025"},
		{Spec{Channels: 8, Blocks: 2, ValueChannels: 1, ValueHidden: 1, Pooled: 2}, ""},
		{Spec{Channels: 8, Blocks: 2, ValueChannels: 1, ValueHidden: 1, Pooled: 3}, "pooled is 3: expected 0 to 2"},
		{Spec{Channels: 8, Blocks: 2, ValueChannels: 1, ValueHidden: 1, Pooled: -1}, "pooled is -1"},
		{Spec{Channels: 8, Blocks: 2, ValueChannels: 1, ValueHidden: 1, Lines: 3}, "lines is 3: expected 0 to 2"},
	} {
		err := c.spec.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, expected %q", c.spec.long(), err, c.want)
		}
	}
	if got := (Spec{Channels: 64, Blocks: 5, ValueChannels: 8, ValueHidden: 64}).String(); got != "c64b5" {
		t.Errorf("name %q: expected c64b5", got)
	}
}

// Pooled blocks are spread through the tower.
func TestPooledBlocks(t *testing.T) {
	for _, c := range []struct {
		blocks, pooled int
		want           []int
	}{
		{5, 0, nil}, {1, 1, []int{0}}, {4, 1, []int{2}}, {5, 1, []int{2}}, {5, 2, []int{1, 3}}, {6, 2, []int{1, 4}}, {10, 3, []int{1, 5, 8}}, {3, 3, []int{0, 1, 2}},
	} {
		if got := (Spec{Blocks: c.blocks, Pooled: c.pooled}).pooled(); !slices.Equal(got, c.want) {
			t.Errorf("%d of %d blocks: %v, expected %v", c.pooled, c.blocks, got, c.want)
		}
	}
}

// A new network with pools and lines is the function, and has the numbers, of one
// without; and once they are not zero they tell.
func TestPoolsAndLinesBeginWithoutEffect(t *testing.T) {
	s := Spec{Channels: 8, Blocks: 3, ValueChannels: 2, ValueHidden: 16}
	plain := NewWeights(s, rand.New(rand.NewPCG(1, 3)))
	s.Pooled, s.Lines = 2, 1
	w := NewWeights(s, rand.New(rand.NewPCG(1, 3)))
	for _, x := range plain.Tensors() {
		if !slices.Equal(x.Data, w.Tensor(x.Name).Data) {
			t.Errorf("%s is drawn differently beside pools and lines", x.Name)
		}
	}
	if extra := w.Params() - plain.Params(); extra != 2*8*16+8*32 {
		t.Errorf("%d weights more, expected %d", extra, 2*8*16+8*32)
	}
	positions := played(rand.New(rand.NewPCG(1, 4)), env.Rules{}, 5)
	answer := func(w *Weights) (out Outputs) {
		p, err := NewPredictor(w, env.Rules{}, 5)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Outputs(positions, &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	before := answer(w)
	if !reflect.DeepEqual(before, answer(plain)) {
		t.Error("empty pools and lines have an effect")
	}
	for _, name := range []string{"block2.pool.w", "block1.lines.w"} {
		for i := range w.Tensor(name).Data {
			w.Tensor(name).Data[i] = 1
		}
		now := answer(w)
		if reflect.DeepEqual(before, now) {
			t.Errorf("%s has no effect", name)
		}
		before = now
	}
}

// The sizes of the tensors, worked out by hand.
func TestParams(t *testing.T) {
	const c, v, h = 64, 8, 32
	stem, block := c*5*9+c, 2*(c*c*9+c)
	heads := c + c + 1 + v*c + v + v*64*h + h + h*4 + 4
	s := Spec{Channels: c, Blocks: 5, ValueChannels: v, ValueHidden: h}
	if got, want := s.Params(), stem+5*block+heads; got != want {
		t.Errorf("%d weights: expected %d", got, want)
	}
}

// A new network has the spread its layout promises, and the same generator
// gives the same network.
func TestNewWeights(t *testing.T) {
	s := Spec{Channels: 32, Blocks: 4, ValueChannels: 4, ValueHidden: 64}
	draw := func(seed uint64) *Weights { return NewWeights(s, rand.New(rand.NewPCG(seed, 0))) }
	w := draw(1)
	if !w.Equal(draw(1)) {
		t.Error("equal generators gave different networks")
	}
	if w.Equal(draw(2)) {
		t.Error("different generators gave equal networks")
	}
	for name, want := range map[string]float64{
		"stem.w":         math.Sqrt(2.0 / 45),
		"stem.b":         0,
		"block0.conv1.w": math.Sqrt(2.0/288) / 2, // over the root of 4 blocks
		"block3.conv2.w": 0,
		"policy.w":       0.1 / math.Sqrt(32),
		"value.w":        math.Sqrt(2.0 / 32),
		"hidden.w":       math.Sqrt(2.0 / 256),
		"output.w":       0.1 / math.Sqrt(64),
	} {
		x := w.Tensor(name).Data
		square := 0.0
		for _, v := range x {
			square += float64(v) * float64(v) / float64(len(x))
		}
		if got := math.Sqrt(square); math.Abs(got-want) > 4*want/math.Sqrt(2*float64(len(x))) {
			t.Errorf("%s has the root mean square %v: expected %v", name, got, want)
		}
	}
}

func TestWeights(t *testing.T) {
	w := lively(small, 1)
	c := w.Clone()
	if !c.Equal(w) {
		t.Fatal("a clone is not equal")
	}
	last := c.Tensors()[len(c.Tensors())-1]
	last.Data[3]++
	if c.Equal(w) || w.Tensor("output.b").Data[3] == c.Tensor("output.b").Data[3] {
		t.Error("a clone shares its numbers")
	}
	a, b := zeroWeights(small), zeroWeights(small)
	b.Tensor("stem.b").Data[0] = float32(math.Copysign(0, -1))
	if a.Equal(b) {
		t.Error("0 and -0 are equal: expected a comparison of bits")
	}
	if a.Equal(zeroWeights(Spec{Channels: 8, Blocks: 1, ValueChannels: 2, ValueHidden: 17})) {
		t.Error("networks of different sizes are equal")
	}
	var names []string
	for _, x := range w.Tensors() {
		names = append(names, x.Name)
		if size(x.Shape) != len(x.Data) {
			t.Errorf("%s has %d numbers: expected shape %v", x.Name, len(x.Data), x.Shape)
		}
		if at := uintptr(unsafe.Pointer(&x.Data[0])); at%64 != 0 {
			t.Errorf("%s lies at %#x: expected a multiple of 64", x.Name, at)
		}
	}
	want := strings.Fields(`stem.w stem.b block0.conv1.w block0.conv1.b block0.conv2.w block0.conv2.b
		policy.w ownership.w ownership.b value.w value.b hidden.w hidden.b output.w output.b`)
	if !slices.Equal(names, want) {
		t.Errorf("tensors %v: expected %v", names, want)
	}
	// The heads that serve learning alone come last, so that all else is drawn as
	// without them.
	s := w.Spec
	plain := NewWeights(s, rand.New(rand.NewPCG(1, 2)))
	s.Reply, s.SoftPolicy = true, true
	more := NewWeights(s, rand.New(rand.NewPCG(1, 2))).Tensors()
	for i, name := range []string{"reply.w", "soft.w"} {
		if x := more[len(want)+i]; x.Name != name || size(x.Shape) != s.Channels || len(more) != len(want)+2 {
			t.Errorf("tensor %d of %d is %s of shape %v", len(want)+i, len(more), x.Name, x.Shape)
		}
	}
	for i, x := range plain.Tensors() {
		if !slices.Equal(x.Data, more[i].Data) {
			t.Errorf("%s is drawn differently beside heads that serve learning alone", x.Name)
		}
	}
}
