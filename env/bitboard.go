package env

const (
	notA = 0xfefefefefefefefe // every column but a
	notH = 0x7f7f7f7f7f7f7f7f // every column but h
	mid  = notA & notH
)

// Mobility returns the empty squares on which own would flip at least one disc
// of opp.
func Mobility(own, opp uint64) uint64 {
	empty := ^(own | opp)
	m := opp & mid
	return empty & (fill(own, m, 1) | fill(own, m, 7) | fill(own, opp, 8) | fill(own, m, 9))
}

// fill returns the squares just past each run of opp that starts beside own,
// along the axis of step s and in both senses.
func fill(own, opp uint64, s uint) uint64 {
	up, down := opp&(own<<s), opp&(own>>s)
	up |= opp & (up << s)
	down |= opp & (down >> s)
	oppUp, oppDown := opp&(opp<<s), opp&(opp>>s)
	up |= oppUp & (up << (2 * s))
	down |= oppDown & (down >> (2 * s))
	up |= oppUp & (up << (2 * s))
	down |= oppDown & (down >> (2 * s))
	return up<<s | down>>s
}

// Flips returns the discs of opp that a disc of own placed on sq turns over.
func Flips(own, opp uint64, sq Move) uint64 {
	x := uint64(1) << sq
	m := opp & mid
	return line(x, own, m, 1) | line(x, own, m, 7) | line(x, own, opp, 8) | line(x, own, m, 9)
}

func line(x, own, opp uint64, s uint) uint64 {
	up, down := opp&(x<<s), opp&(x>>s)
	up |= opp & (up << s)
	down |= opp & (down >> s)
	oppUp, oppDown := opp&(opp<<s), opp&(opp>>s)
	up |= oppUp & (up << (2 * s))
	down |= oppDown & (down >> (2 * s))
	up |= oppUp & (up << (2 * s))
	down |= oppDown & (down >> (2 * s))
	var f uint64
	if up<<s&own != 0 {
		f = up
	}
	if down>>s&own != 0 {
		f |= down
	}
	return f
}
