package study

import (
	"othellier/env"
	"othellier/train/arena"
)

// Phase is a third of a game by empty squares.
type Phase uint8

// The phases.
const (
	Opening Phase = iota
	Midgame
	Endgame
	phases
)

// String returns "opening", "midgame" or "endgame".
func (p Phase) String() string { return [...]string{"opening", "midgame", "endgame"}[p] }

// Empties returns the empty squares from which and to which a phase lasts, both
// included: on the full board 60 to 41, 40 to 21 and 20 to 1.
func (p Phase) Empties(r env.Rules) (from, to int) {
	all := r.NumSquares() - 4
	if p == Opening { // the placing of the first four discs too
		return r.NumSquares() - 4, 2*all/3 + 1
	}
	if p == Midgame {
		return 2 * all / 3, all/3 + 1
	}
	return all / 3, 1
}

func phaseOf(r env.Rules, empties int) Phase {
	for p := Opening; p < Endgame; p++ {
		if _, to := p.Empties(r); empties >= to {
			return p
		}
	}
	return Endgame
}

// Tally sums up moves where there was a choice.
type Tally struct {
	Choices   int
	Agreed    int     // those than which no better is known
	LossWin   float64 // sum
	LossDiscs float64 // sum
}

// Agreement is the share of agreed moves with its 95 % interval.
func (t Tally) Agreement() arena.Estimate { return arena.Proportion(t.Agreed, t.Choices) }

// MeanLoss returns the losses of a move.
func (t Tally) MeanLoss() (win, discs float64) {
	n := float64(max(1, t.Choices))
	return t.LossWin / n, t.LossDiscs / n
}

func (t *Tally) merge(u Tally) {
	t.Choices += u.Choices
	t.Agreed += u.Agreed
	t.LossWin += u.LossWin
	t.LossDiscs += u.LossDiscs
}

// Accuracy sums up the moves of a side by phase.
type Accuracy [phases]Tally

func (a *Accuracy) add(p Phase, m Move) {
	if m.Forced {
		return
	}
	t := Tally{Choices: 1, LossWin: m.LossWin, LossDiscs: m.LossDiscs}
	if m.Agrees() {
		t.Agreed = 1
	}
	a[p].merge(t)
}

// Merge adds the moves of b.
func (a *Accuracy) Merge(b Accuracy) {
	for p := range a {
		a[p].merge(b[p])
	}
}

// All sums up all phases.
func (a Accuracy) All() (t Tally) {
	for _, u := range a {
		t.merge(u)
	}
	return t
}
