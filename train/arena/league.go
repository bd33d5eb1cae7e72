package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"othellier/env"
	"othellier/env/whole"
	"othellier/env/words"
	"othellier/train"
)

// Terms are what all games of a [League] have in common. Results under other
// terms must not be counted together.
type Terms struct {
	Rules    env.Rules `json:"rules"`
	Openings int       `json:"openings"` // pairs of games in a match
	Plies    int       `json:"plies"`    // as [Match] has it; 0 suits the board
	Seed     uint64    `json:"seed"`
	Search   string    `json:"search"` // how networks search, in words of the caller's
}

// League is a set of matches whose results are kept in a file, so that what has
// been played once need not be played again: neither after an interrupt nor
// when more players come. It belongs to one goroutine, and its file to one
// process, until [League.Close].
type League struct {
	path string
	file leagueFile
	held io.Closer // nil in memory
}

type leagueFile struct {
	Terms   Terms             `json:"terms"`
	Players map[string]string `json:"players"` // what stands behind a name: see Enter
	Results []Result          `json:"results"`
	Ratings []Ranked          `json:"ratings"`
}

// maxLeague is far more bytes than any league has: some 500 a match.
const maxLeague = 64 << 20

// OpenLeague reads the league in a file, or begins a new one that will be
// written there; without a path it is kept in memory alone. A file with other
// terms or one that another process has open is an error, and so is what is no
// regular file or longer than 64 MiB.
func OpenLeague(path string, t Terms) (*League, error) {
	l := &League{path: path, file: leagueFile{Terms: t, Players: map[string]string{}, Results: []Result{}, Ratings: []Ranked{}}}
	if path == "" {
		return l, nil
	}
	if err := l.open(); err != nil {
		return nil, errors.Join(fmt.Errorf("arena: league: %w", err), l.Close())
	}
	return l, nil
}

func (l *League) open() (err error) {
	if info, err := os.Stat(l.path); err != nil || info.Mode().IsRegular() { // other things are not locked, nor read
		if l.held, err = train.Hold(l.path); err != nil {
			return err
		}
	}
	data, err := whole.Read(l.path, maxLeague)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var f leagueFile
	if err := json.Unmarshal(data, &f); err != nil || f.Players == nil {
		return fmt.Errorf("%s holds no league (%v): name another file", l.path, err)
	}
	if f.Terms != l.file.Terms {
		return fmt.Errorf("the games in %s were played on other terms (%v, now %v): name another file", l.path, f.Terms, l.file.Terms)
	}
	l.file = f
	return nil
}

// Close leaves the file to other processes.
func (l *League) Close() error {
	if l.held == nil {
		return nil
	}
	return l.held.Close()
}

// String says the terms in a line.
func (t Terms) String() string {
	plies := "as many random plies as suit the board"
	if t.Plies > 0 {
		plies = words.Count(t.Plies, "random ply")
	}
	return fmt.Sprintf("%s; %s of %s, seed %d; %s", rulesText(t.Rules), words.Count(t.Openings, "opening"), plies, t.Seed, t.Search)
}

// Enter notes what stands behind a player's name, such as a checksum of its
// network. Another thing under a name that has results is an error.
func (l *League) Enter(name, identity string) error {
	if old, ok := l.file.Players[name]; ok && old != identity {
		return fmt.Errorf("arena: league: %s has results in %s but was another network then: rename it, or name another file", name, l.path)
	}
	l.file.Players[name] = identity
	return nil
}

// Pairing is a match to be played.
type Pairing struct{ A, B Entrant }

// Play plays those of the pairings that have no result yet and returns the
// results of all of them in their order. After each match the file is written
// and told, if set, gets its result; fresh tells whether it was played now. When
// ctx ends, a match cut short is not kept and ctx's error is returned.
func (l *League) Play(ctx context.Context, pairings []Pairing, workers int, told func(r Result, fresh bool)) ([]Result, error) {
	t := l.file.Terms
	m := Match{Rules: t.Rules, Openings: t.Openings, Plies: t.Plies, Seed: t.Seed, Workers: workers}
	var results []Result
	for _, p := range pairings {
		i := slices.IndexFunc(l.file.Results, func(r Result) bool { return r.Player == p.A.Name && r.Opponent == p.B.Name })
		fresh := i < 0
		if fresh {
			r, err := m.Play(ctx, p.A, p.B)
			if err != nil {
				return results, err
			}
			r.Games = nil // the file does not have them either
			i = len(l.file.Results)
			l.file.Results = append(l.file.Results, r)
			if err := l.write(); err != nil {
				return results, err
			}
		}
		results = append(results, l.file.Results[i])
		if told != nil {
			told(l.file.Results[i], fresh)
		}
	}
	return results, nil
}

// Rank rates all players of the league (see the function [Rank]) and keeps the
// ratings in the file.
func (l *League) Rank(pinned Ratings) ([]Ranked, error) {
	ranked, err := Rank(l.file.Results, pinned)
	if err != nil {
		return nil, err
	}
	l.file.Ratings = ranked
	return ranked, l.write()
}

func (l *League) write() error {
	if l.path == "" {
		return nil
	}
	data, err := json.MarshalIndent(l.file, "", "  ")
	if err != nil {
		return fmt.Errorf("arena: league: %w", err)
	}
	return train.WriteFile(l.path, append(data, '\n'))
}

// RoundRobin pairs everybody with everybody who comes later.
func RoundRobin(entrants []Entrant) (pairings []Pairing) {
	for i, a := range entrants {
		for _, b := range entrants[i+1:] {
			pairings = append(pairings, Pairing{a, b})
		}
	}
	return pairings
}
