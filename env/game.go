package env

// Game is a record of play with undo and redo. It belongs to one goroutine; a
// search or an analysis works on a [Game.Copy] and leaves the live game alone.
type Game struct {
	rules     Rules
	positions []Position // positions[i] is the position after i moves
	moves     []Move     // moves[i] leads from positions[i] to positions[i+1]; those from ply on can be redone
	ply       int
}

// NewGame returns a game at the start of r, which must be valid.
func NewGame(r Rules) *Game { return NewGameFrom(r, r.Initial()) }

// NewGameFrom returns a game that starts at p, which must be a position of r:
// see [Rules.Check].
func NewGameFrom(r Rules, p Position) *Game {
	return &Game{rules: r, positions: []Position{p}}
}

// Rules returns the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// Start returns the position from which the game started.
func (g *Game) Start() Position { return g.positions[0] }

// Position returns the present position.
func (g *Game) Position() Position { return g.positions[g.ply] }

// Moves returns the moves that led from the start to the present position,
// passes included.
func (g *Game) Moves() []Move { return append([]Move(nil), g.moves[:g.ply]...) }

// Over says whether the game has ended.
func (g *Game) Over() bool { return g.rules.Over(g.Position()) }

// Play plays m and forgets the moves that could be redone. An illegal move
// returns an [*IllegalError] and changes nothing, and neither does any move
// after the end.
func (g *Game) Play(m Move) error {
	p, err := g.rules.Play(g.Position(), m)
	if err != nil {
		return err
	}
	g.moves = append(g.moves[:g.ply], m)
	g.ply++
	g.positions = append(g.positions[:g.ply], p)
	return nil
}

// Undo takes back the last move, a pass like any other, and reports whether
// there was one.
func (g *Game) Undo() bool {
	if g.ply == 0 {
		return false
	}
	g.ply--
	return true
}

// Redo plays the move that was taken back last and reports whether there was
// one.
func (g *Game) Redo() bool {
	if g.ply == len(g.moves) {
		return false
	}
	g.ply++
	return true
}

// Copy returns a game in the same state, moves to redo included, that shares
// nothing with g.
func (g *Game) Copy() *Game {
	c := *g
	c.positions = append([]Position(nil), g.positions...)
	c.moves = append([]Move(nil), g.moves...)
	return &c
}
