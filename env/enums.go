package env

import (
	"bytes"
	"fmt"
	"strings"
)

// The text forms, indexed by value.
var (
	colorNames      = []string{Black: "black", White: "white"}
	startNames      = []string{StartStandard: "standard", StartMirrored: "mirrored", StartParallel: "parallel", StartFree: "free"}
	boardNames      = []string{Board8: "8", Board6: "6", Board4: "4"}
	endNames        = []string{EndNeither: "neither", EndMover: "mover"}
	scoringNames    = []string{ScoreDiscs: "discs", ScoreEmpties: "empties"}
	supplyNames     = []string{SupplyShared: "shared", SupplySeparate: "separate"}
	conventionNames = []string{PassIsPly: "pass-is-ply", FullDepthOnly: "full-depth-only", PassIsFree: "pass-is-free"}
)

// String returns "Black" or "White", for sentences; the text form is in lower
// case.
func (c Color) String() string {
	if c == Black {
		return "Black"
	}
	return "White"
}

// String returns the text form of s: standard, mirrored, parallel or free.
func (s Start) String() string { return enumString("start", startNames, s) }

// String returns the text form of b: 8, 6 or 4.
func (b Board) String() string { return enumString("board", boardNames, b) }

// String returns the text form of e: neither or mover.
func (e End) String() string { return enumString("end", endNames, e) }

// String returns the text form of s: discs or empties.
func (s Scoring) String() string { return enumString("scoring", scoringNames, s) }

// String returns the text form of s: shared or separate.
func (s Supply) String() string { return enumString("supply", supplyNames, s) }

// String returns the text form of c: pass-is-ply, full-depth-only or
// pass-is-free.
func (c Convention) String() string { return enumString("convention", conventionNames, c) }

// MarshalText returns the text form of c: black or white.
func (c Color) MarshalText() ([]byte, error) { return marshalEnum("color", colorNames, c) }

// MarshalText returns the text form of s.
func (s Start) MarshalText() ([]byte, error) { return marshalEnum("start", startNames, s) }

// MarshalText returns the text form of b.
func (b Board) MarshalText() ([]byte, error) { return marshalEnum("board", boardNames, b) }

// MarshalText returns the text form of e.
func (e End) MarshalText() ([]byte, error) { return marshalEnum("end", endNames, e) }

// MarshalText returns the text form of s.
func (s Scoring) MarshalText() ([]byte, error) { return marshalEnum("scoring", scoringNames, s) }

// MarshalText returns the text form of s.
func (s Supply) MarshalText() ([]byte, error) { return marshalEnum("supply", supplyNames, s) }

// MarshalText returns the text form of c.
func (c Convention) MarshalText() ([]byte, error) {
	return marshalEnum("convention", conventionNames, c)
}

// UnmarshalText reads the text form of a color.
func (c *Color) UnmarshalText(text []byte) error { return unmarshalEnum("color", colorNames, text, c) }

// UnmarshalText reads the text form of a start.
func (s *Start) UnmarshalText(text []byte) error { return unmarshalEnum("start", startNames, text, s) }

// UnmarshalText reads the text form of a board.
func (b *Board) UnmarshalText(text []byte) error { return unmarshalEnum("board", boardNames, text, b) }

// UnmarshalText reads the text form of an end.
func (e *End) UnmarshalText(text []byte) error { return unmarshalEnum("end", endNames, text, e) }

// UnmarshalText reads the text form of a scoring.
func (s *Scoring) UnmarshalText(text []byte) error {
	return unmarshalEnum("scoring", scoringNames, text, s)
}

// UnmarshalText reads the text form of a supply.
func (s *Supply) UnmarshalText(text []byte) error {
	return unmarshalEnum("supply", supplyNames, text, s)
}

// UnmarshalText reads the text form of a convention.
func (c *Convention) UnmarshalText(text []byte) error {
	return unmarshalEnum("convention", conventionNames, text, c)
}

// MarshalJSON writes the size as a number.
func (b Board) MarshalJSON() ([]byte, error) { return b.MarshalText() }

// UnmarshalJSON reads the size as a number or as a string.
func (b *Board) UnmarshalJSON(data []byte) error {
	if string(data) == "null" { // by convention no change
		return nil
	}
	return b.UnmarshalText(bytes.Trim(data, `"`))
}

// MarshalYAML writes the size as a number. Every YAML package reads it back
// through UnmarshalText.
func (b Board) MarshalYAML() (any, error) {
	return Rules{Board: b}.Size(), checkEnum("board", boardNames, b)
}

func enumString[T ~uint8](kind string, names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%s(%d)", kind, uint8(v))
}

func checkEnum[T ~uint8](kind string, names []string, v T) error {
	if int(v) < len(names) {
		return nil
	}
	return fmt.Errorf("env: %s %d is unknown: expected 0 to %d", kind, uint8(v), len(names)-1)
}

func marshalEnum[T ~uint8](kind string, names []string, v T) ([]byte, error) {
	if err := checkEnum(kind, names, v); err != nil {
		return nil, err
	}
	return []byte(names[v]), nil
}

func unmarshalEnum[T ~uint8](kind string, names []string, text []byte, v *T) error {
	for i, name := range names {
		if string(text) == name {
			*v = T(i)
			return nil
		}
	}
	last := len(names) - 1
	return fmt.Errorf("env: %s %q is unknown: expected %s or %s", kind, text, strings.Join(names[:last], ", "), names[last])
}
