package main

import (
	"fmt"
	"time"

	"othellier/env"
	"othellier/env/words"
	"othellier/mcts/clock"
	"othellier/train/arena"
)

// Bounds of the flags of matches.
const (
	maxGames   = 1_000_000
	maxPlies   = 40
	maxWorkers = 1024
)

// matchFlags are the flags of everything that plays matches.
type matchFlags struct {
	Games   int    `default:"${games}" help:"${games_of}, an even number: each opening is played with both colours."`
	Seed    uint64 `default:"1" help:"Seed of the openings and of all chance."`
	Plies   int    `placeholder:"N" help:"Random plies of an opening, at most two thirds of a game: 40, on 6x6 21, on 4x4 8; 0 suits the board: 8 on 8x8."`
	Workers int    `placeholder:"N" help:"Games are spread over N threads; 0 is one a core. It changes no result."`
}

// usualMoveTime is how long a player outside may take over a move if no flag says so.
const usualMoveTime = time.Minute

// clockFlag is the flag of matches by a clock.
type clockFlag struct {
	Clock clock.Clock `placeholder:"CLOCK" help:"What each side has for a game: 5m, or 1m+2s (also written 1+2) with two seconds more after each move. Who is over the time loses; networks share it between their moves, and engines are told of it."`
}

func (f clockFlag) check(how playFlags) error {
	if how.Seconds != nil && f.Clock.Limited() {
		return usagef("--seconds and --clock: a network thinks by one of them: give it a time for a move or for a game")
	}
	return nil
}

// player is net as a player, by the clock if there is one.
func (f clockFlag) player(net network, how playFlags) (arena.Entrant, error) {
	if f.Clock.Limited() && !how.Simulations.given {
		return net.player("net:clock", how)
	}
	return net.entrant(how)
}

// check refuses what no match can be.
func (f matchFlags) check() error {
	if err := checkGames("games", f.Games); err != nil {
		return err
	}
	if f.Plies < 0 || f.Plies > maxPlies {
		return usagef("--plies: %d is outside 0 to %d", f.Plies, maxPlies)
	}
	return checkWorkers(f.Workers)
}

// checkGames refuses a number of games that a flag cannot have.
func checkGames(flag string, n int) error {
	if n < 2 || n%2 != 0 || n > maxGames {
		return usagef("--%s: %d is not an even number from 2 to %d, as every opening is played with both colours", flag, n, maxGames)
	}
	return nil
}

func checkWorkers(n int) error {
	if n < 0 || n > maxWorkers {
		return usagef("--workers: %d is outside 0 to %d", n, maxWorkers)
	}
	return nil
}

// match returns the match that the flags describe. It is an error if the board
// has fewer openings, or they leave next to nothing to play.
func (f matchFlags) match(r env.Rules) (arena.Match, error) {
	if most := (r.NumSquares() - 4) * 2 / 3; f.Plies > most {
		return arena.Match{}, usagef("--plies: %d random plies leave next to no game of the %dx%[2]d board: expected at most %[3]d", f.Plies, r.Size(), most)
	}
	openings := f.Games / 2
	if !f.enough(r, openings) {
		works, fails := 0, openings
		for fails-works > 1+works/64 {
			if n := (works + fails) / 2; f.enough(r, n) {
				works = n
			} else {
				fails = n
			}
		}
		plies := "any --plies"
		if f.Plies > 0 {
			plies = fmt.Sprintf("--plies %d", f.Plies)
		}
		return arena.Match{}, usagef("--games: the %dx%d board has too few openings for %d games; with %s there are enough for %d",
			r.Size(), r.Size(), f.Games, plies, 2*works)
	}
	return arena.Match{Rules: r, Openings: openings, Plies: f.Plies, Seed: f.Seed, Workers: f.Workers}, nil
}

// enough says whether there are so many openings. The full board has always
// enough of the usual length.
func (f matchFlags) enough(r env.Rules, openings int) bool {
	if r.Board == env.Board8 && f.Plies == 0 {
		return true
	}
	_, err := arena.Openings(r, f.Plies, openings, f.Seed)
	return err == nil
}

// score is a line about a match that was played.
func score(r arena.Result) string {
	return fmt.Sprintf("%s against %s: %.3f of %s", r.Player, r.Opponent, r.Score.Value, words.Count(r.Record.Games(), "game"))
}
