package env

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestMoveText(t *testing.T) {
	for m := range Move(NumMoves) {
		for _, s := range []string{m.String(), strings.ToUpper(m.String()), " " + m.String() + "\n"} {
			if got, err := ParseMove(s); err != nil || got != m {
				t.Errorf("ParseMove(%q) = %v, %v", s, got, err)
			}
		}
	}
	for s, want := range map[string]Move{"a1": 0, "h1": 7, "a2": 8, "f5": 37, "h8": 63, "PA": Pass, "ps": Pass, "--": Pass, "PASS": Pass} {
		if got, err := ParseMove(s); err != nil || got != want {
			t.Errorf("ParseMove(%q) = %v, %v, want %v", s, got, err, want)
		}
	}
	for _, s := range []string{"", "a", "a0", "a9", "i1", "`1", "1a", "f55", "p", "-", "f 5"} {
		if m, err := ParseMove(s); err == nil || !strings.Contains(err.Error(), s) {
			t.Errorf("ParseMove(%q) = %v, %v", s, m, err)
		}
	}
	if s := Move(65).String(); s != "move(65)" {
		t.Errorf("move 65 prints as %s", s)
	}
}

func TestMoveJSON(t *testing.T) {
	data, err := json.Marshal([]Move{37, Pass})
	if err != nil || string(data) != `["f5","pass"]` {
		t.Errorf("moves marshal to %s, %v", data, err)
	}
	var moves []Move
	if err := json.Unmarshal([]byte(`["F5","PA"]`), &moves); err != nil || len(moves) != 2 || moves[0] != 37 || moves[1] != Pass {
		t.Errorf("moves read as %v, %v", moves, err)
	}
	if err := json.Unmarshal([]byte(`["z9"]`), &moves); err == nil {
		t.Error("z9 is read as a move")
	}
	if _, err := json.Marshal(Move(65)); err == nil {
		t.Error("move 65 marshals")
	}
}

// TestEnums writes and reads every value and refuses others.
func TestEnums(t *testing.T) {
	for _, c := range []struct {
		texts string
		value func(i int) encoding.TextMarshaler
		read  encoding.TextUnmarshaler
	}{
		{"black white", func(i int) encoding.TextMarshaler { return Color(i) }, new(Color)},
		{"standard mirrored parallel free", func(i int) encoding.TextMarshaler { return Start(i) }, new(Start)},
		{"8 6 4", func(i int) encoding.TextMarshaler { return Board(i) }, new(Board)},
		{"neither mover", func(i int) encoding.TextMarshaler { return End(i) }, new(End)},
		{"discs empties", func(i int) encoding.TextMarshaler { return Scoring(i) }, new(Scoring)},
		{"shared separate", func(i int) encoding.TextMarshaler { return Supply(i) }, new(Supply)},
		{"pass-is-ply full-depth-only pass-is-free", func(i int) encoding.TextMarshaler { return Convention(i) }, new(Convention)},
	} {
		texts := strings.Fields(c.texts)
		for i, want := range texts {
			text, err := c.value(i).MarshalText()
			if err != nil || string(text) != want {
				t.Errorf("value %d marshals to %q, %v, want %q", i, text, err, want)
			}
			if s := fmt.Sprint(c.value(i)); !strings.EqualFold(s, want) { // a color prints with a capital
				t.Errorf("value %d prints as %q, want %q", i, s, want)
			}
			if err := c.read.UnmarshalText([]byte(want)); err != nil {
				t.Errorf("%q: %v", want, err)
			}
			if text, err := c.read.(encoding.TextMarshaler).MarshalText(); err != nil || string(text) != want {
				t.Errorf("%q reads as %q, %v", want, text, err)
			}
		}
		if text, err := c.value(len(texts)).MarshalText(); err == nil {
			t.Errorf("value %d marshals to %q", len(texts), text)
		}
		err := c.read.UnmarshalText([]byte("other"))
		if err == nil || !strings.Contains(err.Error(), `"other"`) || !strings.Contains(err.Error(), texts[0]) {
			t.Errorf("other reads with %v beside %v", err, texts)
		}
		if text, _ := c.read.(encoding.TextMarshaler).MarshalText(); string(text) != texts[len(texts)-1] {
			t.Errorf("a refused text left %q", text)
		}
	}
	if s := Start(9).String(); s != "start(9)" {
		t.Errorf("start 9 prints as %s", s)
	}
}

func TestRulesJSON(t *testing.T) {
	for _, r := range variants() {
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var back Rules
		if err := json.Unmarshal(data, &back); err != nil || back != r {
			t.Errorf("%s reads as %v, %v", data, back, err)
		}
	}
	data, err := json.Marshal(Rules{Board: Board6})
	if want := `{"start":"standard","board":6,"end":"neither","scoring":"discs","supply":"shared"}`; err != nil || string(data) != want {
		t.Errorf("rules marshal to %s, %v, want %s", data, err, want)
	}
	r := Rules{Board: Board6}
	if err := json.Unmarshal([]byte(`{"board":null}`), &r); err != nil || r.Board != Board6 {
		t.Errorf("null reads as board %v, %v", r.Board, err)
	}
	if err := json.Unmarshal([]byte(`{"board":"4"}`), &r); err != nil || r.Board != Board4 {
		t.Errorf(`"4" reads as board %v, %v`, r.Board, err)
	}
	if err := json.Unmarshal([]byte(`{"board":10}`), &r); err == nil || r.Board != Board4 {
		t.Errorf("10 reads as board %v, %v", r.Board, err)
	}
}

