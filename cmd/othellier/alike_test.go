package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// deciding are the packages, as directories from here, whose numbers decide what
// a training learns. Clocks, matches and reports do not.
var deciding = []string{"../../env", "../../env/alike", "../../mcts", "../../mcts/endgame", "../../model", "../../model/kernel", "../../train"}

// exactly are the functions of package math that say the same on every
// processor; constants do, too.
var exactly = []string{"Abs", "Copysign", "Inf", "IsInf", "IsNaN", "NaN", "Float32bits", "Float32frombits", "Float64bits", "Float64frombits",
	"Ceil", "Ldexp", "Mod", "Round", "Sqrt"}

// TestSameOnEveryProcessor keeps from those packages what has other bits on other
// processors: package env/alike has it.
func TestSameOnEveryProcessor(t *testing.T) {
	for _, dir := range deciding {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files: %v", dir, len(files), err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			maths := false // the name math means the package
			for _, i := range f.Imports {
				switch path, _ := strconv.Unquote(i.Path.Value); {
				case path == "math" && i.Name == nil:
					maths = true
				case path == "math", path == "math/cmplx", path == "math/rand", strings.Contains(path, "math32"), strings.Contains(path, "gonum/stat"):
					t.Errorf("%s imports %s", set.Position(i.Pos()), path)
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				of, _ := call.X.(*ast.Ident)
				name := call.Sel.Name
				switch {
				case name == "NormFloat64", name == "ExpFloat64", maths && of != nil && of.Name == "math" && !slices.Contains(exactly, name) && !constant(name):
					t.Errorf("%s: %s has other bits on other processors", set.Position(n.Pos()), name)
				}
				return true
			})
		}
	}
}

// constant says whether a name of package math is that of a constant, or of a
// type.
func constant(name string) bool {
	return strings.HasPrefix(name, "Max") && name != "Max" || slices.Contains([]string{"Pi", "Ln2", "Log2E", "MinInt16", "SmallestNonzeroFloat64"}, name)
}
