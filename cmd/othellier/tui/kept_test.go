package tui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"othellier/env"
)

// TestNoMovesAreLost leaves the program in every state that moves can be in. The
// steps are keys, or a key and the text that it asks for; NAME.EXT is a file.
func TestNoMovesAreLost(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps []string
		want  []string
	}{
		{"no move", nil, nil},
		{"not saved", []string{"f5", "d6"}, []string{"f5d6"}},
		{"positions have no moves", []string{"f5", "s a.obf"}, []string{"f5"}},
		{"a position over the moves", []string{"f5", "s a.txt", "s a.obf"}, nil},
		{"saved", []string{"f5", "d6", "s a.txt"}, nil},
		{"in capitals", []string{"f5", "s a.TXT"}, nil},
		{"a move later", []string{"f5", "s a.sgf", "d6"}, []string{"f5d6"}},
		{"taken back", []string{"f5", "d6", "u"}, []string{"f5d6"}},
		{"all taken back", []string{"f5", "d6", "u", "u"}, []string{"f5d6"}},
		{"saved, then taken back", []string{"f5", "d6", "s a.ggf", "u"}, nil},
		{"taken back, then saved", []string{"f5", "d6", "u", "s a.ggf"}, []string{"f5d6"}},
		{"other moves instead", []string{"f5", "d6", "u", "f6"}, []string{"f5f6"}},
		{"both saved", []string{"f5", "d6", "s a.pgn", "u", "s b.pgn"}, nil},
		{"replaced by fewer", []string{"f5", "d6", "s a.pgn", "u", "s a.pgn", "y"}, []string{"f5d6"}},
		{"a new game", []string{"f5", "n"}, []string{"f5"}},
		{"three games", []string{"f5", "n", "d3", "n", "e6"}, []string{"f5", "d3", "e6"}},
		{"the former game", []string{"f5", "n", "d3", "U"}, []string{"d3", "f5"}},
		{"one of three saved", []string{"f5", "n", "d3", "s a.wtb", "n", "e6"}, []string{"f5", "e6"}},
		{"replaced by another game", []string{"f5", "s a.txt", "n", "d3", "s a.txt", "y"}, []string{"f5"}},
		{"opened", []string{"f5", "d6", "s a.txt", "n", "o a.txt"}, nil},
		{"opened by its number", []string{"f5", "d6", "s a.ggf", "n", "o a.ggf#1", "u"}, nil},
		{"opened, and gone on", []string{"f5", "s a.txt", "n", "o a.txt", "d6"}, []string{"f5d6"}},
		{"pasted", []string{"i f5d6"}, []string{"f5d6"}},
		{"from a position", []string{"f5", "s a.obf", "n", "o a.obf", "d6"}, []string{"f5", "d6 from " + game(t, "f5").Position().String()}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			drive(t, Config{Seats: Seats{true, true}}, func(d *driver) {
				for _, step := range c.steps {
					key, text, ask := strings.Cut(step, " ")
					switch {
					case ask && key == "i":
						d.answer(key, text)
					case ask:
						d.answer(key, filepath.Join(dir, text))
					default:
						d.typed(key)
					}
				}
				if got := d.m.Unsaved(); !slices.Equal(got, c.want) {
					d.Errorf("not saved: %q, want %q\n%s", got, c.want, d.screen())
				}
			})
		})
	}
}

func TestTheFileThatAGameIsFrom(t *testing.T) {
	drive(t, Config{Seats: Seats{true, true}, Game: game(t, "f5d6"), File: "x.ggf#3"}, func(d *driver) {
		if got := d.m.Unsaved(); got != nil {
			d.Errorf("not saved: %q", got)
		}
		d.send(savedMsg{path: "x.ggf", transcript: "f5", game: d.m.game}) // replaced
		if got := d.m.Unsaved(); !slices.Equal(got, []string{"f5d6"}) {
			d.Errorf("not saved: %q", got)
		}
	})
}

// TestWhatSavingSays is of games that a format has no room for, and of positions.
func TestWhatSavingSays(t *testing.T) {
	start := env.NewGameFrom(env.Rules{}, game(t, "f5").Position())
	for _, c := range []struct {
		game      *env.Game
		ext, says string
	}{
		{game(t, ""), "txt", "Not saved: there are no moves to save yet"},
		{game(t, ""), "ggf", "Not saved: there are no moves to save yet"},
		{game(t, ""), "wtb", "Not saved: there are no moves to save yet"},
		{game(t, ""), "obf", "Saved "},
		{game(t, "f5"), "obf", "Saved the position alone, not the moves: game.obf"},
		{game(t, "f5"), "x", "tells no format: expected .txt .ggf .sgf .pgn .obf or .wtb"},
		{start, "txt", "Not saved: transcripts and wthor need the standard start"},
		{start, "wtb", "Not saved: transcripts and wthor need the standard start"},
		{start, "sgf", "Saved "},
	} {
		t.Chdir(t.TempDir())
		drive(t, Config{Seats: Seats{true, true}, Game: c.game}, func(d *driver) {
			d.send(tea.WindowSizeMsg{Width: 130, Height: 30})
			d.answer("s", "game."+c.ext)
			d.shows(c.says)
			if left, _ := os.ReadDir("."); strings.HasPrefix(c.says, "Not") && len(left) > 0 {
				d.Errorf("left behind: %v", left)
			}
		})
	}
}
