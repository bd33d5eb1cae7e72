package bench

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"othellier/env/words"
)

// Write writes the report as tables for people.
func (r Report) Write(w io.Writer) error {
	var b strings.Builder
	m := r.Machine
	fmt.Fprintf(&b, "%s %s/%s, %s, %s, %s, kernels %s\n", m.CPU, m.OS, m.Arch, words.Count(m.Cores, "core"), words.Count(m.Workers, "worker"), m.Go, m.Kernels)
	table := func(title string, columns ...string) *tabwriter.Writer {
		fmt.Fprintf(&b, "\n%s\n", title)
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, strings.Join(columns, "\t")+"\t")
		return t
	}
	if len(r.Evaluations) > 0 {
		t := table("evaluations, "+words.Count(m.Workers, "worker"), "network", "batch", "per second", "per CPU second", "allocations a call")
		for _, e := range r.Evaluations {
			fmt.Fprintf(t, "%s\t%d\t%s\t%d\t\n", e.Network, e.Batch, e.Rate, e.Allocations)
		}
		t.Flush()
	}
	if len(r.Accuracy) > 0 {
		t := table("largest differences from the exact answers", "network", "batch", "policy", "value", "ownership", "margin")
		for _, a := range r.Accuracy {
			fmt.Fprintf(t, "%s\t%d\t%.1e\t%.1e\t%.1e\t%.1e\t\n", a.Network, a.Batch, a.Policy, a.Value, a.Ownership, a.Margin)
		}
		t.Flush()
	}
	if len(r.Search) > 0 {
		t := table("simulations of one search, one core", "network", "leaves a call", "per second", "per CPU second")
		for _, s := range r.Search {
			fmt.Fprintf(t, "%s\t%d\t%s\t\n", s.Network, s.Leaves, s.Rate)
		}
		t.Flush()
	}
	if s := r.SelfPlay; s != nil {
		t := table(fmt.Sprintf("self-play as in %s, network %s, %s, full searches of %s", s.Config, s.Network,
			words.Count(s.Games, "game"), words.Count(s.Simulations, "simulation")),
			"", "per second", "per CPU second")
		fmt.Fprintf(t, "games\t%s\t\n", s.GamesRate)
		fmt.Fprintf(t, "evaluations\t%s\t\n", s.Evaluations)
		fmt.Fprintf(t, "evaluations alone\t%s\t\n", s.Alone)
		t.Flush()
		fmt.Fprintf(&b, "  evaluations are %.2f of what they are alone; %.0f %% of the time is the network's, in batches of %.1f;\n", s.Ratio, 100*s.NetworkShare, s.Batch)
		fmt.Fprintf(&b, "  %.1f %% of the positions were remembered; %.0f allocations a game\n", 100*s.Remembered, s.Allocations)
	}
	if len(r.Training) > 0 {
		t := table("rows learned from", "network", "batch", "tower", "per second", "per CPU second")
		for _, x := range r.Training {
			fmt.Fprintf(t, "%s\t%d\t%s\t%s\t\n", x.Network, x.Batch, x.Tower, x.Rate)
		}
		t.Flush()
	}
	if p := r.Perft; p != nil {
		t := table("leaves of the game tree, one core", "depth", "leaves", "per second", "per CPU second")
		fmt.Fprintf(t, "%d\t%d\t%s\t\n", p.Depth, p.Leaves, p.Rate)
		t.Flush()
	}
	if s := r.Signature; s != nil {
		fmt.Fprintf(&b, "\nsignature: search %s, network %s\n", s.Search, s.Network)
	}
	if r.PeakMemory > 0 {
		fmt.Fprintf(&b, "\npeak memory: %d MB\n", r.PeakMemory/1e6)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String returns both speeds as two columns.
func (r Rate) String() string {
	cpu := "-"
	if r.PerCPUSecond > 0 {
		cpu = short(r.PerCPUSecond)
	}
	return short(r.PerSecond) + "\t" + cpu
}

// short returns a speed with three digits at least.
func short(x float64) string {
	if x < 100 {
		return fmt.Sprintf("%.3g", x)
	}
	return fmt.Sprintf("%.0f", x)
}
