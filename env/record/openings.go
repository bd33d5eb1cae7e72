package record

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"othellier/env"
)

//go:embed openings.tsv
var openingsTSV string

// Opening is a named opening.
type Opening struct {
	Name  string     // other names follow a slash
	Moves []env.Move // from the standard start, f5 first
}

// openings reads the embedded table: a head line, then NAME, a tab and the
// moves. longest is the length of the longest opening.
var openings = sync.OnceValue(func() (t struct {
	all     []Opening
	named   map[string]int // by the moves as bytes
	longest int
}) {
	t.named = map[string]int{}
	lines := strings.Split(strings.TrimSpace(openingsTSV), "\n")
	for _, line := range lines[1:] {
		name, moves, _ := strings.Cut(strings.TrimRight(line, "\r"), "\t")
		g, err := env.ParseTranscript(env.Rules{}, moves)
		if err != nil {
			panic(fmt.Sprintf("record: openings.tsv: %s: %v", name, err)) // the table is part of the program
		}
		o := Opening{name, g.Moves()}
		t.named[movesKey(o.Moves)] = len(t.all)
		t.all = append(t.all, o)
		t.longest = max(t.longest, len(o.Moves))
	}
	return t
})

func movesKey(moves []env.Move) string {
	b := make([]byte, len(moves))
	for i, m := range moves {
		b[i] = byte(m)
	}
	return string(b)
}

// Openings returns all named openings. The caller may change the slice, but not
// the moves.
func Openings() []Opening { return slices.Clone(openings().all) }

// Opening returns the longest named opening with which g begins, whichever of
// the four first moves it has, and false if there is none: a game from another
// start than the standard one, which the mirrored one is when it is turned, one on
// a smaller board, or one that has hardly begun.
func (g Game) Opening() (Opening, bool) {
	t := openings()
	if len(g.Moves) == 0 || g.Rules.Board != env.Board8 {
		return Opening{}, false
	}
	g.Moves = g.Moves[:min(len(g.Moves), t.longest)]
	g.Choices = nil
	g, ok := g.Normal()
	if !ok {
		return Opening{}, false
	}
	key := movesKey(g.Moves)
	for n := len(key); n > 0; n-- {
		if i, ok := t.named[key[:n]]; ok {
			return t.all[i], true
		}
	}
	return Opening{}, false
}
