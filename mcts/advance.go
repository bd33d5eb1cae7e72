package mcts

import (
	"fmt"

	"othellier/env"
)

// Advance plays m at the root, be it a square or a forced pass, and keeps what
// the tree knows of the position after it: visits, sums and bounds of the kept
// nodes stay as they are and the rest is dropped, in place. Noise ends.
//
// It panics if m is not legal, or if leaves wait for their evaluation.
func (s *Search) Advance(m env.Move) {
	s.idle("Advance")
	moves, pass := s.rules.Status(s.position)
	if legal := m < env.Pass && moves>>m&1 != 0 || m == env.Pass && pass; !legal {
		panic(fmt.Sprintf("mcts: Advance by %v, which is not legal in %v", m, s.position))
	}
	p := s.rules.Next(s.position, m)
	for k := range s.children(0) {
		if c := s.nodes[0].first + int32(k); s.nodes[c].move == m {
			s.keep(c)
			s.position = p
			s.prepareRoot()
			return
		}
	}
	s.Reset(p)
}

// keep makes node root the root and drops all that is not below it. A node
// lies behind its parent, and nodes keep their order, so one sweep finds what
// stays and a second slides it down.
func (s *Search) keep(root int32) {
	if cap(s.forward) < len(s.nodes) {
		s.forward = make([]int32, cap(s.nodes))
	}
	forward := s.forward[:len(s.nodes)]
	kept := int32(0)
	for i := range forward {
		forward[i] = -1
		if p := s.nodes[i].parent; int32(i) == root || p >= 0 && forward[p] >= 0 {
			forward[i] = kept
			kept++
		}
	}
	for i, to := range forward {
		if to < 0 {
			continue
		}
		n := s.nodes[i]
		if n.count > 0 {
			n.first = forward[n.first]
		}
		if to == 0 {
			n.parent = -1
		} else {
			n.parent = forward[n.parent]
		}
		s.nodes[to] = n
	}
	s.nodes = s.nodes[:kept]
}
