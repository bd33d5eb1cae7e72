package record

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
)

// Format is a way to write games down.
type Format uint8

// The formats; see the package's story for each.
const (
	Unknown    Format = iota // to be found out
	Transcript               // a line of squares for each game
	GGF                      // the game format of the Generic Game Server
	SGF                      // the Smart Game Format, FF[4] GM[2]
	WTHOR                    // the database of the French federation: .wtb, .jou and .trn
	PGN                      // tags and numbered moves
	OBF                      // problem positions with scored moves
)

// layout is what the package knows of a format.
type layout struct {
	name   string
	ext    string
	open   func(*source, Options) func() (Game, error)          // the next game, io.EOF at the end
	append func(dst []byte, g *Game, o Options) ([]byte, error) // nil for WTHOR, which is three files
}

var layouts = [...]layout{
	Unknown:    {name: "unknown"},
	Transcript: {"transcript", ".txt", openTranscript, appendTranscript},
	GGF:        {"ggf", ".ggf", openGGF, appendGGF},
	SGF:        {"sgf", ".sgf", openSGF, appendSGF},
	WTHOR:      {"wthor", ".wtb", openWTHOR, nil},
	PGN:        {"pgn", ".pgn", openPGN, appendPGN},
	OBF:        {"obf", ".obf", openOBF, appendOBF},
}

// String returns the name of f in lower case: transcript, ggf, sgf, wthor, pgn,
// obf or unknown.
func (f Format) String() string {
	if int(f) < len(layouts) {
		return layouts[f].name
	}
	return fmt.Sprintf("format(%d)", uint8(f))
}

// MarshalText returns the name of f.
func (f Format) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads a name as [Format.String] returns it, or an extension, with
// or without its dot, in either case.
func (f *Format) UnmarshalText(text []byte) error {
	word := strings.ToLower(string(text))
	for i, l := range layouts {
		if word == l.name || l.ext != "" && (word == l.ext || word == l.ext[1:]) {
			*f = Format(i)
			return nil
		}
	}
	return fmt.Errorf("record: format %q is unknown: expected transcript (txt), ggf, sgf, wthor (wtb), pgn or obf", text)
}

// Extension returns the usual extension of file names, with its dot.
func (f Format) Extension() string {
	if int(f) < len(layouts) {
		return layouts[f].ext
	}
	return ""
}

// ByName returns the format that the extension of a file name stands for, in
// either case, or Unknown. A ".txt" may hold anything and is Unknown too.
func ByName(path string) Format {
	ext := strings.ToLower(filepath.Ext(path))
	for f, l := range layouts {
		if ext != "" && l.ext == ext && Format(f) != Transcript {
			return Format(f)
		}
	}
	return Unknown
}

// Detect returns the format of a file that begins with head, a few hundred
// bytes, or Unknown if it looks like none of them.
func Detect(head []byte) Format {
	if wthorHead(head) {
		return WTHOR
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte(byteOrderMark)), " \t\r\n0123456789")
	if bytes.HasPrefix(text, []byte("(;")) { // GGF may have a count before it
		upper := bytes.ToUpper(text)
		sgf := bytes.Index(upper, []byte("GM[2]"))
		ggf := bytes.Index(upper, []byte("GM[OTHELLO]"))
		if ggf >= 0 && (sgf < 0 || ggf < sgf) || sgf < 0 && !bytes.Contains(upper, []byte("FF[")) {
			return GGF
		}
		return SGF
	}
	text = bytes.TrimLeft(bytes.TrimPrefix(head, []byte(byteOrderMark)), " \t\r\n")
	switch {
	case len(text) == 0:
		return Unknown
	case text[0] == '[', text[0] == '{':
		return PGN
	case text[0] == '%', boardHead(text):
		return OBF
	}
	if tok := scan(string(text), 0); tok.kind == moveToken || tok.kind == numberToken || text[0] == '#' {
		return Transcript
	}
	return Unknown
}

// boardHead says whether text begins with a row of squares.
func boardHead(text []byte) bool {
	n := 0
	for n < len(text) && strings.IndexByte("XxOo*-._", text[n]) >= 0 {
		n++
	}
	return n >= 8
}
