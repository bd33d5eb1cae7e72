package study

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"testing"

	"othellier/env"
	"othellier/env/golden"
	"othellier/env/record"
)

// noted is a game with names, a mistake, passes and an exact end.
func noted(t *testing.T) record.Game {
	t.Helper()
	g := random(40, 7)[3] // it has passes
	g.Black, g.White, g.Event, g.Date = "Ann <a&b>", "Bob, \"Jr\"", "Friendly", "2001"
	g.Result = record.Result{Stated: record.Score, Margin: 4}
	g.Origin = record.Origin{File: "games.ggf", Record: 3, Line: 3, Offset: 1234}
	return g
}

// TestWriters compares all that is written with golden files.
func TestWriters(t *testing.T) {
	problem, err := record.Parse(record.OBF, "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;", record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	games := analyse(t, settings(env.Rules{}, 24, 12, 2), from(noted(t), problem, transcript(t, "f5f6e6")))
	passes := 0
	for _, m := range games[0].Moves {
		if m.Move == env.Pass {
			passes++
		}
	}
	if passes == 0 {
		t.Fatal("the game has no pass")
	}
	about := About{Network: "counter", Simulations: 24, MarginWeight: 0.1, Solve: 12}
	finish := Finish{Faults: []error{errors.New("games.ggf: game 2: torn")}}
	for name, create := range map[string]func(io.Writer) Writer{
		"table.txt":  func(w io.Writer) Writer { return NewTable(w, false) },
		"brief.txt":  func(w io.Writer) Writer { return NewTable(w, true) },
		"games.json": func(w io.Writer) Writer { return NewJSON(w, about) },
		"games.csv":  func(w io.Writer) Writer { return NewCSV(w) },
	} {
		var b bytes.Buffer
		w := create(&b)
		for _, g := range games {
			if err := w.Game(g); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.End(finish); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, name, b.String())
	}
	for name, g := range map[string]Game{"game.svg": games[0], "problem.svg": games[1], "short.svg": games[2]} {
		var b bytes.Buffer
		if err := Draw(&b, g); err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(bytes.NewReader(b.Bytes())); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		golden.Check(t, name, b.String())
	}
}

// JSON and CSV are what readers of those formats expect, also without a game.
func TestMachineReadable(t *testing.T) {
	for _, games := range [][]record.Game{nil, {noted(t)}, random(3, 8)} {
		var j, c bytes.Buffer
		js, cs := NewJSON(&j, About{Network: "a\"b"}), NewCSV(&c)
		moves := 0
		for _, g := range analyse(t, settings(env.Rules{}, 3, 4, 2), from(games...)) {
			if err := errors.Join(js.Game(g), cs.Game(g)); err != nil {
				t.Fatal(err)
			}
			moves += len(g.Moves)
		}
		if err := errors.Join(js.End(Finish{Complete: true}), cs.End(Finish{})); err != nil {
			t.Fatal(err)
		}
		var v struct {
			Network  string
			Games    []struct{ Moves []struct{ Move env.Move } }
			Complete bool
		}
		if err := json.Unmarshal(j.Bytes(), &v); err != nil || len(v.Games) != len(games) || !v.Complete || v.Network != "a\"b" {
			t.Errorf("%d games: JSON of %d games, %v", len(games), len(v.Games), err)
		}
		rows, err := csv.NewReader(&c).ReadAll()
		if err != nil || len(rows) != moves+1 {
			t.Errorf("%d games: %d rows of CSV for %d moves, %v", len(games), len(rows), moves, err)
		}
	}
}

// A writer that fails is not asked again in silence.
func TestFailedWrites(t *testing.T) {
	g := analyse(t, settings(env.Rules{}, 2, 2, 1), from(random(1, 9)...))[0]
	for room := range 40 {
		full := errors.New("full")
		w := &limited{left: 30 * room, err: full}
		for name, create := range map[string]func() Writer{
			"table": func() Writer { return NewTable(w, false) },
			"json":  func() Writer { return NewJSON(w, About{}) },
			"csv":   func() Writer { return NewCSV(w) },
		} {
			w.left = 30 * room
			x := create()
			if err := errors.Join(x.Game(g), x.End(Finish{})); !errors.Is(err, full) {
				t.Errorf("%s: %v with room for %d bytes", name, err, 30*room)
			}
		}
	}
}

// limited takes so many bytes.
type limited struct {
	left int
	err  error
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, l.err
	}
	return len(p), nil
}

func TestRounding(t *testing.T) {
	for _, c := range []struct {
		v    Value
		want string
	}{
		{Value{Discs: -0.04}, "+0.0"}, {Value{Discs: 0.06}, "+0.1"}, {known(0), "=+0"}, {known(-8), "=-8"},
		{known(3).other(), "=-3"}, {Value{Discs: 0}.other(), "+0.0"},
	} {
		if got := discs(c.v); got != c.want {
			t.Errorf("%+v: %q, want %q", c.v, got, c.want)
		}
	}
	for _, x := range []float64{-0.00001, 0, 0.00001} {
		if got := number(x, 1e4); got != "0" {
			t.Errorf("%v is written %s", x, got)
		}
	}
}

func TestPhases(t *testing.T) {
	for _, r := range []env.Rules{{}, {Board: env.Board6}, {Board: env.Board4}} {
		last := 0
		for p := range phases {
			from, to := p.Empties(r)
			if from < to || p > 0 && from != last-1 {
				t.Errorf("%v: %v from %d to %d", r.Board, p, from, to)
			}
			for e := to; e <= from; e++ {
				if phaseOf(r, e) != p {
					t.Errorf("%v: %d empties are %v", r.Board, e, phaseOf(r, e))
				}
			}
			last = to
		}
		if last != 1 || phaseOf(r, r.NumSquares()) != Opening {
			t.Errorf("%v: the phases end at %d", r.Board, last)
		}
	}
}
