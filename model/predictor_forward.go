package model

import "othellier/model/kernel"

// kernelForward runs the kernels, a group of boards after the other.
type kernelForward struct {
	net   *packedNetwork
	tower *kernel.Tower

	planes                    []float32 // input (batch, Planes, 64)
	logits, ownership, output []float32 // results (batch, 64), (batch, 64), (batch, 4)
	heads                     []float32 // planes of one board [(2+V)/16][64][16]
	features, hidden, last    []float32 // vectors of a group in the layout of kernel.RowIndex: V*64, H and 4 numbers
}

func newKernelForward(net *packedNetwork, batch int) *kernelForward {
	group, s := min(batch, net.tower.Group()), net.spec
	return &kernelForward{
		net: net, tower: net.tower.NewTower(group),
		planes: make([]float32, batch*Planes*64),
		logits: make([]float32, batch*64), ownership: make([]float32, batch*64), output: make([]float32, batch*4),
		heads:    kernel.NewBuffer(kernel.TrunkSize(2 + s.ValueChannels)),
		features: kernel.NewBuffer(kernel.RowsSize(group, s.ValueChannels*64)),
		hidden:   kernel.NewBuffer(kernel.RowsSize(group, s.ValueHidden)),
		last:     kernel.NewBuffer(kernel.RowsSize(group, 4)),
	}
}

func (f *kernelForward) input() []float32 { return f.planes }

func (f *kernelForward) run(n int) (logits, ownership, output []float32, err error) {
	share := f.tower.Share(n)
	for first := 0; first < n; first += share {
		f.group(first, min(share, n-first))
	}
	return f.logits, f.ownership, f.output, nil
}

// group computes n boards from the first on.
func (f *kernelForward) group(first, n int) {
	s := f.net.spec
	trunk := f.tower.Forward(f.planes[first*Planes*64:(first+n)*Planes*64], n)
	each := kernel.TrunkSize(s.Channels)
	for b := range n {
		f.net.planes.Conv(f.heads, trunk[b*each:(b+1)*each])
		f.split(first+b, b)
	}
	f.net.hidden.Rows(f.hidden, f.features, n)
	for b := range n {
		for k, bias := range f.net.bias.hidden {
			x := &f.hidden[kernel.RowIndex(b, k, s.ValueHidden)]
			*x = max(*x+bias, 0)
		}
	}
	f.net.output.Rows(f.last, f.hidden, n)
	for b := range n {
		for k, bias := range f.net.bias.output {
			f.output[(first+b)*4+k] = f.last[kernel.RowIndex(b, k, 4)] + bias
		}
	}
}

// split hands the planes of one board to the results of row i, and the value
// planes to the features of vector b of the group.
func (f *kernelForward) split(i, b int) {
	logits, ownership := f.logits[i*64:][:64], f.ownership[i*64:][:64]
	bias := f.net.bias.planes
	for s := range logits {
		logits[s] = f.heads[s*16]
		ownership[s] = f.heads[s*16+1] + bias[1]
	}
	features := f.net.spec.ValueChannels * 64
	for v := range f.net.spec.ValueChannels {
		plane := f.heads[kernel.TrunkIndex(2+v, 0):]
		for s := 0; s < 64; s += 16 {
			dst := f.features[kernel.RowIndex(b, v*64+s, features):][:16]
			for k := range dst {
				dst[k] = max(plane[(s+k)*16]+bias[2+v], 0)
			}
		}
	}
}
