package report

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellier/train"
)

// table returns metrics.csv as maps from the header's names, one a line.
func table(t *testing.T, dir string) []map[string]string {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(read(t, dir, tableFile))).ReadAll() // refuses lines of other lengths
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// heads is a run like story whose network has both heads.
func heads(from int) []train.Event {
	events := story(from, from > 0)
	for i, e := range events {
		if e, ok := e.(train.IterationDone); ok {
			reply, soft := 2.5, 1.25
			e.LossReply, e.LossSoftPolicy = &reply, &soft
			events[i] = e
		}
	}
	return events
}

// The losses of heads are in the files, and on the terminal, where there are such
// heads; the columns of the table are always the same.
func TestLossesOfHeads(t *testing.T) {
	dir, out := t.TempDir(), &strings.Builder{}
	w := newWatch()
	m := NewMetrics(dir, w.now)
	defer m.Close()
	w.tell(t, train.Observers(m, NewProgress(out, false, w.now)), heads(0)...)
	if n := strings.Count(out.String(), "policy 1.500 value 0.750 reply 2.500 soft policy 1.250 "); n != 2 {
		t.Errorf("%d lines with the losses:\n%s", n, out)
	}
	if n := strings.Count(read(t, dir, linesFile), `"loss_reply":2.5,"loss_soft_policy":1.25,`); n != 2 {
		t.Errorf("%d lines with the losses:\n%s", n, read(t, dir, linesFile))
	}
	for _, row := range table(t, dir) {
		if row["loss_reply"] != "2.5" || row["loss_soft_policy"] != "1.25" || row["grad_norm"] != "0" {
			t.Errorf("%v", row)
		}
	}
	with, _, _ := strings.Cut(read(t, dir, tableFile), "\n")
	without, _, _ := strings.Cut(read(t, "testdata", tableFile), "\n")
	if with != without {
		t.Errorf("columns %s, without the heads %s", with, without)
	}
}

// A run of a version that had fewer figures goes on: what it has told stays as it
// was, and its table is made anew with the columns of today.
func TestMetricsOfAnEarlierVersion(t *testing.T) {
	const (
		start = `{"event":"start","time":"2024-01-01T12:00:00Z","iteration":0,"games":0,"resumed":false,"config":"0123456789ab"}` + "\n"
		first = `{"event":"iteration","time":"2024-01-01T12:00:01Z","iteration":1,"iterations":2,"games":3,"loss":2.25,"seconds":3}` + "\n"
	)
	dir := t.TempDir()
	for name, text := range map[string]string{
		linesFile: start + first,
		tableFile: "iteration,iterations,games,loss,seconds\n1,2,3,2.25,3\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w := newWatch()
	m := NewMetrics(dir, w.now)
	defer m.Close()
	w.tell(t, m, heads(1)...)
	if got := read(t, dir, linesFile); !strings.HasPrefix(got, start+first) {
		t.Errorf("the lines are now\n%s", got)
	}
	rows := table(t, dir)
	if len(rows) != 2 {
		t.Fatalf("%d rows: %v", len(rows), rows)
	}
	for i, want := range []map[string]string{
		{"iteration": "1", "games": "3", "loss": "2.25", "loss_reply": "", "loss_soft_policy": "", "seconds": "3"},
		{"iteration": "2", "games": "6", "loss": "2.25", "loss_reply": "2.5", "loss_soft_policy": "1.25"},
	} {
		for name, x := range want {
			if rows[i][name] != x {
				t.Errorf("row %d: %s is %q, want %q", i+1, name, rows[i][name], x)
			}
		}
	}
}

// The table has the rating of the iteration that was judged, and of no other, at
// once and after a start; also if the process was killed between the files.
func TestRatingsInTheTable(t *testing.T) {
	dir := t.TempDir()
	w := newWatch()
	m := NewMetrics(dir, w.now)
	defer m.Close()
	check := func(when string, want ...string) {
		t.Helper()
		rows := table(t, dir)
		for i, row := range rows {
			if i >= len(want) || row["rating"]+" "+row["rating_low"]+" "+row["rating_high"] != want[i] {
				t.Errorf("%s: row %d of %d: %v, want %v", when, i+1, len(rows), row, want)
			}
		}
		if len(rows) != len(want) {
			t.Errorf("%s: %d rows, want %d", when, len(rows), len(want))
		}
	}
	iteration := func(i int) train.Event { return train.IterationDone{Iteration: i, Of: 4} }
	w.tell(t, m, train.Started{Config: config()}, iteration(1), iteration(2))
	check("before", "  ", "  ")
	w.tell(t, m, train.Judged{Iteration: 2, Rating: &train.Rating{Value: 228, Low: -61.5, High: 396}})
	check("judged", "  ", "228 -61.5 396")
	w.tell(t, m, iteration(3))
	w.tell(t, m, train.Judged{Iteration: 3}) // by players without a rating
	check("going on", "  ", "228 -61.5 396", "  ")

	resume := func(iteration int) {
		t.Helper()
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		m = NewMetrics(dir, w.now)
		w.tell(t, m, train.Started{Config: config(), Resumed: true, Iteration: iteration})
	}
	resume(3)
	check("resumed", "  ", "228 -61.5 396", "  ")
	whole := read(t, dir, tableFile)
	if err := os.WriteFile(filepath.Join(dir, tableFile), []byte(strings.Replace(whole, "228,-61.5,396", ",,", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	check("killed between the files", "  ", "  ", "  ")
	resume(3)
	if got := read(t, dir, tableFile); got != whole {
		t.Errorf("after it:\n%s, want\n%s", got, whole)
	}
	resume(2) // iteration 3 was not complete
	check("one iteration less", "  ", "228 -61.5 396")
	w.tell(t, m, iteration(3), train.Judged{Iteration: 3, Rating: &train.Rating{Value: 300, Low: 200, High: 400}})
	check("judged anew", "  ", "228 -61.5 396", "300 200 400")
	resume(1) // and now nothing of the judgement of 2
	w.tell(t, m, iteration(2))
	check("not judged yet", "  ", "  ")
}
