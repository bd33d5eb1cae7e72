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

// process is an engine that speaks the Go Text Protocol on its standard input
// and output.
type process struct {
	cmd     *exec.Cmd
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
func startProcess(args []string) (*process, error) {
	p := &process{
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

// read hands over the answers in the output. Lines outside of them, such as
// greetings, are skipped.
func (p *process) read(out io.Reader) {
	defer close(p.answers)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, maxOutputLine)
	var a response
	inside, outside := false, 0
	for lines.Scan() {
		text := strings.TrimRight(lines.Text(), " \t\r")
		switch {
		case inside && text == "":
			select {
			case p.answers <- a:
			case <-p.gone:
				return
			}
			inside, outside = false, 0
		case inside && len(a.text)+len(text) < maxOutputLine:
			a.text += "\n" + text
		case !inside && text != "" && (text[0] == '=' || text[0] == '?'):
			inside = true
			a = response{ok: text[0] == '=', text: strings.TrimLeft(strings.TrimLeft(text[1:], "0123456789"), " \t")}
		default:
			if outside++; outside > maxNoise {
				p.noise = errors.New("the engine writes on and on, and no answers")
				return
			}
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		p.noise = fmt.Errorf("the engine writes a line of more than %d bytes", maxOutputLine)
	}
}

// ask sends commands and waits for the answers to all of them, for as long as
// limit in all.
func (p *process) ask(ctx context.Context, limit time.Duration, commands []string) ([]response, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	// A write to an engine that has ended fails; that its output has ended too
	// tells as much. The commands of a game fit into a pipe, so this never waits.
	io.WriteString(p.in, strings.Join(commands, "\n")+"\n")
	answers := make([]response, 0, len(commands))
	for len(answers) < len(commands) {
		command := commands[len(answers)]
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
