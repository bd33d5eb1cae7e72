package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Lines of the board: 8 rows, 8 columns, 15 diagonals (column - row + 7) and one
// place that stays empty, 15 antidiagonals (column + row) and another.
const (
	columnsAt       = 8
	diagonalsAt     = 16
	antidiagonalsAt = 32
	lineCount       = 48
)

// gather sums every line, row by row: the row and the columns in registers, the
// diagonals, which move on by one from row to row, in memory.
func (t *target) gather() {
	t.fn("gather", "func(act, squares, scale, lines *float32)",
		"sums act [64][16] over every line of squares [64], zeros and ones, times scale [48], to lines [48][16]: 8 rows, 8 columns, 15 diagonals, 15 antidiagonals.")
	act, squares, scale, lines := t.arg("act"), t.arg("squares"), t.arg("scale"), t.arg("lines")
	zero := t.zero()
	t.lanes([]reg.Register{act, lines}, func() {
		for i := diagonalsAt; i < lineCount; i++ {
			t.VMOVUPS(zero, at(lines, i*64))
		}
		var column [8]vec
		for x := range column {
			column[x] = t.zero()
		}
		down, up := t.GP64(), t.GP64() // the diagonals of the row's first square
		t.LEAQ(at(lines, (diagonalsAt+7)*64), down)
		t.LEAQ(at(lines, antidiagonalsAt*64), up)
		t.loop(8, func() {
			row := t.zero()
			for x := range column {
				z := t.times(at(squares, x*4), t.load(at(act, x*64)))
				t.VADDPS(z, row, row)
				t.VADDPS(z, column[x], column[x])
				for _, m := range []operand.Mem{at(down, x*64), at(up, x*64)} {
					s := t.vec()
					t.VADDPS(m, z, s)
					t.VMOVUPS(s, m)
				}
			}
			t.VMOVUPS(row, at(lines, 0))
			t.advance(512, act)
			t.advance(32, squares)
			t.advance(64, lines, up)
			t.advance(-64, down)
		})
		t.advance(-4096, act)
		t.advance(-256, squares)
		t.advance(-512, lines)
		for x := range column {
			t.VMOVUPS(column[x], at(lines, (columnsAt+x)*64))
		}
		t.loop(lineCount, func() {
			t.VMOVUPS(t.times(at(scale, 0), t.load(at(lines, 0))), at(lines, 0))
			t.advance(64, lines)
			t.advance(4, scale)
		})
		t.advance(-lineCount*64, lines)
		t.advance(-lineCount*4, scale)
	})
	t.end()
}

// scatter is the transpose of gather, without the scale.
func (t *target) scatter() {
	t.fn("scatter", "func(lines, squares, res, dst *float32)",
		"writes over dst [64][16] res [64][16] and, where squares [64] is one and not zero, the sum of the four lines [48][16] through the square.")
	lines, squares, res, dst := t.arg("lines"), t.arg("squares"), t.arg("res"), t.arg("dst")
	t.lanes([]reg.Register{lines, res, dst}, func() {
		down, up := t.GP64(), t.GP64()
		columns := t.GP64()
		t.LEAQ(at(lines, columnsAt*64), columns)
		t.LEAQ(at(lines, (diagonalsAt+7)*64), down)
		t.LEAQ(at(lines, antidiagonalsAt*64), up)
		t.loop(8, func() {
			row := t.load(at(lines, 0))
			for x := 0; x < 8; x++ {
				o := t.vec()
				t.VADDPS(at(columns, x*64), row, o)
				t.VADDPS(at(down, x*64), o, o)
				t.VADDPS(at(up, x*64), o, o)
				o = t.times(at(squares, x*4), o)
				t.VADDPS(at(res, x*64), o, o)
				t.VMOVUPS(o, at(dst, x*64))
			}
			t.advance(512, res, dst)
			t.advance(32, squares)
			t.advance(64, lines, up)
			t.advance(-64, down)
		})
		t.advance(-4096, res, dst)
		t.advance(-256, squares)
		t.advance(-512, lines)
	})
	t.end()
}
