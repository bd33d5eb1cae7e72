package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"othellier/env/record"
)

// Standard input is read as it comes, and left when the verb is interrupted.
func TestInterruptedReader(t *testing.T) {
	text := strings.Repeat("f5d6c3\n", 20000)
	got, err := io.ReadAll(&interruptedReader{ctx: context.Background(), in: strings.NewReader(text)})
	if err != nil || string(got) != text {
		t.Errorf("%d bytes of %d, %v", len(got), len(text), err)
	}
	broken := errors.New("broken")
	got, err = io.ReadAll(&interruptedReader{ctx: context.Background(), in: io.MultiReader(strings.NewReader("f5"), brokenReader{broken})})
	if err != broken || string(got) != "f5" {
		t.Errorf("%q, %v", got, err)
	}
	silent, typist := io.Pipe()
	defer typist.Close()
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := (&interruptedReader{ctx: ctx, in: silent}).Read(make([]byte, 10)); !errors.Is(err, context.Canceled) {
		t.Errorf("a read that was interrupted: %v", err)
	}
}

type brokenReader struct{ err error }

func (f brokenReader) Read([]byte) (int, error) { return 0, f.err }

// A result comes as soon as its game has been typed.
func TestGamesComeAsTheyAreTyped(t *testing.T) {
	in, typist := io.Pipe()
	defer typist.Close()
	s, err := gameFlags{Games: []string{"-"}, From: record.Unknown}.source(stdio{in: in, err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	go io.WriteString(typist, "f5d6\n")
	n := 0
	for g, err := range s.games(ctx, network{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; len(g.Moves) != n+1 {
			t.Errorf("game %d: %v", n, g.Moves)
		}
		if n == 3 {
			break
		}
		go io.WriteString(typist, "f5d6c3d3"[:4+2*n]+"\n")
	}
	if n != 3 {
		t.Errorf("%d games", n)
	}
}
