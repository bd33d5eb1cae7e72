package arena

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"othellier/env"
)

// rollouts is plain Monte Carlo tree search: UCB1 in the tree, one game of
// random moves from each new leaf, no knowledge of Othello. It is kept apart
// from package mcts so that this yardstick stays as long as it is.
type rollouts struct {
	rules env.Rules
	nodes []rolloutNode
	path  []int32
}

// rolloutNode is a move in the tree. Its score counts for the side that played
// it: 1 a win, 1/2 a draw.
type rolloutNode struct {
	move        env.Move
	opened      bool
	first, size int32 // its children in nodes, once opened
	visits      int32
	score       float64
}

// choose returns the move with most visits after n simulations; of several, the
// one with the better score, then the first in reading order.
func (s *rollouts) choose(p env.Position, n int, rng *rand.Rand) env.Move {
	s.nodes = append(s.nodes[:0], rolloutNode{move: env.Pass})
	for range n {
		s.simulate(p, rng)
	}
	s.open(0, p)
	root := s.nodes[0]
	best := s.nodes[root.first]
	for _, c := range s.nodes[root.first+1 : root.first+root.size] {
		if c.visits > best.visits || c.visits == best.visits && c.score > best.score {
			best = c
		}
	}
	return best.move
}

func (s *rollouts) simulate(p env.Position, rng *rand.Rand) {
	s.path = append(s.path[:0], 0)
	// The side that moved into the root has the turn's other colour; from there
	// colours alternate along the path, passes included.
	mover := p.Turn.Other()
	for at := int32(0); at == 0 || s.nodes[at].visits > 0; {
		s.open(at, p)
		if s.nodes[at].size == 0 {
			break
		}
		at = s.descend(at, rng)
		p = s.rules.Next(p, s.nodes[at].move)
		s.path = append(s.path, at)
	}
	black := s.playOut(p, rng)
	for i, at := range s.path {
		score := black
		if (mover == env.White) != (i%2 == 1) {
			score = 1 - black
		}
		s.nodes[at].visits++
		s.nodes[at].score += score
	}
}

// open appends the children of the node at, whose position is p, if that has
// not been done; a finished game has none.
func (s *rollouts) open(at int32, p env.Position) {
	if s.nodes[at].opened {
		return
	}
	first := int32(len(s.nodes))
	moves, pass := s.rules.Status(p)
	if pass {
		s.nodes = append(s.nodes, rolloutNode{move: env.Pass})
	}
	for ; moves != 0; moves &= moves - 1 {
		s.nodes = append(s.nodes, rolloutNode{move: env.Move(bits.TrailingZeros64(moves))})
	}
	n := &s.nodes[at]
	n.opened, n.first, n.size = true, first, int32(len(s.nodes))-first
}

// descend returns an untried child at random while there is one, else the child
// that maximises UCB1: mean + sqrt(2 ln N / n).
func (s *rollouts) descend(at int32, rng *rand.Rand) int32 {
	n := s.nodes[at]
	var untried, best int32 = 0, -1
	most := math.Inf(-1)
	logN := 2 * math.Log(float64(max(n.visits, 1)))
	for i := n.first; i < n.first+n.size; i++ {
		c := &s.nodes[i]
		if c.visits == 0 {
			if untried++; rng.IntN(int(untried)) == 0 {
				best = i
			}
			continue
		}
		if untried > 0 {
			continue
		}
		visits := float64(c.visits)
		if u := c.score/visits + math.Sqrt(logN/visits); u > most {
			best, most = i, u
		}
	}
	return best
}

// playOut finishes the game at random and returns Black's score.
func (s *rollouts) playOut(p env.Position, rng *rand.Rand) float64 {
	for {
		moves, pass := s.rules.Status(p)
		switch {
		case pass:
			p = p.Passed()
		case moves != 0:
			p = s.rules.Next(p, pick(moves, rng))
		default:
			m := s.rules.Margin(p)
			if p.Turn == env.White {
				m = -m
			}
			switch {
			case m > 0:
				return 1
			case m < 0:
				return 0
			}
			return 0.5
		}
	}
}

func newRollouts(name string, r env.Rules, n int) Player {
	s := &rollouts{rules: r}
	return single{name, func(t *Turn) env.Move { return s.choose(t.Position, n, t.Rand) }}
}
