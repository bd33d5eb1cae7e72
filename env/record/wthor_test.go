package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
)

// wtb builds a .wtb by hand: a head that announces n games of 1996, theoretical
// scores from 24 empties on, and the records.
func wtb(n uint32, records ...[]byte) []byte {
	head := make([]byte, 16)
	copy(head, []byte{20, 26, 11, 30})
	binary.LittleEndian.PutUint32(head[4:], n)
	binary.LittleEndian.PutUint16(head[10:], 1996)
	head[12], head[14] = 8, 24
	for _, r := range records {
		head = append(head, r...)
	}
	return head
}

// wtbGame builds a record: numbers, scores, moves as 10*row+column.
func wtbGame(tournament, black, white uint16, real, theory byte, moves string) []byte {
	b := make([]byte, 68)
	binary.LittleEndian.PutUint16(b[0:], tournament)
	binary.LittleEndian.PutUint16(b[2:], black)
	binary.LittleEndian.PutUint16(b[4:], white)
	b[6], b[7] = real, theory
	for i := 0; 2*i < len(moves); i++ {
		b[8+i] = 10*(moves[2*i+1]-'0') + moves[2*i] - 'a' + 1
	}
	return b
}

const nine = "e6f4e3f6g5d6e7f5c5" // the wipe-out in nine moves

func TestWTHOR(t *testing.T) {
	file := wtb(2, wtbGame(1, 2, 0, 64, 40, nine), wtbGame(0, 7, 1, 30, 34, "f5d6"))
	for _, size := range []byte{8, 0} { // 0 stands for 8
		file[12] = size
		r, err := NewReader(bytes.NewReader(file), Unknown, Options{
			Players:     []string{"???", "Rose", "Tamenori"},
			Tournaments: []string{"Diverses parties", "Mondial"},
		})
		if err != nil {
			t.Fatal(err)
		}
		want := fromTranscript(t, nine)
		want.Event, want.Black, want.Date = "Mondial", "Tamenori", "1996"
		want.Result = Result{Stated: Score, Margin: 64}
		want.Fields = []Field{{"Theoretical", "40/24"}}
		g, err := r.Next()
		if err != nil || !same(g, want) || g.Origin != (Origin{Record: 1, Offset: 16}) {
			t.Errorf("%+v %v\nexpected\n%+v", g, err, want)
		}
		want = fromTranscript(t, "f5d6") // not finished: its score is free
		want.Black, want.White, want.Date = "#7", "Rose", "1996"
		want.Result = Result{Stated: Score, Margin: -4}
		want.Fields = []Field{{"Theoretical", "34/24"}}
		g, err = r.Next()
		if err != nil || !same(g, want) || g.Origin != (Origin{Record: 2, Offset: 84}) {
			t.Errorf("%+v %v\nexpected\n%+v", g, err, want)
		}
		if g, err := r.Next(); err == nil {
			t.Errorf("a third game: %+v", g)
		}
	}
}

// TestWTHORResults holds every kind of end against the rule of the format:
// Black's discs, and all empty squares to the winner.
func TestWTHORResults(t *testing.T) {
	for _, c := range []struct {
		moves string
		score byte
	}{
		{nine, 64},
		{"f5f4c3d6d3d2e6f6c4b4", 0},
		{"f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5", 32}, // a draw with 40 empty squares
		{strings.ReplaceAll(passing[:24]+"b5a6a5b4b3c6e8f8c8a8e7a4b2a2c2d2d1e2f2c5c3a1a3e6d3f6f7f1g2h2e3f4b1g1c1e1g8g7f3h1h3h4h6", "--", ""), 0},
	} {
		for score := range byte(65) {
			r, err := NewReader(bytes.NewReader(wtb(1, wtbGame(0, 0, 0, score, 0, c.moves))), WTHOR, Options{})
			if err != nil {
				t.Fatal(err)
			}
			g, err := r.Next()
			if (err == nil) != (score == c.score) || err != nil && !errors.Is(err, ErrResult) {
				t.Errorf("%s with %d discs: %v", c.moves, score, err)
			}
			if squares := strings.ReplaceAll(transcriptOf(g), "--", ""); squares != c.moves {
				t.Errorf("%s comes back as %s, beside %v", c.moves, squares, err)
			}
		}
	}
}

func TestWTHORFaults(t *testing.T) {
	good := wtbGame(0, 0, 0, 64, 40, nine)
	bad := func(at int, v byte) []byte {
		b := bytes.Clone(good)
		b[at] = v
		return b
	}
	for _, c := range []struct {
		name    string
		file    []byte
		games   int
		at      int64
		message string
	}{
		{"score", wtb(3, good, bad(6, 65), good), 2, 16 + 68 + 6, "a score of 65 discs"},
		{"result", wtb(3, good, bad(6, 63), good), 2, 16 + 68 + 6, "B+62 is stated, B+64 is the result"},
		{"square", wtb(3, good, bad(10, 90), good), 2, 16 + 68 + 10, "90 is not a move"},
		{"column", wtb(3, good, bad(10, 10), good), 2, 16 + 68 + 10, "10 is not a move"},
		{"small", wtb(3, good, bad(10, 9), good), 2, 16 + 68 + 10, "9 is not a move"},
		{"occupied", wtb(3, good, bad(10, 65), good), 2, 16 + 68 + 10, "e6 is illegal"},
		{"gap", wtb(3, good, bad(10, 0), good), 2, 16 + 68 + 11, "the move 66 after the end"},
		{"after the end", wtb(3, good, bad(17, 11), good), 2, 16 + 68 + 17, "the game is over"},
		{"cut", wtb(3, good, good, good[:30]), 2, 16 + 2*68, "30 of its 68 bytes, and the head announces 3 games"},
		{"missing", wtb(3, good, good), 2, 16 + 2*68, "0 of its 68 bytes"},
		{"too many", wtb(1, good, good), 1, 16 + 68, "bytes after the 1 game that"},
		{"head", wtb(3)[:9], 0, 0, "the head is cut short: 9 of its 16 bytes"},
		{"empty", nil, 0, 0, "the head is cut short: 0 of"},
	} {
		games, faults := readAll(t, WTHOR, string(c.file))
		if len(games) != c.games || len(faults) != 1 || faults[0].Offset != c.at || !strings.Contains(faults[0].Error(), c.message) {
			t.Errorf("%s: %d games, %v, expected %d, byte %d, %q", c.name, len(games), faults, c.games, c.at, c.message)
		}
	}
	file := wtb(1, good)
	file[12] = 10
	if _, faults := readAll(t, WTHOR, string(file)); len(faults) != 1 || !strings.Contains(faults[0].Error(), "a board of 10 rows") {
		t.Errorf("a board of 10 rows: %v", faults)
	}
}
