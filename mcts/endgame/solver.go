package endgame

import (
	"context"
	"fmt"
	"slices"

	"othellier/env"
)

// Options are the settings of a [Solver]; the zero value has the defaults.
type Options struct {
	// HashBits is the base-2 logarithm of the number of entries, of 24 bytes
	// each, in the table of positions with 11 and more empty squares: 1 to 30,
	// 0 means 18 (6 MiB). More hardly pays below 26 empty squares. Those with
	// fewer have a table of their own, 192 KiB, that stays in a processor's
	// cache; a solver for them alone does with 1.
	HashBits int
}

const (
	defaultHashBits = 18
	maxHashBits     = 30
	smallHashBits   = 13
)

// Mode is the question that a solve answers.
type Mode uint8

// The modes.
const (
	ModeMargin  Mode = iota // the final margin
	ModeOutcome             // whether the game is won, drawn or lost, in a fraction of the time
)

// Solver solves positions of one rule variant. It is owned by one goroutine and
// can be used again and again: its answer depends on the position, the question
// and its options, never on what it solved before.
type Solver struct {
	rules   env.Rules
	board   uint64 // its squares
	corners uint64
	beside  uint64 // squares beside corners
	squares int
	bonus   int // what an empty square counts for the winner: 0 or 1

	table, small table
	nodes        uint64
	ctx          context.Context
	polls        uint
	stopped      bool // what the search returns means nothing any more

	root  []rootMove
	lists [65][]candidate      // moves waiting to be searched, by empty squares
	lines [maxPlies][]env.Move // lines[i] is the line of best play from ply i on
}

// maxPlies is more than a game has, with a pass before every move.
const maxPlies = 130

// New returns a solver for the rules r. It fails when r or o has a value out of
// range. All variants are solved, but the fast search is for those in which the
// game ends when neither side can move and discs are shared; the others, and
// the placing of the first four discs, are searched by plain alpha-beta, which
// is good for some ten empty squares.
func New(r env.Rules, o Options) (*Solver, error) {
	if err := r.Validate(); err != nil {
		return nil, fmt.Errorf("endgame: %w", err)
	}
	if o.HashBits < 0 || o.HashBits > maxHashBits {
		return nil, fmt.Errorf("endgame: %d hash bits: expected 1 to %d, or 0 for %d", o.HashBits, maxHashBits, defaultHashBits)
	}
	if o.HashBits == 0 {
		o.HashBits = defaultHashBits
	}
	s := &Solver{
		rules:   r,
		board:   r.Squares(),
		corners: cornersOf(r.Squares()),
		squares: r.NumSquares(),
		table:   newTable(o.HashBits),
		small:   newTable(smallHashBits),
		root:    make([]rootMove, 0, 64),
	}
	s.beside = s.board & around(s.corners) &^ s.corners
	if r.Scoring == env.ScoreEmpties {
		s.bonus = 1
	}
	for n := range s.lists {
		s.lists[n] = make([]candidate, 0, n)
	}
	for i := range s.lines {
		s.lines[i] = make([]env.Move, 0, maxPlies-i)
	}
	return s, nil
}

// Solve answers the question of mode for the side to move of p. It fails only
// when p is not a position of the rules. When ctx ends first it returns what is
// known by then, with Exact false; that is not an error.
func (s *Solver) Solve(ctx context.Context, p env.Position, mode Mode) (Result, error) {
	if err := s.rules.Check(p); err != nil {
		return Result{}, fmt.Errorf("endgame: %w", err)
	}
	s.begin(ctx)
	return s.solve(p, mode), nil
}

// Moves answers the question for every legal move of p, the best move first and
// equal ones in the order of their squares. Margins are those of the side to
// move of p, who makes the move that is Best and begins PV. It fails, and ends
// early, as [Solver.Solve] does.
func (s *Solver) Moves(ctx context.Context, p env.Position, mode Mode) ([]Result, error) {
	if err := s.rules.Check(p); err != nil {
		return nil, fmt.Errorf("endgame: %w", err)
	}
	s.begin(ctx)
	var all []Result
	for _, m := range s.rules.AppendMoves(nil, p) {
		r := s.solve(s.rules.Next(p, m), mode)
		r.Position, r.Empties = p, s.empties(p)
		r.Best, r.PV = m, append([]env.Move{m}, r.PV...)
		r.Lower, r.Upper = -r.Upper, -r.Lower
		r.conclude()
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b Result) int { return b.Margin - a.Margin })
	return all, nil
}

// Quick is Solve without its comforts, for use inside another search: p is not
// checked, nothing can cancel it, no line is kept and nothing allocated. The
// value is the margin, or its sign in [ModeOutcome].
func (s *Solver) Quick(p env.Position, mode Mode) (value int, best env.Move) {
	s.begin(context.Background())
	r := s.settle(p, mode)
	return r.Margin, r.Best
}

// begin starts afresh.
func (s *Solver) begin(ctx context.Context) {
	s.table.forget()
	s.small.forget()
	s.ctx, s.stopped, s.polls = ctx, false, 0
}

// poll reports whether the solve has been cancelled. It asks only now and then.
func (s *Solver) poll() bool {
	if s.polls++; s.polls%16 == 1 && s.ctx.Err() != nil {
		s.stopped = true
	}
	return s.stopped
}

// tableFor returns the table for positions with n empty squares.
func (s *Solver) tableFor(n int) *table {
	if n < weighedFrom {
		return &s.small
	}
	return &s.table
}
