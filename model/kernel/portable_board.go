package kernel

// What looks over the whole board.

// poolGo has four sums a lane, as the assembly has to keep the adders busy.
func poolGo(act, onBoard, mean, most *float32, scale float32) {
	var sum, top [4][16]float32
	for s := range squares {
		m := *at(onBoard, s)
		a, b := &sum[s%4], &top[s%4]
		for l, y := range lane(act, s*16) {
			z := float32(m * y)
			a[l] += z
			b[l] = max(b[l], z)
		}
	}
	to, best := lane(mean, 0), lane(most, 0)
	for l := range to {
		to[l] = scale * ((sum[0][l] + sum[1][l]) + (sum[2][l] + sum[3][l]))
		best[l] = max(max(top[0][l], top[1][l]), max(top[2][l], top[3][l]))
	}
}

func unpoolGo(act, onBoard, most, dMean, dMost, d *float32, scale float32) {
	var found [16]bool
	best, all, share := lane(most, 0), lane(dMost, 0), [16]float32{}
	for l, x := range lane(dMean, 0) {
		share[l] = float32(scale * x)
	}
	for s := range squares {
		m, o := *at(onBoard, s), lane(d, s*16)
		for l, y := range lane(act, s*16) {
			x := share[l]
			if !found[l] && m*y == best[l] {
				found[l] = true
				x += all[l]
			}
			o[l] = m * x
		}
	}
}

func gatherGo(act, onBoard, scale, lines *float32) {
	var sum [lineCount][16]float32
	for s := range squares {
		m := *at(onBoard, s)
		r, c, d, u := linesOf(s)
		for l, y := range lane(act, s*16) {
			z := float32(m * y)
			sum[r][l] += z
			sum[c][l] += z
			sum[d][l] += z
			sum[u][l] += z
		}
	}
	for i := range sum {
		k, to := *at(scale, i), lane(lines, i*16)
		for l, x := range sum[i] {
			to[l] = k * x
		}
	}
}

func scatterGo(lines, onBoard, res, dst *float32) {
	for s := range squares {
		m := *at(onBoard, s)
		r, c, d, u := linesOf(s)
		row, column, down, up := lane(lines, r*16), lane(lines, c*16), lane(lines, d*16), lane(lines, u*16)
		to := lane(dst, s*16)
		for l, x := range lane(res, s*16) {
			to[l] = float32(m*(row[l]+column[l]+down[l]+up[l])) + x
		}
	}
}
