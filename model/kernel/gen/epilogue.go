package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// epilogue is what is fused into an output transform. Forward: + bias (+
// residual), ReLU. Backward: (+ residual gradient), then zero where the forward
// activation was not positive.
type epilogue struct {
	residual bool
	backward bool
}

func (e epilogue) name() string {
	s := ""
	if e.backward {
		s = "Mask"
	}
	if e.residual {
		s += "Res"
	}
	return s
}

func (e epilogue) params() string {
	s := "bias"
	if e.backward {
		s = "mask"
	}
	if e.residual {
		s += ", res"
	}
	return s
}

func (e epilogue) doc() string {
	s := ", adds "
	switch {
	case e.backward && e.residual:
		return s + "res [64][16] and clears what has mask [64][16] <= 0"
	case e.backward:
		return " and clears what has mask [64][16] <= 0"
	case e.residual:
		return s + "bias [16] and res [64][16] and takes the positive part"
	}
	return s + "bias [16] and takes the positive part"
}

// extras are the pointers an epilogue reads from, each nil where it has no use,
// and a register of zeros.
type extras struct {
	bias, mask, res reg.Register
	zero            vec
}

func (t *target) operands(e epilogue) (x extras) {
	if e.backward {
		x.mask = t.arg("mask")
	} else {
		x.bias = t.arg("bias")
	}
	if e.residual {
		x.res = t.arg("res")
	}
	x.zero = t.zero()
	return x
}

// boards are the pointers that move with the board's squares.
func (x extras) boards() (l []reg.Register) {
	for _, r := range []reg.Register{x.mask, x.res} {
		if r != nil {
			l = append(l, r)
		}
	}
	return l
}

// all are the pointers that move with the channels.
func (x extras) all() []reg.Register {
	l := x.boards()
	if x.bias != nil {
		l = append(l, x.bias)
	}
	return l
}

// finish applies the epilogue in place to the vector at byte offset disp of the
// board.
func (t *target) finish(e epilogue, x extras, o vec, disp int) {
	if x.bias != nil {
		t.VADDPS(at(x.bias, 0), o, o)
	}
	if x.res != nil {
		t.VADDPS(at(x.res, disp), o, o)
	}
	if !e.backward {
		t.VMAXPS(o, x.zero, o) // in this order a NaN stays a NaN
		return
	}
	const greater = operand.U8(14) // predicate GT_OS of VCMPPS
	f := t.load(at(x.mask, disp))
	if t.wide {
		k := t.K()
		t.VCMPPS(greater, x.zero, f, k)
		t.VMOVAPS_Z(o, k, o)
	} else {
		t.VCMPPS(greater, x.zero, f, f)
		t.VANDPS(f, o, o)
	}
}
