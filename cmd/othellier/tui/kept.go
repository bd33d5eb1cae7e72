package tui

import (
	"path/filepath"
	"strings"

	"othellier/env"
	"othellier/env/record"
)

// Kept remembers which file has the moves of which game, so that no others are
// lost. The zero value knows of none.
type Kept struct{ files map[string]*file }

// file is what is known of a file.
type file struct {
	moves   map[*env.Game]string // transcripts, by the game that was read from it or written
	written bool                 // here
}

func (k *Kept) file(path string) *file {
	if k.files == nil {
		k.files = map[string]*file{}
	}
	path = filepath.Clean(path)
	if k.files[path] == nil {
		k.files[path] = &file{moves: map[*env.Game]string{}}
	}
	return k.files[path]
}

// Loaded says that the moves of a game, up to its present position, were read from
// a file, or FILE#3.
func (k *Kept) Loaded(path string, g *env.Game) {
	path, _, _ = cutNumber(path) // which was opened
	k.file(path).moves[g] = g.Transcript()
}

// Saved says that the game was written to a file with the moves of a transcript, and
// reports whether they are there: a file of positions has none.
func (k *Kept) Saved(path string, g *env.Game, moves string) bool {
	f := k.file(path)
	f.written = true
	clear(f.moves)
	if formatOf(path) == record.OBF {
		return false
	}
	f.moves[g] = moves
	return true
}

// Ours says whether a file was written here.
func (k *Kept) Ours(path string) bool { return k.file(path).written }

// Missing returns the moves of a game, with the start if that is not the usual one,
// unless a file has them all. Moves that were taken back and can be played again
// are among them.
func (k *Kept) Missing(g *env.Game) string {
	all := g.Copy()
	for all.Redo() {
	}
	moves := all.Transcript()
	for _, f := range k.files {
		if kept, ok := f.moves[g]; ok && strings.HasPrefix(kept, moves) {
			return ""
		}
	}
	if moves != "" && g.Start() != g.Rules().Initial() {
		moves += " from " + g.Start().String()
	}
	return moves
}
