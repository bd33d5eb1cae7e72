package kernel

// load brings the weights of a convolution into the layer and transforms them,
// for the way forward and for the way back.
func (y *layer) load(k *kernels, c Conv, tmp []float32) {
	copy(y.bias, c.B)
	in, out := y.in*16, y.out*16
	for o := range c.Out {
		for i := range c.In {
			w := c.W[(o*c.In+i)*9:][:9]
			to := y.w[(o/16*in+i)*144+o%16:][:129]
			for q, x := range w {
				to[q*16] = x
			}
			if y.turned != nil {
				to := y.turned[(i/16*out+o)*144+i%16:][:129]
				for q, x := range w {
					to[(8-q)*16] = x
				}
			}
		}
	}
	if y.pool != nil {
		y.pool.set(c.Pool, c.Out)
	}
	if y.lines != nil {
		y.lines.set(c.Lines, c.Out)
	}
	size := y.in * y.out * 256
	for q := range y.out {
		k.filter(&y.w[q*in*144], &y.u[q*in*16], size, in, &tmp[0])
	}
	if y.turned != nil {
		for q := range y.in {
			k.filter(&y.turned[q*out*144], &y.back[q*out*16], size, out, &tmp[0])
		}
	}
}

// store sums the gradients of layer l over the chunks, in their order.
func (t *Trainer) store(l int, c Conv) {
	y := &t.layers[l]
	n := y.filters()
	total := t.chunks[0][y.first:][:y.size()]
	for _, chunk := range t.chunks[1:] {
		part := chunk[y.first:][:len(total)]
		for i := range total {
			total[i] += part[i]
		}
	}
	copy(c.B, total[n:])
	if y.pool != nil {
		y.pool.store(c.Pool, y.pools(t.chunks[0]), c.Out)
	}
	if y.lines != nil {
		y.lines.store(c.Lines, y.lineSums(t.chunks[0]), c.Out)
	}
	for o := range c.Out {
		for i := range c.In {
			from := total[(o/16*y.in*16+i)*144+o%16:][:129]
			for q := range c.W[(o*c.In+i)*9:][:9] {
				c.W[(o*c.In+i)*9+q] = from[q*16]
			}
		}
	}
}

// fromPlanar brings n boards from the first on from [board][channels][64] to
// blocks of 16.
func fromPlanar(dst, src []float32, channels, first, n int) {
	cb := blocks(channels)
	for b := first; b < first+n; b++ {
		for c := range channels {
			to := dst[(b*cb+c/16)*board+c%16:][:board-15]
			for s, x := range src[(b*channels+c)*squares:][:squares] {
				to[s*16] = x
			}
		}
	}
}

// toPlanar is the way back.
func toPlanar(dst, src []float32, channels, first, n int) {
	cb := blocks(channels)
	for b := first; b < first+n; b++ {
		for c := range channels {
			from := src[(b*cb+c/16)*board+c%16:][:board-15]
			to := dst[(b*channels+c)*squares:][:squares]
			for s := range to {
				to[s] = from[s*16]
			}
		}
	}
}
