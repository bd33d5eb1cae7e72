package model

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"othellier/env"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// testMeta has something in every field.
var testMeta = Meta{
	Rules: env.Rules{Board: env.Board6, Scoring: env.ScoreEmpties},
	Step:  1200, Games: 38000, Config: "5d41402a", Rating: "1234 ± 20",
	Extra: map[string]string{"commit": "abc", "note": "line\nand \"quotes\""},
}

func TestSaveLoad(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "net.safetensors")
	for _, w := range []*Weights{lively(small, 1), lively(Spec{Channels: 3, Blocks: 2, ValueChannels: 1, ValueHidden: 1, Reply: true, SoftPolicy: true, Pooled: 1, Lines: 2}, 2)} { // the second replaces the first
		if err := Save(path, w, testMeta); err != nil {
			t.Fatal(err)
		}
		v, m, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if !v.Equal(w) {
			t.Error("the weights changed on the way")
		}
		if !reflect.DeepEqual(m, testMeta) {
			t.Errorf("the metadata came back as %+v: expected %+v", m, testMeta)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 1 {
		t.Errorf("saving left %v", files)
	}
}

// The bytes of a file, which other programs read.
func TestFormat(t *testing.T) {
	w := zeroWeights(Spec{Channels: 1, ValueChannels: 1, ValueHidden: 1})
	w.Tensor("output.b").Data[3] = -0.15625
	var b bytes.Buffer
	if err := Write(&b, w, testMeta); err != nil {
		t.Fatal(err)
	}
	n := binary.LittleEndian.Uint64(b.Bytes())
	head, numbers := b.Bytes()[8:8+n], b.Bytes()[8+n:]
	if n%8 != 0 || len(numbers) != 4*w.Params() {
		t.Errorf("header of %d bytes and %d bytes of numbers: expected a multiple of 8 and %d", n, len(numbers), 4*w.Params())
	}
	if last := numbers[len(numbers)-4:]; !bytes.Equal(last, []byte{0, 0, 0x20, 0xbe}) {
		t.Errorf("the last number is % x: expected 00 00 20 be", last)
	}
	golden := filepath.Join("testdata", "header.golden")
	if *update {
		if err := os.WriteFile(golden, append(head, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(head)+"\n" != string(want) {
		t.Errorf("header\n%s\nexpected\n%s", head, want)
	}
}

// file returns a checkpoint as bytes.
func file(t testing.TB, w *Weights) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, w, testMeta); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// frame puts a header in front of numbers.
func frame(head string, numbers []byte) []byte {
	return append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(head))), head...), numbers...)
}

// A file that is not a whole checkpoint is refused with what was found and what
// was expected.
func TestReadRefuses(t *testing.T) {
	whole := file(t, zeroWeights(Spec{Channels: 2, ValueChannels: 1, ValueHidden: 1}))
	n := binary.LittleEndian.Uint64(whole)
	head, numbers := string(whole[8:8+n]), whole[8+n:]
	swap := func(from, to string) []byte {
		if !strings.Contains(head, from) {
			t.Fatalf("no %s in %s", from, head)
		}
		return frame(strings.Replace(head, from, to, 1), numbers)
	}
	nan := bytes.Clone(whole)
	binary.LittleEndian.PutUint32(nan[len(nan)-4:], math.Float32bits(float32(math.NaN())))
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "the file is damaged: it is empty"},
		{"text", []byte("[Event \"?\"]\n[Site \"?\"]\n"), "not a safetensors file of ours: the header length is"},
		{"zip", append([]byte("PK\x03\x04\x00\x00\x00\x00"), make([]byte, 100)...), "header length"},
		{"no object", frame("[1,2,3]", nil), "header begins with '['"},
		{"bad JSON", frame(`{"a":{`, nil), `tensor "a"`},
		{"two objects", frame(`{} {}`, nil), "bytes after the object"},
		{"no metadata", frame(`{}`, nil), `format "": expected "othellier-weights"`},
		{"foreign", frame(`{"__metadata__":{"format":"pt"}}`, nil), `format "pt": expected "othellier-weights"`},
		{"metadata not strings", frame(`{"__metadata__":{"format":1}}`, nil), "header: metadata"},
		{"twice", swap(`"stem.b":`, `"stem.w":`), `"stem.w" twice`},
		{"future", swap(`"version":"1"`, `"version":"2"`), `version of the format is "2": expected "1"`},
		{"size", swap(`\"channels\":2`, `\"channels\":3`), `tensor "stem.w" has the shape [2 5 3 3]: expected [3 5 3 3]`},
		{"no size", swap(`\"channels\":2`, `\"channels\":0`), "channels is 0: expected 1 to 1024"},
		{"unknown size", swap(`\"channels\":2`, `\"width\":2`), `unknown field "width"`},
		{"rules", swap(`\"board\":6`, `\"board\":5`), "metadata rules"},
		{"steps", swap(`"step":"1200"`, `"step":"-1"`), `metadata step is "-1": expected a whole number`},
		{"name", swap(`"hidden.b"`, `"hidden.c"`), `tensor "hidden.b" of shape [1] is missing`},
		{"type", swap(`"dtype":"F32"`, `"dtype":"F16"`), `has the type "F16": expected F32`},
		{"negative", swap(`"shape":[1,2]`, `"shape":[-1,-2]`), "negative or too large"},
		{"huge", swap(`"shape":[1,2]`, `"shape":[9223372036854775807,2]`), "negative or too large"},
		{"offsets", swap(`"data_offsets":[0,`, `"data_offsets":[4,`), `tensor "stem.w" of shape [2 5 3 3] lies at bytes [4 360]: expected 0 to 360`},
		{"not finite", nan, `tensor "output.b" holds NaN at index 3 of 4`},
		{"longer", append(bytes.Clone(whole), 0), "bytes after the last tensor"},
	} {
		_, _, err := Read(bytes.NewReader(c.data))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, expected %q", c.name, err, c.want)
		}
	}
	extra := strings.TrimRight(head, " ")
	extra = extra[:len(extra)-1] + fmt.Sprintf(`,"more":{"dtype":"F32","shape":[1],"data_offsets":[%d,%d]}}`, len(numbers), len(numbers)+4)
	if _, _, err := Read(bytes.NewReader(frame(extra, append(bytes.Clone(numbers), 0, 0, 0, 0)))); err == nil || !strings.Contains(err.Error(), `tensor "more" of shape [1] is not part`) {
		t.Errorf("another tensor: error %v", err)
	}
	for k := range whole {
		if _, _, err := Read(bytes.NewReader(whole[:k])); !errors.Is(err, errDamaged) {
			t.Fatalf("cut after %d of %d bytes: error %v, expected a damaged file", k, len(whole), err)
		}
	}
}

