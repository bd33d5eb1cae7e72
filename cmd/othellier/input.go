package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// longestLine is far more bytes than any command of the table has.
const longestLine = 8 << 10

// errLine is a line that cannot be a command.
var errLine = fmt.Errorf("that line is longer than %d bytes; type help for the commands", longestLine)

// typed is a line of input, or what is wrong with it: errLine, after which the
// next line follows, or an error of reading, which is the last.
type typed struct {
	line string
	err  error
}

// readLines hands over the lines of in, and closes the channel at its end or
// once ctx is cancelled and another line has come.
func readLines(ctx context.Context, in io.Reader) <-chan typed {
	lines := make(chan typed)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, longestLine)
		for {
			line, err := readLine(r)
			if err == io.EOF {
				return
			}
			select {
			case lines <- typed{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil && err != errLine {
				return
			}
		}
	}()
	return lines
}

// readLine reads the next line without its end. The error is io.EOF where there
// is none, and errLine where it does not fit into the buffer of r.
func readLine(r *bufio.Reader) (string, error) {
	b, err := r.ReadSlice('\n')
	line := strings.TrimRight(string(b), "\r\n")
	if errors.Is(err, bufio.ErrBufferFull) {
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = r.ReadSlice('\n')
		}
		if err == nil || err == io.EOF {
			err = errLine
		}
		return "", err
	}
	if err == io.EOF && len(b) > 0 { // the last line has no end
		err = nil
	}
	return line, err
}
