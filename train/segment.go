package train

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"othellier/env"
)

// A segment file holds consecutive games:
//
//	header  "OTHELREP", version uint32, rules 5 bytes and 3 zeros,
//	        index of the first game uint64, CRC-32C of all that: 32 bytes
//	record  length uint32, CRC-32C of length and payload uint32, payload: a GameRecord
//
// Numbers are little endian. A writer only ever appends, and a record is whole
// or it is the torn end of the newest file.
const (
	segmentMagic   = "OTHELREP"
	segmentVersion = 1
	headerSize     = 32
	frameSize      = 8
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// CorruptError is damage in a replay file that cannot come from a process or a
// machine that stopped: games that had been on the disk have changed.
type CorruptError struct {
	File    string
	Offset  int64 // of the first damaged byte or of the record that holds it
	Problem string
}

// Error names file, place, damage and remedy.
func (e *CorruptError) Error() string {
	return fmt.Sprintf("train: replay: %s: byte %d: %s; put back a copy of the file, or move it out of its folder and resume: the run then goes on without its games",
		e.File, e.Offset, e.Problem)
}

// segmentName returns the file name of the segment that starts with game first.
func segmentName(first int64) string { return fmt.Sprintf("games-%09d.seg", first) }

// listSegments returns the first games of the segments in dir, in order.
func listSegments(dir string) ([]int64, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("train: replay: %w", err)
	}
	var firsts []int64
	for _, e := range entries {
		middle, ok := strings.CutPrefix(e.Name(), "games-")
		middle, ok2 := strings.CutSuffix(middle, ".seg")
		first, err := strconv.ParseInt(middle, 10, 64)
		if ok && ok2 && err == nil && segmentName(first) == e.Name() {
			firsts = append(firsts, first)
		}
	}
	slices.Sort(firsts) // names of more than nine digits do not sort as text
	return firsts, nil
}

func appendHeader(dst []byte, r env.Rules, first int64) []byte {
	start := len(dst)
	dst = append(dst, segmentMagic...)
	dst = binary.LittleEndian.AppendUint32(dst, segmentVersion)
	dst = append(dst, byte(r.Start), byte(r.Board), byte(r.End), byte(r.Scoring), byte(r.Supply), 0, 0, 0)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(first))
	return binary.LittleEndian.AppendUint32(dst, crc32.Checksum(dst[start:], castagnoli))
}

func appendFrame(dst, payload []byte) []byte {
	length := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
	dst = append(dst, length...)
	dst = binary.LittleEndian.AppendUint32(dst, frameSum(length, payload))
	return append(dst, payload...)
}

// frameSum covers the length too, so that a run of zeros is no record.
func frameSum(length, payload []byte) uint32 {
	return crc32.Update(crc32.Checksum(length, castagnoli), castagnoli, payload)
}

var errFrame = errors.New("not a record")

// readFrame returns the payload of the record at the start of b and what
// follows it.
func readFrame(b []byte) (payload, rest []byte, err error) {
	if len(b) < frameSize {
		return nil, nil, errFrame
	}
	n := binary.LittleEndian.Uint32(b)
	if n > maxRecord || int(n) > len(b)-frameSize {
		return nil, nil, errFrame
	}
	payload = b[frameSize:][:n]
	if frameSum(b[:4], payload) != binary.LittleEndian.Uint32(b[4:]) {
		return nil, nil, errFrame
	}
	return payload, b[frameSize+int(n):], nil
}

// segment is what readSegment found in one file.
type segment struct {
	payloads [][]byte
	size     int64 // bytes up to the end of the last whole record
	torn     bool  // more bytes follow: the end of a write that was cut off
}

