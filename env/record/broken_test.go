package record

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestReadErrors passes on what a broken file says, once, with the place.
func TestReadErrors(t *testing.T) {
	g := fromTranscript(t, nine)
	for _, f := range written {
		var text string
		if f == WTHOR {
			text = string(wtb(9, wtbGame(0, 0, 0, 64, 0, nine)))
		} else {
			var err error
			if text, err = Text(g, f, Options{}); err != nil {
				t.Fatal(err)
			}
		}
		broken := iotest.DataErrReader(io.MultiReader(strings.NewReader(text+text[:len(text)/2]), iotest.ErrReader(io.ErrClosedPipe)))
		r, err := NewReader(broken, f, Options{File: "x"})
		if err != nil {
			t.Fatal(err)
		}
		var fault *Fault
		for range 4 {
			_, err := r.Next()
			if err == io.EOF {
				break
			}
			if errors.Is(err, io.ErrClosedPipe) {
				if fault != nil {
					t.Errorf("%v: the error comes twice", f)
				}
				errors.As(err, &fault)
			}
		}
		if fault == nil || fault.File != "x" || fault.Offset < int64(len(text)) {
			t.Errorf("%v: %v", f, fault)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("%v: after the error: %v", f, err)
		}
	}
	if _, err := NewReader(iotest.ErrReader(io.ErrClosedPipe), Unknown, Options{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("an error at once: %v", err)
	}
	if _, err := ReadNames(iotest.ErrReader(io.ErrClosedPipe), "x.jou"); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("an error in the names: %v", err)
	}
}

// TestLongRecords gives up records that have no end, and reads on.
func TestLongRecords(t *testing.T) {
	junk := strings.Repeat("x", maxRecord+10)
	for f, text := range map[Format]string{
		Transcript: junk + "\nf5d6\n",
		OBF:        junk + "\n" + tournamentRules.Initial().String() + "\n",
		GGF:        "(;C[" + junk + "];)\n" + sampleGGF,
		PGN:        "[A \"x\"]\n1. F5\n" + "[Event \"x\"]\n{" + strings.Repeat(junk[:1<<20]+"\n", 17) + "}\n[Event \"x\"]\n1. F5\n",
	} {
		games, faults := readAll(t, f, text)
		if len(games) == 0 || len(faults) == 0 || !errors.Is(faults[0], errLong) {
			t.Errorf("%v: %d games, %.200v", f, len(games), faults)
		}
	}
}
