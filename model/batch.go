package model

import (
	"fmt"
	"math"
)

// Batch is what one step learns from: N positions with what became of them, row
// after row, everything seen from the side to move. Boards have 64 entries, a1,
// b1 to h8.
type Batch struct {
	N            int
	Planes       []float32 // N*Planes*64, from Encode
	Legal        []float32 // N*64: 1 where the side to move can play, else 0
	Policy       []float32 // N*64: share of each move, sums to 1 and is 0 where not legal
	PolicyWeight []float32 // N: weight of the row in the policy loss, 0 for a row without a policy target
	WDL          []float32 // N*3: shares of win, draw and loss, sum to 1
	Ownership    []float32 // N*64 in [-1, 1]: final disc, 1 own, -1 the opponent's, 0 empty
	Margin       []float32 // N in [-1, 1]: final margin as a fraction of the squares of the board
	Reply        []float32 // N*64: share of each move of the opponent at the next ply, sums to 1 and is 0 where a disc lies; not read without the head
	ReplyWeight  []float32 // N: weight of the row in the loss of the reply, 0 for a row without that target
}

// NewBatch returns a batch of n empty rows.
func NewBatch(n int) *Batch {
	return &Batch{
		N:            n,
		Planes:       make([]float32, n*Planes*64),
		Legal:        make([]float32, n*64),
		Policy:       make([]float32, n*64),
		PolicyWeight: make([]float32, n),
		WDL:          make([]float32, n*3),
		Ownership:    make([]float32, n*64),
		Margin:       make([]float32, n),
		Reply:        make([]float32, n*64),
		ReplyWeight:  make([]float32, n),
	}
}

// check reports the first entry that cannot be learned from. A batch is built by
// code from files, and a mistake there (a symmetry applied to one field only)
// would otherwise train a network to believe it.
func (b *Batch) check() error {
	for _, f := range []struct {
		name      string
		got, want int
	}{
		{"Planes", len(b.Planes), b.N * Planes * 64},
		{"Legal", len(b.Legal), b.N * 64},
		{"Policy", len(b.Policy), b.N * 64},
		{"PolicyWeight", len(b.PolicyWeight), b.N},
		{"WDL", len(b.WDL), b.N * 3},
		{"Ownership", len(b.Ownership), b.N * 64},
		{"Margin", len(b.Margin), b.N},
		{"Reply", len(b.Reply), b.N * 64},
		{"ReplyWeight", len(b.ReplyWeight), b.N},
	} {
		if f.got != f.want {
			return fmt.Errorf("%s has %d entries: expected %d for %d rows", f.name, f.got, f.want, b.N)
		}
	}
	for i := range b.N {
		if err := b.checkRow(i); err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
	}
	return nil
}

func (b *Batch) checkRow(i int) error {
	board := b.Planes[i*Planes*64:][:Planes*64]
	for k, x := range board {
		if x != 0 && x != 1 {
			return fmt.Errorf("plane %d holds %v: expected 0 or 1", k/64, x)
		}
	}
	if sum(b.squares(i)) == 0 {
		return fmt.Errorf("plane %d has no square: the board is empty", Planes-1)
	}
	legal, policy := b.Legal[i*64:][:64], b.Policy[i*64:][:64]
	for s, x := range legal {
		if x != 0 && x != 1 {
			return fmt.Errorf("field Legal holds %v at square %d: expected 0 or 1", x, s)
		}
	}
	w := b.PolicyWeight[i]
	if !(w >= 0 && w <= math.MaxFloat32) {
		return fmt.Errorf("field PolicyWeight is %v: expected a finite weight of 0 or more", w)
	}
	if b.policyWeight(i) > 0 {
		for s, x := range policy {
			if !(x >= 0) || x > 0 && legal[s] == 0 {
				return fmt.Errorf("field Policy holds %v at square %d where Legal is %v", x, s, legal[s])
			}
		}
		if err := checkSum("Policy", policy); err != nil {
			return err
		}
	}
	if w := b.ReplyWeight[i]; !(w >= 0 && w <= math.MaxFloat32) {
		return fmt.Errorf("field ReplyWeight is %v: expected a finite weight of 0 or more", w)
	}
	if reply := b.Reply[i*64:][:64]; b.ReplyWeight[i] > 0 {
		for s, x := range reply {
			if !(x >= 0) || x > 0 && b.empty(i, s) == 0 {
				return fmt.Errorf("field Reply holds %v at square %d: expected 0 or more, and 0 where no disc can go", x, s)
			}
		}
		if err := checkSum("Reply", reply); err != nil {
			return err
		}
	}
	for _, x := range b.WDL[i*3:][:3] {
		if !(x >= 0) {
			return fmt.Errorf("field WDL holds %v: expected 0 to 1", x)
		}
	}
	if err := checkSum("WDL", b.WDL[i*3:][:3]); err != nil {
		return err
	}
	for s, x := range b.Ownership[i*64:][:64] {
		if !(x >= -1 && x <= 1) {
			return fmt.Errorf("field Ownership holds %v at square %d: expected -1 to 1", x, s)
		}
	}
	if x := b.Margin[i]; !(x >= -1 && x <= 1) {
		return fmt.Errorf("field Margin is %v: expected -1 to 1", x)
	}
	return nil
}

// policyWeight returns the weight of row i in the policy loss: a forced pass
// teaches nothing about moves.
func (b *Batch) policyWeight(i int) float64 {
	if sum(b.Legal[i*64:][:64]) == 0 {
		return 0
	}
	return float64(b.PolicyWeight[i])
}

// squares returns the plane of the squares of the board.
func (b *Batch) squares(i int) []float32 {
	return b.Planes[((i+1)*Planes-1)*64:][:64]
}

// empty returns 1 where square s of the board of row i has no disc, else 0.
func (b *Batch) empty(i, s int) float32 {
	board := b.Planes[i*Planes*64:][:Planes*64]
	return board[(Planes-1)*64+s] - board[s] - board[64+s]
}

func checkSum(name string, x []float32) error {
	if s := sum(x); !(math.Abs(s-1) <= 1e-3) {
		return fmt.Errorf("%s sums to %v: expected 1", name, s)
	}
	return nil
}

func sum(x []float32) float64 {
	s := 0.0
	for _, v := range x {
		s += float64(v)
	}
	return s
}
