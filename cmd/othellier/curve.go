package main

import (
	"bytes"
	"fmt"
	"text/tabwriter"

	"othellier/train/report"
)

type curveCmd struct {
	Runs []string `arg:"" name:"run" help:"Run directories, which may be going on."`
	SVG  string   `name:"svg" placeholder:"FILE" help:"Draw the curves into FILE instead of printing them; - is standard output."`
	By   string   `enum:"games,hours" default:"games" help:"What the rating is drawn against: games of self-play or hours of training."`
}

func (curveCmd) Help() string {
	return `How the rating of a network rose while it was trained. The judgements during a run (run.evaluate_every) rate the network by its
games against evaluation.judge_players, all with the same number of simulations; the intervals are of 95 %.
Runs on smaller boards have no curve: ratings are known for the fixed players of the 8x8 board alone.

Examples:

  othellier curve checkpoints/quick-001
  othellier curve checkpoints/quick-001 --svg rating.svg
  othellier curve checkpoints/quick-001 checkpoints/quick-002 --by hours --svg both.svg`
}

func (c curveCmd) Run(std stdio) error {
	c.SVG = standard(c.SVG, std.out)
	if err := checkTarget("svg", c.SVG); err != nil {
		return err
	}
	var curves []report.Curve
	for _, dir := range c.Runs {
		curve, err := report.ReadCurve(dir)
		if err != nil {
			return err
		}
		curves = append(curves, curve)
	}
	if c.SVG != "" {
		var b bytes.Buffer
		if err := report.WriteCurve(&b, report.Axis(c.By), curves...); err != nil {
			return err
		}
		return writeTo(c.SVG, std.out, b.Bytes())
	}
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "run\titeration\tgames\thours\tsimulations\trating\tlow\thigh\t")
	for _, curve := range curves {
		for _, p := range curve.Points {
			fmt.Fprintf(w, "%s\t%d\t%d\t%.3f\t%d\t%.0f\t%.0f\t%.0f\t\n",
				curve.Name, p.Iteration, p.Games, p.Hours, p.Simulations, p.Rating.Value, p.Rating.Low, p.Rating.High)
		}
	}
	return w.Flush()
}
