package main

import (
	"fmt"
	"math"
)

// What the kernels are written in.

// gpr is a general register, free again at the end of the loop around it.
func (n *neon) gpr() register {
	n.used++
	return gprs[n.used-1]
}

// arg loads a parameter.
func (n *neon) arg(name string) register {
	r := n.gpr()
	n.emit("MOVD %s, %s", n.slot(name), r)
	return r
}

func (n *neon) slot(name string) string {
	b, err := n.fn.Signature.Params().Lookup(name).Resolve()
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("%s+%d(FP)", name, b.Addr.Disp)
}

// stride loads a parameter counted in float32 and turns it into bytes.
func (n *neon) stride(name string) register {
	r := n.arg(name)
	n.emit("LSL $2, %s", r)
	return r
}

// scalar loads a float32 parameter.
func (n *neon) scalar(name string) lane {
	q := n.quad()
	n.with("FMOVS "+n.slot(name)+", F%d", q)
	return lane{q, 0}
}

func (n *neon) set(to, from register) { n.emit("MOVD %s, %s", from, to) }

func (n *neon) copyOf(r register) register {
	c := n.gpr()
	n.set(c, r)
	return c
}

// offset is r + bytes.
func (n *neon) offset(r register, bytes int) register {
	c := n.gpr()
	n.emit("ADD $%d, %s, %s", bytes, r, c)
	return c
}

// times is k*r for an even k, half of which is one more than a power of two.
func (n *neon) times(k int, r register) register {
	c := n.gpr()
	n.emit("ADD %s<<%d, %[1]s, %[3]s", r, map[int]int{6: 1, 10: 2}[k], c)
	n.emit("LSL $1, %s", c)
	return c
}

// advance adds bytes, possibly negative, to the pointers.
func (n *neon) advance(bytes int, pointers ...register) {
	for _, p := range pointers {
		if bytes < 0 {
			n.emit("SUB $%d, %s", -bytes, p)
		} else {
			n.emit("ADD $%d, %s", bytes, p)
		}
	}
}

// move adds the register r to the pointers.
func (n *neon) move(r register, pointers ...register) {
	for _, p := range pointers {
		n.emit("ADD %s, %s", r, p)
	}
}

// loop repeats body.
func (n *neon) loop(times int, body func()) {
	before := n.used
	c := n.gpr()
	n.emit("MOVD $%d, %s", times, c)
	n.count(c, body)
	n.used = before
}

// count repeats body until c, decremented after each turn, is zero.
func (n *neon) count(c register, body func()) {
	before := n.used
	n.labels++
	label := fmt.Sprintf("loop%d", n.labels)
	n.emit("%s:", label)
	start := len(n.code)
	body()
	n.emit("SUBS $1, %s", c)
	n.loops = append(n.loops, [2]int{start, len(n.code)})
	n.emit("BNE %s", label)
	n.used = before
}

// lanes runs body over the 16 channels of a block, four at a time.
func (n *neon) lanes(pointers []register, body func()) {
	n.loop(4, func() {
		body()
		n.advance(16, pointers...)
	})
}

// unless skips body if r is zero.
func (n *neon) unless(r register, body func()) {
	n.labels++
	label := fmt.Sprintf("skip%d", n.labels)
	n.emit("CBZ %s, %s", r, label)
	body()
	n.emit("%s:", label)
}

// load reads the vector at p+disp, loadTo into one that is there.
func (n *neon) load(p register, disp int) quad {
	q := n.quad()
	n.loadTo(q, p, disp)
	return q
}

func (n *neon) loadTo(q quad, p register, disp int) {
	n.with(fmt.Sprintf("FMOVQ %d(%s), F%%d", disp, p), q)
}

func (n *neon) store(q quad, p register, disp int) {
	n.with(fmt.Sprintf("FMOVQ F%%d, %d(%s)", disp, p), q)
}

// take loads the vector at p and moves p on by the register stride.
func (n *neon) take(p, stride register) quad {
	q := n.quad()
	n.with(fmt.Sprintf("VLD1.P (%s)(%s), [V%%d.S4]", p, stride), q)
	return q
}

// put stores a vector at p and moves p on by the register stride.
func (n *neon) put(q quad, p, stride register) {
	n.with(fmt.Sprintf("VST1.P [V%%d.S4], (%s)(%s)", p, stride), q)
}

func (n *neon) zero() quad {
	q := n.quad()
	n.with("VEOR V%d.B16, V%[1]d.B16, V%[1]d.B16", q)
	return q
}

func (n *neon) copy(x quad) quad {
	q := n.quad()
	n.with("VMOV V%d.B16, V%d.B16", x, q)
	return q
}

// op is x op y in a new vector.
func (n *neon) op(op uint32, x, y quad) quad {
	d := n.quad()
	n.word(op, d, x, y)
	return d
}

func (n *neon) sum(x, y quad) quad  { return n.op(fadd, x, y) }
func (n *neon) diff(x, y quad) quad { return n.op(fsub, x, y) }

// addTo is d += x.
func (n *neon) addTo(d, x quad) { n.word(fadd, d, d, x) }

// mul is x*c.
func (n *neon) mul(x quad, c lane) quad {
	d := n.quad()
	n.laneWord(fmulLane, d, x, c)
	return d
}

// fma is d += x*c, fms is d -= x*c, both rounded once.
func (n *neon) fma(d, x quad, c lane) { n.laneWord(fmlaLane, d, x, c) }
func (n *neon) fms(d, x quad, c lane) { n.laneWord(fmlsLane, d, x, c) }

// constants loads rows of four numbers from read-only data.
func (n *neon) constants(rows ...[4]float32) []quad {
	before := n.used
	p := n.gpr()
	n.emit("MOVD $constants<>(SB), %s", p)
	var l []quad
	for _, row := range rows {
		at, ok := n.rows[row]
		if !ok {
			at = 4 * len(n.table)
			n.rows[row] = at
			for _, f := range row {
				n.table = append(n.table, math.Float32bits(f))
			}
		}
		l = append(l, n.load(p, at))
	}
	n.used = before
	return l
}
