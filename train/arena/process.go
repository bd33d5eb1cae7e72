package arena

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// process is an engine that speaks a protocol on its standard input and output.
type process struct {
	cmd     *exec.Cmd
	dialect dialect
	in      io.WriteCloser
	answers chan response // closed at the end of the output
	noise   error         // why the output was given up, if it did not end; set before answers is closed
	gone    chan struct{} // closed to end the reading
	stderr  *tail
	silent  bool // the output has ended
}

// response is the answer to a command.
type response struct {
	ok   bool // it begins with =, else with ?
	text string
}

const (
	maxOutputLine = 64 << 10
	maxNoise      = 1000 // lines beside the answers, in a row
	politeness    = time.Second
)

// startProcess runs the command.
func startProcess(args []string, d dialect) (*process, error) {
	p := &process{
		dialect: d,
		cmd:     exec.Command(args[0], args[1:]...),
		answers: make(chan response),
		gone:    make(chan struct{}),
		stderr:  &tail{},
	}
	p.cmd.Stderr = p.stderr
	p.cmd.WaitDelay = politeness // for what it has started itself and holds its output
	ownGroup(p.cmd)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.in = in
	go p.read(out)
	return p, nil
}

// errNoise is the end of an engine that writes but does not answer.
var errNoise = errors.New("the engine writes on and on, and no answers")

// read hands over the answers in the output.
func (p *process) read(out io.Reader) {
	defer close(p.answers)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, maxOutputLine)
	if p.noise = p.dialect.collect(p, lines); p.noise != nil {
		return
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		p.noise = fmt.Errorf("the engine writes a line of more than %d bytes", maxOutputLine)
	}
}

// hand hands over an answer. It reports false when nobody wants any more.
func (p *process) hand(a response) bool {
	select {
	case p.answers <- a:
		return true
	case <-p.gone:
		return false
	}
}

// ask sends commands and waits for the answers to all of them that have one, for as
// long as limit in all.
func (p *process) ask(ctx context.Context, limit time.Duration, commands []string) ([]response, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	// A write to an engine that has ended fails; that its output has ended too
	// tells as much. The commands of a game fit into a pipe, so this never waits.
	io.WriteString(p.in, strings.Join(commands, "\n")+"\n")
	answers := make([]response, 0, len(commands))
	for _, command := range commands {
		if !p.dialect.answers(command) {
			continue
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-timer.C:
			return nil, lateError(fmt.Sprintf("the engine does not answer %q within %v", command, limit))
		case a, open := <-p.answers:
			switch {
			case open:
				answers = append(answers, a)
			case p.noise != nil:
				return nil, p.noise
			default:
				p.silent = true
				return nil, fmt.Errorf("the engine ended instead of answering %q", command)
			}
		}
	}
	return answers, nil
}

// quit asks the engine to end, and stops it if it does not.
func (p *process) quit() {
	io.WriteString(p.in, "quit\n")
	p.in.Close()
	timer := time.NewTimer(politeness)
	defer timer.Stop()
	for !p.silent {
		select {
		case _, open := <-p.answers:
			p.silent = !open
		case <-timer.C:
			p.stop()
			return
		}
	}
	p.stop()
}

// stop kills the process, with all that it has started, and waits for it. One
// that has closed its output gets a moment to end by itself.
func (p *process) stop() {
	close(p.gone)
	if p.silent {
		p.in.Close()
		defer time.AfterFunc(politeness, func() { killGroup(p.cmd) }).Stop()
	} else {
		killGroup(p.cmd)
	}
	p.cmd.Wait() // closes what is open of the input and the output, and so ends the reading
	for range p.answers {
	}
}

// why says what is known of the end of a stopped process: its status, if it had
// ended by itself, and its last words.
func (p *process) why() string {
	var parts []string
	if state := p.cmd.ProcessState; p.silent && state.Exited() {
		parts = append(parts, state.String())
	}
	if said := p.stderr.String(); said != "" {
		parts = append(parts, "its last words: "+said)
	}
	return strings.Join(parts, "; ")
}

// tail keeps the end of what is written to it.
type tail struct{ kept []byte }

// maxTail is the number of bytes kept.
const maxTail = 300

func (t *tail) Write(b []byte) (int, error) {
	t.kept = append(t.kept, b...)
	t.kept = t.kept[max(0, len(t.kept)-maxTail):]
	return len(b), nil
}

// String returns it as one line of text.
func (t *tail) String() string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(t.kept), "")), " ")
}
