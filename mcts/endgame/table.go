package endgame

import "math/bits"

// entry is what a solve has learned of a position.
type entry struct {
	own, opp     uint64
	lower, upper int8   // bounds of the margin for the side to move
	empties      uint8  // of the position
	move         uint8  // the move that gave lower, or the last best
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

// store notes that a search with the window alpha to beta returned value.
func (t *table) store(own, opp uint64, empties, alpha, beta, value, move int) {
	e, second := t.bucket(own, opp)
	if e.own != own || e.opp != opp || e.stamp != t.stamp {
		if second.own == own && second.opp == opp && second.stamp == t.stamp {
			e = second
		} else {
			if e.stamp == t.stamp && int(e.empties) > empties {
				e = second
			}
			*e = entry{own: own, opp: opp, lower: -64, upper: 64, empties: uint8(empties), stamp: t.stamp}
		}
	}
	if value > alpha {
		e.lower = max(e.lower, int8(value))
	}
	if value < beta {
		e.upper = min(e.upper, int8(value))
	}
	if value > alpha || e.lower == -64 {
		e.move = uint8(move)
	}
}
