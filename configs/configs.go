// Package configs holds the configurations that come with the program. Each
// file holds differences from the defaults of package train; quick.yaml spells
// all of them out and explains every key.
package configs

import (
	"embed"
	"io/fs"
	"strings"
)

// Files holds NAME.yaml for each of [Names].
//
//go:embed *.yaml
var Files embed.FS

// Names returns the configurations by name, in alphabetical order.
func Names() []string {
	files, err := fs.Glob(Files, "*.yaml")
	if err != nil { // the pattern is a constant
		panic(err)
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(f, ".yaml")
	}
	return files
}
