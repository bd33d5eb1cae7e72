package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"othellier/env"
)

// Seats says which sides, by [env.Color], a person plays.
type Seats [2]bool

// String says who plays.
func (s Seats) String() string {
	switch s {
	case Seats{true, false}:
		return "you play Black"
	case Seats{false, true}:
		return "you play White"
	case Seats{true, true}:
		return "two people play"
	}
	return "the computer plays both sides"
}

// Config is what a game needs.
type Config struct {
	Rules    env.Rules
	Game     *env.Game // to go on with; nil starts a new one
	File     string    // where the game is from, if that is a file
	Players  [2]Player // by color: who thinks for that side where no person does
	Seats    Seats
	Strength Strength
	Control  Control
	ASCII    bool             // draw with nothing but ASCII
	Mono     bool             // and without colours
	Now      func() time.Time // by which clocks run
}

// Model is the state of the program; it implements [tea.Model].
type Model struct {
	Config
	jobs *jobs
	post func(tea.Msg) // hands a message to Update, from any goroutine

	// The game.
	session
	before *session    // the game that the last new one took the place of
	left   []*env.Game // those before that, to which nothing returns
	kept   Kept
	paused bool
	turn   int // counts changes of the game and of who plays: what was meant for an earlier one is void

	// What the engine does.
	task   *task
	number int // of the last task
	stop   context.CancelFunc
	live   Thoughts  // of the task under way
	answer *env.Move // found, but not yet played: the last move is to be seen first

	// What is on the screen.
	width, height int
	mono          bool // no colours
	few           bool // no more than 16 of them
	shown         int  // the ply that is on the board; the last one as a rule
	cursor        env.Move
	typed         byte // the letter of a square that is half typed, else 0
	typedFrom     env.Move
	flipped       uint64 // discs to highlight for a moment
	movedAt       time.Time
	overlay       overlay
	evaluating    bool // evaluations are shown
	help          bool
	helpTop       int // the first line of the help that is shown
	message       string
	failed        bool // the message is an error
	prompt        *prompt
	now           time.Time // of the last message
	ticking       bool
	passTurn      int // the turn whose forced pass is on its way
	quitting      bool
	interrupted   bool // by Ctrl-C
}

// session is a game with what belongs to it alone.
type session struct {
	game      *env.Game
	positions []env.Position // after 0, 1, .. moves
	moves     []env.Move
	clock     clocks
	fallen    bool // the side to move has lost on time
	evals     map[env.Position]evaluation
	thoughts  map[env.Position]Thoughts // with the full strength
	path      string                    // where it was saved last
}

// evaluation is what is expected of a position, seen from Black.
type evaluation struct {
	margin float64 // discs
	value  float64 // P(Black wins) - P(White wins)
	exact  bool
}

// New returns a model; ctx ends its commands.
func New(ctx context.Context, c Config) *Model {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Game == nil {
		c.Game = env.NewGame(c.Rules)
	}
	m := &Model{
		Config: c, jobs: newJobs(ctx), post: func(tea.Msg) {},
		width: 80, height: 24, mono: c.Mono, now: c.Now(),
		evaluating: c.Seats != Seats{true, true},
	}
	m.begin(c.Game)
	if c.File != "" {
		m.kept.Loaded(c.File, c.Game)
	}
	return m
}

// begin sits down at another game. The one before stays in m.before.
func (m *Model) begin(g *env.Game) {
	if m.game != nil {
		m.standStill()
		if m.before != nil {
			m.left = append(m.left, m.before.game)
		}
		before := m.session
		m.before = &before
	}
	m.session = session{
		game: g, clock: newClocks(m.Control, len(g.Moves())),
		evals: map[env.Position]evaluation{}, thoughts: map[env.Position]Thoughts{},
	}
	m.paused = false
	m.changed()
	m.cursor = m.someMove()
}

// standStill charges the side to move for its time so far and stops the clock.
func (m *Model) standStill() {
	if m.clock.on() && !m.clock.since.IsZero() {
		m.clock.stop(len(m.moves), m.position().Turn, m.now)
	}
}

// changed follows a change of the live game, which is on the screen afterwards.
func (m *Model) changed() {
	m.moves = m.game.Moves()
	m.positions = m.positions[:0:0]
	p := m.game.Start()
	m.positions = append(m.positions, p)
	for _, move := range m.moves {
		p = m.Rules.Next(p, move)
		m.positions = append(m.positions, p)
	}
	m.shown = len(m.moves)
	m.flipped = 0
	m.void()
}

// void makes void what was meant for the state before: a pass or an answer that
// was about to be played.
func (m *Model) void() {
	m.turn++
	m.answer = nil
}

// position returns the live position.
func (m *Model) position() env.Position { return m.positions[len(m.positions)-1] }

// browsing says that an earlier position is on the board.
func (m *Model) browsing() bool { return m.shown < len(m.moves) }

// over says that nobody can move any more.
func (m *Model) over() bool { return m.fallen || m.game.Over() }

// mustPass says that the side to move has no move but a pass.
func (m *Model) mustPass() bool {
	_, pass := m.Rules.Status(m.position())
	return pass && !m.fallen
}

// watching says that no person plays.
func (m *Model) watching() bool { return m.Seats == Seats{} }

// someMove returns a legal square of the live position, or one in the middle.
func (m *Model) someMove() env.Move {
	mask := m.Rules.Mask(m.position())
	for sq := range env.Pass {
		if mask[sq] {
			return sq
		}
	}
	return 27 // d4
}

// Unsaved returns the moves of the games that are in no file, the oldest first.
func (m *Model) Unsaved() []string {
	games := m.left
	if m.before != nil {
		games = append(games[:len(games):len(games)], m.before.game)
	}
	var unsaved []string
	for _, g := range append(games[:len(games):len(games)], m.game) {
		if moves := m.kept.Missing(g); moves != "" {
			unsaved = append(unsaved, moves)
		}
	}
	return unsaved
}

// say shows a message in the status line until the next key.
func (m *Model) say(text string) { m.message, m.failed = text, false }

// fail shows an error there.
func (m *Model) fail(text string) { m.message, m.failed = text, true }

// Init implements [tea.Model].
func (m *Model) Init() tea.Cmd { return m.follow() }
