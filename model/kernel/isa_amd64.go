package kernel

import "golang.org/x/sys/cpu"

// supported asks for exactly the extensions the generated code uses (a test
// reads them off the assembly); package cpu has checked that the operating
// system saves the registers.
func supported(i ISA) bool {
	switch i {
	case AVX2:
		return cpu.X86.HasAVX && cpu.X86.HasAVX2 && cpu.X86.HasFMA
	case AVX512:
		return cpu.X86.HasAVX && cpu.X86.HasAVX512F
	}
	return false
}

var sets = map[ISA]*kernels{
	Portable: &portable,
	AVX2: {
		gemm8: gemm8AVX2, gemm4: gemm4x16AVX2,
		in:     [2]inFunc{in8AVX2, in4AVX2},
		out:    [2]outFunc{out8AVX2, out4AVX2},
		outRes: [2]outResFunc{out8ResAVX2, out4ResAVX2},
		pool:   poolAVX2, unpool: unpoolAVX2,
		gather: gatherAVX2, scatter: scatterAVX2,

		outMask: out4MaskAVX2, outMaskRes: out4MaskResAVX2, adj: adj4AVX2,
		gemmT: gemmT16AVX2, filter: filter4AVX2, filterAdj: filterAdj4AVX2,
	},
	AVX512: {
		gemm8: gemm8AVX512, gemm4: gemm4AVX512,
		in:     [2]inFunc{in8AVX512, in4AVX512},
		out:    [2]outFunc{out8AVX512, out4AVX512},
		outRes: [2]outResFunc{out8ResAVX512, out4ResAVX512},
		pool:   poolAVX512, unpool: unpoolAVX512,
		gather: gatherAVX512, scatter: scatterAVX512,

		outMask: out4MaskAVX512, outMaskRes: out4MaskResAVX512, adj: adj4AVX512,
		gemmT: gemmTAVX512, filter: filter4AVX512, filterAdj: filterAdj4AVX512,
	},
}

// gemm8AVX512 takes pairs of 16-blocks while there are two, then the odd one.
func gemm8AVX512(a, b, c *float32, kb, tiles, panels, aBlock, aTile, cBlock, cTile int, next *float32) {
	if panels > 1 {
		gemm8x32AVX512(a, b, c, kb, tiles, panels/2, aBlock, aTile, cBlock, cTile, next)
	}
	if panels%2 == 1 {
		gemm8x16AVX512(a, at(b, (panels-1)*kb*256), at(c, (panels-1)*cBlock), kb, tiles, 1, aBlock, aTile, cBlock, cTile, next)
	}
}

func gemm4AVX512(a, b, c *float32, kb, tiles, panels, aBlock, aTile, cBlock, cTile int, next *float32) {
	if panels > 1 {
		gemm4x32AVX512(a, b, c, kb, tiles, panels/2, aBlock, aTile, cBlock, cTile, next)
	}
	if panels%2 == 1 {
		gemm4x16AVX512(a, at(b, (panels-1)*kb*256), at(c, (panels-1)*cBlock), kb, tiles, 1, aBlock, aTile, cBlock, cTile, next)
	}
}

// gemm8AVX2 does the upper and the lower four rows of every block of eight.
func gemm8AVX2(a, b, c *float32, kb, tiles, panels, aBlock, aTile, cBlock, cTile int, next *float32) {
	gemm4x16AVX2(a, b, c, kb, tiles, panels, aBlock, aTile, cBlock, cTile, next)
	gemm4x16AVX2(at(a, 64), b, at(c, 64), kb, tiles, panels, aBlock, aTile, cBlock, cTile, next)
}

func gemmTAVX512(a, b, c *float32, tiles, panels, aTile, bTile, cBlock, add int) {
	if panels > 1 {
		gemmT32AVX512(a, b, c, tiles, panels/2, aTile, bTile, cBlock, add)
	}
	if panels%2 == 1 {
		gemmT16AVX512(a, at(b, (panels-1)*128), at(c, (panels-1)*cBlock), tiles, 1, aTile, bTile, cBlock, add)
	}
}
