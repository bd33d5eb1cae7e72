package train

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"othellier/env"
)

// Kind says how the move of a ply was found, and so what can be learnt from it.
type Kind uint8

// The kinds.
const (
	KindOpening Kind = iota // drawn without a search: no row
	KindForced              // the only move, a pass among them: no row
	KindFast                // fast search or solved: a row without a policy target, where the learner wants them
	KindFull                // full search or solved: a row
)

// Ply is one move of a recorded game.
type Ply struct {
	Move   env.Move
	Kind   Kind
	Value  float32 // searched plies: P(win)-P(loss) at the root for the side to move, in steps of 1/32767
	Policy []Share // full searches: the shares of the moves in the target, in the order of the squares

	// Surprise is, for full searches, the divergence of Policy from the
	// network's priors in nats, 0 to 16 in steps of 1/4096; -1 where it is not
	// known, as no network was asked or the record is of version 1.
	Surprise float32
}

// Share is the part of the visits that a move got, in units of 1/65535; those
// of a ply sum to 65535.
type Share struct {
	Move   env.Move
	Weight uint16
}

// GameRecord is one finished game of self-play. The positions, the final board
// and with it the owner of each square follow from the moves.
type GameRecord struct {
	Index     int64 // number of the game in its run, from 0; with the run's seed it decides all chance in the game
	Iteration int   // iteration in which it was played: by the network of the one before
	Margin    int   // final margin for Black under the run's rules
	Plies     []Ply
}

const (
	recordVersion = 2
	oldestVersion = 1 // that is still read
	shareUnit     = math.MaxUint16
	valueUnit     = math.MaxInt16
	maxPlies      = 200       // 60 discs and, between them, passes
	maxRecord     = 64 * 1024 // bytes of an encoded game, far above what one can need
)

// SetPolicy stores shares, 64 entries whose sum is 1, rounded so that their
// whole is kept: what rounding leaves over goes to the largest.
func (p *Ply) SetPolicy(shares []float32) {
	p.Policy = p.Policy[:0]
	sum, top := 0, 0
	for sq, x := range shares[:64] {
		if w := int(math.Round(float64(x) * shareUnit)); w > 0 {
			p.Policy = append(p.Policy, Share{env.Move(sq), uint16(min(w, shareUnit))})
			sum += min(w, shareUnit)
			if p.Policy[len(p.Policy)-1].Weight > p.Policy[top].Weight {
				top = len(p.Policy) - 1
			}
		}
	}
	p.Policy[top].Weight += uint16(shareUnit - sum)
}

// SetValue stores a value, rounded.
func (p *Ply) SetValue(q float64) {
	p.Value = float32(math.Round(q*valueUnit)) / valueUnit
}

// Rows returns how many rows the game gives the learner.
func (g *GameRecord) Rows(fast bool) int {
	n := 0
	for i := range g.Plies {
		if g.Plies[i].isRow(fast) {
			n++
		}
	}
	return n
}

func (p *Ply) isRow(fast bool) bool {
	return p.Kind == KindFull || fast && p.Kind == KindFast
}

// Append encodes g behind dst: version (1 byte), index and iteration (uvarints),
// margin (int8), number of plies (uvarint), the moves (1 byte each), the kinds (2
// bits each, lowest first), the value of each searched ply (int16, little
// endian), and for each full search its surprise (uint16, 1/4096; 65535 if not
// known), the number of moves (1 byte) and the moves with their shares (1 + 2
// bytes). Some 500 bytes are a game. Version 1 had no surprise.
func (g *GameRecord) Append(dst []byte) []byte {
	dst = append(dst, recordVersion)
	dst = binary.AppendUvarint(dst, uint64(g.Index))
	dst = binary.AppendUvarint(dst, uint64(g.Iteration))
	dst = append(dst, byte(int8(g.Margin)))
	dst = binary.AppendUvarint(dst, uint64(len(g.Plies)))
	for i := range g.Plies {
		dst = append(dst, byte(g.Plies[i].Move))
	}
	for i := 0; i < len(g.Plies); i += 4 {
		b := byte(0)
		for k := i; k < min(i+4, len(g.Plies)); k++ {
			b |= byte(g.Plies[k].Kind) << (2 * (k - i))
		}
		dst = append(dst, b)
	}
	for i := range g.Plies {
		if p := &g.Plies[i]; p.Kind >= KindFast {
			dst = binary.LittleEndian.AppendUint16(dst, uint16(int16(math.Round(float64(p.Value)*valueUnit))))
		}
	}
	for i := range g.Plies {
		if p := &g.Plies[i]; p.Kind == KindFull {
			surprise := uint16(surpriseUnknown)
			if p.Surprise >= 0 {
				surprise = uint16(p.Surprise * surpriseUnit)
			}
			dst = binary.LittleEndian.AppendUint16(dst, surprise)
			dst = append(dst, byte(len(p.Policy)))
			for _, s := range p.Policy {
				dst = append(dst, byte(s.Move))
				dst = binary.LittleEndian.AppendUint16(dst, s.Weight)
			}
		}
	}
	return dst
}

