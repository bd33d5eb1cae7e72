package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/mmcloughlin/avo/ir"
)

// neon writes kernels for arm64, of which avo knows nothing: a block of 16
// float32 is four vectors, the transforms treat one after the other. What every
// element is computed from, in what order and with which products fused is as
// for AVX2 and AVX-512, so the results are the same to the bit.
//
// Go's assembler has no names for the vector instructions on floating point;
// they are written as words.
type neon struct {
	like   map[string]*ir.Function // the AVX2 functions, for parameters and comments
	asm    strings.Builder
	stubs  strings.Builder
	table  []uint32 // constants, in rows of four
	rows   map[[4]float32]int
	fn     *ir.Function
	code   []instruction
	loops  [][2]int // first and last instruction, inner loops before outer ones
	vecs   int      // virtual vectors of this function
	used   int      // registers of gprs
	labels int
}

// register is a general register. R16 and R17 belong to the linker, R18 to the
// system, R27 to the assembler, R28 and up to Go.
type register string

var gprs = [...]register{"R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15", "R19", "R20", "R21", "R22", "R23", "R24", "R25", "R26"}

// quad is a virtual vector register, lane one number of it.
type (
	quad int
	lane struct {
		q quad
		i int
	}
)

// instruction is printed when its vectors have been given registers.
type instruction struct {
	vectors []quad
	text    func(v []int) string
}

// Opcodes of d = x op y.
const (
	fadd  = 0x4e20d400
	fsub  = 0x4ea0d400
	fmul  = 0x6e20dc00
	fcmeq = 0x4e20e400
	fcmgt = 0x6ea0e400
	and   = 0x4e201c00
	bic   = 0x4e601c00 // x and not y
	bit   = 0x6ea01c00 // d = x where y has ones

	// With 0 for y.
	fcmgt0 = 0x4ea0c800
	fcmlt0 = 0x4ea0e800

	// With one number of y.
	fmulLane = 0x4f809000
	fmlaLane = 0x4f801000 // d += x*y, rounded once
	fmlsLane = 0x4f805000 // d -= x*y, rounded once
)

var opcodes = map[uint32]string{fadd: "FADD", fsub: "FSUB", fmul: "FMUL", fcmeq: "FCMEQ", fcmgt: "FCMGT", and: "AND", bic: "BIC", bit: "BIT",
	fcmgt0: "FCMGT", fcmlt0: "FCMLT", fmulLane: "FMUL", fmlaLane: "FMLA", fmlsLane: "FMLS"}

func newNEON(avx2 *ir.File) *neon {
	n := &neon{like: map[string]*ir.Function{}, rows: map[[4]float32]int{}}
	for _, f := range avx2.Functions() {
		n.like[f.Name] = f
	}
	return n
}

// begin starts the function name+NEON with the parameters of model+AVX2 and the
// comment doc, that of the model if empty.
func (n *neon) begin(name, model, doc string) {
	n.fn = n.like[model+"AVX2"]
	n.code, n.loops, n.vecs, n.used, n.labels = nil, nil, 0, 0, 0
	if doc == "" {
		doc = strings.TrimPrefix(n.fn.Doc[0], model+"AVX2 ")
	}
	sig := strings.TrimPrefix(n.fn.Signature.String(), "func")
	fmt.Fprintf(&n.stubs, "\n// %sNEON %s\n//\n//go:noescape\nfunc %[1]sNEON%[3]s\n", name, doc, sig)
	fmt.Fprintf(&n.asm, "\n// func %sNEON%s\nTEXT ·%[1]sNEON(SB), NOSPLIT, $0-%[3]d\n", name, sig, n.fn.Signature.Bytes())
}

// end gives the vectors registers and prints the function.
func (n *neon) end() {
	n.emit("RET")
	regs := n.allocate()
	for _, i := range n.code {
		v := make([]int, len(i.vectors))
		for k, q := range i.vectors {
			v[k] = regs[q]
		}
		fmt.Fprintln(&n.asm, i.text(v))
	}
}

