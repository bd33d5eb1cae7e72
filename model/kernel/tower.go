package kernel

import (
	"fmt"
	"slices"
)

// Tower runs the convolutions of a Network on groups of boards. It owns its
// buffers: one goroutine at a time may use it. Forward allocates nothing, and
// what it computes for a board depends on nothing but that board, to the bit:
// neither on the others of the group nor on their number.
type Tower struct {
	net   *Network
	k     *kernels
	group int // most boards a call

	points []float32 // transform domain, see geometry.multiply
	in     []float32 // [group][planes/16][64][16]
	trunk  []float32 // [group][C/16][64][16], the residual stream
	mid    []float32 // [64][16], between the two convolutions of a block
	tmp    []float32

	// Where a block has a pooled bias.
	vectors, biases []float32 // of a group, in the layout of RowIndex
	scale           []float32 // [group] one over the squares of the board

	// Where a block has lines.
	means      []float32 // [group][48][16], averages of the lines
	lineScales []float32 // [group][48], one over the squares of every line
	lines      []float32 // [C/16][48][16], what the lines of a board give
	sum        []float32 // [64][16], residual and lines
}

// NewTower prepares buffers for calls of at most group boards, Group of the
// network if 0.
func (n *Network) NewTower(group int) *Tower {
	if group <= 0 {
		group = n.Group()
	}
	cb, pb := n.convs[0].out, n.convs[0].in
	g := newGeometry(n.scheme, group, max(cb, pb))
	t := &Tower{
		net: n, k: sets[n.isa], group: group,
		points: aligned((g.points + 1) * g.ps),
		in:     aligned(group * pb * board), trunk: aligned(group * cb * board), mid: aligned(board), tmp: aligned(scratch),
	}
	if slices.ContainsFunc(n.convs, func(c packed) bool { return c.pool != nil }) {
		t.vectors, t.biases = aligned(RowsSize(group, 2*cb*16)), aligned(RowsSize(group, cb*16))
		t.scale = make([]float32, group)
	}
	if slices.ContainsFunc(n.convs, func(c packed) bool { return c.lines != nil }) {
		t.means, t.lineScales = aligned(group*lineCount*16), aligned(group*lineCount)
		t.lines, t.sum = aligned(cb*lineCount*16), aligned(board)
	}
	return t
}

// Forward evaluates n boards, at most the group. planes is [n][planes][8][8].
// The last plane has the squares of the board, over which pools and lines
// are taken. The result is the output of the last block in the layout of TrunkIndex;
// it stays valid until the next call. It panics if n or planes do not fit.
func (t *Tower) Forward(planes []float32, n int) []float32 {
	if n < 0 || n > t.group || len(planes) != n*t.net.planes*squares {
		panic(fmt.Sprintf("kernel: Forward with %d boards of at most %d and %d of %d plane values", n, t.group, len(planes), n*t.net.planes*squares))
	}
	cb := t.net.convs[0].out
	if n == 0 {
		return nil
	}
	fromPlanar(t.in, planes, t.net.planes, 0, n)
	ofBoard := func(b int) []float32 { return planes[((b+1)*t.net.planes-1)*squares:] }
	for b := range n {
		if t.scale != nil {
			t.scale[b] = poolScale(ofBoard(b))
		}
		if t.lineScales != nil {
			lineScales(t.lineScales[b*lineCount:][:lineCount], ofBoard(b))
		}
	}
	g := newGeometry(t.net.scheme, n, max(cb, t.net.convs[0].in))
	k, tmp := t.k, &t.tmp[0]
	s := t.net.scheme
	v, m := t.points[g.ps:], t.points
	for l := range t.net.convs {
		c := &t.net.convs[l]
		if l == 0 {
			for b := range n {
				for q := range c.in {
					k.in[s](&t.in[(b*c.in+q)*board], &v[g.row(b, q, c.in)], g.ps, tmp)
				}
			}
		}
		g.multiply(k, t.points, c.u, c.in, c.out)
		if c.pool != nil {
			poolBiases(t.biases, t.vectors, c.pool, c.bias, n)
		}
		last := l == len(t.net.convs)-1
		pooled, lined := !last && t.net.convs[l+1].pool != nil, !last && t.net.convs[l+1].lines != nil
		for b := range n {
			if c.lines != nil {
				k.mapLines(t.lines, t.means[b*lineCount*16:], c.lines, cb)
			}
			for q := range cb {
				bias := &c.bias[q*16]
				if c.pool != nil {
					bias = &t.biases[RowIndex(b, q*16, cb*16)]
				}
				from, to, x := &m[g.row(b, q, cb)], &v[g.row(b, q, cb)], &t.trunk[(b*cb+q)*board]
				switch {
				case l > 0 && l%2 == 0: // closes a block
					res := x
					if c.lines != nil {
						res = &t.sum[0]
						k.scatter(&t.lines[q*lineCount*16], &ofBoard(b)[0], x, res)
					}
					k.outRes[s](from, g.ps, bias, res, x, tmp)
				case l > 0: // inside a block
					x = &t.mid[0]
					fallthrough
				default:
					k.out[s](from, g.ps, bias, x, tmp)
				}
				if pooled {
					k.pooled(t.vectors, b, q, cb, x, &ofBoard(b)[0], t.scale[b])
				}
				if lined && q == 0 {
					k.gather(x, &ofBoard(b)[0], &t.lineScales[b*lineCount], &t.means[b*lineCount*16])
				}
				if !last {
					k.in[s](x, to, g.ps, tmp)
				}
			}
		}
	}
	return t.trunk[:n*cb*board]
}

// TrunkIndex is the place of a channel's square in the trunk of one board with
// the given channels: [C/16][64][16], C rounded up to a multiple of 16. Boards
// are TrunkSize(channels) apart.
func TrunkIndex(channel, square int) int { return channel/16*board + square*16 + channel%16 }

// TrunkSize is the number of float32 of one board's trunk.
func TrunkSize(channels int) int { return blocks(channels) * board }

// Share is the size of the groups that n boards are best cut into: as few as
// the tower's group allows, equal, and filling whole blocks of four rows.
func (t *Tower) Share(n int) int {
	calls := max(1, (n+t.group-1)/t.group)
	whole := 4 / t.net.scheme.tiles()
	share := (n + calls - 1) / calls
	return max(1, min((share+whole-1)/whole*whole, t.group))
}
