package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vec is a virtual vector register of the target's width.
type vec = reg.VecVirtual

// target is one instruction set and the file of kernels written for it. The
// unit of every layout is the block of 16 float32 (64 bytes): one ZMM register
// with AVX-512; with AVX2 two YMM halves, which the transforms treat one after
// the other.
type target struct {
	*build.Context
	name   string // suffix of the function names
	wide   bool   // AVX-512
	consts map[float32]operand.Mem
	labels int
}

func newTarget(name string, wide bool) *target {
	return &target{Context: build.NewContext(), name: name, wide: wide, consts: map[float32]operand.Mem{}}
}

// fn begins a function named base+target with the given signature.
func (t *target) fn(base, signature, doc string) {
	t.Function(base + t.name)
	t.Attributes(attr.NOSPLIT)
	t.Pragma("noescape")
	t.SignatureExpr(signature)
	t.Doc(base + t.name + " " + doc)
}

func (t *target) end() {
	t.VZEROUPPER()
	t.RET()
}

// arg loads a parameter into a register.
func (t *target) arg(name string) reg.GPVirtual {
	return t.Load(t.Param(name), t.GP64()).(reg.GPVirtual)
}

// stride loads a parameter counted in float32 and turns it into bytes.
func (t *target) stride(name string) reg.GPVirtual {
	r := t.arg(name)
	t.SHLQ(operand.Imm(2), r)
	return r
}

// slot is a parameter's place on the stack, for those rarely read or counted
// down in place.
func (t *target) slot(name string) operand.Mem {
	b, err := t.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

func (t *target) vec() vec {
	if t.wide {
		return t.ZMM()
	}
	return t.YMM()
}

// zero is a register of zeros.
func (t *target) zero() vec {
	r := t.vec()
	if t.wide {
		t.VPXORD(r, r, r)
	} else {
		t.VXORPS(r, r, r)
	}
	return r
}

// load reads one vector.
func (t *target) load(m operand.Mem) vec {
	r := t.vec()
	t.VMOVUPS(m, r)
	return r
}

// copy moves a vector to a fresh register; nil stands for zero.
func (t *target) copy(x vec) vec {
	if x == nil {
		return t.zero()
	}
	r := t.vec()
	t.VMOVAPS(x, r)
	return r
}

func (t *target) add(x, y vec) vec {
	r := t.vec()
	t.VADDPS(y, x, r)
	return r
}

// sub is x-y.
func (t *target) sub(x, y vec) vec {
	r := t.vec()
	t.VSUBPS(y, x, r)
	return r
}

// constant is f in read-only data: four bytes for the embedded broadcast of
// AVX-512, eight copies for AVX2.
func (t *target) constant(f float32) operand.Mem {
	if m, ok := t.consts[f]; ok {
		return m
	}
	m := t.StaticGlobal(fmt.Sprintf("k%d", len(t.consts)))
	t.DataAttributes(attr.RODATA | attr.NOPTR)
	t.AddDatum(0, operand.F32(f))
	if !t.wide {
		for i := 1; i < 8; i++ {
			t.AddDatum(4*i, operand.F32(f))
		}
	}
	t.consts[f] = m
	return m
}

// spread is a register with f in every lane.
func (t *target) spread(f float32) vec {
	r := t.vec()
	t.VBROADCASTSS(t.constant(f), r)
	return r
}

// mul is f*x.
func (t *target) mul(f float32, x vec) vec {
	r := t.vec()
	if t.wide {
		t.VMULPS_BCST(t.constant(f), x, r)
	} else {
		t.VMULPS(t.constant(f), x, r)
	}
	return r
}

// fma adds f*x to acc.
func (t *target) fma(f float32, x, acc vec) {
	if t.wide {
		t.VFMADD231PS_BCST(t.constant(f), x, acc)
	} else {
		t.VFMADD231PS(t.constant(f), x, acc)
	}
}

// loop repeats body n times.
func (t *target) loop(n int, body func()) {
	c := t.GP64()
	t.MOVQ(operand.U32(uint32(n)), c)
	t.count(c, body)
}

// count repeats body until the register or memory slot c, decremented after
// each turn, is zero.
func (t *target) count(c operand.Op, body func()) {
	t.labels++
	l := fmt.Sprintf("loop%d", t.labels)
	t.Label(l)
	body()
	t.DECQ(c)
	t.JNZ(operand.LabelRef(l))
}

// lanes runs body over the 16 channels of a block: once with AVX-512, twice
// with AVX2, moving the given pointers on by half a block between.
func (t *target) lanes(pointers []reg.Register, body func()) {
	if t.wide {
		body()
		return
	}
	t.loop(2, func() {
		body()
		t.advance(32, pointers...)
	})
}

// advance adds n bytes (possibly negative) to the pointers.
func (t *target) advance(n int, pointers ...reg.Register) {
	for _, p := range pointers {
		t.ADDQ(operand.I32(int32(n)), p)
	}
}

// at is the address base+disp.
func at(base reg.Register, disp int) operand.Mem { return operand.Mem{Base: base, Disp: disp} }

// steps gives addresses base + i*stride for small i, from registers holding
// multiples of the stride.
type steps struct {
	base, hi, s1, s3 reg.Register
}

// stepsOf prepares addresses for i in 0..9; above 4 a second pointer at
// 5*stride is used.
func (t *target) stepsOf(base, stride reg.Register, n int) steps {
	s := steps{base: base, s1: stride}
	if n > 3 {
		s.s3 = t.GP64()
		t.LEAQ(operand.Mem{Base: stride, Index: stride, Scale: 2}, s.s3)
	}
	if n > 5 {
		s.hi = t.GP64()
		t.LEAQ(operand.Mem{Base: stride, Index: stride, Scale: 4}, s.hi)
		t.ADDQ(base, s.hi)
	}
	return s
}

func (s steps) at(i int) operand.Mem {
	m := operand.Mem{Base: s.base}
	if i >= 5 {
		m.Base, i = s.hi, i-5
	}
	switch i {
	case 1, 2, 4:
		m.Index, m.Scale = s.s1, uint8(i)
	case 3:
		m.Index, m.Scale = s.s3, 1
	}
	return m
}
