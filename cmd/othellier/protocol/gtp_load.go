package protocol

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"

	"othellier/env"
	"othellier/env/record"
)

// load is loadsgf: it reads "FILE [MOVENUMBER]" and takes over the first game of
// an SGF file, up to the position before the move of that number if one is given.
// Moves are counted as Othello counts them, without passes.
func (s *gtp) load(args []string) error {
	last := 0
	switch len(args) {
	case 1:
	case 2:
		n, ok := parseCount(args[1])
		if !ok || n < 1 {
			return errSyntax
		}
		last = n
	default:
		return errSyntax
	}
	rec, err := readSGF(args[0], s.Rules)
	if err != nil {
		return fmt.Errorf("cannot load file: %w", err)
	}
	game, steps, err := s.replay(rec, last)
	if err != nil {
		return fmt.Errorf("cannot load file: %w", err)
	}
	s.clear()
	s.game, s.steps = game, steps
	if text, ok := rec.Field("KM"); ok {
		if komi, ok := parseKomi(text); ok {
			s.komi = komi
		}
	}
	return nil
}

// readSGF reads the first game of a file. A result that is not that of the moves
// is none of its faults.
func readSGF(path string, r env.Rules) (rec record.Game, err error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() { // reading it might never end
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return rec, err
	}
	in, err := record.Open(path, record.SGF, record.Options{Rules: r})
	if err != nil {
		return rec, err
	}
	defer in.Close() // nothing was written
	rec, err = in.Next()
	switch {
	case err == io.EOF:
		return rec, errors.New("there is no game in it")
	case errors.Is(err, record.ErrResult):
		return rec, nil
	}
	return rec, err
}

// replay plays a record up to the position before move number last, or to its end
// if that is 0. steps are those of a session: a move with the pass before it.
func (s *gtp) replay(rec record.Game, last int) (g *env.Game, steps []int, err error) {
	if rec.Rules.Board != s.Rules.Board {
		return nil, nil, otherBoard(rec.Rules, s.Rules)
	}
	if err := s.Rules.Check(rec.Start); err != nil {
		return nil, nil, err
	}
	g = env.NewGameFrom(s.Rules, rec.Start)
	step, number := 0, 0
	for _, m := range rec.Moves {
		if m != env.Pass {
			if number++; number == last {
				break
			}
		}
		if err := g.Play(m); err != nil {
			return nil, nil, err
		}
		if step++; m != env.Pass {
			steps, step = append(steps, step), 0
		}
	}
	switch {
	case step > 0 && last > 0 && number == last: // the pass belongs to the move that is left out
		g.Undo()
	case step > 0:
		steps = append(steps, step)
	}
	return g, steps, nil
}

// parseKomi reads a number of discs.
func parseKomi(s string) (float64, bool) {
	komi, err := strconv.ParseFloat(s, 64)
	return komi, err == nil && !math.IsNaN(komi) && !math.IsInf(komi, 0)
}
