package tui

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"othellier/env"
	"othellier/env/record"
	"othellier/env/words"
	"othellier/train"
)

// savedMsg says how saving ended.
type savedMsg struct {
	path, transcript string
	game             *env.Game // that was saved
	err              error
}

// loadedMsg brings a game from a file.
type loadedMsg struct {
	path string
	game *env.Game
	err  error
}

// save returns the command that writes the game as it is now.
func (m *Model) save(path string, replace bool) tea.Cmd {
	g, game, transcript, now := m.record(), m.game, m.game.Transcript(), m.now
	m.say("Saving " + path)
	return m.jobs.command(func() tea.Msg {
		return savedMsg{path, transcript, game, saveGame(path, g, replace, now)}
	})
}

// savedTo tells how saving ended, or asks whether to replace a file.
func (m *Model) savedTo(msg savedMsg) {
	switch {
	case errors.Is(msg.err, os.ErrExist):
		if m.prompt == nil { // else the person has gone on to something else
			m.askOverwrite(msg.path)
			return
		}
		m.fail("Not saved: " + msg.path + " exists")
	case msg.err != nil:
		m.fail("Not saved: " + words.Error(msg.err))
	default:
		if m.game == msg.game {
			m.saved, m.path = msg.transcript, msg.path
		}
		m.say("Saved " + msg.path)
	}
}

// record returns the game up to its last move for a file.
func (m *Model) record() record.Game {
	g := record.New(m.game)
	name := func(c env.Color) string {
		if m.Seats[c] {
			return "a person"
		}
		return m.Players[c].Name
	}
	g.Black, g.White = name(env.Black), name(env.White)
	g.Date = m.now.Format("2006-01-02")
	if m.fallen {
		g.Result = record.Result{Stated: record.Winner, Margin: 1, Reason: record.Timeout}
		if m.position().Turn == env.Black {
			g.Result.Margin = -1
		}
	}
	return g
}

// saveGame writes one game to a file in the format of its extension. Unless
// replace is set, a file that exists is an error that is os.ErrExist. A file
// that cannot be written whole is left as it was.
func saveGame(path string, g record.Game, replace bool, now time.Time) error {
	f := record.ByName(path)
	if strings.EqualFold(filepath.Ext(path), ".txt") {
		f = record.Transcript
	}
	if f == record.Unknown {
		return fmt.Errorf("the extension of %s tells no format: expected .txt .ggf .sgf .pgn .obf or .wtb", path)
	}
	files := []string{path}
	if f == record.WTHOR {
		base := strings.TrimSuffix(path, filepath.Ext(path))
		files = append(files, base+".jou", base+".trn")
	}
	for i, file := range files {
		info, err := os.Stat(file)
		switch {
		case err == nil && !info.Mode().IsRegular():
			return fmt.Errorf("%s is not a file", file)
		case err == nil && !replace:
			return fmt.Errorf("%s: %w", file, os.ErrExist)
		case err == nil:
			if files[i], err = filepath.EvalSymlinks(file); err != nil { // a link stays one
				return err
			}
		case !errors.Is(err, os.ErrNotExist):
			return err
		}
	}
	o := record.Options{Rules: g.Rules, Created: now}
	if f == record.WTHOR {
		w, err := record.Create(files[0], f, o)
		if err == nil {
			err = w.Write(g)
		}
		if err == nil {
			err = w.Close()
		}
		return err
	}
	text, err := record.Text(g, f, o)
	if err != nil {
		return err
	}
	if !replace {
		return writeNew(path, []byte(text))
	}
	return train.WriteFile(files[0], []byte(text))
}

// writeNew writes a file that does not exist yet. From the beginning on nobody
// else gets its name; if it cannot be written whole there is none.
func writeNew(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Close(), train.WriteFile(path, data)); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// load returns the command that reads a game.
func (m *Model) load(path string) tea.Cmd {
	rules := m.Rules
	m.say("Opening " + path)
	return m.jobs.command(func() tea.Msg {
		g, err := LoadGame(rules, path)
		return loadedMsg{path, g, err}
	})
}

// loaded sits down at a game from a file.
func (m *Model) loaded(msg loadedMsg) {
	if msg.err != nil {
		m.fail("Not opened: " + words.Error(msg.err))
		return
	}
	m.begin(msg.game)
	m.say(fmt.Sprintf("%s: %s; U returns to the game before", msg.path, words.Count(len(m.moves), "move")))
}

// LoadGame reads a game for some rules from a file of any format of package
// record, or one that holds moves or a position as people type them. FILE#3 is
// the third game of FILE.
func LoadGame(r env.Rules, path string) (*env.Game, error) {
	which := 1
	if i := strings.LastIndexByte(path, '#'); i > 0 {
		if n, err := strconv.Atoi(path[i+1:]); err == nil && n > 0 {
			path, which = path[:i], n
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", path)
	}
	if record.ByName(path) == record.Unknown && info.Size() <= longestInput {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if g, err := parseGame(r, string(text)); err == nil && which == 1 {
			return g, nil
		}
	}
	in, err := record.Open(path, record.Unknown, record.Options{Rules: r})
	if err != nil {
		return nil, err
	}
	defer in.Close() // nothing was written
	for n := 1; ; n++ {
		g, err := in.Next()
		switch {
		case err == io.EOF:
			return nil, fmt.Errorf("%s has %s", path, words.Count(n-1, "game"))
		case n < which:
		case err != nil && !errors.Is(err, record.ErrResult):
			return nil, err
		default:
			game, err := asPlayed(r, g)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			return game, nil
		}
	}
}
