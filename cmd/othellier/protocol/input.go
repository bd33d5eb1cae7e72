package protocol

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"time"
)

// maxLine is the number of bytes of a line that are kept; the longest lines are
// games in GGF, of a few thousand bytes.
const maxLine = 1 << 16

// maxQueue is how many lines are read while the engine thinks: more than clients
// send, and no more than may be kept.
const maxQueue = 10_000

// lookEvery is how often it is asked whether anybody is left to read.
const lookEvery = 100 * time.Millisecond

// input hands over the lines of a reader. It reads ahead, so that a line can
// interrupt what is going on.
type input struct {
	lines chan string // closed at the end of the reader
	err   error       // why the reading ended, if not by io.EOF; set before lines is closed
	quit  chan struct{}
	queue []string // read before their turn
	ended bool     // lines is closed

	unread func() bool // see Config
	gone   bool        // unread has said so: nobody is there any more
}

// newInput starts to read. The goroutine that reads ends with the reader or, once
// close was called, after its next line.
func newInput(r io.Reader, unread func() bool) *input {
	in := &input{lines: make(chan string), quit: make(chan struct{}), unread: unread}
	go func() {
		defer close(in.lines)
		buffered := bufio.NewReader(r)
		for {
			line, err := readLine(buffered)
			if err != nil && line == "" {
				if err != io.EOF {
					in.err = err
				}
				return
			}
			select {
			case in.lines <- line:
			case <-in.quit:
				return
			}
		}
	}()
	return in
}

func (in *input) close() { close(in.quit) }

// readLine reads a line, with its end if it has one, of which it keeps no more
// than maxLine bytes. The last line may come with an error.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part[:min(len(part), maxLine-len(line))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return string(line), err
		}
	}
}

// next waits for the next line. Its error is io.EOF at the end.
func (in *input) next(ctx context.Context) (string, error) {
	if len(in.queue) > 0 {
		line := in.queue[0]
		in.queue = in.queue[1:]
		return line, nil
	}
	if ctx.Err() == nil && !in.ended {
		select {
		case <-ctx.Done():
		case line, ok := <-in.lines:
			if ok {
				return line, nil
			}
			in.ended = true
		}
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if in.err != nil {
		return "", in.err
	}
	return "", io.EOF
}

// during calls work and waits for its end. Lines that come meanwhile, or wait
// already, are kept; the first for which stop is true cancels work's context.
// So does the end of the input: with stopAtEnd at once, else when nobody reads the
// answers any more. Without the end that is not looked for: a client may well stop
// reading before it sends what ends its session.
func (in *input) during(ctx context.Context, stop func(line string) bool, stopAtEnd bool, work func(context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if slices.ContainsFunc(in.queue, stop) || in.ended && stopAtEnd {
		cancel()
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		work(ctx)
	}()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		lines, looks := in.lines, look.C
		if in.ended || len(in.queue) >= maxQueue {
			lines = nil
		}
		if !in.ended || in.unread == nil {
			looks = nil
		}
		select {
		case <-done:
			return
		case <-looks:
			if in.unread() {
				in.gone = true
				cancel()
			}
		case line, ok := <-lines:
			switch {
			case !ok:
				in.ended = true
				if stopAtEnd {
					cancel()
				}
			default:
				in.queue = append(in.queue, line)
				if stop(line) {
					cancel()
				}
			}
		}
	}
}
