package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"othellier/env"
)

func TestGTPClocks(t *testing.T) {
	e, c := newLister(env.Rules{})
	serveGTP(t, c, strings.Join([]string{
		"genmove b",             // no clock
		"time_settings 311 0 0", // 22 moves to share it for each side, and one in reserve
		"genmove w",             // 310 s / 23 and a third more, less the lag
		"genmove b",             // a move less to make; the other clock has not run
		"genmove w",             // 309 s for 21 moves and one
		"time_left b 20 10",     // 2 s a move
		"genmove b",
		"reg_genmove w", "reg_genmove w", // costs no time
		"time_settings 0 1 0", // no limit
		"genmove w",
		"time_settings 10 0 0",
		"clear_board", // a full clock again
		"genmove b",
	}, "\n"))
	var got []string
	for _, l := range e.limits {
		got = append(got, l.Time.Round(time.Millisecond).String())
	}
	want := "0s 17.821s 18.638s 18.577s 1.85s 19.406s 19.406s 0s 372ms"
	if strings.Join(got, " ") != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestGTPAnalysis(t *testing.T) {
	_, c := newLister(env.Rules{})
	k := dial(t, GTP, context.Background(), c)
	const first = "info move D3 visits 10 winrate 0.7500 scoreLead 8.25 prior 0.2500 order 0 pv D3" +
		" info move C4 visits 5 winrate 0.7500 scoreLead 8.25 prior 0.2500 order 1 pv C4"
	k.send("7 analyze black 20")
	k.expect("=7")
	if got := k.line(); !strings.HasPrefix(got, first) {
		t.Errorf("got %q, want first %q", got, first)
	}
	k.send("8 name") // the next command ends the analysis and is answered too
	if got := k.line(); !strings.HasPrefix(got, first) {
		t.Errorf("got %q, want first %q", got, first)
	}
	k.expect("", "=8 Lister", "")
	k.send("analyze")
	k.expect("=")
	k.line()
	k.send("") // an empty line is input as well, and gets no answer
	k.line()
	k.expect("")
	k.send("analyze")
	k.expect("=")
	k.line()
	k.in.Close() // so is the end
	k.line()
	k.expect("")
	if err := k.end(); err != nil {
		t.Error(err)
	}
}

// TestGTPEnds shows how sessions end other than by quit.
func TestGTPEnds(t *testing.T) {
	e, c := newLister(env.Rules{})
	ctx, cancel := context.WithCancel(context.Background())
	e.mute, e.begun = true, make(chan struct{})
	k := dial(t, GTP, ctx, c)
	k.send("genmove b")
	<-e.begun
	cancel()
	if err := k.end(); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while thinking: %v", err)
	}
	k = dial(t, GTP, ctx, c)
	if err := k.end(); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before the first line: %v", err)
	}

	e, c = newLister(env.Rules{})
	e.err = errors.New("out of\norder")
	if out := serveGTP(t, c, "genmove b\nshowboard\n"); !strings.HasPrefix(out, "? out of order\n\n= Black (X) 2,") {
		t.Errorf("a failing engine: %s", out)
	}
	if err := GTP(context.Background(), c, strings.NewReader("analyze\n"), io.Discard); !errors.Is(err, e.err) {
		t.Errorf("a failing engine in an analysis: %v", err)
	}

	broken := errors.New("broken")
	if err := GTP(context.Background(), c, iotest.ErrReader(broken), io.Discard); !errors.Is(err, broken) {
		t.Errorf("a broken input: %v", err)
	}
	for _, in := range []string{"name\n", "analyze\n", "analyze x\n", "boardsize 9\n"} {
		_, c := newLister(env.Rules{})
		if err := GTP(context.Background(), c, strings.NewReader(in), brokenWriter{broken}); !errors.Is(err, broken) {
			t.Errorf("%q with a broken output: %v", in, err)
		}
	}
}

