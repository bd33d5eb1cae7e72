package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// pool is the mean and the maximum of each channel over the squares of the
// board. Four sums and maxima are kept, for one would wait for itself.
func (t *target) pool() {
	t.fn("pool", "func(act, squares, mean, most *float32, scale float32)",
		"takes mean [16] and most [16] of act [64][16], which is not negative, over squares [64], zeros and ones; scale is one over their number.")
	act, squares, mean, most := t.arg("act"), t.arg("squares"), t.arg("mean"), t.arg("most")
	scale := t.vec()
	t.VBROADCASTSS(t.slot("scale"), scale)
	t.lanes([]reg.Register{act, mean, most}, func() {
		var sum, top [4]vec
		for i := range sum {
			sum[i], top[i] = t.zero(), t.zero()
		}
		t.loop(16, func() {
			for i := range sum {
				z := t.times(at(squares, i*4), t.load(at(act, i*64)))
				t.VADDPS(z, sum[i], sum[i])
				t.VMAXPS(top[i], z, top[i])
			}
			t.advance(256, act)
			t.advance(16, squares)
		})
		t.advance(-4096, act)
		t.advance(-256, squares)
		s := t.add(t.add(sum[0], sum[1]), t.add(sum[2], sum[3]))
		t.VMULPS(scale, s, s)
		t.VMOVUPS(s, at(mean, 0))
		t.VMAXPS(top[0], top[1], top[0])
		t.VMAXPS(top[2], top[3], top[2])
		t.VMAXPS(top[0], top[2], top[0])
		t.VMOVUPS(top[0], at(most, 0))
	})
	t.end()
}

// times is a vector times the one number at m, in a register of its own.
func (t *target) times(m operand.Mem, x vec) vec {
	r := t.vec()
	if t.wide {
		t.VMULPS_BCST(m, x, r)
	} else {
		t.VBROADCASTSS(m, r)
		t.VMULPS(x, r, r)
	}
	return r
}

// unpool is the gradient of pool.
func (t *target) unpool() {
	t.fn("unpool", "func(act, squares, most, dMean, dMost, d *float32, scale float32)",
		"writes over d [64][16] the gradient of act from those of mean and most, the latter for the first square that has the maximum, if that is above 0.")
	act, squares, most, dMean, dMost, d := t.arg("act"), t.arg("squares"), t.arg("most"), t.arg("dMean"), t.arg("dMost"), t.arg("d")
	scale, zero := t.vec(), t.zero()
	t.VBROADCASTSS(t.slot("scale"), scale)
	t.lanes([]reg.Register{act, most, dMean, dMost, d}, func() {
		top, all, share := t.load(at(most, 0)), t.load(at(dMost, 0)), t.load(at(dMean, 0))
		t.VMULPS(scale, share, share)
		first := t.firsts(zero)
		t.loop(16, func() {
			for i := 0; i < 4; i++ {
				z := t.times(at(squares, i*4), t.load(at(act, i*64)))
				o := first(top, z, all)
				t.VADDPS(share, o, o)
				t.VMOVUPS(t.times(at(squares, i*4), o), at(d, i*64))
			}
			t.advance(256, act, d)
			t.advance(16, squares)
		})
		t.advance(-4096, act, d)
		t.advance(-256, squares)
	})
	t.end()
}

// firsts returns a function that picks, in the lanes where x and y are equal and
// have not been before, the lanes of v, and zeros elsewhere.
func (t *target) firsts(zero vec) func(x, y, v vec) vec {
	const equal = operand.U8(0) // predicate EQ_OQ of VCMPPS
	if t.wide {
		open := t.K()
		t.VCMPPS(equal, zero, zero, open)
		return func(x, y, v vec) vec {
			hit, r := t.K(), t.vec()
			t.VCMPPS(equal, x, y, open, hit)
			t.KANDNW(open, hit, open)
			t.VMOVAPS_Z(v, hit, r)
			return r
		}
	}
	open := t.vec()
	t.VCMPPS(equal, zero, zero, open)
	return func(x, y, v vec) vec {
		hit, r := t.vec(), t.vec()
		t.VCMPPS(equal, x, y, hit)
		t.VANDPS(open, hit, hit)
		t.VANDNPS(open, hit, open)
		t.VANDPS(hit, v, r)
		return r
	}
}
