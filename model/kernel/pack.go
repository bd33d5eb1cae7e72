package kernel

import "fmt"

// Conv is one 3x3 convolution with zero padding, as a network stores it.
type Conv struct {
	In, Out int
	W       []float32 // [Out][In][3][3]
	B       []float32 // [Out]

	// Pool adds to B what follows from the whole board: from the means of the
	// inputs over the board's squares and then their maxima. Only the second
	// convolution of a block may have it; nil is none.
	Pool []float32 // [Out][2*In]

	// Lines adds on every square of the board what follows from the means of the
	// first inputs, at most 16, over the board's squares of its row, its column,
	// its diagonal (from a1 to h8 for a1) and its antidiagonal. The same
	// convolutions may have it.
	Lines []float32 // [Out][min(In, 16)][4]
}

// check reports slices that do not fit the declared shape.
func (c Conv) check(name string) error {
	if c.In < 1 || c.Out < 1 || len(c.W) != c.Out*c.In*9 || len(c.B) != c.Out {
		return fmt.Errorf("kernel: %s: %d weights and %d biases for %d to %d channels, want %d and %d", name, len(c.W), len(c.B), c.In, c.Out, c.Out*c.In*9, c.Out)
	}
	if c.Pool != nil && len(c.Pool) != c.Out*2*c.In {
		return fmt.Errorf("kernel: %s: a pool of %d weights for %d to %d channels, want %d", name, len(c.Pool), c.In, c.Out, c.Out*2*c.In)
	}
	if n := c.Out * lineChannels(c.In) * 4; c.Lines != nil && len(c.Lines) != n {
		return fmt.Errorf("kernel: %s: lines of %d weights for %d to %d channels, want %d", name, len(c.Lines), c.In, c.Out, n)
	}
	return nil
}

// Scheme is the tile of the Winograd algorithm. The two schemes differ in
// rounding, so a scheme is chosen once, never by the size of a batch.
type Scheme uint8

const (
	// Throughput takes the board as one tile, F(8x8,3x3): least arithmetic,
	// 100 weights to a filter; for many boards.
	Throughput Scheme = iota
	// Latency takes four tiles a board, F(4x4,3x3): 44 % more arithmetic,
	// 36 weights to a filter; for few boards.
	Latency
)

func (s Scheme) String() string {
	if s == Latency {
		return "latency"
	}
	return "throughput"
}

// SchemeFor is the faster scheme for a tower of the given channels in calls of
// the given number of boards, as measured: the fewer weights there are, the
// fewer boards repay the reading of more of them.
func SchemeFor(channels, boards int) Scheme {
	least := 24
	switch {
	case channels <= 32:
		least = 8
	case channels <= 64:
		least = 16
	}
	if boards >= least {
		return Throughput
	}
	return Latency
}

// points is the size of the transform domain, tiles the number of tiles a
// board.
func (s Scheme) points() int {
	if s == Latency {
		return f4Points
	}
	return 100
}

func (s Scheme) tiles() int {
	if s == Latency {
		return 4
	}
	return 1
}

// filter is the filter transform G: [lines][3].
func (s Scheme) filter() [][3]float64 {
	if s == Latency {
		return f4Filter[:]
	}
	return f8Filter[:]
}

// f4Filter is G of F(4x4,3x3), see gen/f4.go.
var f4Filter = [6][3]float64{{1. / 4, 0, 0}, {-1. / 6, -1. / 6, -1. / 6}, {-1. / 6, 1. / 6, -1. / 6}, {1. / 24, 1. / 12, 1. / 6}, {1. / 24, -1. / 12, 1. / 6}, {0, 0, 1}}

// Network is a tower packed for one instruction set and scheme. It is read-only
// and may be shared by any number of towers.
type Network struct {
	isa      ISA
	scheme   Scheme
	planes   int // of the input
	channels int // as given
	convs    []packed
}

