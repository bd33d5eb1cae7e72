package model

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
)

// A file of tensors is in the safetensors format
// (https://github.com/huggingface/safetensors): 8 bytes little-endian length of
// the header; the header, a JSON object from tensor names to type, shape and
// place, and from "__metadata__" to an object of strings, with blanks behind to
// a multiple of 8 bytes; the numbers, row-major and little-endian, tensor after
// tensor without gaps. Ours hold only F32, and the metadata the SHA-256 of the
// numbers' bytes, so that a change of a single bit is found.

const (
	metadataKey = "__metadata__"
	digestKey   = "sha256" // in the metadata: SHA-256 of the numbers' bytes, in hexadecimal
	maxHeader   = 1 << 20  // the largest network and its moments need a tenth
	maxData     = 1 << 34
)

// entry is a tensor in the header.
type entry struct {
	Type    string   `json:"dtype"`
	Shape   []int64  `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"` // bytes from the end of the header: first, one past the last
	name    string
}

// writeTensors writes a file, with the digest beside the given metadata.
func writeTensors(w io.Writer, metadata map[string]string, tensors []Tensor) error {
	sum := sha256.New()
	if err := writeNumbers(sum, tensors); err != nil {
		return err
	}
	metadata = maps.Clone(metadata)
	metadata[digestKey] = hex.EncodeToString(sum.Sum(nil))
	var head bytes.Buffer
	head.WriteString(`{"` + metadataKey + `":`)
	put := func(v any) error {
		j, err := json.Marshal(v)
		head.Write(j)
		return err
	}
	if err := put(metadata); err != nil {
		return err
	}
	at := int64(0)
	for _, t := range tensors {
		e := entry{Type: "F32", Offsets: [2]int64{at, at + 4*int64(len(t.Data))}}
		for _, d := range t.Shape {
			e.Shape = append(e.Shape, int64(d))
		}
		at = e.Offsets[1]
		head.WriteByte(',')
		if err := errors.Join(put(t.Name), head.WriteByte(':'), put(e)); err != nil {
			return err
		}
	}
	head.WriteByte('}')
	for head.Len()%8 != 0 {
		head.WriteByte(' ')
	}
	if head.Len() > maxHeader {
		return fmt.Errorf("the header has %d bytes: expected at most %d", head.Len(), maxHeader)
	}
	length := binary.LittleEndian.AppendUint64(nil, uint64(head.Len()))
	if _, err := w.Write(append(length, head.Bytes()...)); err != nil {
		return err
	}
	return writeNumbers(w, tensors)
}

// writeNumbers writes the part of a file behind the header.
func writeNumbers(w io.Writer, tensors []Tensor) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var b [4]byte
	for _, t := range tensors {
		for _, x := range t.Data {
			binary.LittleEndian.PutUint32(b[:], math.Float32bits(x))
			out.Write(b[:])
		}
	}
	return out.Flush()
}

// readHeader reads the part of a file before the numbers. The tensors come in
// the order in which they lie.
func readHeader(r io.Reader) (metadata map[string]string, entries []entry, err error) {
	var n [8]byte
	switch k, err := io.ReadFull(r, n[:]); {
	case err == io.EOF:
		return nil, nil, fmt.Errorf("%w: it is empty", errDamaged)
	case err != nil:
		return nil, nil, cut(err, "%d of the 8 bytes that give the length of the header", k)
	}
	length := binary.LittleEndian.Uint64(n[:])
	if length < 2 || length > maxHeader {
		return nil, nil, fmt.Errorf("not a safetensors file of ours: the header length is %d, expected 2 to %d", length, maxHeader)
	}
	head := make([]byte, length)
	if k, err := io.ReadFull(r, head); err != nil {
		return nil, nil, cut(err, "%d of the %d bytes of the header", k, length)
	}
	if head[0] != '{' {
		return nil, nil, fmt.Errorf("not a safetensors file: the header begins with %q, expected '{'", head[0])
	}
	d := json.NewDecoder(bytes.NewReader(head))
	d.Token() // the brace
	seen := map[string]bool{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, nil, fmt.Errorf("header: %w", err)
		}
		name := key.(string) // keys of objects are strings, or Token fails
		if seen[name] {
			return nil, nil, fmt.Errorf("header: %q twice", name)
		}
		seen[name] = true
		if name == metadataKey {
			if err := d.Decode(&metadata); err != nil {
				return nil, nil, fmt.Errorf("header: metadata: %w", err)
			}
			continue
		}
		e := entry{name: name}
		if err := d.Decode(&e); err != nil {
			return nil, nil, fmt.Errorf("header: tensor %q: %w", name, err)
		}
		entries = append(entries, e)
	}
	if _, err := d.Token(); err != nil {
		return nil, nil, fmt.Errorf("header: %w", err)
	}
	if rest := bytes.TrimRight(head[d.InputOffset():], " "); len(rest) > 0 {
		return nil, nil, fmt.Errorf("header: %d bytes after the object", len(rest))
	}
	return metadata, entries, place(entries)
}

