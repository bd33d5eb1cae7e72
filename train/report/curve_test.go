package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"othellier/train"
)

// judgedRun writes the metrics of a run that is judged every hour of training
// and is resumed in the middle after a pause of a day.
func judgedRun(t *testing.T, dir string, gain float64) {
	t.Helper()
	at := newWatch()
	m := NewMetrics(dir, at.now)
	tell := func(e train.Event) {
		if err := m.Observe(e); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 6 {
		if i%3 == 0 {
			at.at = at.at.Add(24 * time.Hour)
			tell(train.Started{Dir: dir, Config: config(), Iteration: i})
		}
		at.at = at.at.Add(50 * time.Minute)
		tell(train.IterationDone{Iteration: i + 1, Games: int64(i+1) * 1000})
		at.at = at.at.Add(10 * time.Minute)
		r := gain * float64(i+1)
		tell(train.Judged{Iteration: i + 1, Games: int64(i+1) * 1000, Simulations: 32, Rating: &train.Rating{Value: r, Low: r - 80, High: r + 90}})
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestCurve(t *testing.T) {
	dirs := []string{filepath.Join(t.TempDir(), "quick-001"), filepath.Join(t.TempDir(), "a<b&c")}
	var curves []Curve
	for i, dir := range dirs {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		judgedRun(t, dir, 150+30*float64(i))
		c, err := ReadCurve(dir)
		if err != nil {
			t.Fatal(err)
		}
		curves = append(curves, c)
	}
	for i, p := range curves[0].Points {
		want := CurvePoint{i + 1, int64(i+1) * 1000, float64(i + 1), 32, train.Rating{Value: 150 * float64(i+1), Low: 150*float64(i+1) - 80, High: 150*float64(i+1) + 90}}
		if p != want {
			t.Errorf("point %d: %+v, want %+v", i, p, want)
		}
	}
	for name, draw := range map[string]func(w io.Writer) error{
		"curve.svg":  func(w io.Writer) error { return WriteCurve(w, ByGames, curves[0]) },
		"curves.svg": func(w io.Writer) error { return WriteCurve(w, ByHours, curves...) },
	} {
		var b bytes.Buffer
		if err := draw(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.String())
		for d := xml.NewDecoder(&b); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s is not XML: %v", name, err)
			}
		}
	}
}

func TestScale(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0, 20480, "0 5000 10000 15000 20000 25000"},
		{-63, 812, "-200 0 200 400 600 800 1000"},
		{0, 0.171, "0.00 0.05 0.10 0.15 0.20"},
		{7, 7, "6.0 6.5 7.0 7.5 8.0"},
	} {
		s := newScale(c.low, c.high, 0, 100)
		got := ""
		for i, v := range s.marks() {
			if i > 0 {
				got += " "
			}
			got += s.label(v)
		}
		if got != c.want || s.at(s.low) != 0 || s.at(s.high) != 100 {
			t.Errorf("%v to %v: marks %s, want %s", c.low, c.high, got, c.want)
		}
	}
}

func TestReadCurveErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadCurve(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a run: %v", err)
	}
	for _, text := range []string{"", "{\"event\":\"judgement\",\"iteration\":1}\n", "junk\n"} {
		if err := os.WriteFile(filepath.Join(dir, linesFile), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if c, err := ReadCurve(dir); err == nil {
			t.Errorf("%q: %+v", text, c)
		}
	}
	// A line that is being written is left for later.
	path := filepath.Join(dir, linesFile)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	judgedRun(t, dir, 100)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text[:len(text)-9], 0o666); err != nil {
		t.Fatal(err)
	}
	if c, err := ReadCurve(dir); err != nil || fmt.Sprint(len(c.Points)) != "5" {
		t.Errorf("%d points, %v", len(c.Points), err)
	}
}
