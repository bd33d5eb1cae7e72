package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"othellier/env"
)

// Positions with one winning move, which is not the one that flips most, each
// for the colour given and for the other.
func TestKnownMoves(t *testing.T) {
	for _, c := range []struct {
		name, position, move string
		margin               int
	}{
		{"the last three discs: b8 wins by 4, a4 and b4 lose by 12",
			"XXOOOOOOOOOOOOOOOOXXXOOO--OXOOOOXXXXXXXXXOXXOOXXXXOOXXXXX-OOXXXX O", "b8", 4},
		{"the corner h1 wins by 6, h2, h3 and b5 lose",
			"XXXXOOO-XXXOXXX-XXOXOXX-XOOOOXXOO-OXOXXO-OXOOXXOOOXXOOOOXXXXOOXO O", "h1", 6},
		{"the corner a1 wins by 2, d1, g1 and h2 lose",
			"-XO-XX-OOXOXXXX-OXOOXXXXOXOXOXXOOXOOXOOOXXXOOOOOXXOOOOOOXXXXXXX- O", "a1", 2},
		{"c6 makes the opponent pass and wins by 6, d1 and d2 lose",
			"O-X-OOOOXOO-OOXOXOOOOXOOXOXOOOXOXOOOOOXOXO-OOXOOXOOOXOXOXOOOOOOO X", "c6", 6},
		{"f8 makes the opponent pass and wins by 18, a5, b5 and a6 lose",
			"XXOOXXXOOOOOXXXOOOOOXOXOOOOOXOXO--OOOOXO-OOXXOOOOOOOOOOOOXXXX-XO X", "f8", 18},
	} {
		swapped := strings.NewReplacer("X", "O", "O", "X").Replace(c.position)
		for _, text := range []string{c.position, swapped} {
			p, err := env.ParsePosition(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range []float64{0, .2} {
				s := at(env.Rules{}, weighted(w), p)
				grow(t, s, UniformEvaluator{}, 2000)
				root := s.Root()
				if got := s.Best().String(); got != c.move || root.Value != 1 {
					t.Errorf("%s, weight %v: %v played %s with value %v", c.name, w, p.Turn, got, root.Value)
				}
				if w > 0 && root.Margin*64 != float64(c.margin) {
					t.Errorf("%s: margin %v", c.name, root.Margin*64)
				}
				if pv := s.PV(nil); pv[0] != s.Best() {
					t.Errorf("%s: the expected continuation is %v", c.name, pv)
				}
			}
		}
	}
}

// partisan thinks that Black is better, always and by as much.
type partisan struct{}

func (partisan) Evaluate(p []env.Position, priors, value, margin []float32) error {
	clear(priors)
	for i, q := range p {
		value[i], margin[i] = .5, .25
		if q.Turn == env.White {
			value[i], margin[i] = -.5, -.25
		}
	}
	return nil
}

// Where all evaluations agree that Black is better, every node says so from its
// own side to move, whoever is to move at the root and across passes.
func TestSignAtEveryNode(t *testing.T) {
	r := env.Rules{}
	rng := rand.New(rand.NewPCG(2, 2))
	positions := []env.Position{r.Initial(), r.Initial().Passed()}
	for range 60 {
		positions = append(positions, late(r, 13, rng), late(r, 14, rng))
	}
	nodes, passes := 0, 0
	for _, p := range positions {
		s := at(r, weighted(.5), p)
		grow(t, s, partisan{}, 300)
		s.check(t)
		if !s.open(&s.nodes[0]) || slices.ContainsFunc(s.nodes, func(n node) bool { return n.proven() }) {
			continue // the end of a game is worth something else
		}
		s.walk(0, p, 0, func(i int32, q env.Position, _ int) {
			n := &s.nodes[i]
			nodes++
			if n.move == env.Pass {
				passes++
			}
			want := .5 * float64(n.visits)
			if q.Turn == env.White {
				want = -want
			}
			if n.value != want || n.margin != want/2 {
				t.Fatalf("%v: value %v and margin %v of %d visits", q, n.value, n.margin, n.visits)
			}
		})
		root := s.Root()
		sign := 1.0
		if p.Turn == env.White {
			sign = -1
		}
		for _, c := range root.Children {
			if root.Value != .5*sign || c.Visits > 0 && (c.Value != .5*sign || c.Margin != .25*sign) {
				t.Errorf("%v: root %v, child %+v", p, root.Value, c)
			}
		}
	}
	if nodes < 10_000 || passes < 50 {
		t.Errorf("only %d nodes and %d passes were seen", nodes, passes)
	}
}

// chooseTwin is choose written as the formula says.
func chooseTwin(s *Search, i int32) (best int32, score float64) {
	n := &s.nodes[i]
	seen := 0.0
	for k := range s.children(i) {
		if c := &s.children(i)[k]; c.visits > 0 && -c.lower > n.lower {
			seen += float64(c.prior)
		}
	}
	utility := func(n *node) float64 {
		w := s.config.MarginWeight
		u := ((1-w)*n.value + w*n.margin) / float64(n.visits)
		lower := (1-w)*float64(sign(int(n.lower))) + w*float64(n.lower)/float64(s.rules.NumSquares())
		upper := (1-w)*float64(sign(int(n.upper))) + w*float64(n.upper)/float64(s.rules.NumSquares())
		return math.Min(upper, math.Max(lower, u))
	}
	best, score = -1, math.Inf(-1)
	for k := range s.children(i) {
		c := &s.children(i)[k]
		if -c.lower <= n.lower {
			continue
		}
		u := 0.0
		switch {
		case c.visits > 0:
			u = -utility(c)
		case n.visits > 0:
			u = utility(n)
			if i > 0 {
				u -= s.config.FPU * math.Sqrt(seen)
			}
		}
		x := u + s.config.CPuct*float64(c.prior)*math.Sqrt(float64(n.visits))/float64(1+c.visits)
		if x > score {
			best, score = n.first+int32(k), x
		}
	}
	return best, score
}

func TestChooseMatchesTheFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	compared := 0
	for i := range 30 {
		r := variants[i%3]
		p := late(r, 3+rng.IntN(20), rng)
		s := at(r, weighted([]float64{0, .3}[i%2]), p)
		grow(t, s, &oracle{t: t, rules: r}, 300)
		for k := range s.nodes {
			i := int32(k)
			if s.nodes[k].count == 0 || s.nodes[k].proven() {
				continue
			}
			compared++
			got := s.choose(i)
			want, score := chooseTwin(s, i)
			if got != want {
				// Equal scores may differ in the last bit.
				s.nodes[want].prior = 0
				if _, other := chooseTwin(s, i); math.Abs(other-score) > 1e-6 {
					t.Fatalf("node %d: chose %v, want %v (%v)", k, s.nodes[got].move, s.nodes[want].move, score)
				}
			}
		}
	}
	if compared < 2000 {
		t.Errorf("only %d nodes were compared", compared)
	}
}