// TestNobodyIsLeft ends the input while the engine thinks. What was asked is
// answered as long as somebody reads.
func TestNobodyIsLeft(t *testing.T) {
	for name, s := range map[string]struct {
		serve func(context.Context, Config, io.Reader, io.Writer) error
		think string
		first string // of what is said then
	}{"GTP": {GTP, "genmove b", ""}, "NBoard": {NBoard, "go", statusThinking}} {
		var gone atomic.Bool
		asked := make(chan struct{}, 100)
		e, c := newLister(env.Rules{})
		e.mute, e.begun = true, make(chan struct{})
		c.Unread = func() bool {
			asked <- struct{}{}
			return gone.Load()
		}
		k := dial(t, s.serve, context.Background(), c)
		k.send(s.think, s.think)
		<-e.begun
		if len(asked) > 0 {
			t.Errorf("%s: before the end it is asked who is left", name)
		}
		k.in.Close()
		<-asked
		<-asked // it goes on
		gone.Store(true)
		var said []string
		for l := range k.out {
			said = append(said, l)
		}
		if err := <-k.ended; err != nil || len(e.limits) != 1 {
			t.Errorf("%s: %v after %d commands", name, err, len(e.limits))
		}
		if s.first == "" && len(said) > 0 || s.first != "" && said[0] != s.first {
			t.Errorf("%s: it said %q", name, said)
		}
	}
	// Somebody reads to the end.
	_, c := newLister(env.Rules{})
	c.Unread = func() bool { return false }
	if out := serveGTP(t, c, "genmove b\ngenmove w\nquit\n"); out != "= D3\n\n= C3\n\n=\n\n" {
		t.Errorf("got %q", out)
	}
}

// TestInputWaits sends more lines than are read while the engine thinks.
func TestInputWaits(t *testing.T) {
	const lines = maxQueue + 5000
	out, in := io.Pipe()
	queue := newInput(out, nil)
	defer queue.close()
	sent := make(chan struct{})
	go func() {
		for i := range lines {
			if i == maxQueue {
				close(sent)
			}
			fmt.Fprintln(in, i)
		}
		in.Close()
	}()
	never := func(string) bool { return false }
	queue.during(context.Background(), never, false, func(context.Context) { <-sent })
	if n := len(queue.queue); n == 0 || n > maxQueue {
		t.Errorf("%d lines wait", n)
	}
	for i := range lines {
		if l, err := queue.next(context.Background()); err != nil || l != fmt.Sprintln(i) {
			t.Fatalf("line %d is %q, %v", i, l, err)
		}
	}
	if _, err := queue.next(context.Background()); err != io.EOF {
		t.Errorf("after the last line comes %v", err)
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

// TestGTPLongLines sends a line that is too long to keep.
func TestGTPLongLines(t *testing.T) {
	_, c := newLister(env.Rules{})
	out := serveGTP(t, c, "name # "+strings.Repeat("x", 3*maxLine)+"\n"+strings.Repeat("1", 2*maxLine)+"name\nversion")
	if want := "= Lister\n\n?" + strings.Repeat("1", maxLine) + " unknown command\n\n= 1.0\n\n"; out != want {
		t.Errorf("got %d bytes, want %d", len(out), len(want))
	}
}

func FuzzGTP(f *testing.F) {
	f.Add("1 play b f5\nplay w pass\n2 genmove w\nundo\nshowboard\nfinal_score\nquit\n")
	f.Add("time_settings 1 1 1\ntime_left b 1 0\ngenmove b\r\nanalyze\n#\n\x00\nplay b")
	f.Add("boardsize 8\nset_game Othello\nclear_board\nkomi 1e308\n12 list_commands")
	f.Fuzz(func(t *testing.T, in string) {
		_, c := newLister(env.Rules{})
		var out strings.Builder
		if err := GTP(context.Background(), c, strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		// One answer for each line that has a command, each ended by an empty line.
		commands := 0
		for l := range strings.SplitSeq(in, "\n") {
			k, ok := parseCommand(l)
			if ok {
				commands++
			}
			if k.name == "quit" {
				break
			}
		}
		answers := strings.Split(out.String(), "\n\n")
		if len(answers) != commands+1 || answers[commands] != "" {
			t.Fatalf("%d answers to %d commands: %q", len(answers)-1, commands, out.String())
		}
		for _, a := range answers[:commands] {
			if a[0] != '=' && a[0] != '?' {
				t.Fatalf("answer %q", a)
			}
		}
	})
}
