package mcts

import (
	"fmt"
	"math/bits"

	"othellier/env"
)

// node is one position of the tree together with the move that led to it. It
// holds no pointer, so the garbage collector never looks into a tree.
//
// Sums and bounds are from the side to move at the node itself; its parent
// sees them negated.
type node struct {
	value   float64 // sum over simulations, each -1 to 1
	margin  float64 // sum over simulations, each -1 to 1
	prior   float32 // share of the parent's priors, raw (no noise, no temperature)
	visits  int32   // finished simulations
	virtual int32   // simulations under way: each counts as one lost by the parent's mover
	first   int32   // index of the first child; the others follow it, in the order of their moves
	parent  int32   // index, -1 at the root; always less than the node's own
	lower   int8    // grade that the side to move is sure of
	upper   int8    // grade above which it cannot get
	count   uint8   // number of children, 0 before expansion and at the end of a game
	move    env.Move
}

func (n *node) proven() bool { return n.lower == n.upper }

// leaf is a node that waits for its evaluation.
type leaf struct {
	node     int32
	position env.Position
	moves    uint64 // legal squares, two at least
}

// Search is one game tree and its statistics. It is owned by one goroutine at
// a time and starts none itself. Its arrays grow as the largest search needs
// (about 400 bytes a simulation) and are used again by the next ones.
type Search struct {
	rules    env.Rules
	config   Config
	scale    float64      // 1 / number of squares
	worst    int8         // lowest grade: see grade
	utility  [129]float64 // utility of grade g at g+64
	position env.Position // at the root
	over     bool         // the root is the end of a game
	nodes    []node       // nodes[0] is the root
	pending  []leaf       // leaves of the last Select, in order
	collided []int32      // ends of the descents that found no leaf; empty between calls
	forward  []int32      // scratch of Advance: new index of each node, or -1
	noisy    bool         // AddNoise was called at this root
	noise    [64]float32  // Dirichlet noise by square, where noisy
	priors   [64]float32  // priors of the root's moves by square, where noisy and expanded
	gumbel   gumbel       // of the root, where AddGumbel was called
}

// New returns a search for the rules with its root at their first position. It
// panics if the rules or the configuration are invalid: validate what a user
// wrote before.
func New(r env.Rules, c Config) *Search {
	if err := r.Validate(); err != nil {
		panic(err)
	}
	if err := c.Validate(); err != nil {
		panic(err)
	}
	s := &Search{rules: r, config: c, scale: 1 / float64(r.NumSquares())}
	s.gradeUtilities()
	s.Reset(r.Initial())
	return s
}

// Reset drops the tree and starts a new one at p.
func (s *Search) Reset(p env.Position) {
	s.position = p
	s.nodes = append(s.nodes[:0], s.fresh(-1, 0, 1))
	s.pending = s.pending[:0]
	s.prepareRoot()
}

// fresh returns a node without visits about which nothing is known.
func (s *Search) fresh(parent int32, m env.Move, prior float32) node {
	return node{parent: parent, move: m, prior: prior, lower: s.worst, upper: -s.worst}
}

// prepareRoot does for a new root what needs no evaluation: a finished game
// gets its exact bounds and a single move its node, so that Done, Best, Sample
// and Policy know of them before the first simulation.
func (s *Search) prepareRoot() {
	s.noisy, s.gumbel.on = false, false
	moves, pass := s.rules.Status(s.position)
	s.over = moves == 0 && !pass
	switch {
	case s.over:
		g := s.grade(s.rules.Margin(s.position))
		s.nodes[0].lower, s.nodes[0].upper = g, g
	case s.nodes[0].count == 0:
		s.nodes[0] = s.fresh(-1, 0, 1) // a solved leaf says what it is worth but not what to play
		s.expandForced(0, moves)
	}
}

// expandForced gives node i its only child if it has a single move (a pass
// where moves is 0), and reports whether it did.
func (s *Search) expandForced(i int32, moves uint64) bool {
	m := env.Pass
	switch bits.OnesCount64(moves) {
	case 0:
	case 1:
		m = env.Move(bits.TrailingZeros64(moves))
	default:
		return false
	}
	s.reserve(1)
	s.nodes[i].first, s.nodes[i].count = int32(len(s.nodes)), 1
	s.nodes = append(s.nodes, s.fresh(i, m, 1))
	return true
}

// reserve makes room for n more nodes. It invalidates pointers to nodes.
func (s *Search) reserve(n int) {
	if len(s.nodes)+n <= cap(s.nodes) {
		return
	}
	grown := make([]node, len(s.nodes), max(2*cap(s.nodes), len(s.nodes)+n, 1024))
	copy(grown, s.nodes)
	s.nodes = grown
}

// Done reports whether nothing remains to search: the root has at least the
// given number of visits (those kept by [Search.Advance] count), or is proven,
// or has a single move.
func (s *Search) Done(simulations int) bool {
	r := &s.nodes[0]
	return int(r.visits) >= simulations || r.proven() || r.count == 1
}

// Position returns the position at the root.
func (s *Search) Position() env.Position { return s.position }

// Visits returns the number of simulations at the root, those kept by
// [Search.Advance] among them.
func (s *Search) Visits() int { return int(s.nodes[0].visits) }

// children returns the nodes below node i.
func (s *Search) children(i int32) []node {
	n := &s.nodes[i]
	return s.nodes[n.first : n.first+int32(n.count)]
}

// idle panics if leaves wait for their evaluation.
func (s *Search) idle(op string) {
	if len(s.pending) > 0 {
		panic(fmt.Sprintf("mcts: %s while %d leaves of the last Select wait for Expand or Cancel", op, len(s.pending)))
	}
}