// A simulation under way counts as lost by the side that chose it: the next one
// goes elsewhere, for both colours.
func TestVirtualLossSendsTheNextElsewhere(t *testing.T) {
	r := env.Rules{}
	for _, p := range []env.Position{r.Initial(), r.Initial().Passed()} {
		s := at(r, Default(), p)
		grow(t, s, UniformEvaluator{}, 5) // the root and each of its four moves
		s.Select(nil, 4)
		below := map[env.Move]int32{}
		for _, c := range s.children(0) {
			below[c.move] = c.virtual
			if c.virtual != 1 {
				t.Errorf("%v to move: %d simulations under way below %v, want 1 below each", p.Turn, c.virtual, c.move)
			}
		}
		if len(below) != 4 || s.nodes[0].virtual != 4 {
			t.Errorf("%v to move: %v under way below %d moves", p.Turn, s.nodes[0].virtual, len(below))
		}
		s.Cancel()
		s.check(t)
	}
}

// Select copes when the tree has fewer leaves than are asked for, and hands out
// none twice.
func TestFewerLeavesThanAsked(t *testing.T) {
	r := env.Rules{}
	s := New(r, Default())
	var d [3]float32
	if got := s.Select(nil, 0); len(got) != 0 {
		t.Errorf("Select of 0 leaves gave %d", len(got))
	}
	for _, want := range []int{1, 4, 12} {
		got := s.Select(nil, 100)
		seen := map[int32]bool{}
		for _, l := range s.pending {
			if seen[l.node] {
				t.Errorf("node %d is waiting twice", l.node)
			}
			seen[l.node] = true
		}
		if len(got) != want {
			t.Errorf("%d leaves, want %d", len(got), want)
		}
		if err := s.Expand(make([]float32, 64*len(got)), append(d[:0], make([]float32, len(got))...), make([]float32, len(got))); err != nil {
			t.Fatal(err)
		}
		s.check(t)
	}
	if v := s.Root().Visits; v != 17 {
		t.Errorf("%d visits after 17 evaluations", v)
	}
}

