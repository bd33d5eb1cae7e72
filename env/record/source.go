package record

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

const (
	byteOrderMark = "\xef\xbb\xbf"
	// maxRecord is the length in bytes from which a record is taken for
	// garbage: it bounds the memory of a reader.
	maxRecord = 16 << 20
)

var errLong = errors.New("the record is longer than 16 MiB")

// source is a file being read, with the place of the next byte.
type source struct {
	in   *bufio.Reader
	here Origin // Record is the last record begun
	over bool   // nothing is left to read
	err  error  // what ended the file, if it is not io.EOF and was not returned yet
	held bool   // a parenthesis was read and given back
	buf  []byte // the record in hand
}

func newSource(r io.Reader, file string) *source {
	return &source{in: bufio.NewReaderSize(r, 64<<10), here: Origin{File: file}}
}

// skipMark skips the byte order mark at the start of a text file and begins to
// count lines.
func (s *source) skipMark() {
	s.here.Line = 1
	if mark, _ := s.in.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		s.in.Discard(len(mark))
		s.here.Offset += int64(len(mark))
	}
}

// next returns the next byte and false at the end of the file.
func (s *source) next() (byte, bool) {
	if s.held {
		s.held = false
		s.here.Offset++
		return '(', true
	}
	if s.over {
		return 0, false
	}
	c, err := s.in.ReadByte()
	if err != nil {
		s.stop(err)
		return 0, false
	}
	s.here.Offset++
	if c == '\n' {
		s.here.Line++
	}
	return c, true
}

// back gives back a '(' that next has just returned.
func (s *source) back() {
	s.held = true
	s.here.Offset--
}

func (s *source) stop(err error) {
	s.over = true
	if err != io.EOF {
		s.err = err
	}
}

// end returns what a reader returns when no byte is left: the error that cut
// the file short, once, and then io.EOF.
func (s *source) end() error {
	if s.err == nil {
		return io.EOF
	}
	f := &Fault{s.here, s.err}
	s.err = nil
	return f
}

// line returns the next line without its line end, and where it begins. It
// lasts until the next call. The error is io.EOF, a read error, or a fault of
// this line alone.
func (s *source) line() (text []byte, start Origin, err error) {
	if s.over {
		return nil, s.here, s.end()
	}
	start, s.buf = s.here, s.buf[:0]
	for {
		part, err := s.in.ReadSlice('\n')
		s.here.Offset += int64(len(part))
		if len(s.buf) < maxRecord {
			s.buf = append(s.buf, part...)
		}
		if err == nil {
			s.here.Line++
			break
		}
		if err != bufio.ErrBufferFull {
			s.stop(err)
			if len(s.buf) == 0 || s.err != nil {
				return nil, start, s.end()
			}
			break
		}
	}
	if len(s.buf) >= maxRecord {
		s.here.Record++
		start.Record = s.here.Record
		return nil, start, &Fault{start, errLong}
	}
	return trimEOL(s.buf), start, nil
}

// trimEOL cuts line ends of any kind off the end of a line.
func trimEOL(b []byte) []byte {
	for len(b) > 0 && (b[len(b)-1] == '\n' || b[len(b)-1] == '\r') {
		b = b[:len(b)-1]
	}
	return b
}

// chunk is the text of one record and where it begins.
type chunk struct {
	Origin
	text string
}

// fault returns err with the place of text[at].
func (c chunk) fault(at int, err error) *Fault {
	f := &Fault{c.Origin, err}
	f.Offset += int64(at)
	f.Line += strings.Count(c.text[:at], "\n")
	return f
}

// utf8Text returns s, read as ISO 8859-1 if it is not UTF-8, without the blanks
// around it. It shares no memory with s.
func utf8Text(s string) string {
	s = strings.TrimSpace(s)
	if utf8.ValidString(s) {
		return strings.Clone(s)
	}
	return strings.TrimSpace(latin(s))
}

// plainText is utf8Text for a text of one line: control characters become
// blanks.
func plainText(s string) string { return oneLine(utf8Text(s), "") }

// latin returns the bytes of s as characters of ISO 8859-1.
func latin(s string) string {
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// oneLine returns s with every line end and control character as a blank, and
// each sign of forbidden as a closing parenthesis.
func oneLine(s, forbidden string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r < ' ' || r == 0x7f:
			return ' '
		case strings.ContainsRune(forbidden, r):
			return ')'
		}
		return r
	}, s))
}
