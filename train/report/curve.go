package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"othellier/train"
)

// Curve is how the rating of a run has risen.
type Curve struct {
	Name   string
	Points []CurvePoint // in the order of the iterations
}

// CurvePoint is a judgement of a run that gave a rating.
type CurvePoint struct {
	Iteration   int
	Games       int64   // of self-play until then
	Hours       float64 // that the run had gone on, judging included, pauses not
	Simulations int     // of the network when it was judged
	Rating      train.Rating
}

// ReadCurve reads the ratings from the metrics.jsonl of the run in dir, which
// may be going on. The curve is named after the directory. Without a rating it
// is an error: judgements need the 8x8 board and players whose rating is known.
func ReadCurve(dir string) (Curve, error) {
	path := filepath.Join(dir, linesFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return Curve{}, fmt.Errorf("report: curve: %w", err)
	}
	full, err := filepath.Abs(dir)
	if err != nil {
		return Curve{}, fmt.Errorf("report: curve: %w", err)
	}
	c := Curve{Name: filepath.Base(full)}
	var last time.Time
	var gone time.Duration
	number, judged := 0, false
	for line := range bytes.Lines(text) {
		number++
		if !bytes.HasSuffix(line, []byte("\n")) {
			break // being written, or torn
		}
		var l struct {
			Event string    `json:"event"`
			Time  time.Time `json:"time"`
			train.Judged
		}
		if err := json.Unmarshal(line, &l); err != nil {
			return Curve{}, fmt.Errorf("report: curve: %s, line %d: %w", path, number, err)
		}
		if l.Event != "start" {
			gone += l.Time.Sub(last)
		}
		last = l.Time
		judged = judged || l.Event == "judgement"
		if l.Event == "judgement" && l.Rating != nil {
			c.Points = append(c.Points, CurvePoint{l.Iteration, l.Games, gone.Hours(), l.Simulations, *l.Rating})
		}
	}
	switch {
	case len(c.Points) > 0:
		return c, nil
	case judged:
		return Curve{}, fmt.Errorf("report: curve: the judgements in %s have no ratings: only the fixed players of the 8x8 board by the usual rules have one, such as greedy and alphabeta:2; see evaluation.judge_players", path)
	}
	return Curve{}, fmt.Errorf("report: curve: %s has no judgement: see run.evaluate_every", path)
}