// Select appends: what is in the slice stays.
func TestSelectAppends(t *testing.T) {
	s := New(env.Rules{}, Default())
	first := env.Position{Own: 1, Opp: 2}
	got := s.Select([]env.Position{first}, 1)
	if len(got) != 2 || got[0] != first || got[1] != (env.Rules{}).Initial() {
		t.Errorf("Select gave %v", got)
	}
}

// A finished game has nothing to select, expand or play, and is worth what it is
// for its side to move.
func TestFinishedRoot(t *testing.T) {
	r := env.Rules{Scoring: env.ScoreEmpties}
	p := env.Position{Own: 7, Opp: 1 << 63, Turn: env.White}
	for _, w := range []float64{0, 1} {
		for _, c := range []struct {
			p             env.Position
			value, margin float64
		}{{p, 1, 62. / 64}, {env.Position{Own: p.Opp, Opp: p.Own}, -1, -62. / 64}, {env.Position{Own: 1, Opp: 1 << 63}, 0, 0}} {
			s := at(r, weighted(w), c.p)
			if !s.Done(1) {
				t.Error("a finished game is not done")
			}
			if got := s.Select(nil, 8); len(got) != 0 {
				t.Errorf("leaves %v in a finished game", got)
			}
			root := s.Root()
			if root.Value != c.value || root.Margin != c.margin || !root.Proven || root.Children != nil || root.Visits != 0 {
				t.Errorf("weight %v: %+v, want %v by %v", w, root, c.value, c.margin)
			}
			policy := []float32{5, 63: 5}
			s.Policy(policy)
			for sq, x := range policy {
				if x != 0 {
					t.Errorf("policy %v on %v", x, env.Move(sq))
				}
			}
			if len(s.PV(nil)) != 0 {
				t.Error("a continuation of a finished game")
			}
		}
	}
}

// A position with a single move is done before it is begun, and a forced pass
// costs no evaluation.
func TestSingleMove(t *testing.T) {
	r := env.Rules{}
	rng := rand.New(rand.NewPCG(8, 8))
	passes := 0
	for passes < 20 {
		p := r.Initial()
		for !r.Over(p) {
			moves := legal(r, p)
			if len(moves) == 1 {
				s := at(r, Default(), p)
				if !s.Done(100) || s.Best() != moves[0] || s.Sample(1, nil) != moves[0] {
					t.Fatalf("%v: done %v, best %v", p, s.Done(100), s.Best())
				}
				policy := make([]float32, 64)
				s.Policy(policy)
				if moves[0] == env.Pass {
					passes++
				} else if policy[moves[0]] != 1 {
					t.Fatalf("%v: policy %v", p, policy)
				}
				// A simulation passes through to where a choice is left.
				for _, q := range s.Select(nil, 1) {
					if q == p || len(legal(r, q)) < 2 {
						t.Fatalf("leaf %v below %v", q, p)
					}
				}
				s.Cancel()
				s.check(t)
			}
			p = r.Next(p, moves[rng.IntN(len(moves))])
		}
	}
}