// packed is a convolution in the transform domain, channels padded with zeros
// to whole blocks.
type packed struct {
	in, out int       // channel blocks
	u       []float32 // [point][out][in*16][16]
	bias    []float32 // [out*16]
	pool    *Matrix   // of a pooled bias, see pool.go; nil without
	lines   []float32 // weights of lines, see lines.go; nil without
}

// Pack transforms the weights of a tower: the stem from the input planes to C
// channels, then two convolutions from C to C for every residual block. Any C
// is taken; it is padded with zero channels to a multiple of 16, so 8 channels
// cost what 16 do. It fails if i is not supported or if the shapes do not
// follow each other. The weights are copied.
func Pack(i ISA, s Scheme, convs []Conv) (*Network, error) {
	if !i.Supported() {
		return nil, fmt.Errorf("kernel: %v is not supported by this processor", i)
	}
	if s != Throughput && s != Latency {
		return nil, fmt.Errorf("kernel: unknown scheme %d", uint8(s))
	}
	if err := checkTower(convs); err != nil {
		return nil, err
	}
	n := &Network{isa: i, scheme: s, planes: convs[0].In, channels: convs[0].Out}
	for _, c := range convs {
		p := packConv(c, s)
		if c.Pool != nil {
			p.pool = newPool(i, p.out)
			p.pool.load(c.Pool, c.Out)
		}
		if c.Lines != nil {
			p.lines = aligned(4 * p.out * 256)
			loadLines(p.lines, c.Lines, c.Out)
		}
		n.convs = append(n.convs, p)
	}
	return n, nil
}

func checkTower(convs []Conv) error {
	if len(convs)%2 == 0 {
		return fmt.Errorf("kernel: %d convolutions, want a stem and two for every block", len(convs))
	}
	for l, c := range convs {
		if err := c.check(fmt.Sprintf("convolution %d", l)); err != nil {
			return err
		}
		if c.Out != convs[0].Out || l > 0 && c.In != c.Out {
			return fmt.Errorf("kernel: convolution %d from %d to %d channels in a tower of %d", l, c.In, c.Out, convs[0].Out)
		}
		if (c.Pool != nil || c.Lines != nil) && (l == 0 || l%2 == 1) {
			return fmt.Errorf("kernel: convolution %d has a pool or lines and is not the second of a block", l)
		}
	}
	return nil
}

// packConv is u = G w G^T for every pair of channels, computed in float64.
func packConv(c Conv, s Scheme) packed {
	g := s.filter()
	n := len(g)
	p := packed{in: blocks(c.In), out: blocks(c.Out)}
	p.u = aligned(s.points() * p.out * p.in * 256)
	p.bias = aligned(p.out * 16)
	copy(p.bias, c.B)
	rows := make([][3]float64, n)
	points := make([][16]float32, n*n) // of one input for a block of outputs
	for q := range p.out {
		clear(points)
		for i := range c.In {
			for o := q * 16; o < min(q*16+16, c.Out); o++ {
				w := c.W[(o*c.In+i)*9:][:9]
				for a := range g {
					for x := range 3 {
						rows[a][x] = dot3(g[a], float64(w[x]), float64(w[3+x]), float64(w[6+x]))
					}
				}
				for a := range g {
					for b := range g {
						points[a*n+b][o%16] = float32(dot3(g[b], rows[a][0], rows[a][1], rows[a][2]))
					}
				}
			}
			for k := range points {
				copy(p.u[((k*p.out+q)*p.in*16+i)*16:], points[k][:])
			}
		}
	}
	return p
}

// dot3 rounds every product, on every processor.
func dot3(c [3]float64, x, y, z float64) float64 {
	return float64(c[0]*x) + float64(c[1]*y) + float64(c[2]*z)
}

// Group is the number of boards at which a tower runs best: the activations of
// a group fill the second-level cache while the weights stream by.
func (n *Network) Group() int {
	switch {
	case n.scheme == Throughput:
		return 32
	case n.channels >= 96:
		return 16
	}
	return 8
}
