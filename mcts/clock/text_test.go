package clock

import (
	"encoding/json"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text, again string
		want        Clock
	}{
		{"5m", "5m", Sudden(5*time.Minute, 0)},
		{"1s", "1s", Sudden(time.Second, 0)},
		{"5m+2s", "5m+2s", Sudden(5*time.Minute, 2*time.Second)},
		{" 1h30m + 500ms ", "1h30m+500ms", Sudden(90*time.Minute, 500*time.Millisecond)},
		{"5+2", "5m+2s", Sudden(5*time.Minute, 2*time.Second)},
		{"0.5", "30s", Sudden(30*time.Second, 0)},
		{"0s+1s", "0s+1s", Sudden(0, time.Second)},
		{"2h+0", "2h", Sudden(2*time.Hour, 0)},
		{"10m+5m/25", "10m+5m/25", Canadian(10*time.Minute, 5*time.Minute, 25)},
		{"30s/10", "30s/10", Canadian(0, 30*time.Second, 10)},
		{"1s/1", "1s/move", PerMove(time.Second)},
		{"1s/move", "1s/move", PerMove(time.Second)},
		{"1m+2s/move", "1m+2s/move", Canadian(time.Minute, 2*time.Second, 1)},
	} {
		got, err := Parse(c.text)
		if err != nil || got != c.want || got.String() != c.again {
			t.Errorf("%q: %+v (%v), %v", c.text, got, got, err)
			continue
		}
		if twice, err := Parse(got.String()); err != nil || twice != got {
			t.Errorf("%q: %+v is not read again: %+v, %v", c.text, got, twice, err)
		}
	}
	for _, c := range []Clock{{}, PerMove(time.Second), Sudden(time.Minute, time.Second)} {
		data, err := json.Marshal(c)
		var got Clock
		if err == nil {
			err = json.Unmarshal(data, &got)
		}
		if err != nil || got != c {
			t.Errorf("%v: %s, %v, %v", c, data, got, err)
		}
	}
	for _, s := range []string{"", "0s", "-5", "NaN", "1e300", "5+-1", "five", "+", "5m+", "+5m", "-5m", "5m+-1s", "5m/0", "5m/x", "5m/2x", "5m/-1", "/3", "5m+1s/", "1s/move/2", "5m+1s+1s", "0s/3"} {
		if c, err := Parse(s); err == nil {
			t.Errorf("%q: %+v", s, c)
		}
	}
	if s := (Clock{}).String(); s != "no limit" {
		t.Errorf("the zero value is %q", s)
	}
}
