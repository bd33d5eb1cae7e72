package mcts

import (
	"fmt"
	"math/bits"

	"othellier/env"
)

// Cache is an [Evaluator] that remembers what another one answered. Searches of
// one game keep meeting the same positions, by another order of moves or after
// a new start at the next ply, and games of one network meet in the opening.
//
// Since an answer depends on nothing but its position, a Cache changes nothing
// but the time: trees are the same to the bit. It belongs to one goroutine, and
// to its evaluator for as long as that answers the same.
type Cache struct {
	evaluator Evaluator
	table     []cached // the place of a position follows from it; the last one stays
	places    []uint32 // of the positions of a call

	// the positions that the table does not have, their answers, and where they
	// stood in the call
	positions             []env.Position
	priors, value, margin []float32
	at                    []int
}

// cached is one answer.
type cached struct {
	position      env.Position
	used          bool
	value, margin float32
	priors        [64]float32
}

// NewCache returns a cache of a number of positions, one at least, some 300
// bytes each.
func NewCache(ev Evaluator, positions int) *Cache {
	if positions < 1 || positions > 1<<30 {
		panic(fmt.Sprintf("mcts: cache of %d positions: want 1 to %d", positions, 1<<30))
	}
	return &Cache{evaluator: ev, table: make([]cached, positions)}
}

// Evaluate implements [Evaluator]. It asks the evaluator behind the cache at
// most once, for the positions that are not remembered, and returns its error.
func (c *Cache) Evaluate(p []env.Position, priors, value, margin []float32) error {
	c.reserve(len(p))
	c.positions, c.at = c.positions[:0], c.at[:0]
	for i, q := range p {
		c.places[i] = c.place(q)
		if e := &c.table[c.places[i]]; e.used && e.position == q {
			copy(priors[64*i:64*i+64], e.priors[:])
			value[i], margin[i] = e.value, e.margin
			continue
		}
		c.positions, c.at = append(c.positions, q), append(c.at, i)
	}
	n := len(c.positions)
	if n > 0 {
		if err := c.evaluator.Evaluate(c.positions, c.priors[:64*n], c.value[:n], c.margin[:n]); err != nil {
			return err
		}
	}
	for k, i := range c.at {
		e := &c.table[c.places[i]]
		e.position, e.used, e.value, e.margin = c.positions[k], true, c.value[k], c.margin[k]
		copy(e.priors[:], c.priors[64*k:])
		copy(priors[64*i:64*i+64], e.priors[:])
		value[i], margin[i] = e.value, e.margin
	}
	return nil
}

// place returns where the table has q, if it has.
func (c *Cache) place(q env.Position) uint32 {
	high, _ := bits.Mul64(mix(q), uint64(len(c.table)))
	return uint32(high)
}

// mix returns a number that follows from a position and looks like chance.
func mix(q env.Position) uint64 {
	h := q.Own*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(q.Opp*0xbf58476d1ce4e5b9, 32) // odd constants: Weyl's and Stafford's
	h = (h ^ h>>29) * 0x94d049bb133111eb
	return h ^ h>>32
}

// reserve makes room for a call with n positions.
func (c *Cache) reserve(n int) {
	if n <= len(c.value) {
		return
	}
	c.places, c.at = make([]uint32, n), make([]int, 0, n)
	c.positions = make([]env.Position, 0, n)
	c.priors, c.value, c.margin = make([]float32, 64*n), make([]float32, n), make([]float32, n)
}
