package kernel

import (
	"os"
	"strings"
	"testing"
)

// The generator notes what every function requires; supported asks for that and
// no less. (MMX+ is the prefetch, part of every x86-64.)
func TestSupportedCoversTheAssembly(t *testing.T) {
	for file, asked := range map[string]string{"avx2_amd64.s": "AVX FMA3 MMX+", "avx512_amd64.s": "AVX AVX512F MMX+"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for line := range strings.Lines(string(text)) {
			list, ok := strings.CutPrefix(line, "// Requires: ")
			if !ok {
				continue
			}
			found++
			for _, ext := range strings.Split(strings.TrimSpace(list), ", ") {
				if !strings.Contains(" "+asked+" ", " "+ext+" ") {
					t.Errorf("%s uses %s", file, ext)
				}
			}
		}
		if found == 0 {
			t.Errorf("%s names no requirements", file)
		}
	}
}
