package model

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// The stand-in for Gonum's products has the bits that Gonum has on amd64.
func TestProductsLikeAMD64(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("needs amd64")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	normal := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			if rng.IntN(5) > 0 {
				x[i] = float32(rng.NormFloat64())
			}
		}
		return x
	}
	for _, size := range [][3]int{{1, 1, 1}, {3, 5, 7}, {10, 64, 32}, {9, 40, 64}, {70, 66, 131}, {128, 128, 129}, {2, 200, 33}, {65, 130, 20}} {
		m, n, k := size[0], size[1], size[2]
		for _, transA := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			for _, transB := range []blas.Transpose{blas.NoTrans, blas.Trans} {
				for first := range 4 { // places in a line of 16 bytes
					lda, ldb, ldc := k+1, n+3, n+2
					a, b := normal((m+1)*(lda+1)), normal((k+1)*ldb + first)[first:]
					if transA != blas.NoTrans {
						lda = m + 1
						a = normal((k + 1) * lda)
					}
					if transB != blas.NoTrans {
						ldb = k + 3
						b = normal((n+1)*ldb + first)[first:]
					}
					got := normal(m * ldc)
					want := slices.Clone(got)
					beta := float32(first) / 2
					likeAMD64{}.Sgemm(transA, transB, m, n, k, 1.5, a, lda, b, ldb, beta, got, ldc)
					gonum.Implementation{}.Sgemm(transA, transB, m, n, k, 1.5, a, lda, b, ldb, beta, want, ldc)
					if !slices.Equal(got, want) {
						t.Fatalf("%dx%dx%d, %c%c, %d: differs", m, n, k, transA, transB, first)
					}
				}
			}
		}
	}
}
