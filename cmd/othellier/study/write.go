package study

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"othellier/env"
	"othellier/env/record"
	"othellier/train/arena"
)

// Writer takes analysed games one after the other.
type Writer interface {
	Game(Game) error
	End(Finish) error
}

// Finish is what is known when no game follows.
type Finish struct {
	Faults   []error // records that were left out, or whose results are not those of their moves
	Complete bool    // all of the input was read
}

// About says how games were analysed.
type About struct {
	Network      string  `json:"network"`
	Simulations  int     `json:"simulations"`
	MarginWeight float64 `json:"margin_weight"`
	Solve        int     `json:"solve"`
}

// JSON writes games as one JSON object, each as soon as it comes:
//
//	network, simulations, margin_weight, solve
//	games    an array of games
//	accuracy of all games, by side
//	faults   an array of texts
//	complete false after an interrupt
//
// The types of this file say what the members of a game are.
type JSON struct {
	out   io.Writer
	games int
	total [2]Accuracy
	err   error
}

// NewJSON begins the object.
func NewJSON(w io.Writer, a About) *JSON {
	j := &JSON{out: w}
	head, err := json.MarshalIndent(a, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(w, "%s,\n  \"games\": [", head[:len(head)-2]) // without its last line
	}
	j.err = err
	return j
}

// Game writes a game.
func (j *JSON) Game(g Game) error {
	comma := ","
	if j.games == 0 {
		comma = ""
	}
	j.games++
	for c := range j.total {
		j.total[c].Merge(g.Accuracy[c])
	}
	data, err := json.MarshalIndent(gameOf(g), "    ", "  ")
	if err == nil {
		_, err = fmt.Fprintf(j.out, "%s\n    %s", comma, data)
	}
	if j.err == nil {
		j.err = err
	}
	return j.err
}

// End completes the object.
func (j *JSON) End(f Finish) error {
	tail := struct {
		Accuracy sides    `json:"accuracy"`
		Faults   []string `json:"faults"`
		Complete bool     `json:"complete"`
	}{sidesOf(j.total), []string{}, f.Complete}
	for _, err := range f.Faults {
		tail.Faults = append(tail.Faults, err.Error())
	}
	data, err := json.MarshalIndent(tail, "", "  ")
	close := "\n  ],"
	if j.games == 0 {
		close = "],"
	}
	if j.err == nil {
		j.err = err
	}
	if j.err == nil {
		_, j.err = fmt.Fprintf(j.out, "%s%s\n", close, data[1:]) // without its first brace
	}
	return j.err
}

// gameJSON is a game in JSON.
type gameJSON struct {
	Game   int        `json:"game"` // in the order of the input, from 1
	File   string     `json:"file,omitempty"`
	Record int        `json:"record,omitempty"` // in the file, from 1
	Line   int        `json:"line,omitempty"`   // in the file, from 1
	Black  string     `json:"black,omitempty"`
	White  string     `json:"white,omitempty"`
	Event  string     `json:"event,omitempty"`
	Date   string     `json:"date,omitempty"`
	Result string     `json:"result,omitempty"`  // as stated: B+12
	Name   string     `json:"opening,omitempty"` // of the opening
	Start  string     `json:"start"`             // 64 squares and the side to move
	Moves  []moveJSON `json:"moves"`
	End    endJSON    `json:"end"`
	sides  `json:"accuracy"`
}

type moveJSON struct {
	Ply     int        `json:"ply"`
	Side    env.Color  `json:"side"`
	Move    env.Move   `json:"move"`
	Empties int        `json:"empties"` // before the move
	Forced  bool       `json:"forced"`
	Before  valueJSON  `json:"before"` // for the side that moves
	After   valueJSON  `json:"after"`
	Black   blackJSON  `json:"for_black"`
	Loss    lossJSON   `json:"loss"`
	Best    env.Move   `json:"best"` // the move itself if none is better
	Line    []env.Move `json:"line"` // from best on
}

type valueJSON struct {
	Win   fixed4 `json:"win"`   // 0 to 1
	Discs fixed2 `json:"discs"` // expected final margin
	Exact bool   `json:"exact"`
}

type blackJSON struct {
	Before valueJSON `json:"before"`
	After  valueJSON `json:"after"`
}

type lossJSON struct {
	Win   fixed4 `json:"win"`
	Discs fixed2 `json:"discs"`
}

type endJSON struct {
	Position string     `json:"position"`
	Over     bool       `json:"over"`
	Side     env.Color  `json:"side"` // to move
	Value    valueJSON  `json:"value"`
	Black    valueJSON  `json:"for_black"`
	Line     []env.Move `json:"line"` // best play from there on
}

type sides struct {
	Black accuracyJSON `json:"black"`
	White accuracyJSON `json:"white"`
}

type accuracyJSON struct {
	All     tallyJSON `json:"all"`
	Opening tallyJSON `json:"opening"`
	Midgame tallyJSON `json:"midgame"`
	Endgame tallyJSON `json:"endgame"`
}