// readSegment reads the file that starts with game first. Games before
// committed were safely on the disk; the newest file may end in a torn record of
// a later game, any other fault is a *CorruptError.
func readSegment(path string, r env.Rules, first, committed int64, newest bool) (segment, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return segment{}, fmt.Errorf("train: replay: %w", err)
	}
	corrupt := func(offset int64, format string, a ...any) (segment, error) {
		return segment{}, &CorruptError{File: path, Offset: offset, Problem: fmt.Sprintf(format, a...)}
	}
	header := appendHeader(nil, r, first)
	if len(data) < headerSize || !bytes.Equal(data[:headerSize], header) {
		if newest && first >= committed && !recordFollows(data, first) {
			return segment{torn: true}, nil
		}
		return corrupt(0, "%s", headerFault(data, header))
	}
	s := segment{size: headerSize}
	var g GameRecord
	for rest := data[headerSize:]; len(rest) > 0; {
		index := first + int64(len(s.payloads))
		payload, after, err := readFrame(rest)
		if err != nil {
			if newest && index >= committed && !recordFollows(rest[1:], index) {
				s.torn = true
				return s, nil
			}
			return corrupt(s.size, "the record of game %d is damaged", index)
		}
		if err := g.Decode(payload); err != nil {
			return corrupt(s.size, "game %d: %v", index, err)
		}
		if g.Index != index {
			return corrupt(s.size, "game %d stands where game %d is expected", g.Index, index)
		}
		if err := g.Verify(r); err != nil {
			return corrupt(s.size, "%v", err)
		}
		s.payloads = append(s.payloads, payload)
		s.size += int64(frameSize + len(payload))
		rest = after
	}
	return s, nil
}

// recordFollows says whether a whole record of a game from index on lies
// anywhere in b. If so the damage before it is no torn end.
func recordFollows(b []byte, index int64) bool {
	var g GameRecord
	for ; len(b) >= frameSize; b = b[1:] {
		if payload, _, err := readFrame(b); err == nil && g.Decode(payload) == nil && g.Index >= index {
			return true
		}
	}
	return false
}

func headerFault(data, want []byte) string {
	switch {
	case len(data) < headerSize:
		return "the file ends within its header"
	case string(data[:8]) != segmentMagic:
		return "this is no replay file"
	case binary.LittleEndian.Uint32(data[28:]) != crc32.Checksum(data[:28], castagnoli):
		return "the header is damaged"
	case binary.LittleEndian.Uint32(data[8:]) != segmentVersion:
		return fmt.Sprintf("the format is version %d, not %d", binary.LittleEndian.Uint32(data[8:]), segmentVersion)
	case !bytes.Equal(data[12:20], want[12:20]):
		return "its games were played under other rules than the run's"
	}
	return fmt.Sprintf("its first game is %d, which is not what the name of the file says", binary.LittleEndian.Uint64(data[20:]))
}

// file is what the writer needs of an *os.File; the tests let it fail.
type file interface {
	io.WriterAt
	io.Closer
	Sync() error
	Truncate(size int64) error
}

func openFile(path string) (file, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
}

// segmentWriter appends to the newest segment.
type segmentWriter struct {
	path  string
	file  file
	size  int64 // bytes of whole records
	games int
	buf   []byte
}

// append writes one record. After an error the file is as it was before, or, if
// even that failed, ends in a torn record.
func (w *segmentWriter) append(payload []byte) error {
	w.buf = appendFrame(w.buf[:0], payload)
	if err := w.write(); err != nil {
		return err
	}
	w.games++
	return nil
}

func (w *segmentWriter) write() error {
	if _, err := w.file.WriteAt(w.buf, w.size); err != nil {
		// Should cutting fail as well, the torn end is cut when the run is resumed.
		_ = w.file.Truncate(w.size)
		return err
	}
	w.size += int64(len(w.buf))
	return nil
}

// createSegment starts a file and makes its name durable.
func createSegment(dir string, r env.Rules, first int64, open func(string) (file, error)) (*segmentWriter, error) {
	path := filepath.Join(dir, segmentName(first))
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	w := &segmentWriter{path: path, file: f, buf: appendHeader(nil, r, first)}
	if err := errors.Join(f.Truncate(0), w.write()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return w, syncDir(dir)
}

// resumeSegment goes on with a file that has the given number of games and no
// torn end.
func resumeSegment(dir string, first int64, games int, open func(string) (file, error)) (*segmentWriter, error) {
	path := filepath.Join(dir, segmentName(first))
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	return &segmentWriter{path: path, file: f, size: info.Size(), games: games}, nil
}
