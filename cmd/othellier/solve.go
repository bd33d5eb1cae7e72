package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"strings"
	"time"

	"othellier/env"
	"othellier/env/record"
	"othellier/mcts/endgame"
)

type solveCmd struct {
	What     string         `arg:"" name:"file-or-position" help:"A file of problems (OBF) or games, whose last positions are solved, or a position: 64 squares (36 or 16 of a smaller board) and the side to move."`
	From     record.Format  `placeholder:"FORMAT" help:"Format of the file, if neither extension nor first bytes tell: transcript, ggf, sgf, wthor, pgn or obf."`
	Board    env.Board      `default:"8" help:"Board of what names none, which are transcripts and positions of 64 squares: 8, 6 or 4."`
	Outcome  bool           `help:"Only ask who wins, which is faster."`
	Time     *time.Duration `placeholder:"T" help:"Give up a position after T, such as 30s, and print the bounds known by then."`
	HashBits int            `name:"hash-bits" default:"22" help:"Size of the table: 2^N entries of 24 bytes, 1 to 30, as far as the memory goes: 22 takes 0.1 GB, 28 takes 6.4 GB."`
	Scoring  env.Scoring    `default:"empties" help:"Empty squares at the end: to the winner (empties), or to nobody (discs)."`
}

func (solveCmd) Help() string {
	return `Solves positions exactly and prints the final margin for the side to move, the best move, the line to the end of the game,
the positions visited and the time. Where a problem states scores they are compared: their signs, where --outcome or --scoring discs
asks for something else. A position that begins with a dash goes behind --.

GGF and SGF name the board of a game, which is solved by its rules. Of 64 squares a smaller board has those in the middle.
` + smallBoards + `

The exit status is 1 where a position was given up (--time), could not be read, or has another score than is stated.

Examples:

  othellier solve problems.obf
  othellier solve game.txt --board 4
  othellier solve "XXXX OOXX OXOX O--- X"
  othellier solve -- "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"`
}

func (c solveCmd) Run(ctx context.Context, std stdio) (err error) {
	if c.HashBits < 1 || c.HashBits > 30 {
		return usagef("--hash-bits: %d is outside 1 to 30", c.HashBits)
	}
	if err := checkTable(c.HashBits, memory(), reserve); err != nil {
		return err
	}
	if c.Time != nil && *c.Time <= 0 {
		return usagef("--time: %v is no time: expected more than 0, such as 30s", *c.Time)
	}
	s := &solving{solveCmd: c, ctx: ctx, std: std}
	if _, err := os.Stat(c.What); err != nil {
		g, parseErr := c.position()
		if parseErr != nil {
			if errors.Is(err, os.ErrNotExist) {
				err = errors.New("there is no such file")
			}
			return fmt.Errorf("solve: %s: %w, and it is no position: %w", short(c.What), err, parseErr)
		}
		return s.solve(g)
	}
	r, err := record.Open(c.What, c.From, record.Options{Rules: env.Rules{Board: c.Board}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	var faults []error
	note := boardNote{told: std.err}
	for g, err := range r.Games() {
		if r.Format() == record.Transcript {
			note.look(c.What, g)
		}
		if err == nil || errors.Is(err, record.ErrResult) {
			err = s.solve(g)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// solving is one call of the verb.
type solving struct {
	solveCmd
	ctx    context.Context
	std    stdio
	rules  env.Rules
	solver *endgame.Solver // by these rules; nil before the first position
	number int
	headed bool // the head of the table is printed
}

// position is a game that begins, and ends, at the position on the command line.
func (c solveCmd) position() (g record.Game, err error) {
	squares, _, _ := strings.Cut(c.What, ";")
	switch g.Rules.Board = c.Board; len(strings.Join(strings.Fields(squares), "")) - 1 {
	case 36:
		g.Rules.Board = env.Board6
		g.Start, err = env.Board6.ParsePosition(c.What)
	case 16:
		g.Rules.Board = env.Board4
		g.Start, err = env.Board4.ParsePosition(c.What)
	default:
		g.Start, err = env.ParsePosition(c.What)
	}
	return g, err
}

// sit makes the solver of the game's rules, unless it is that of the position
// before.
func (s *solving) sit(r env.Rules) (err error) {
	r.Scoring = s.Scoring
	if s.solver != nil && s.rules == r {
		return nil
	}
	s.rules = r
	s.solver, err = endgame.New(r, endgame.Options{HashBits: s.HashBits})
	return err
}

// solve prints the solution of the last position of g.
func (s *solving) solve(g record.Game) error {
	s.number++
	p, err := g.Final()
	if err != nil {
		return err
	}
	if err := s.sit(g.Rules); err != nil {
		return err
	}
	if !s.headed {
		s.headed = true
		fmt.Fprintf(s.std.out, "%5s %7s %7s %6s %14s %9s  %s\n", "", "empties", "margin", "best", "positions", "seconds", "line")
	}
	ctx := s.ctx
	if s.Time != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, *s.Time)
		defer cancel()
	}
	mode := endgame.ModeMargin
	if s.Outcome {
		mode = endgame.ModeOutcome
	}
	began := time.Now()
	r, err := s.solver.Solve(ctx, p, mode)
	if err != nil {
		return fmt.Errorf("solve: position %d: %w", s.number, err)
	}
	best, line := r.Best.String(), names(r.PV)
	if s.rules.Over(p) {
		best, line = "-", "the game is over"
	}
	fmt.Fprintf(s.std.out, "%5d %7d %7s %6s %14d %9.3f  %s\n", s.number, s.rules.NumSquares()-bits.OnesCount64(p.Own|p.Opp),
		r.Answer(), best, r.Nodes, time.Since(began).Seconds(), line)
	switch {
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case !r.Exact:
		return fmt.Errorf("solve: position %d: given up after %v", s.number, *s.Time)
	}
	return s.compare(g, r)
}

// compare holds a solution against the scores that a problem states. They count
// empty squares for the winner; of other solutions only the sign must be theirs.
func (s *solving) compare(g record.Game, r endgame.Result) error {
	if len(g.Choices) == 0 {
		return nil
	}
	stated := slices.MaxFunc(g.Choices, func(a, b record.Choice) int { return a.Score - b.Score }).Score
	differ := r.Margin != stated
	if s.Outcome || s.Scoring != env.ScoreEmpties {
		differ = cmp.Compare(r.Margin, 0) != cmp.Compare(stated, 0)
	}
	if differ {
		return fmt.Errorf("solve: %v: the file says %+d, solved %s", g.Origin, stated, r.Answer())
	}
	return nil
}
