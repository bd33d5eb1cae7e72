package kernel

// supported needs to ask for nothing: every arm64 processor has these vectors.
func supported(i ISA) bool { return i == NEON }

var sets = map[ISA]*kernels{
	Portable: &portable,
	NEON: {
		gemm8: gemm8x8NEON, gemm4: gemm4x16NEON,
		in:     [2]inFunc{in8NEON, in4NEON},
		out:    [2]outFunc{out8NEON, out4NEON},
		outRes: [2]outResFunc{out8ResNEON, out4ResNEON},
		pool:   poolNEON, unpool: unpoolNEON,
		gather: gatherNEON, scatter: scatterNEON,

		outMask: out4MaskNEON, outMaskRes: out4MaskResNEON, adj: adj4NEON,
		gemmT: gemmT16NEON, filter: filter4NEON, filterAdj: filterAdj4NEON,
	},
}
