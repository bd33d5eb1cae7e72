package mcts

import (
	"encoding/binary"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellier/env"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// variants are the rules that the tests go through.
var variants = []env.Rules{
	{Board: env.Board4},
	{Board: env.Board6},
	{},
	{Board: env.Board4, Scoring: env.ScoreEmpties},
	{Board: env.Board6, End: env.EndMover, Scoring: env.ScoreEmpties},
	{Start: env.StartFree, Supply: env.SupplySeparate, End: env.EndMover},
}

// oracle is an evaluator whose answers are arbitrary but fixed for each
// position. It fails the test if it is asked what a search must not ask.
type oracle struct {
	t     rapid.TB
	rules env.Rules
	asked int
}

func (o *oracle) Evaluate(p []env.Position, priors, value, margin []float32) error {
	seen := map[env.Position]bool{}
	for i, q := range p {
		o.asked++
		if bits.OnesCount64(o.rules.Moves(q)) < 2 {
			o.t.Errorf("asked to judge %v, which has fewer than two moves", q)
		}
		if seen[q] && len(p) == 1 {
			o.t.Errorf("asked twice to judge %v", q)
		}
		seen[q] = true
		h := fnv.New64a()
		for _, x := range []uint64{q.Own, q.Opp, uint64(q.Turn)} {
			h.Write(binary.LittleEndian.AppendUint64(nil, x))
		}
		rng := rand.New(rand.NewPCG(h.Sum64(), 1))
		for sq := range 64 {
			priors[64*i+sq] = float32(rng.ExpFloat64())
		}
		value[i], margin[i] = float32(2*rng.Float64()-1), float32(2*rng.Float64()-1)
	}
	return nil
}

// grow runs simulations one by one until s is done.
func grow(t rapid.TB, s *Search, ev Evaluator, simulations int) {
	t.Helper()
	b := NewBatch(1)
	for b.Add(s, simulations, 1) > 0 {
		if err := b.Flush(ev); err != nil {
			t.Fatal(err)
		}
	}
}

// at returns a search with its root at p.
func at(r env.Rules, c Config, p env.Position) *Search {
	s := New(r, c)
	s.Reset(p)
	return s
}

func weighted(marginWeight float64) Config {
	c := Default()
	c.MarginWeight = marginWeight
	return c
}

// legal returns the moves at p, a pass among them.
func legal(r env.Rules, p env.Position) []env.Move {
	moves, pass := r.Status(p)
	var list []env.Move
	for ; moves != 0; moves &= moves - 1 {
		list = append(list, firstMove(moves))
	}
	if pass {
		list = append(list, env.Pass)
	}
	return list
}

// late plays random moves from the start until the game is not over, a choice
// is left, and at most the given number of squares, two or more, are empty.
func late(r env.Rules, empties int, rng *rand.Rand) env.Position {
	for {
		p := r.Initial()
		for !r.Over(p) {
			moves := legal(r, p)
			if r.NumSquares()-bits.OnesCount64(p.Own|p.Opp) <= empties && len(moves) > 1 {
				return p
			}
			p = r.Next(p, moves[rng.IntN(len(moves))])
		}
	}
}

// solve is the twin of the search: the exact margin for the side to move by
// alpha-beta over the rules and nothing else.
func solve(r env.Rules, p env.Position, alpha, beta int) int {
	moves := legal(r, p)
	if len(moves) == 0 {
		return r.Margin(p)
	}
	best := -65
	for _, m := range moves {
		best = max(best, -solve(r, r.Next(p, m), -beta, -max(alpha, best)))
		if best >= beta {
			break
		}
	}
	return best
}

func exact(r env.Rules, p env.Position) int { return solve(r, p, -65, 65) }

// walk calls f for every node below and including i, parents first.
func (s *Search) walk(i int32, p env.Position, depth int, f func(i int32, p env.Position, depth int)) {
	f(i, p, depth)
	for k := range s.children(i) {
		c := s.nodes[i].first + int32(k)
		s.walk(c, s.rules.Next(p, s.nodes[c].move), depth+1, f)
	}
}

// dump describes every visited node below i, with full precision.
func (s *Search) dump(i int32, p env.Position) string {
	var b strings.Builder
	s.walk(i, p, 0, func(k int32, _ env.Position, depth int) {
		n := &s.nodes[k]
		name := n.move.String()
		if k == i {
			name = "root"
		}
		if n.visits == 0 && k != i {
			fmt.Fprintf(&b, "%s%s prior %.4f\n", strings.Repeat("  ", depth), name, n.prior)
			return
		}
		fmt.Fprintf(&b, "%s%s", strings.Repeat("  ", depth), name)
		if k != i {
			fmt.Fprintf(&b, " prior %.4f", n.prior)
		}
		fmt.Fprintf(&b, " visits %d value %+.9f margin %+.9f bounds %+d %+d\n", n.visits, n.value, n.margin, n.lower, n.upper)
	})
	return b.String()
}

// check fails the test if the tree is not what the package promises of it.
func (s *Search) check(t rapid.TB) {
	t.Helper()
	reached := 0
	s.walk(0, s.position, 0, func(i int32, p env.Position, _ int) {
		reached++
		n := &s.nodes[i]
		moves := legal(s.rules, p)
		fail := func(format string, a ...any) {
			t.Helper()
			t.Fatalf("node %d at %v: %s", i, p, fmt.Sprintf(format, a...))
		}
		switch {
		case n.virtual != 0:
			fail("virtual loss %d is left", n.virtual)
		case n.lower > n.upper || n.lower < s.worst || n.upper > -s.worst:
			fail("bounds %d to %d", n.lower, n.upper)
		case math.Abs(n.value) > float64(n.visits)+1e-9 || math.Abs(n.margin) > float64(n.visits)+1e-9:
			fail("value %v and margin %v of %d visits", n.value, n.margin, n.visits)
		case i > 0 && n.parent >= i:
			fail("lies before its parent %d", n.parent)
		}
		solvable := s.solvable(p)
		if n.count == 0 {
			switch over := len(moves) == 0; {
			case solvable && !over && i > 0 && n.visits > 0:
				if m := exact(s.rules, p); !n.proven() || n.lower != s.grade(m) {
					fail("a solved leaf has bounds %d to %d, want margin %d", n.lower, n.upper, m)
				}
			case over && n.visits > 0 && (n.lower != s.grade(s.rules.Margin(p)) || !n.proven()):
				fail("a finished game has bounds %d to %d", n.lower, n.upper)
			case !over && (n.lower != s.worst || n.upper != -s.worst && n.upper != s.limit(i, p)):
				fail("a leaf has bounds %d to %d, foreseen is %d", n.lower, n.upper, s.limit(i, p))
			case !over && n.visits > 0:
				fail("a leaf has visits")
			}
			return
		}
		var (
			visits       int32
			priors       float64
			lower, upper = s.worst, s.worst
		)
		for k, c := range s.children(i) {
			if c.parent != i || c.move != moves[k] {
				fail("child %d is %v of parent %d", k, c.move, c.parent)
			}
			visits += c.visits
			priors += float64(c.prior)
			lower, upper = max(lower, -c.upper), max(upper, -c.lower)
		}
		own := int32(1) // the simulation that expanded it
		if len(moves) == 1 || solvable && i == 0 {
			own = 0
		}
		switch {
		case int(n.count) != len(moves):
			fail("%d children of %d moves", n.count, len(moves))
		case n.visits != visits+own:
			fail("%d visits, %d at the children", n.visits, visits)
		case math.Abs(priors-1) > 1e-5:
			fail("priors sum to %v", priors)
		case n.lower != lower || n.upper != upper && n.upper != min(upper, s.limit(i, p)):
			fail("bounds %d to %d, by the children %d to %d", n.lower, n.upper, lower, upper)
		}
	})
	if reached != len(s.nodes) {
		t.Fatalf("%d nodes, %d can be reached", len(s.nodes), reached)
	}
}

// golden compares got with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (rewrite with -update):\n%s", path, got)
	}
}

// panics returns what f panics with, as text, and "" if it does not.
func panics(f func()) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}
