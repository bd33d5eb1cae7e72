package kernel

import "fmt"

// Tower runs the convolutions of a Network on groups of boards. It owns its buffers: one goroutine at a time may use it. Forward allocates nothing, and what
// it computes for a board depends on nothing but that board, to the bit: neither on the others of the group nor on their number.
type Tower struct {
	net   *Network
	k     *kernels
	group int // most boards a call

	// points holds the transform domain, one slot more than points. The input of point p lies in slot p+1 and the product of point p overwrites
	// slot p, whose input has just been used and is still in the nearest cache.
	points []float32
	in     []float32 // [group][planes/16][64][16]
	trunk  []float32 // [group][C/16][64][16], the residual stream
	mid    []float32 // [64][16], between the two convolutions of a block
	tmp    []float32
}

// NewTower prepares buffers for calls of at most group boards, Group of the network if 0.
func (n *Network) NewTower(group int) *Tower {
	if group <= 0 {
		group = n.Group()
	}
	rows := (n.scheme.tiles()*group + 7) &^ 7
	cb, pb := n.convs[0].out, n.convs[0].in
	return &Tower{
		net: n, k: sets[n.isa], group: group,
		points: aligned((n.scheme.points() + 1) * slot(rows, max(cb, pb))),
		in:     aligned(group * pb * board), trunk: aligned(group * cb * board), mid: aligned(board), tmp: aligned(scratch),
	}
}

// slot is the distance of points in float32: rows of some channel blocks, and a cache line more, for powers of two would fall on the same cache sets.
func slot(rows, blocks int) int { return rows*blocks*16 + 16 }

// Forward evaluates n boards, at most the group. planes is [n][planes][8][8]. The result is the output of the last block in the layout of TrunkIndex; it
// stays valid until the next call. It panics if n or planes do not fit.
func (t *Tower) Forward(planes []float32, n int) []float32 {
	if n < 0 || n > t.group || len(planes) != n*t.net.planes*squares {
		panic(fmt.Sprintf("kernel: Forward with %d boards of at most %d and %d of %d plane values", n, t.group, len(planes), n*t.net.planes*squares))
	}
	cb := t.net.convs[0].out
	if n == 0 {
		return nil
	}
	t.load(planes, n)
	g := t.shape(n)
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
		t.multiply(c, g)
		last := l == len(t.net.convs)-1
		for b := range n {
			for q := range cb {
				from, to, x := &m[g.row(b, q, cb)], &v[g.row(b, q, cb)], &t.trunk[(b*cb+q)*board]
				switch {
				case l > 0 && l%2 == 0: // closes a block
					k.outRes[s](from, g.ps, &c.bias[q*16], x, x, tmp)
				case l > 0: // inside a block
					x = &t.mid[0]
					fallthrough
				default:
					k.out[s](from, g.ps, &c.bias[q*16], x, tmp)
				}
				if !last {
					k.in[s](x, to, g.ps, tmp)
				}
			}
		}
	}
	return t.trunk[:n*cb*board]
}

// load brings the planes into blocks of 16.
func (t *Tower) load(planes []float32, n int) {
	p := t.net.planes
	pb := blocks(p)
	for b := range n {
		for i := range p {
			src := planes[(b*p+i)*squares:][:squares]
			dst := t.in[(b*pb+i/16)*board+i%16:]
			for s, x := range src {
				dst[s*16] = x
			}
		}
	}
}

// geometry is the shape of the transform domain for a group.
type geometry struct {
	tiles int // rows a board
	rows  int // in a row block: 8, or 4 if they hold all
	count int // row blocks
	ps    int // distance of points
}

func (t *Tower) shape(n int) geometry {
	g := geometry{tiles: t.net.scheme.tiles(), rows: 8}
	if n*g.tiles <= 4 {
		g.rows = 4
	}
	g.count = (n*g.tiles + g.rows - 1) / g.rows
	g.ps = slot(g.count*g.rows, max(t.net.convs[0].in, t.net.convs[0].out))
	return g
}

// row is the offset within a point of the first row of board b, channel block q of cb.
func (g geometry) row(b, q, cb int) int {
	r := b * g.tiles
	return ((r/g.rows*cb+q)*g.rows + r%g.rows) * 16
}

// multiply is the product with the weights, point by point.
func (t *Tower) multiply(c *packed, g geometry) {
	gemm := t.k.gemm8
	if g.rows == 4 {
		gemm = t.k.gemm4
	}
	block := g.rows * 16
	size := c.in * c.out * 256
	last := t.net.scheme.points() - 1
	for p := 0; p <= last; p++ {
		gemm(&t.points[(p+1)*g.ps], &c.u[p*size], &t.points[p*g.ps], c.in, g.count, c.out,
			block, c.in*block, block, c.out*block, &c.u[min(p+1, last)*size])
	}
}

// TrunkIndex is the place of a channel's square in the trunk of one board with the given channels: [C/16][64][16], C rounded up to a multiple of 16. Boards
// are TrunkSize(channels) apart.
func TrunkIndex(channel, square int) int { return channel/16*board + square*16 + channel%16 }

// TrunkSize is the number of float32 of one board's trunk.
func TrunkSize(channels int) int { return blocks(channels) * board }
