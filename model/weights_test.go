package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// small is a network that the tests can train in moments.
var small = Spec{Channels: 8, Blocks: 1, ValueChannels: 2, ValueHidden: 16}

func TestSpec(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want string // of the error; empty for a valid spec
	}{
		{small, ""},
		{Spec{1, 0, 1, 1, false}, ""},
		{Spec{1024, 64, 64, 1024, false}, ""},
		{Spec{0, 1, 1, 1, false}, "channels is 0: expected 1 to 1024"},
		{Spec{8, 65, 1, 1, false}, "blocks is 65: expected 0 to 64"},
		{Spec{8, -1, 1, 1, false}, "blocks is -1"},
		{Spec{8, 1, 0, 1, false}, "value_channels is 0"},
		{Spec{8, 1, 1, 1025, false}, "value_hidden is 1025"},
	} {
		err := c.spec.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, expected %q", c.spec.long(), err, c.want)
		}
	}
	if got := (Spec{64, 5, 8, 64, false}).String(); got != "c64b5" {
		t.Errorf("name %q: expected c64b5", got)
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
	if a.Equal(zeroWeights(Spec{8, 1, 2, 17, false})) {
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
	// The head of the reply comes last, so that all else is drawn as without it.
	s := w.Spec
	plain := NewWeights(s, rand.New(rand.NewPCG(1, 2)))
	s.Reply = true
	more := NewWeights(s, rand.New(rand.NewPCG(1, 2))).Tensors()
	if last := more[len(more)-1]; last.Name != "reply.w" || size(last.Shape) != s.Channels || len(more) != len(want)+1 {
		t.Errorf("the last of %d tensors is %s of shape %v", len(more), last.Name, last.Shape)
	}
	for i, x := range plain.Tensors() {
		if !slices.Equal(x.Data, more[i].Data) {
			t.Errorf("%s is drawn differently beside a head of the reply", x.Name)
		}
	}
}
