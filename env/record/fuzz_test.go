package record

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"othellier/env"
)

// checkFile reads data as a file of that format, whatever it is, and holds the
// promises of the package: only legal games, every fault with a place inside
// the file, and whatever is written is read again as it was.
func checkFile(t *testing.T, f Format, data []byte) {
	r, err := NewReader(bytes.NewReader(data), f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for g, err := range r.Games() {
		var fault *Fault
		if err != nil {
			if !errors.As(err, &fault) || fault.Err == nil {
				t.Fatalf("not a fault: %v", err)
			}
			if fault.Offset < 0 || fault.Offset > int64(len(data)) || (fault.Line > 0) == (f == WTHOR) || fault.Line > bytes.Count(data, []byte("\n"))+1 {
				t.Fatalf("%v is outside of %d bytes", fault, len(data))
			}
			if fault.Record < last {
				t.Fatalf("%v after record %d", fault, last)
			}
			last = fault.Record
			if !errors.Is(err, ErrResult) {
				continue
			}
		}
		if g.Origin.Record < last || g.Origin.Offset > int64(len(data)) {
			t.Fatalf("a game from %v after record %d", g.Origin, last)
		}
		last = g.Origin.Record
		checkGame(t, g)
	}
}

// checkGame writes g in every format that it fits.
func checkGame(t *testing.T, g Game) {
	if _, err := g.Replay(); err != nil {
		t.Fatal(err)
	}
	g.Opening()
	for _, f := range written {
		if f == WTHOR {
			if err := newWriterWTHOR().add(&g); err != nil && !errors.Is(err, errStart) && !errors.Is(err, errBoard) {
				t.Fatal(err)
			}
			continue
		}
		text, err := Text(g, f, Options{})
		if err != nil {
			if !errors.Is(err, errStart) && !errors.Is(err, errBoard) && !errors.Is(err, errEmptyStart) && !errors.Is(err, errNoMoves) {
				t.Fatalf("%v of %+v: %v", f, g, err)
			}
			continue
		}
		back := readOne(t, f, text)
		moves := g.Moves
		if n := len(moves); f == Transcript && n > 0 && moves[n-1] == env.Pass {
			moves = moves[:n-1]
		}
		if f != OBF && transcriptOf(back) != transcriptOf(Game{Moves: moves}) {
			t.Fatalf("%v returns %s, expected %s", f, transcriptOf(back), transcriptOf(g))
		}
		if f != OBF && f != Transcript && (back.Start != g.Start || back.Rules != g.Rules) {
			t.Fatalf("%v starts at %v, expected %v", f, back.Start, g.Start)
		}
		again, err := Text(back, f, Options{})
		if err != nil || again != text {
			t.Fatalf("%v of what it wrote: %v\n%q, expected\n%q", f, err, again, text)
		}
	}
}

// fuzz adds seeds and their beginnings.
func fuzz(f *testing.F, format Format, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
		f.Add([]byte(seed[:len(seed)*2/3]))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkFile(t, format, data) })
}

// goldenFile returns a file of testdata.
func goldenFile(f *testing.F, name string) string {
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		f.Fatal(err)
	}
	return string(data)
}

func FuzzTranscript(f *testing.F) {
	fuzz(f, Transcript, goldenFile(f, "game.txt"), "1. F5 D6 2. C3 pass\n# x\nf5,f4 34-30\n\xff\n", byteOrderMark+"f5--d6PA")
}

func FuzzGGF(f *testing.F) {
	fuzz(f, GGF, goldenFile(f, "game.ggf"), "2 "+sampleGGF+sampleGGF+"\n",
		"(;GM[Othello]RE[3133:r]BO[8 ---------------------------*O------O*--------------------------- *  ]B[c5/x/1:30]W[PA];)x",
		"(;GM[Othello]BO[8 ---------------------------------------------------------------- *]B[d4]W[e4]B[d5]W[e5];)",
		"(;GM[Othello]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]B[e4]W[c5]RE[-0];)(;B[f5")
}

func FuzzSGF(f *testing.F) {
	fuzz(f, SGF, goldenFile(f, "game.sgf"), goldenFile(f, "comments.sgf"),
		"(;FF[4]GM[2]SZ[6]AB[c4][d3]AW[c3:c3][d4]PL[W]RE[W+R]C[x\\]\\\ny];W[e3]V[1];B[](;W[a1])(;W[a2]))",
		"(;GaMe[2]RE[odd]AB[a1:h8]AE[b2:g7]\n(;FF[4]")
}

func FuzzPGN(f *testing.F) {
	fuzz(f, PGN, goldenFile(f, "game.pgn"), goldenFile(f, "comments.pgn")+goldenFile(f, "starts.pgn"),
		"[Event \"a\\\"b\"]\r\n[Result \"1-0\"]\r\n[Odd x]\r\n1. F5 D6 {one wins 40-24} (x {)}) $3 ! ; y\r\n%z\r\n1-0\r\n[A \"\"]")
}

func FuzzOBF(f *testing.F) {
	problems := goldenFile(f, "ffo-1-39.obf")
	fuzz(f, OBF, problems[:300], "% x\n"+strings.ToLower(problems[:64])+" o ; g8:1; id x; PA:+2 % y\r\n")
}

func FuzzWTHOR(f *testing.F) {
	fuzz(f, WTHOR, string(wtb(2, wtbGame(1, 2, 3, 64, 40, nine), wtbGame(0, 0, 0, 30, 34, strings.ReplaceAll(passing, "--", "")))),
		string(wtb(1, wtbGame(1, 2, 3, 63, 99, nine), wtbGame(1, 2, 3, 63, 99, nine))))
}

// FuzzDetect reads anything as what it looks like.
func FuzzDetect(f *testing.F) {
	for _, name := range []string{"game.ggf", "game.sgf", "game.pgn", "game.obf", "game.txt"} {
		f.Add([]byte(goldenFile(f, name)))
	}
	f.Add(wtb(1, wtbGame(1, 2, 3, 64, 40, nine)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if format := Detect(data); format != Unknown {
			checkFile(t, format, data)
		}
	})
}

func FuzzReadNames(f *testing.F) {
	f.Add(append([]byte{20, 1, 2, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, "Fran\xe7ois\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"...))
	f.Fuzz(func(t *testing.T, data []byte) {
		names, err := ReadNames(bytes.NewReader(data), "x.jou")
		var fault *Fault
		if err != nil && (!errors.As(err, &fault) || fault.Offset > int64(len(data))) {
			t.Fatal(err)
		}
		list := newNameList(playerSize, unknownPlayer)
		for _, name := range names { // a name that was read has a place among those that are written
			number, err := list.number(name)
			if key := singleBytes(name, playerSize-1); err == nil && len(key) > 0 && int(number)*playerSize >= len(list.names) {
				t.Fatalf("%q has number %d", name, number)
			}
		}
	})
}
