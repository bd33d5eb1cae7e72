package tui

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"othellier/env"
	"othellier/env/record"
	"othellier/env/words"
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
		return savedMsg{path, transcript, game, Save(path, g, replace, now)}
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
			m.path = msg.path
		}
		if m.kept.Saved(msg.path, msg.game, msg.transcript) {
			m.say("Saved " + msg.path)
		} else {
			m.say("Saved the position alone, not the moves: " + msg.path)
		}
	}
}

// record returns the game up to its last move for a file.
func (m *Model) record() record.Game {
	name := func(c env.Color) string {
		if m.Seats[c] {
			return "a person"
		}
		return m.Players[c].Name
	}
	g := Record(m.game, [2]string{name(env.Black), name(env.White)}, m.now)
	if m.fallen {
		g.Result = record.Result{Stated: record.Winner, Margin: 1, Reason: record.Timeout}
		if m.position().Turn == env.Black {
			g.Result.Margin = -1
		}
	}
	return g
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
	m.kept.Loaded(msg.path, msg.game)
	m.say(fmt.Sprintf("%s: %s; U returns to the game before", msg.path, words.Count(len(m.moves), "move")))
}

// LoadGame reads a game for some rules from a file of any format of package
// record, or one that holds moves or a position as people type them. FILE#3 is
// the third game of FILE.
func LoadGame(r env.Rules, path string) (*env.Game, error) {
	path, which, err := cutNumber(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("%s: there is no such file", path)
	case err != nil:
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
			return nil, fmt.Errorf("%s: there is no game %d, only %s", path, which, words.Count(n-1, "game"))
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

// cutNumber takes FILE#3 apart; without a number it is the first game, and so it is
// of a file with such a name.
func cutNumber(path string) (file string, which int, err error) {
	i := strings.LastIndexByte(path, '#')
	if _, err := os.Stat(path); err == nil || i <= 0 {
		return path, 1, nil
	}
	if which, err = strconv.Atoi(path[i+1:]); err != nil || which < 1 {
		return path, 1, fmt.Errorf("%s: %q is not the number of a game: expected 1 or more, such as %s#2", path, path[i+1:], path[:i])
	}
	return path[:i], which, nil
}
