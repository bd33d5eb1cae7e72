package main

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"othellier/env/words"
)

// packageNames finds the name of a package where an error may begin.
var packageNames = func() *regexp.Regexp {
	var names []string
	for dir := range may {
		if name := filepath.Base(dir); name != "bench" && name != "othellier" { // errors of the verb and the program begin so
			names = append(names, name)
		}
	}
	return regexp.MustCompile(`(?m)(^|: |\()(` + strings.Join(names, "|") + `): `)
}()

// sources calls f with every file of the program that is no test, and the
// directory of its package below the top.
func sources(t *testing.T, f func(dir string, files *token.FileSet, file *ast.File)) {
	t.Helper()
	top, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	err = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(top, filepath.Dir(path))
		if err != nil {
			return err
		}
		n++
		f(filepath.ToSlash(dir), files, file)
		return nil
	})
	if err != nil || n < 100 {
		t.Fatalf("%d files read, %v", n, err)
	}
}

// TestMessagesNameNoPackages looks at every text that begins with the name of its
// package: nobody at a terminal is to see that name.
func TestMessagesNameNoPackages(t *testing.T) {
	found := 0
	sources(t, func(dir string, files *token.FileSet, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil || !strings.HasPrefix(text, file.Name.Name+": ") || file.Name.Name == "bench" {
				return true
			}
			found++
			for _, where := range []string{"", "games.txt: game 2: ", "several ("} {
				if told := words.Error(errors.New(where + text)); strings.Contains(told, file.Name.Name+": ") {
					t.Errorf("%v: %q is told as %q", files.Position(lit.Pos()), where+text, told)
				}
			}
			return true
		})
	})
	if found < 100 {
		t.Errorf("only %d errors found", found)
	}
}

func TestComplaints(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"describe", "nowhere.safetensors"}, "othellier: nowhere.safetensors: no such file or run directory"},
		{[]string{"solve", "nowhere"}, "it is no position: position: byte 1: "},
		{[]string{"eval", "nowhere.safetensors"}, "othellier: nowhere.safetensors: no such file or run directory"},
		{[]string{"curve", "nowhere"}, "othellier: curve: "},
		{[]string{"convert", "nowhere.sgf", "x.pgn"}, "othellier: open nowhere.sgf: "},
		{[]string{"eval", "--clock", "soon"}, "othellier: --clock: \"soon\": "},
		{[]string{"sprt", "nobody", "random"}, "othellier: player \"nobody\" is unknown: "},
	} {
		var told strings.Builder
		if status := run(c.args, stdio{strings.NewReader(""), &strings.Builder{}, &told}); status == exitOK {
			t.Errorf("%q: exit status %d", c.args, status)
		}
		if !strings.Contains(told.String(), c.want) || packageNames.MatchString(told.String()) {
			t.Errorf("%q: %s", c.args, told.String())
		}
	}
}
