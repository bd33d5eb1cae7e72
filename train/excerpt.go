package train

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Columns of what an error repeats of a configuration.
const (
	wideLine  = 120 // of the line at fault
	wideValue = 80  // of a key or a value
	wideText  = 300 // of what the reader of YAML says
)

// quoteRune returns a character as it can be shown: what would move the cursor,
// or not be seen at all, becomes an escape such as \x1b or \u200b.
func quoteRune(r rune, size int, s string) string {
	if r == utf8.RuneError && size == 1 {
		return fmt.Sprintf(`\x%02x`, s[0])
	}
	if strconv.IsPrint(r) {
		return s[:size]
	}
	q := strconv.QuoteRuneToASCII(r)
	return q[1 : len(q)-1]
}

// legible returns s as one line of at most so many columns.
func legible(s string, limit int) string {
	var b strings.Builder
	for n := 0; s != ""; {
		r, size := utf8.DecodeRuneInString(s)
		q := quoteRune(r, size, s)
		if n += utf8.RuneCountInString(q); n > limit {
			b.WriteString("…")
			break
		}
		b.WriteString(q)
		s = s[size:]
	}
	return b.String()
}

// excerpt returns a line with its number and a caret below a column (1-based, in
// characters). Of a long line it shows what is around the column.
func excerpt(line string, number, column int) string {
	const before = wideLine / 2
	lead := ""
	if column-1 > before {
		for range column - 1 - before {
			_, size := utf8.DecodeRuneInString(line)
			line = line[size:]
		}
		lead, column = "…", before+1
	}
	at := line
	for range column - 1 {
		_, size := utf8.DecodeRuneInString(at)
		at = at[size:]
	}
	head := lead + legible(line[:len(line)-len(at)], wideLine)
	n := utf8.RuneCountInString(head)
	beyond := max(0, column-1-utf8.RuneCountInString(line)) // where the end of the line is at fault
	return fmt.Sprintf("%6d | %s%s\n         %s^", number, head, legible(at, max(wideLine-n, before)), strings.Repeat(" ", n+beyond))
}
