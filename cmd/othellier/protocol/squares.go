package protocol

import (
	"strings"

	"othellier/env"
)

// squareName returns the name of a square, in upper case, on the board of r.
func squareName(r env.Rules, m env.Move) string {
	shift := env.Move(8-r.Size()) / 2
	return string([]byte{'A' + byte(m%8-shift), '1' + byte(m/8-shift)})
}

// parseMove reads a square of the board of r, in either case, or a pass.
func parseMove(r env.Rules, s string) (env.Move, bool) {
	if len(s) == 2 {
		column, row := int(s[0]|0x20)-'a', int(s[1])-'1'
		if size := r.Size(); column >= 0 && column < size && row >= 0 && row < size {
			shift := (8 - size) / 2
			return env.Move(8*(row+shift) + column + shift), true
		}
	}
	m, err := env.ParseMove(s)
	return m, err == nil && m == env.Pass
}

// line returns moves separated by sep, passes by the name given.
func line(r env.Rules, moves []env.Move, sep, pass string) string {
	names := make([]string, len(moves))
	for i, m := range moves {
		if names[i] = pass; m != env.Pass {
			names[i] = squareName(r, m)
		}
	}
	return strings.Join(names, sep)
}
