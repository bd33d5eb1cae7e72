package env

import (
	"cmp"
	"fmt"
	"math/bits"
)

// Start says how the first four discs lie.
type Start uint8

// The starts.
const (
	StartStandard Start = iota // White d4 e5, Black e4 d5
	StartMirrored              // Black d4 e5, White e4 d5
	StartParallel              // White d4 e4, Black d5 e5
	StartFree                  // the players place them alternately on the centre squares, as in the 1880s
)

// Board is the size of the board; a smaller one is the centre of the 8x8 grid.
type Board uint8

// The boards.
const (
	Board8 Board = iota // a1 to h8
	Board6              // b2 to g7
	Board4              // c3 to f6
)

// End says when the game ends.
type End uint8

// The ends.
const (
	EndNeither End = iota // when neither side can move; until then a side that cannot passes
	EndMover              // when the side to move cannot, as in some accounts of the 1880s
)

// Scoring says how empty squares count in the margin. It never changes who
// has won.
type Scoring uint8

// The scorings.
const (
	ScoreDiscs   Scoring = iota // discs as they lie
	ScoreEmpties                // empty squares to the winner, shared at a draw (tournaments, GGF, WTHOR)
)

// Supply says whose discs are placed.
type Supply uint8

// The supplies.
const (
	SupplyShared   Supply = iota // any disc serves both sides
	SupplySeparate               // each side owns half as many discs as there are squares; one that has none left cannot move
)

// Rules is a rule variant. The zero value is tournament Othello with discs
// counted as they lie.
type Rules struct {
	Start   Start   `json:"start" yaml:"start"`
	Board   Board   `json:"board" yaml:"board"`
	End     End     `json:"end" yaml:"end"`
	Scoring Scoring `json:"scoring" yaml:"scoring"`
	Supply  Supply  `json:"supply" yaml:"supply"`
}

// Validate reports a value outside its range. Every combination of known
// values is a playable game.
func (r Rules) Validate() error {
	return cmp.Or(
		checkEnum("start", startNames, r.Start),
		checkEnum("board", boardNames, r.Board),
		checkEnum("end", endNames, r.End),
		checkEnum("scoring", scoringNames, r.Scoring),
		checkEnum("supply", supplyNames, r.Supply),
	)
}

// Check reports a position that r cannot have: discs off the board, a square
// with two discs, a side that is neither Black nor White, or a lead in discs
// where they are shared or that is greater than the number of discs. It does
// not ask whether play can reach the position.
func (r Rules) Check(p Position) error {
	lead, discs := int(p.Lead), bits.OnesCount64(p.Own|p.Opp)
	switch {
	case p.Turn > White:
		return fmt.Errorf("env: position %v: side %d is unknown", p, uint8(p.Turn))
	case p.Own&p.Opp != 0:
		return fmt.Errorf("env: position %v: both sides have a disc on %v", p, Move(bits.TrailingZeros64(p.Own&p.Opp)))
	case (p.Own|p.Opp)&^r.Squares() != 0:
		return fmt.Errorf("env: position %v: %v is off the board", p, Move(bits.TrailingZeros64((p.Own|p.Opp)&^r.Squares())))
	case lead != 0 && r.Supply == SupplyShared:
		return fmt.Errorf("env: position %v: a lead of %d where discs are shared", p, lead)
	case max(lead, -lead) > discs:
		return fmt.Errorf("env: position %v: a lead of %d with %d discs on the board", p, lead, discs)
	}
	return nil
}

const (
	centre = 0x0000001818000000 // d4 e4 d5 e5
	whites = 0x0000001008000000 // d4 e5
	blacks = 0x0000000810000000 // e4 d5
)

var boardMask = [...]uint64{Board8: ^uint64(0), Board6: 0x007e7e7e7e7e7e00, Board4: 0x00003c3c3c3c0000}

// Size returns the number of rows: 8, 6 or 4.
func (r Rules) Size() int { return 8 - 2*int(r.Board) }

// Squares returns the squares of the board.
func (r Rules) Squares() uint64 { return boardMask[r.Board] }

// NumSquares returns how many they are: 64, 36 or 16.
func (r Rules) NumSquares() int { return r.Size() * r.Size() }

// Initial returns the first position.
func (r Rules) Initial() Position {
	switch r.Start {
	case StartMirrored:
		return Position{Own: whites, Opp: blacks}
	case StartParallel:
		return Position{Own: centre & 0x000000ff00000000, Opp: centre & 0x00000000ff000000}
	case StartFree:
		return Position{}
	}
	return Position{Own: blacks, Opp: whites}
}

// few says that fewer than four discs lie, so that under [StartFree] they are
// still being placed.
func (p Position) few() bool { return bits.OnesCount64(p.Own|p.Opp) < 4 }

// spent returns the number of discs that the side to move has placed, where
// each side has its own.
func (p Position) spent() int { return (bits.OnesCount64(p.Own|p.Opp) + int(p.Lead)) / 2 }

// Moves returns the squares on which the side to move can play.
func (r Rules) Moves(p Position) uint64 {
	if r.Start == StartFree && p.few() {
		return centre &^ (p.Own | p.Opp)
	}
	if r.Supply == SupplySeparate && p.spent() >= r.NumSquares()/2 {
		return 0
	}
	return Mobility(p.Own, p.Opp) & boardMask[r.Board]
}

// Status returns the squares on which the side to move can play and, when
// there are none, whether it must pass (else the game is over).
func (r Rules) Status(p Position) (moves uint64, pass bool) {
	moves = r.Moves(p)
	if moves != 0 || r.End == EndMover {
		return moves, false
	}
	return 0, r.Moves(p.Passed()) != 0
}

// Over says whether the game has ended.
func (r Rules) Over(p Position) bool {
	moves, pass := r.Status(p)
	return moves == 0 && !pass
}

// Next plays m, which must be legal: see [Rules.Play] for the checked form. It
// does no more work than the move needs and allocates nothing.
func (r Rules) Next(p Position, m Move) Position {
	if m == Pass {
		return p.Passed()
	}
	var f uint64
	if r.Start != StartFree || !p.few() {
		f = Flips(p.Own, p.Opp, m)
	}
	q := Position{Own: p.Opp &^ f, Opp: p.Own | f | 1<<m, Turn: p.Turn.Other()}
	if r.Supply == SupplySeparate {
		q.Lead = -p.Lead - 1
	}
	return q
}

// Margin returns the discs of the side to move minus its opponent's, with
// empty squares counted as r.Scoring says. At the end it is the result, -64 to
// 64 on the full board.
func (r Rules) Margin(p Position) int {
	d := bits.OnesCount64(p.Own) - bits.OnesCount64(p.Opp)
	if r.Scoring == ScoreEmpties {
		empty := r.NumSquares() - bits.OnesCount64(p.Own|p.Opp)
		switch {
		case d > 0:
			d += empty
		case d < 0:
			d -= empty
		}
	}
	return d
}
