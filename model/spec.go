package model

import (
	"fmt"
	"math"
	"slices"
)

// Planes is the number of input planes, in this order: discs of the side to
// move, discs of its opponent, legal moves of the side to move, legal moves of
// the opponent as if it were to move, squares of the board.
const Planes = 5

// Spec says how large a network is. Two networks of equal Spec have tensors of
// equal names and shapes.
type Spec struct {
	Channels      int `json:"channels" yaml:"channels"`             // width of the residual tower, 1 to 1024
	Blocks        int `json:"blocks" yaml:"blocks"`                 // residual blocks of two convolutions each, 0 to 64
	ValueChannels int `json:"value_channels" yaml:"value_channels"` // planes of the value head, 1 to 64
	ValueHidden   int `json:"value_hidden" yaml:"value_hidden"`     // hidden units of the value head, 1 to 1024

	// Reply adds a head that foretells the opponent's next move. It shapes the
	// tower as it learns, and nothing asks for its answer.
	Reply bool `json:"reply,omitempty" yaml:"reply"`

	// SoftPolicy adds a head that learns the policy made softer, in which moves that
	// were tried little count for more. It too serves learning alone.
	SoftPolicy bool `json:"soft_policy,omitempty" yaml:"soft_policy"`

	// Pooled is how many of the blocks, 0 to Blocks, have a bias that follows
	// from the whole board: the middle one of each of so many equal stretches of
	// the tower, which is, counting from 0, block floor((k+1/2)*Blocks/Pooled) for
	// k from 0 on.
	Pooled int `json:"pooled,omitempty" yaml:"pooled"`

	// Lines is how many of the blocks, placed by the same rule, add on every square
	// what follows from the row, the column and the diagonals through it.
	Lines int `json:"lines,omitempty" yaml:"lines"`
}

// Validate reports the first size outside its range.
func (s Spec) Validate() error {
	for _, f := range []struct {
		name          string
		got, min, max int
	}{
		{"channels", s.Channels, 1, 1024},
		{"blocks", s.Blocks, 0, 64},
		{"value_channels", s.ValueChannels, 1, 64},
		{"value_hidden", s.ValueHidden, 1, 1024},
		{"pooled", s.Pooled, 0, s.Blocks},
		{"lines", s.Lines, 0, s.Blocks},
	} {
		if f.got < f.min || f.got > f.max {
			return fmt.Errorf("model: %s is %d: expected %d to %d", f.name, f.got, f.min, f.max)
		}
	}
	return nil
}

// String returns the short name of the size that file names carry, such as
// "c64b5" for 64 channels and 5 blocks.
func (s Spec) String() string { return fmt.Sprintf("c%db%d", s.Channels, s.Blocks) }

// long names every size, and what may be absent where it is not: files of
// networks without it are as they were before it was known.
func (s Spec) long() string {
	more := ""
	if s.Reply {
		more = `,"reply":true`
	}
	if s.SoftPolicy {
		more += `,"soft_policy":true`
	}
	if s.Pooled > 0 {
		more += fmt.Sprintf(`,"pooled":%d`, s.Pooled)
	}
	if s.Lines > 0 {
		more += fmt.Sprintf(`,"lines":%d`, s.Lines)
	}
	return fmt.Sprintf(`{"channels":%d,"blocks":%d,"value_channels":%d,"value_hidden":%d%s}`, s.Channels, s.Blocks, s.ValueChannels, s.ValueHidden, more)
}

// pooled lists the blocks that have a pooled bias, from 0.
func (s Spec) pooled() []int { return middles(s.Pooled, s.Blocks) }

// lined lists the blocks that have lines.
func (s Spec) lined() []int { return middles(s.Lines, s.Blocks) }

// middles are the middle ones of n equal stretches of the blocks.
func middles(n, blocks int) (l []int) {
	for k := range n {
		l = append(l, (2*k+1)*blocks/(2*n))
	}
	return l
}

// Params returns the number of weights of a network of this size.
func (s Spec) Params() int {
	n := 0
	for _, t := range s.layout() {
		n += size(t.shape)
	}
	return n
}

// form is a tensor of a network before it has numbers.
type form struct {
	name  string
	shape []int
	// deviation of the normal distribution from which a new network draws the
	// entries; 0 for those that start at zero
	deviation float64
}

// bias says that the tensor is added and not multiplied, so never decays.
func (f form) bias() bool { return f.name[len(f.name)-2:] == ".b" }

// layout lists the tensors in the order of files, moments and random draws.
//
// The tower has no normalisation, so its variance is held by the start: the
// first convolution of a block is He's, over the root of the number of
// blocks, and the second is zero, so that each block begins as the identity
// (Zhang, Dauphin, Ma: Fixup initialization, 2019). The last layers start at a
// tenth of the variance-keeping deviation: at full size the value can start
// saturated and stay there. Pools and lines start at zero, without
// effect.
func (s Spec) layout() []form {
	const last = 0.1
	he := func(fanIn int) float64 { return math.Sqrt(2 / float64(fanIn)) }
	keep := func(fanIn int) float64 { return math.Sqrt(1 / float64(fanIn)) }
	c, v, h := s.Channels, s.ValueChannels, s.ValueHidden
	l := []form{
		{"stem.w", []int{c, Planes, 3, 3}, he(Planes * 9)},
		{"stem.b", []int{c}, 0},
	}
	for i := range s.Blocks {
		l = append(l,
			form{fmt.Sprintf("block%d.conv1.w", i), []int{c, c, 3, 3}, he(c*9) / math.Sqrt(float64(s.Blocks))},
			form{fmt.Sprintf("block%d.conv1.b", i), []int{c}, 0},
			form{fmt.Sprintf("block%d.conv2.w", i), []int{c, c, 3, 3}, 0},
			form{fmt.Sprintf("block%d.conv2.b", i), []int{c}, 0},
		)
		if slices.Contains(s.pooled(), i) {
			l = append(l, form{fmt.Sprintf("block%d.pool.w", i), []int{c, 2 * c}, 0})
		}
		if slices.Contains(s.lined(), i) {
			l = append(l, form{fmt.Sprintf("block%d.lines.w", i), []int{c, 4 * lineChannels(c)}, 0})
		}
	}
	l = append(l,
		form{"policy.w", []int{1, c}, last * keep(c)},
		form{"ownership.w", []int{1, c}, last * keep(c)},
		form{"ownership.b", []int{1}, 0},
		form{"value.w", []int{v, c}, he(c)},
		form{"value.b", []int{v}, 0},
		form{"hidden.w", []int{v * 64, h}, he(v * 64)},
		form{"hidden.b", []int{h}, 0},
		form{"output.w", []int{h, 4}, last * keep(h)},
		form{"output.b", []int{4}, 0},
	)
	if s.Reply {
		l = append(l, form{"reply.w", []int{1, c}, last * keep(c)})
	}
	if s.SoftPolicy {
		l = append(l, form{"soft.w", []int{1, c}, last * keep(c)})
	}
	return l
}

func size(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}
