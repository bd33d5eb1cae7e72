package arena

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"othellier/env"
	"othellier/env/words"
)

// Opening is where both games of a pair start.
type Opening struct {
	Moves    []env.Move // from the initial position of the rules, passes included
	Position env.Position
}

// openingStream is the second half of the seed of the openings' stream; games
// use the small numbers.
const openingStream = 1 << 63

// maxRepeats is how many draws in a row may give nothing new before no more
// openings are thought to exist. With one opening left among the hundred of a
// small board it is found all but once in twenty thousand times.
const maxRepeats = 1000

// defaultPlies returns the usual length of an opening: 8, 6 or 4 plies by the
// size of the board, after the discs that the players place.
func defaultPlies(r env.Rules) int {
	if r.Start == env.StartFree {
		return r.Size() + 4
	}
	return r.Size()
}

// Openings draws count openings of as many plies (passes included), every move
// equally likely among the legal ones. No game is over, and no two positions
// are alike under the board's symmetries. The list is a function of the
// arguments alone.
//
// Zero plies stand for 8 on the full board, 6 and 4 on the smaller ones (and
// four more when the players place the first discs), or as many more as it
// takes to find count of them. With a given number of plies there may be too
// few, which is an error.
func Openings(r env.Rules, plies, count int, seed uint64) ([]Opening, error) {
	if err := r.Validate(); err != nil {
		return nil, fmt.Errorf("arena: openings: %w", err)
	}
	if count < 1 {
		return nil, fmt.Errorf("arena: openings: %d asked for, expected at least 1", count)
	}
	if plies > 0 {
		return drawOpenings(r, plies, count, seed)
	}
	var list []Opening
	err := error(errTooFew)
	for plies = defaultPlies(r); errors.Is(err, errTooFew) && plies < r.NumSquares(); plies++ {
		list, err = drawOpenings(r, plies, count, seed)
	}
	return list, err
}

var errTooFew = errors.New("too few distinct openings")

func drawOpenings(r env.Rules, plies, count int, seed uint64) ([]Opening, error) {
	rng := rand.New(rand.NewPCG(seed, openingStream))
	seen := make(map[env.Position]bool, count)
	list := make([]Opening, 0, count)
	var legal []env.Move
	for repeats := 0; len(list) < count; repeats++ {
		if repeats > maxRepeats {
			return nil, fmt.Errorf("arena: %w: found %d of %s where %d were asked for; ask for fewer, or for more plies",
				errTooFew, len(list), words.Count(plies, "ply"), count)
		}
		o := Opening{Moves: make([]env.Move, 0, plies), Position: r.Initial()}
		for range plies {
			legal = r.AppendMoves(legal[:0], o.Position)
			if len(legal) == 0 {
				break
			}
			m := legal[rng.IntN(len(legal))]
			o.Moves = append(o.Moves, m)
			o.Position = r.Next(o.Position, m)
		}
		key, _ := o.Position.Canonical()
		if r.Over(o.Position) || seen[key] {
			continue
		}
		seen[key] = true
		list = append(list, o)
		repeats = 0
	}
	return list, nil
}