// place sorts the tensors by place and reports the first that is not F32, does
// not begin where the one before it ends, or is not as long as its shape says.
func place(entries []entry) error {
	slices.SortStableFunc(entries, func(a, b entry) int {
		return slices.Compare(a.Offsets[:], b.Offsets[:])
	})
	at := int64(0)
	for _, e := range entries {
		if e.Type != "F32" {
			return fmt.Errorf("tensor %q has the type %q: expected F32", e.name, e.Type)
		}
		n := int64(4)
		for _, d := range e.Shape {
			if d < 0 || d > 0 && n > maxData/d {
				return fmt.Errorf("tensor %q has the shape %v: negative or too large", e.name, e.Shape)
			}
			n *= d
		}
		if e.Offsets != [2]int64{at, at + n} {
			return fmt.Errorf("tensor %q of shape %v lies at bytes %v: expected %d to %d", e.name, e.Shape, e.Offsets, at, at+n)
		}
		if at += n; at > maxData {
			return fmt.Errorf("tensors up to %q have %d bytes: expected at most %d", e.name, at, maxData)
		}
	}
	return nil
}

// readNumbers reads the rest of a file into tensors that match the header, and
// compares it with the digest; files of earlier programs have none.
func readNumbers(r io.Reader, digest string, entries []entry, tensors []Tensor) error {
	sum := sha256.New()
	in := bufio.NewReaderSize(io.TeeReader(r, sum), 1<<16)
	byName := map[string][]float32{}
	for _, t := range tensors {
		byName[t.Name] = t.Data
	}
	var b [4]byte
	for _, e := range entries {
		dst := byName[e.name]
		for i := range dst {
			if _, err := io.ReadFull(in, b[:]); err != nil {
				return cut(err, "%d of the %d numbers of tensor %q", i, len(dst), e.name)
			}
			dst[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[:]))
			if !finite(dst[i]) {
				return fmt.Errorf("tensor %q holds %v at index %d of %d: numbers must be finite", e.name, dst[i], i, len(dst))
			}
		}
	}
	if _, err := in.ReadByte(); err != io.EOF {
		if err == nil {
			err = errors.New("bytes after the last tensor")
		}
		return err
	}
	if got := hex.EncodeToString(sum.Sum(nil)); digest != "" && got != digest {
		return fmt.Errorf("%w: the SHA-256 of its numbers is %s, expected %s", errDamaged, got, digest)
	}
	return nil
}

// match compares the tensors of a header, by name and shape and whatever their
// order, with the expected ones.
func match(entries []entry, tensors []Tensor) error {
	found := map[string][]int64{}
	for _, e := range entries {
		found[e.name] = e.Shape
	}
	for _, t := range tensors {
		shape, ok := found[t.Name]
		if !ok {
			return fmt.Errorf("tensor %q of shape %v is missing", t.Name, t.Shape)
		}
		if !slices.EqualFunc(shape, t.Shape, func(a int64, b int) bool { return a == int64(b) }) {
			return fmt.Errorf("tensor %q has the shape %v: expected %v", t.Name, shape, t.Shape)
		}
		delete(found, t.Name)
	}
	for _, e := range entries {
		if _, ok := found[e.name]; ok {
			return fmt.Errorf("tensor %q of shape %v is not part of such a file", e.name, e.Shape)
		}
	}
	return nil
}

// errDamaged is in the error of a file that was whole once: one that is cut short or
// has changed.
var errDamaged = errors.New("the file is damaged")

// cut returns the error of a file that ends after what a format and its arguments
// say, or that cannot be read any further.
func cut(err error, format string, a ...any) error {
	what := fmt.Sprintf(format, a...)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("%w: it is cut short after %s", errDamaged, what)
	}
	return fmt.Errorf("after %s: %w", what, err)
}