// Decode reads what [GameRecord.Append] wrote over g, whose memory it uses
// again. It accepts no other bytes than those that Append writes, or wrote in
// version 1, but does not look at the rules: see [GameRecord.Verify].
func (g *GameRecord) Decode(b []byte) error {
	if len(b) == 0 || b[0] < oldestVersion || b[0] > recordVersion {
		return fmt.Errorf("train: game record: it begins with % x, not with a version from %d to %d", b[:min(len(b), 1)], oldestVersion, recordVersion)
	}
	r := reader{b: b[1:]}
	g.Index = int64(r.uvarint(math.MaxInt64))
	g.Iteration = int(r.uvarint(math.MaxInt32))
	g.Margin = int(int8(r.byte()))
	n := int(r.uvarint(maxPlies))
	moves, kinds := r.bytes(n), r.bytes((n+3)/4)
	if r.err != nil {
		return r.err
	}
	if cap(g.Plies) < n {
		g.Plies = append(g.Plies[:cap(g.Plies)], make([]Ply, n-cap(g.Plies))...)
	}
	g.Plies = g.Plies[:n]
	for i := range g.Plies {
		p := &g.Plies[i]
		*p = Ply{Move: env.Move(moves[i]), Kind: Kind(kinds[i/4] >> (2 * (i % 4)) & 3), Policy: p.Policy[:0]}
		if p.Move > env.Pass {
			return fmt.Errorf("train: game record: ply %d is move %d", i, p.Move)
		}
		if p.Kind >= KindFast {
			v := int16(r.uint16())
			if v == math.MinInt16 {
				return fmt.Errorf("train: game record: ply %d has a value below -1", i)
			}
			p.Value = float32(v) / valueUnit
		}
	}
	if n%4 != 0 && kinds[n/4]>>(2*(n%4)) != 0 {
		return errors.New("train: game record: kinds follow the last ply")
	}
	for i := range g.Plies {
		if p := &g.Plies[i]; p.Kind == KindFull {
			p.Surprise = -1
			if b[0] > 1 {
				if x := r.uint16(); x != surpriseUnknown {
					p.Surprise = float32(x) / surpriseUnit
				}
			}
			if err := r.policy(p); err != nil {
				return fmt.Errorf("train: game record: ply %d: %w", i, err)
			}
		}
	}
	if r.err == nil && len(r.b) > 0 {
		return fmt.Errorf("train: game record: %d bytes follow its end", len(r.b))
	}
	return r.err
}

// Verify plays the moves from the first position: all must be legal and end the
// game with the recorded margin, and the searches must have chosen among legal
// moves.
func (g *GameRecord) Verify(r env.Rules) error {
	p := r.Initial()
	for i := range g.Plies {
		ply := &g.Plies[i]
		moves, pass := r.Status(p)
		if legal := ply.Move < env.Pass && moves>>ply.Move&1 != 0 || ply.Move == env.Pass && pass; !legal {
			return fmt.Errorf("train: game %d: ply %d, %v, is not legal in %v", g.Index, i, ply.Move, p)
		}
		if choices := bits.OnesCount64(moves); ply.Kind >= KindFast && choices < 2 || ply.Kind == KindForced && choices > 1 {
			return fmt.Errorf("train: game %d: ply %d has kind %d with %d legal squares", g.Index, i, ply.Kind, choices)
		}
		for _, s := range ply.Policy {
			if moves>>s.Move&1 == 0 {
				return fmt.Errorf("train: game %d: ply %d: the policy holds %v, which is not legal in %v", g.Index, i, s.Move, p)
			}
		}
		p = r.Next(p, ply.Move)
	}
	if !r.Over(p) {
		return fmt.Errorf("train: game %d is not over after %d plies", g.Index, len(g.Plies))
	}
	if m := marginOf(r, p, env.Black); m != g.Margin {
		return fmt.Errorf("train: game %d ends with margin %d, not %d", g.Index, m, g.Margin)
	}
	return nil
}

// marginOf returns the margin for the given side.
func marginOf(r env.Rules, p env.Position, side env.Color) int {
	if p.Turn == side {
		return r.Margin(p)
	}
	return -r.Margin(p)
}

// reader takes values off the front of b and keeps the first error.
type reader struct {
	b   []byte
	err error
}

var errShort = errors.New("train: game record: it ends too early")

func (r *reader) bytes(n int) []byte {
	if r.err != nil || n > len(r.b) {
		r.err = errShort
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint16() uint16 {
	if b := r.bytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

// uvarint reads a number up to limit in its shortest form.
func (r *reader) uvarint(limit uint64) uint64 {
	x, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.err = errShort
		return 0
	}
	if x > limit || n > 1 && r.b[n-1] == 0 {
		r.err = fmt.Errorf("train: game record: number % x is too large or too long", r.b[:n])
		return 0
	}
	r.bytes(n)
	return x
}

func (r *reader) policy(p *Ply) error {
	sum, last := 0, -1
	for range r.byte() {
		s := Share{env.Move(r.byte()), r.uint16()}
		if r.err != nil {
			return r.err
		}
		if int(s.Move) <= last || s.Move >= env.Pass || s.Weight == 0 {
			return fmt.Errorf("share %d of %v, after square %d", s.Weight, s.Move, last)
		}
		last = int(s.Move)
		sum += int(s.Weight)
		p.Policy = append(p.Policy, s)
	}
	if r.err == nil && sum != shareUnit {
		return fmt.Errorf("the shares sum to %d, not %d", sum, shareUnit)
	}
	return r.err
}
