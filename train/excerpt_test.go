package train

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestByteOrderMark(t *testing.T) {
	for name, text := range map[string]string{"plain": "run:\n  seed: 7\n", "lines of Windows": "run:\r\n  seed: 7\r\n"} {
		path := filepath.Join(t.TempDir(), "mine.yaml")
		put(t, "\ufeff"+text, path)
		if c, err := LoadConfig(path); err != nil || c.Run.Seed != 7 {
			t.Errorf("%s: seed %d, %v", name, c.Run.Seed, err)
		}
	}
}

// Whatever a file holds, its error is short and has nothing in it that a
// terminal would obey.
func TestErrorsAreLegible(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, text := range []string{
		long, "run: " + long, "run: {seed: " + long + "}", "run: {" + long + ": 1}", long + ": 1", "rules: {board: " + long + "}", "run: {seed: [" + long,
		"evaluation: {players: " + long + "}", "selfplay: {c_puct: \"" + long + "\"}", "run: {seed: 1, " + strings.Repeat("é", 1000) + ": 2}",
		"run: {seed: \"a\x1b[2Jb\"}", "\"a\x1b[2J\": 1", "rules: {board: \"\\e[2J\"}", "run: {\"\\a\": 1}", "run: {seed: \u200b1}", "run: {seed: \xff\xfe}", "\x00\x01",
		"run:\n\tseed: 1", "run: {seed: 1}\n---\n\x1b[2J" + long,
	} {
		c := Default()
		err := c.apply("f.yaml", text)
		var e *ConfigError
		if !errors.As(err, &e) {
			t.Errorf("%.40q: %v", text, err)
			continue
		}
		for line := range strings.SplitSeq(err.Error(), "\n") {
			if n := utf8.RuneCountInString(line); n > 500 {
				t.Errorf("%.40q: a line of %d columns: %.200s", text, n, line)
			}
		}
		for i, line := range strings.Split(e.Excerpt, "\n") {
			if n := utf8.RuneCountInString(line); n > wideLine+wideLine+20 {
				t.Errorf("%.40q: line %d of the excerpt has %d columns", text, i, n)
			}
		}
		if i := strings.IndexFunc(err.Error(), func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 || !utf8.ValidString(err.Error()) {
			i = max(i, 0)
			t.Errorf("%.40q: %q is in the error", text, err.Error()[i:min(i+10, len(err.Error()))])
		}
	}
}

func TestExcerpt(t *testing.T) {
	digits := strings.Repeat("0123456789", 20)
	for _, c := range []struct {
		line   string
		column int
		want   string
	}{
		{"run: x", 6, "     3 | run: x\n              ^"},
		{"run: x", 8, "     3 | run: x\n                ^"},
		{"é\tx", 3, "     3 | é\\tx\n            ^"},
		{digits, 101, "     3 | …" + digits[40:160] + "…\n          " + strings.Repeat(" ", 60) + "^"},
		{digits, 1, "     3 | " + digits[:120] + "…\n         ^"},
	} {
		if got := excerpt(c.line, 3, c.column); got != c.want {
			t.Errorf("column %d:\n%s\nwant\n%s", c.column, got, c.want)
		}
	}
}
