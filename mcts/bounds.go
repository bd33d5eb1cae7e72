package mcts

// A grade is a final result on a scale that orders results exactly as their
// utilities do, in whole numbers so that comparing needs no tolerance: the
// margin in discs if margins matter (MarginWeight > 0), else its sign.

// grade returns the grade of a final margin in discs.
func (s *Search) grade(margin int) int8 {
	if s.config.MarginWeight == 0 {
		return int8(sign(margin))
	}
	return int8(margin)
}

// gradeUtilities sets the range of grades and the utility of each.
func (s *Search) gradeUtilities() {
	s.worst = s.grade(-s.rules.NumSquares())
	for g := int(s.worst); g <= -int(s.worst); g++ {
		s.utility[g+64] = s.mix(float64(sign(g)), float64(g)*s.scale)
	}
}

// mix returns the utility of a value and a margin, both -1 to 1. The products
// are rounded before the sum, so that no machine fuses them: a search gives the
// same tree on all.
func (s *Search) mix(value, margin float64) float64 {
	w := s.config.MarginWeight
	return float64((1-w)*value) + float64(w*margin)
}

// worth returns the utility of grade g.
func (s *Search) worth(g int8) float64 { return s.utility[int(g)+64] }

// mean returns the average utility of a visited node for its own side to move,
// kept within its bounds.
func (s *Search) mean(n *node) float64 {
	return s.clamp(n, s.mix(n.value, n.margin)/float64(n.visits))
}

// clamp returns the utility u kept within the bounds of n.
func (s *Search) clamp(n *node, u float64) float64 {
	if s.open(n) {
		return u
	}
	return max(s.worth(n.lower), min(s.worth(n.upper), u))
}

// within returns value and margin kept within the bounds of n. Where margins do
// not matter the bounds say nothing of them.
func (s *Search) within(n *node, value, margin float64) (float64, float64) {
	if s.open(n) {
		return value, margin
	}
	lower, upper := int(n.lower), int(n.upper)
	value = max(float64(sign(lower)), min(float64(sign(upper)), value))
	if s.config.MarginWeight > 0 {
		margin = max(float64(lower)*s.scale, min(float64(upper)*s.scale, margin))
	}
	return value, margin
}

// open reports whether nothing is known of the bounds of n.
func (s *Search) open(n *node) bool { return n.lower == s.worst && n.upper == -s.worst }

// settle fixes the grade of node i.
func (s *Search) settle(i int32, g int8) { s.narrow(i, g, g) }

// narrow keeps the grade of node i within lower and upper and carries the
// consequences up: a side is sure of the best that any of its moves is sure of,
// and cannot get more than the most that any of them may give. What a node was
// sure of before stays so, even where its children do not show it yet.
func (s *Search) narrow(i int32, lower, upper int8) {
	for {
		n := &s.nodes[i]
		lower, upper = max(lower, n.lower), min(upper, n.upper)
		if n.lower == lower && n.upper == upper {
			return
		}
		n.lower, n.upper = lower, upper
		if i = n.parent; i < 0 {
			return
		}
		lower, upper = s.worst, s.worst
		for k := range s.children(i) {
			c := &s.children(i)[k]
			lower, upper = max(lower, -c.upper), max(upper, -c.lower)
		}
	}
}

// pruned reports whether child c cannot be better for its parent n than what n
// is sure of. An expanded node that is not proven has a child that is not
// pruned, and a proven child always is, so that every simulation from an
// unproven root ends where something is still to be learned.
func (s *Search) pruned(n, c *node) bool { return -c.lower <= n.lower }

func sign(x int) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
