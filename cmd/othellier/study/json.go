package study

import (
	"encoding/json"
	"fmt"
	"io"

	"othellier/env"
	"othellier/env/record"
	"othellier/train/arena"
)

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
	}{sidesOf(j.total), f.texts(), f.Complete}
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
		j.Agreement = share(t.Agreement())
	}
	return j
}
