// Command gen writes the assembly of othellier's convolution kernels for
// AVX-512, for AVX2 with FMA and for arm64, their Go declarations, and the tables
// the portable kernels share with them. It is a module of its own, so that the
// program does not depend on the generator.
//
//	go run . -dir ..     # what go generate does in model/kernel
//	go test .            # fails if the files in .. are not what this generator writes
package main

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

const pkg = "kernel"

func main() {
	out := flag.String("dir", "..", "directory of package kernel")
	flag.Parse()
	files, err := generate()
	for name, text := range files {
		if err == nil {
			err = os.WriteFile(filepath.Join(*out, name), text, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// generate returns the generated files by name.
func generate() (map[string][]byte, error) {
	c := newTables()
	wide, narrow := newTarget("AVX512", true), newTarget("AVX2", false)
	for _, s := range [][2]int{{8, 2}, {8, 1}, {4, 2}, {4, 1}} {
		wide.gemm(s[0], s[1])
	}
	narrow.gemm(4, 1)
	wide.gemmT(2)
	wide.gemmT(1)
	narrow.gemmT(1)
	files := map[string][]byte{"f8_tables.go": []byte(c.source(pkg))}
	for _, t := range []*target{wide, narrow} {
		t.in8(c)
		t.out8(c, epilogue{})
		t.out8(c, epilogue{residual: true})
		t.in4()
		t.out4(epilogue{})
		t.out4(epilogue{residual: true})
		t.out4(epilogue{backward: true})
		t.out4(epilogue{backward: true, residual: true})
		t.adj4()
		t.filter4()
		t.filterAdj4()
		t.pool()
		t.unpool()
		t.gather()
		t.scatter()
	}
	for name, t := range map[string]*target{"avx512_amd64": wide, "avx2_amd64": narrow} {
		if err := t.print(name, files); err != nil {
			return nil, err
		}
	}
	like, err := narrow.Result()
	if err != nil {
		return nil, err
	}
	maps.Copy(files, newNEON(like).generate(c))
	return files, nil
}

// generate writes all functions of model/kernel for arm64.
func (n *neon) generate(c tables) map[string][]byte {
	n.gemm(8, 8)
	n.gemm(4, 16)
	n.gemmT()
	n.in8(c)
	n.out8(c, epilogue{})
	n.out8(c, epilogue{residual: true})
	n.in4()
	n.out4(epilogue{})
	n.out4(epilogue{residual: true})
	n.out4(epilogue{backward: true})
	n.out4(epilogue{backward: true, residual: true})
	n.adj4()
	n.filter4()
	n.filterAdj4()
	n.pool()
	n.unpool()
	n.gather()
	n.scatter()
	return n.files("neon_arm64")
}

// print compiles the functions of t and adds their assembly and declarations to
// files.
func (t *target) print(name string, files map[string][]byte) error {
	f, err := t.Result()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := pass.Compile.Execute(f); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	cfg := printer.Config{Name: "gen", Pkg: pkg}
	for ext, p := range map[string]printer.Printer{".s": printer.NewGoAsm(cfg), ".go": printer.NewStubs(cfg)} {
		b, err := p.Print(f)
		if err != nil {
			return fmt.Errorf("%s%s: %w", name, ext, err)
		}
		files[name+ext] = bytes.TrimRight(b, "\n")
		files[name+ext] = append(files[name+ext], '\n')
	}
	return nil
}
