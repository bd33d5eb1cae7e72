package model

import (
	"runtime"
	"sync"
	"unsafe"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
	G "gorgonia.org/gorgonia"
)

// Gonum's products of matrices of float32 are in assembly on amd64. On other
// processors they are in Go, which sums in another order and lets the compiler
// fuse products and sums. There likeAMD64 stands in, so that training gives the
// same bytes.
func init() {
	if runtime.GOARCH != "amd64" {
		G.Use(likeAMD64{})
	}
}

// likeAMD64 is Gonum with an Sgemm that rounds as Gonum's does on amd64.
type likeAMD64 struct{ gonum.Implementation }

const (
	gonumBlock = 64      // above three blocks of results Gonum goes through the inner dimension by so many
	serial     = 1 << 16 // multiplications that are not worth a second goroutine
)

// Sgemm is c = alpha*a*b + beta*c. The slices must fit the shapes.
func (likeAMD64) Sgemm(transA, transB blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	ceil := func(n int) int { return (n + gonumBlock - 1) / gonumBlock }
	inner := k
	if ceil(m)*ceil(n) > 3 {
		inner = gonumBlock
	}
	row := func(i int) {
		to := c[i*ldc:][:n]
		if beta == 0 {
			clear(to)
		} else if beta != 1 {
			for j := range to {
				to[j] *= beta
			}
		}
		if transA == blas.NoTrans && transB != blas.NoTrans {
			for l := 0; l < k; l += inner {
				x := a[i*lda:][l:min(l+inner, k)]
				for j := range to {
					to[j] += float32(alpha * dotSSE(x, b[j*ldb+l:][:len(x)]))
				}
			}
			return
		}
		for l := range k {
			at := i*lda + l
			if transA != blas.NoTrans {
				at = l*lda + i
			}
			f := alpha * a[at]
			switch {
			case f == 0:
			case transB == blas.NoTrans:
				for j, v := range b[l*ldb:][:n] {
					to[j] += float32(f * v)
				}
			default:
				for j := range to {
					to[j] += float32(f * b[j*ldb+l])
				}
			}
		}
	}
	workers := min(runtime.GOMAXPROCS(0), m, 1+m*n*k/serial)
	var wait sync.WaitGroup
	for w := 1; w < workers; w++ {
		wait.Go(func() {
			for i := w; i < m; i += workers {
				row(i)
			}
		})
	}
	for i := 0; i < m; i += workers {
		row(i)
	}
	wait.Wait()
}

// dotSSE sums x*y in the order of Gonum's assembly for amd64: one by one up to
// where y begins a line of 16 bytes, in two vectors of four as long as there are
// 16, in one vector, and one by one.
func dotSSE(x, y []float32) float32 {
	var sum, second [4]float32
	add := func(to *[4]float32, i, lanes int) {
		for l := range lanes {
			to[l] += float32(x[i+l] * y[i+l])
		}
	}
	i := 0
	for ; i < len(x) && uintptr(unsafe.Pointer(&y[i]))%16 != 0; i++ {
		add(&sum, i, 1)
	}
	if i+16 <= len(x) {
		for ; i+16 <= len(x); i += 16 {
			add(&sum, i, 4)
			add(&second, i+4, 4)
			add(&sum, i+8, 4)
			add(&second, i+12, 4)
		}
		for l := range sum {
			sum[l] += second[l]
		}
	}
	for ; i+4 <= len(x); i += 4 {
		add(&sum, i, 4)
	}
	for ; i < len(x); i++ {
		add(&sum, i, 1)
	}
	return (sum[0] + sum[1]) + (sum[2] + sum[3])
}