func TestBoardYAML(t *testing.T) {
	for b, want := range []int{8, 6, 4} {
		if got, err := Board(b).MarshalYAML(); err != nil || got != want {
			t.Errorf("board %d marshals to %v, %v", b, got, err)
		}
	}
	if got, err := Board(3).MarshalYAML(); err == nil {
		t.Errorf("board 3 marshals to %v", got)
	}
}

func TestValidate(t *testing.T) {
	for want, r := range map[string]Rules{
		"start 4": {Start: 4}, "board 3": {Board: 3}, "end 2": {End: 2}, "scoring 2": {Scoring: 2}, "supply 2": {Supply: 2},
	} {
		if err := r.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", r, err, want)
		}
		if e, err := New(r); err == nil {
			t.Errorf("%v makes environment %v", r, e)
		}
	}
}

const startText = "---------------------------OX------XO--------------------------- X"

func TestParsePosition(t *testing.T) {
	start := Rules{}.Initial()
	if got := start.String(); got != startText {
		t.Errorf("the start is written %s", got)
	}
	rows := "-------- -------- -------- ---OX--- ---XO--- -------- -------- -------- X"
	for _, s := range []string{
		startText,
		rows,
		strings.ReplaceAll(rows, " ", "\n"),
		strings.ReplaceAll(startText, " ", ""),
		strings.ToLower(startText),
		strings.NewReplacer("X", "*", "-", ".").Replace(startText),
		strings.NewReplacer("X", "B", "O", "W", "-", "_").Replace(startText),
		startText + ";",
		startText + "; d3:+0; c4:+0;",
		"\t" + startText + " \r\n",
	} {
		if p, err := ParsePosition(s); err != nil || p != start {
			t.Errorf("%q reads as %v, %v", s, p, err)
		}
	}
	for s, want := range map[string]string{
		"":                     "0 of 65 symbols",
		startText[:64]:         "64 of 65 symbols",
		startText[:30]:         "30 of 65 symbols",
		startText + " x":       "after the side to move",
		startText + " +999":    "after the side to move",
		startText[:64] + " -":  "not a side to move",
		"?" + startText[1:]:    "byte 1: \"?-",
		startText[:63] + "- é": "not a side to move",
		startText + startText:  "after the side to move",
	} {
		if p, err := ParsePosition(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q reads as %v, %v, want %q", s, p, err, want)
		}
	}
}

// A small board has its own squares alone, from its own corner.
func TestParsePositionOfBoard(t *testing.T) {
	for board, text := range map[Board]string{
		Board8: startText,
		Board6: "------ ------ --OX-- --XO-- ------ ------ X",
		Board4: "-----OX--XO-----X; b1:+8",
	} {
		if p, err := board.ParsePosition(text); err != nil || p != (Rules{Board: board}).Initial() {
			t.Errorf("%v: %q reads as %v, %v", board, text, p, err)
		}
	}
	if p, err := Board4.ParsePosition("X--O --O- -X-- O--X O"); err != nil || p.White() != 1<<21|1<<28|1<<42 || p.Turn != White {
		t.Errorf("corners read as %v, %v", p, err)
	}
	if p, err := Board4.ParsePosition("-----OX--XO-----"); err == nil || !strings.Contains(err.Error(), "16 of 17 symbols: expected 16 squares") {
		t.Errorf("no side to move reads as %v, %v", p, err)
	}
}

func TestPositionTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		black := rapid.Uint64().Draw(t, "black")
		white := rapid.Uint64().Draw(t, "white") &^ black
		p := NewPosition(black, white, Color(rapid.IntRange(0, 1).Draw(t, "turn")))
		p.Lead = int8(rapid.IntRange(-64, 64).Draw(t, "lead"))
		if back, err := ParsePosition(p.String()); err != nil || back != p {
			t.Fatalf("%v reads as %v, %v", p, back, err)
		}
		if p.Count(Black) != bits.OnesCount64(black) || p.Count(White) != bits.OnesCount64(white) || p.Black() != black || p.White() != white {
			t.Fatalf("%v has %d and %d discs", p, p.Count(Black), p.Count(White))
		}
		if p.Passed().Passed() != p || p.Passed().Black() != black || p.Passed().Turn == p.Turn {
			t.Fatalf("%v passed is %v", p, p.Passed())
		}
	})
}

func FuzzParsePosition(f *testing.F) {
	f.Add(startText)
	f.Add(startText + " +2")
	f.Add(startText + "; d3:+1")
	f.Add(strings.Repeat("*", 64) + "o -128")
	f.Add(strings.Repeat(".", 65))
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePosition(s)
		if err != nil {
			return
		}
		if p.Own&p.Opp != 0 {
			t.Fatalf("%q reads as overlapping %v", s, p)
		}
		if back, err := ParsePosition(p.String()); err != nil || back != p {
			t.Fatalf("%v reads as %v, %v", p, back, err)
		}
	})
}
