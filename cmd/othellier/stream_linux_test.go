package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"othellier/model"
)

// writers are command lines that write to TARGET.
var writers = []string{
	"convert GAME TARGET --to pgn",
	"export NET --onnx TARGET",
	"export NET --check TARGET",
	"analyze f5d6 --net NET --sims 1 --solve 0 --json TARGET",
	"analyze f5d6 --net NET --sims 1 --solve 0 --csv TARGET",
	"analyze f5d6 --net NET --sims 1 --solve 0 --svg TARGET",
	"test f5d6 --net NET --json TARGET",
	"eval NET --against random --games 2 --sims 0 --json TARGET",
	"sprt random greedy --games 2 --chunk 2 --json TARGET",
}

// fill writes a game and a network and returns a command line with their names.
func fill(t *testing.T, line, target string) []string {
	t.Helper()
	dir := t.TempDir()
	game, net := filepath.Join(dir, "game.txt"), filepath.Join(dir, "net.safetensors")
	if err := os.WriteFile(game, []byte("f5d6\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := model.Spec{Channels: 4, Blocks: 1, ValueChannels: 1, ValueHidden: 4}
	if err := model.Save(net, model.NewWeights(s, rand.New(rand.NewPCG(1, 1))), model.Meta{}); err != nil {
		t.Fatal(err)
	}
	return strings.Fields(strings.NewReplacer("GAME", game, "NET", net, "TARGET", target).Replace(line))
}

// TestEveryVerbWritesIntoAPipe also looks that the pipe stays one.
func TestEveryVerbWritesIntoAPipe(t *testing.T) {
	for _, line := range writers {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o666); err != nil {
			t.Skip(err)
		}
		in, err := os.OpenFile(pipe, os.O_RDWR, 0) // so that no opening waits
		if err != nil {
			t.Fatal(err)
		}
		const end = "that is all"
		got := make(chan int)
		go func() {
			var all []byte
			for b := make([]byte, 64<<10); !bytes.HasSuffix(all, []byte(end)); {
				n, err := in.Read(b)
				if err != nil {
					break
				}
				all = append(all, b[:n]...)
			}
			got <- len(all) - len(end)
		}()
		var told strings.Builder
		if status := run(fill(t, line, pipe), stdio{strings.NewReader(""), io.Discard, &told}); status != exitOK {
			t.Errorf("%s: exit status %d: %s", line, status, told.String())
		}
		if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
			t.Errorf("%s: the pipe is now %v, %v", line, info, err)
		}
		if _, err := in.WriteString(end); err != nil {
			t.Fatal(err)
		}
		if n := <-got; n <= 0 {
			t.Errorf("%s: nothing came", line)
		}
		in.Close()
	}
}

// TestNothingIsMixedIntoStandardOutput sends what goes to a file to standard output
// under all its names, and finds there what the file would hold and no more.
func TestNothingIsMixedIntoStandardOutput(t *testing.T) {
	for _, line := range writers {
		args := fill(t, line, "TARGET")
		at := slices.Index(args, "TARGET")
		file := filepath.Join(t.TempDir(), "file")
		args[at] = file
		var told strings.Builder
		if status := run(args, stdio{strings.NewReader(""), io.Discard, &told}); status != exitOK {
			t.Fatalf("%s: exit status %d: %s", line, status, told.String())
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"-", "the descriptor of a file", "the descriptor of a pipe"} {
			out, err := os.Create(filepath.Join(t.TempDir(), "out"))
			if err != nil {
				t.Fatal(err)
			}
			in := out
			if name == "the descriptor of a pipe" {
				out.Close()
				if in, out, err = os.Pipe(); err != nil {
					t.Fatal(err)
				}
			}
			if args[at] = name; name != "-" {
				args[at] = fmt.Sprintf("/proc/self/fd/%d", out.Fd())
			}
			got := make(chan []byte)
			read := func() {
				all, err := io.ReadAll(in)
				if err != nil {
					t.Error(err)
				}
				got <- all
			}
			if in != out {
				go read()
			}
			status := run(args, stdio{strings.NewReader(""), out, &told})
			if in == out {
				if _, err := in.Seek(0, io.SeekStart); err != nil {
					t.Fatal(err)
				}
				go read()
			} else {
				out.Close()
			}
			if all := <-got; status != exitOK || !bytes.Equal(all, want) {
				t.Errorf("%s to %s: exit status %d, %d bytes instead of %d: %.200s", line, name, status, len(all), len(want), all)
			}
			in.Close()
		}
	}
}

// TestEveryVerbTellsAFullDevice writes to a copy of /dev/full, which only a
// privileged user can make.
func TestEveryVerbTellsAFullDevice(t *testing.T) {
	full := filepath.Join(t.TempDir(), "full")
	if err := syscall.Mknod(full, syscall.S_IFCHR|0o666, 1<<8|7); err != nil {
		t.Skip(err)
	}
	if f, err := os.OpenFile(full, os.O_WRONLY, 0); err != nil { // a file system without devices
		t.Skip(err)
	} else if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for _, line := range writers {
		var told strings.Builder
		if status := run(fill(t, line, full), stdio{strings.NewReader(""), io.Discard, &told}); status != exitFailure ||
			!strings.Contains(told.String(), "no space") {
			t.Errorf("%s: exit status %d: %s", line, status, told.String())
		}
		if info, err := os.Lstat(full); err != nil || info.Mode()&os.ModeCharDevice == 0 {
			t.Fatalf("%s: the device is now %v, %v", line, info, err)
		}
	}
}
