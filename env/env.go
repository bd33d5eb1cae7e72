package env

// Reward is the result of a finished game for the player of the last move:
// [Win], [Draw] or [Loss]. Before the end it is 0 too, so only the done value
// that [Env.Step] returns beside it tells a draw from a game that goes on.
type Reward int8

// The rewards at the end of the game.
const (
	Loss Reward = -1
	Draw Reward = 0
	Win  Reward = 1
)

// Observation is what the side to move sees.
type Observation struct {
	Position Position
	Mask     [NumMoves]bool // the legal moves: a1 to h8 and the pass; all false when the game is over
	Ply      int            // moves played since the reset, passes included
}

// Env plays one game at a time. It belongs to one goroutine.
type Env struct {
	rules Rules
	now   Observation
}

// New returns an environment at the start of a game under r, which must be
// valid.
func New(r Rules) (*Env, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	e := &Env{rules: r}
	e.Reset()
	return e, nil
}

// Rules returns the rules that e plays by.
func (e *Env) Rules() Rules { return e.rules }

// Reset starts a new game and returns its first observation.
func (e *Env) Reset() Observation {
	e.observe(e.rules.Initial(), 0)
	return e.now
}

// Observe returns the present observation.
func (e *Env) Observe() Observation { return e.now }

// Step plays m for the side to move. It returns what the next side sees, the
// reward of the side that played m (0 until the end) and whether the game is
// over. An illegal move, or any move after the end, returns an [*IllegalError],
// the present observation and whether it is final, and changes nothing.
func (e *Env) Step(m Move) (o Observation, reward Reward, done bool, err error) {
	p, err := e.rules.Play(e.now.Position, m)
	if err != nil {
		return e.now, 0, e.rules.Over(e.now.Position), err
	}
	e.observe(p, e.now.Ply+1)
	if !e.rules.Over(p) {
		return e.now, 0, false, nil
	}
	return e.now, Reward(-e.rules.Result(p)), true, nil
}

// Copy returns an environment in the same state that shares nothing with e.
func (e *Env) Copy() *Env {
	c := *e
	return &c
}

func (e *Env) observe(p Position, ply int) {
	e.now = Observation{Position: p, Mask: e.rules.Mask(p), Ply: ply}
}
