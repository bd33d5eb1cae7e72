package record_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"othellier/env"
	"othellier/env/record"
)

// A file of two games, one of them with a fault, becomes PGN.
func Example() {
	const file = `(;GM[Othello]PC[GGS/os]PB[one]PW[two]RE[+64.00:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5//1.5]W[d6];)
(;GM[Othello]PB[one]PW[two]B[f5]W[f5];)
`
	r, err := record.NewReader(strings.NewReader(file), record.Unknown, record.Options{File: "games.ggf"})
	if err != nil {
		log.Fatal(err)
	}
	w, err := record.NewWriter(os.Stdout, record.PGN, record.Options{})
	if err != nil {
		log.Fatal(err)
	}
	games, faults, err := record.Copy(w, r.Games(), func(err error) { fmt.Println(err) })
	if err := errors.Join(err, w.Close()); err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Format(), games, faults)
	// Output:
	// games.ggf: game 2, line 2, byte 180 from the start: env: f5 is illegal in ---------------------------OX------XXX-------------------------- O: legal: f4 d6 f6
	// [Event "?"]
	// [Site "GGS/os"]
	// [Date "????.??.??"]
	// [Black "one"]
	// [White "two"]
	// [Result "64-0"]
	//
	// 1. F5 D6
	// 64-0
	//
	// ggf 1 1
}

// A position to solve, its best moves first.
func ExampleParse() {
	g, err := record.Parse(record.OBF, "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;", record.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Start.Turn, g.Choices[0].Move, g.Choices[0].Score)
	// Output: Black g8 18
}

func ExampleText() {
	played, err := env.ParseTranscript(env.Rules{}, "f5d6c3")
	if err != nil {
		log.Fatal(err)
	}
	g := record.New(played)
	g.Black, g.White = "one", "two"
	text, err := record.Text(g, record.SGF, record.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(text)
	// Output:
	// (;FF[4]GM[2]CA[UTF-8]PB[one]PW[two]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[?]
	// ;B[f5]
	// ;W[d6]
	// ;B[c3])
}

func ExampleGame_Normal() {
	g, err := record.Parse(record.Transcript, "d3 c3 c4 e3", record.Options{})
	if err != nil {
		log.Fatal(err)
	}
	n, ok := g.Normal()
	fmt.Println(n.Moves, ok)
	// Output: [f5 f6 e6 f4] true
}

func ExampleGame_Opening() {
	g, err := record.Parse(record.Transcript, "c4 c3 d3 c5 f6 e2", record.Options{})
	if err != nil {
		log.Fatal(err)
	}
	o, _ := g.Opening()
	fmt.Println(o.Name, o.Moves)
	// Output: Buffalo / Kenichi Variation [f5 f6 e6 f4 c3]
}
