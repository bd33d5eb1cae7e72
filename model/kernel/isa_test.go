package kernel

import (
	"strings"
	"testing"
)

func TestSelect(t *testing.T) {
	t.Setenv(Variable, "")
	if i, err := Select(); err != nil || i != Available()[0] {
		t.Errorf("unset: %v, %v", i, err)
	}
	for i := Portable; i <= NEON; i++ {
		t.Setenv(Variable, i.String())
		got, err := Select()
		if i.Supported() && (err != nil || got != i) {
			t.Errorf("%v: %v, %v", i, got, err)
		}
		if !i.Supported() && (err == nil || !strings.Contains(err.Error(), i.String())) {
			t.Errorf("%v, not supported: %v, %v", i, got, err)
		}
	}
	t.Setenv(Variable, "sse2")
	if _, err := Select(); err == nil || !strings.Contains(err.Error(), `"sse2"`) {
		t.Errorf("unknown name: %v", err)
	}
}

func TestUnsupportedIsRefused(t *testing.T) {
	const missing = ISA(9)
	if _, err := Pack(missing, Latency, []Conv{{In: 1, Out: 1, W: make([]float32, 9), B: make([]float32, 1)}}); err == nil {
		t.Error("Pack: no error")
	}
	if _, err := NewMatrix(missing, 1, 1, func(int, int) float32 { return 0 }); err == nil {
		t.Error("NewMatrix: no error")
	}
}