// allocate gives every vector a register from its first use to its last, or to
// the end of a loop that it is carried around.
func (n *neon) allocate() []int {
	first, last := make([]int, n.vecs), make([]int, n.vecs)
	for q := range first {
		first[q] = -1
	}
	for at, i := range n.code {
		for _, q := range i.vectors {
			if first[q] < 0 {
				first[q] = at
			}
			last[q] = at
		}
	}
	for _, l := range n.loops {
		for q := range first {
			if first[q] < l[0] && last[q] >= l[0] {
				last[q] = max(last[q], l[1])
			}
		}
	}
	regs := make([]int, n.vecs)
	var until [32]int // the last use of what a register holds
	for at, i := range n.code {
		for _, q := range i.vectors {
			if first[q] != at {
				continue
			}
			r := 0
			for r < len(until) && until[r] > at {
				r++
			}
			if r == len(until) {
				panic(n.fn.Name + ": more than 32 vectors at a time")
			}
			// What is written here may take the place of what is read here for
			// the last time, but not that of another that is written.
			regs[q], until[r], first[q] = r, max(last[q], at+1), at
		}
	}
	return regs
}

// emit adds an instruction without vectors.
func (n *neon) emit(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !strings.HasSuffix(text, ":") {
		text = "\t" + text
	}
	n.code = append(n.code, instruction{text: func([]int) string { return text }})
}

// with adds an instruction whose format takes the numbers of vectors.
func (n *neon) with(format string, vectors ...quad) {
	n.code = append(n.code, instruction{vectors, func(v []int) string {
		args := make([]any, len(v))
		for i := range v {
			args[i] = v[i]
		}
		return "\t" + fmt.Sprintf(format, args...)
	}})
}

func (n *neon) quad() quad {
	n.vecs++
	return quad(n.vecs - 1)
}

// word is d = x op y.
func (n *neon) word(op uint32, d, x, y quad) {
	kind := "S4"
	if op == and || op == bic || op == bit {
		kind = "B16"
	}
	n.code = append(n.code, instruction{[]quad{x, y, d}, func(v []int) string {
		return fmt.Sprintf("\tWORD $0x%08x // %s V%d.%s, V%d.%[4]s, V%[6]d.%[4]s", op|uint32(v[1]<<16|v[0]<<5|v[2]), opcodes[op], v[2], kind, v[0], v[1])
	}})
}

// zeroWord is d = x op 0.
func (n *neon) zeroWord(op uint32, d, x quad) {
	n.code = append(n.code, instruction{[]quad{x, d}, func(v []int) string {
		return fmt.Sprintf("\tWORD $0x%08x // %s V%d.S4, V%d.S4, #0.0", op|uint32(v[0]<<5|v[1]), opcodes[op], v[1], v[0])
	}})
}

// laneWord is d = x op c, or d op= x*c.
func (n *neon) laneWord(op uint32, d, x quad, c lane) {
	n.code = append(n.code, instruction{[]quad{x, c.q, d}, func(v []int) string {
		bits := op | uint32(c.i&1<<21|c.i>>1<<11|v[1]<<16|v[0]<<5|v[2])
		return fmt.Sprintf("\tWORD $0x%08x // %s V%d.S4, V%d.S4, V%d.S[%d]", bits, opcodes[op], v[2], v[0], v[1], c.i)
	}})
}

// files are the assembly and the Go declarations.
func (n *neon) files(name string) map[string][]byte {
	const head = "// Code generated by gen. DO NOT EDIT.\n\n"
	var data strings.Builder
	for i, bits := range n.table {
		fmt.Fprintf(&data, "DATA constants<>+%d(SB)/4, $0x%08x // %v\n", 4*i, bits, math.Float32frombits(bits))
	}
	fmt.Fprintf(&data, "GLOBL constants<>(SB), RODATA|NOPTR, $%d\n", 4*len(n.table))
	return map[string][]byte{
		name + ".s":  []byte(head + "#include \"textflag.h\"\n\n" + data.String() + n.asm.String()),
		name + ".go": []byte(head + "package " + pkg + "\n" + n.stubs.String()),
	}
}
