package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestOneOfAKind looks for numbers with a plural behind them in what the program
// prints: "1 games" is to be written by words.Count.
func TestOneOfAKind(t *testing.T) {
	plural := regexp.MustCompile(`%[0-9]*[ds] (?:random |empty |hidden )?(?:games|matches|moves|networks|positions|records|simulations|iterations|pairs|` +
		`plies|openings|cores|workers|threads|steps|rows|channels|blocks|planes|units|parameters|decisions|discs|evaluations|leaves|faults|problems|files)\b`)
	fine := regexp.MustCompile(strings.Join([]string{
		`outside`, `expected`, ` at most `, `too few openings for`, `more than`, // of ranges
		`evaluations/s`, `plies are random`,
		`%s discs; best`, // a margin
		`board has %d rows`,
		`^a budget of `,                  // of evaluations or seconds, one of which is none
		`^margin weight %v, %d empty`,    // part of the terms that a ladder's file keeps
		`^%d simulations$`,               // so is this
		`says nothing of %d iterations`,  // a damaged file
		`^Play-off of %d games in each `, // an even number
		`^wrote %s: %d positions\n$`,     // always as many
	}, "|"))
	looked := 0
	sources(t, func(dir string, files *token.FileSet, file *ast.File) {
		name := files.Position(file.Package).Filename
		if !strings.HasPrefix(dir, "cmd/") && dir != "train/report" && dir != "train/arena" && !strings.HasSuffix(name, "describe.go") {
			return
		}
		looked++
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil && plural.MatchString(text) && !fine.MatchString(text) {
					t.Errorf("%v: %q", files.Position(lit.Pos()), text)
				}
			}
			return true
		})
	})
	if looked < 80 {
		t.Errorf("looked into %d files", looked)
	}
}