type tallyJSON struct {
	Choices   int             `json:"choices"` // moves that were not forced
	Agreed    int             `json:"agreed"`
	Agreement *arena.Estimate `json:"agreement"` // with its 95 % interval; null without choices
	Loss      lossJSON        `json:"mean_loss"`
}

// fixed4 and fixed2 are numbers with four and two decimals.
type (
	fixed4 float64
	fixed2 float64
)

func (x fixed4) MarshalJSON() ([]byte, error) { return json.Marshal(rounded(float64(x), 1e4)) }
func (x fixed2) MarshalJSON() ([]byte, error) { return json.Marshal(rounded(float64(x), 1e2)) }

// rounded rounds x to a part of one; 0 has no sign.
func rounded(x, parts float64) float64 { return math.Round(x*parts)/parts + 0 }

func valueOf(v Value) valueJSON { return valueJSON{fixed4(v.Win), fixed2(v.Discs), v.Exact} }

func gameOf(g Game) gameJSON {
	r := g.Record
	j := gameJSON{
		Game: g.Number, File: r.Origin.File, Record: r.Origin.Record, Line: r.Origin.Line,
		Black: r.Black, White: r.White, Event: r.Event, Date: r.Date,
		Start: r.Start.String(), Moves: []moveJSON{}, sides: sidesOf(g.Accuracy),
	}
	if r.Result.Stated != record.Nothing {
		j.Result = r.Result.String()
	}
	if o, ok := r.Opening(); ok {
		j.Name = o.Name
	}
	for _, m := range g.Moves {
		j.Moves = append(j.Moves, moveJSON{
			Ply: m.Ply, Side: m.Side, Move: m.Move, Empties: m.Empties, Forced: m.Forced,
			Before: valueOf(m.Before), After: valueOf(m.After),
			Black: blackJSON{valueOf(forBlack(m.Side, m.Before)), valueOf(forBlack(m.Side, m.After))},
			Loss:  lossJSON{fixed4(m.LossWin), fixed2(m.LossDiscs)}, Best: m.Best, Line: m.Line,
		})
	}
	e := g.End
	j.End = endJSON{e.Position.String(), e.Over, e.Position.Turn, valueOf(e.Value), valueOf(forBlack(e.Position.Turn, e.Value)), append([]env.Move{}, e.Line...)}
	return j
}

func sidesOf(a [2]Accuracy) sides { return sides{accuracyOf(a[env.Black]), accuracyOf(a[env.White])} }

func accuracyOf(a Accuracy) accuracyJSON {
	return accuracyJSON{tallyOf(a.All()), tallyOf(a[Opening]), tallyOf(a[Midgame]), tallyOf(a[Endgame])}
}

func tallyOf(t Tally) tallyJSON {
	j := tallyJSON{Choices: t.Choices, Agreed: t.Agreed}
	win, discs := t.MeanLoss()
	j.Loss = lossJSON{fixed4(win), fixed2(discs)}
	if t.Choices > 0 {
		e := t.Agreement()
		j.Agreement = &arena.Estimate{Value: rounded(e.Value, 1e4), Low: rounded(e.Low, 1e4), High: rounded(e.High, 1e4)}
	}
	return j
}

// Columns are the columns of [CSV], a row for each move.
var Columns = []string{
	"game", "file", "record", "black", "white", "ply", "side", "move", "empties", "forced",
	"win_before", "discs_before", "exact_before", "win_after", "discs_after", "exact_after",
	"black_win", "black_discs", "loss_win", "loss_discs", "best", "line",
}

// CSV writes games as comma-separated values, a row for each move below the
// names of the [Columns].
type CSV struct{ w *csv.Writer }

// NewCSV writes the names of the columns.
func NewCSV(w io.Writer) *CSV {
	c := &CSV{csv.NewWriter(w)}
	c.w.Write(Columns) // an error stays until Flush
	return c
}

// Game writes the rows of a game.
func (c *CSV) Game(g Game) error {
	r := g.Record
	for _, m := range g.Moves {
		black := forBlack(m.Side, m.After)
		c.w.Write([]string{
			fmt.Sprint(g.Number), r.Origin.File, fmt.Sprint(r.Origin.Record), r.Black, r.White,
			fmt.Sprint(m.Ply), text(m.Side), m.Move.String(), fmt.Sprint(m.Empties), fmt.Sprint(m.Forced),
			number(m.Before.Win, 1e4), number(m.Before.Discs, 1e2), fmt.Sprint(m.Before.Exact),
			number(m.After.Win, 1e4), number(m.After.Discs, 1e2), fmt.Sprint(m.After.Exact),
			number(black.Win, 1e4), number(black.Discs, 1e2), number(m.LossWin, 1e4), number(m.LossDiscs, 1e2),
			m.Best.String(), moves(m.Line),
		})
	}
	c.w.Flush()
	return c.w.Error()
}

// End writes nothing more.
func (c *CSV) End(Finish) error { return c.w.Error() }

func number(x, parts float64) string { return fmt.Sprint(rounded(x, parts)) }

// text is the text form of a side.
func text(c env.Color) string {
	b, err := c.MarshalText()
	if err != nil {
		panic(err) // a position has no other side
	}
	return string(b)
}