// Tensors may lie in any order, as other programs write them.
func TestReadAnyOrder(t *testing.T) {
	w := lively(Spec{Channels: 2, ValueChannels: 1, ValueHidden: 1}, 3)
	metadata, err := testMeta.encode(w.Spec)
	if err != nil {
		t.Fatal(err)
	}
	ts := w.Tensors()
	for i := range len(ts) / 2 {
		ts[i], ts[len(ts)-1-i] = ts[len(ts)-1-i], ts[i]
	}
	var b bytes.Buffer
	if err := writeTensors(&b, metadata, ts); err != nil {
		t.Fatal(err)
	}
	v, _, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if !v.Equal(w) {
		t.Error("the weights changed on the way")
	}
}

// Errors of files name the file; a failed save leaves the old file alone.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "net.safetensors")
	if _, _, err := Load(path); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("missing file: error %v", err)
	}
	w := lively(small, 1)
	if err := Save(path, w, testMeta); err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	bad := w.Clone()
	bad.Tensor("value.w").Data[5] = float32(math.Inf(1))
	if err := Save(path, bad, testMeta); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "value.w holds +Inf at index 5") {
		t.Errorf("infinite weight: error %v", err)
	}
	if err := Save(path, w, Meta{Extra: map[string]string{"step": "x"}}); err == nil || !strings.Contains(err.Error(), `"step"`) {
		t.Errorf("a reserved name: error %v", err)
	}
	if err := Save(path, w, Meta{Extra: map[string]string{"long": strings.Repeat("x", maxHeader)}}); err == nil || !strings.Contains(err.Error(), "header") {
		t.Errorf("a header beyond the limit: error %v", err)
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, old) {
		t.Errorf("failed saves changed the file (%v)", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("failed saves left %v (%v)", files, err)
	}
	for n, want := range map[int]string{
		len(old) - 1:       `it is cut short after 3 of the 4 numbers of tensor "output.b"; put back a copy of it`,
		numbersAt(old):     `it is cut short after 0 of the `,
		numbersAt(old) - 1: `it is cut short after ` + strconv.Itoa(numbersAt(old)-9) + ` of the `,
		7:                  `it is cut short after 7 of the 8 bytes that give the length of the header; put back a copy of it`,
		0:                  `it is empty; put back a copy of it`,
	} {
		if err := os.WriteFile(path, old[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Load(path); err == nil || !strings.Contains(err.Error(), "load "+path+": the file is damaged: "+want) {
			t.Errorf("%d bytes of %d: error %v, want %q", n, len(old), err, want)
		}
	}
	if err := Save(filepath.Join(dir, "none", "net"), w, testMeta); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing directory: error %v", err)
	}
}

func TestDescribe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "net.safetensors")
	w := zeroWeights(Spec{Channels: 2, Blocks: 1, ValueChannels: 1, ValueHidden: 3})
	copy(w.Tensor("stem.b").Data, []float32{-1, 3})
	if err := Save(path, w, testMeta); err != nil {
		t.Fatal(err)
	}
	d, err := Describe(path)
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "describe.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(d.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d.String() != string(want) {
		t.Errorf("description\n%s\nexpected\n%s", d, want)
	}
	d.Spec.Pooled, d.Spec.Lines = 1, 1
	if text := d.String(); !strings.Contains(text, "1 block (1 pooled, 1 with lines), value head") {
		t.Errorf("no word of the blocks in\n%s", text)
	}
	if s := d.Tensors[1]; s.Name != "stem.b" || s.Min != -1 || s.Max != 3 || s.Mean != 1 || s.RMS != math.Sqrt(5) {
		t.Errorf("summary %+v", s)
	}
	if _, err := Describe(path + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: error %v", err)
	}
}

// Whatever the bytes, reading neither panics nor makes room beyond them, and
// what it accepts it writes back to the same network.
func FuzzRead(f *testing.F) {
	whole := file(f, lively(Spec{Channels: 2, Blocks: 1, ValueChannels: 1, ValueHidden: 1}, 4))
	f.Add(whole)
	f.Add(whole[:len(whole)-5])
	f.Add(frame(`{"__metadata__":{"format":"othellier-weights"}}`, nil))
	f.Add(frame(`{"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}}`, nil))
	f.Add(frame(`{"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}`, make([]byte, 4)))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, m, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := Write(&b, w, m); err != nil {
			t.Fatalf("read but not written: %v", err)
		}
		v, n, err := Read(&b)
		if err != nil {
			t.Fatalf("written but not read: %v", err)
		}
		if !v.Equal(w) || !reflect.DeepEqual(m, n) {
			t.Fatal("writing and reading changed the network")
		}
	})
}
