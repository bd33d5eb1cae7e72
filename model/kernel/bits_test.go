package kernel

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"testing"
)

// fractions are n numbers between -1 and 1, the same on every machine.
func fractions(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.IntN(1999999)-999999) / 1e6
	}
	return x
}

// The bits of everything a tower and a trainer compute: one checksum for all
// sets in assembly, on amd64 and on arm64, another for portable Go, on every
// machine. A change of the operations or of their order changes them.
func TestBitsOnAllMachines(t *testing.T) {
	want := map[bool]map[string]uint32{
		false: {"throughput": 0xaf208168, "latency": 0xc51457df, "trunk": 0xf52adc35, "gradients": 0xe76ea53d, "rows": 0x371e9ab1, "zeros": 0x85bcafb3},
		true:  {"throughput": 0xde3b355a, "latency": 0xc37d976d, "trunk": 0x5b98ce2f, "gradients": 0xf4f12cce, "rows": 0x3459ca00, "zeros": 0x31374e84},
	}
	const planes, channels, boards = 5, 40, 5 // an odd block, half of it padding; an odd group
	eachISA(t, func(t *testing.T, i ISA) {
		check := func(name string, values ...[]float32) {
			sum := crc32.NewIEEE()
			for _, x := range values {
				for _, v := range x {
					sum.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(v)))
				}
			}
			if got := sum.Sum32(); got != want[i == Portable][name] {
				t.Errorf("%s: %#08x, want %#08x", name, got, want[i == Portable][name])
			}
		}
		convs := withLines(rand.New(rand.NewPCG(0, 0)), randomTower(rand.New(rand.NewPCG(0, 0)), planes, channels, 2, 0, 1), 1)
		rng := rand.New(rand.NewPCG(30, 30))
		for _, c := range convs {
			for _, x := range [][]float32{c.W, c.Pool, c.Lines} {
				copy(x, fractions(rng, len(x)))
				for k := range x {
					x[k] /= float32(c.In)
				}
			}
			copy(c.B, fractions(rng, len(c.B)))
		}
		input := randomPlanes(rng, planes, boards)
		for _, s := range []Scheme{Throughput, Latency} {
			tower := mustPack(t, i, s, convs).NewTower(boards)
			check(s.String(), tower.Forward(input, boards), tower.Forward(input[:planes*squares], 1))
		}

		tr := mustTrainer(t, i, convs, boards)
		trunk, grads := make([]float32, boards*channels*squares), zeroConvs(convs)
		tr.Forward(input, convs, trunk)
		check("trunk", trunk)
		tr.Backward(fractions(rng, len(trunk)), grads)
		var all [][]float32
		for _, g := range grads {
			all = append(all, g.W, g.B, g.Pool, g.Lines)
		}
		check("gradients", all...)

		w := fractions(rng, 40*20)
		m, err := NewMatrix(i, 40, 20, func(in, out int) float32 { return w[in*20+out] })
		if err != nil {
			t.Fatal(err)
		}
		src, dst := fractions(rng, RowsSize(8, 40)), make([]float32, RowsSize(8, 20))
		m.Rows(dst, src, 8)
		check("rows", dst)

		// Zeros below zero: what is positive of them, and the largest.
		points, act, sides, tmp := aligned(100*16), aligned(board), aligned(5*16), aligned(scratch)
		for _, x := range [][]float32{points, sides} {
			for k := range x {
				x[k] = float32(math.Copysign(0, -1))
			}
		}
		onBoard := aligned(squares)
		onBoard[0], onBoard[7] = 1, 1
		sets[i].out[Throughput](&points[0], 16, &sides[0], &act[0], &tmp[0])
		sets[i].pool(&act[0], &onBoard[0], &sides[16], &sides[32], .5)
		check("zeros", act, sides)
	})
}
