package endgame

import "math/bits"

// entry is what a solve has learned of a position.
type entry struct {
	own, opp     uint64
	lower, upper int8   // bounds of the margin for the side to move
	empties      uint8  // of the position
	move         uint8  // gave lower, or seemed best
	stamp        uint32 // of the solve that wrote it; others are as good as empty
}

// table maps positions to entries. Two entries share a bucket: the first keeps
// the position with more empty squares, whose result cost more.
type table struct {
	entries []entry
	shift   uint
	stamp   uint32
}

func newTable(bits int) table {
	return table{entries: make([]entry, 1<<bits), shift: uint(64 - bits)}
}

// forget makes every entry stale.
func (t *table) forget() {
	t.stamp++
	if t.stamp == 0 {
		clear(t.entries)
		t.stamp = 1
	}
}

func (t *table) bucket(own, opp uint64) (first, second *entry) {
	// Odd constants from the fractional parts of the golden ratio and of e.
	h := own*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(opp*0xb7e151628aed2a6b, 31)
	i := h * 0x9e3779b97f4a7c15 >> t.shift
	return &t.entries[i&^1], &t.entries[i|1]
}

// find returns the entry of a position, or nil.
func (t *table) find(own, opp uint64) *entry {
	first, second := t.bucket(own, opp)
	if first.own == own && first.opp == opp && first.stamp == t.stamp {
		return first
	}
	if second.own == own && second.opp == opp && second.stamp == t.stamp {
		return second
	}
	return nil
}

// store notes that a search with n empty squares and no width above alpha
// returned value by move.
func (t *table) store(own, opp uint64, n, alpha, value, move int) {
	e, second := t.bucket(own, opp)
	if e.own != own || e.opp != opp || e.stamp != t.stamp {
		if second.own == own && second.opp == opp && second.stamp == t.stamp ||
			e.stamp == t.stamp && int(e.empties) > n {
			e = second
		}
		if e.own != own || e.opp != opp || e.stamp != t.stamp {
			*e = entry{own: own, opp: opp, lower: -64, upper: 64, empties: uint8(n), stamp: t.stamp}
		}
	}
	if value > alpha {
		e.lower, e.move = int8(value), uint8(move)
		return
	}
	e.upper = int8(value)
	if e.lower == -64 { // nothing better is known
		e.move = uint8(move)
	}
}
