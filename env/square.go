package env

// ParseMove reads a square as it is named on the board itself, in either case,
// or a pass. Where package env counts every board as the centre of the 8x8 grid,
// records and protocols count from its own corner: there the corner of a 4x4
// board is a1, and here c3. It makes no error, so that trying is cheap.
func (b Board) ParseMove(s string) (Move, bool) {
	if len(s) == 2 {
		column, row := int(s[0]|0x20)-'a', int(s[1])-'1'
		if size := 8 - 2*int(b); column >= 0 && column < size && row >= 0 && row < size {
			return Move(8*(row+int(b)) + column + int(b)), true
		}
	}
	if s == "" || s[0]|0x20 != 'p' && s[0] != '-' { // before ParseMove makes an error
		return 0, false
	}
	m, err := ParseMove(s)
	return m, err == nil && m == Pass
}

// AppendSquare appends the name of a square, which is not the pass, as
// [Board.ParseMove] reads it, in lower case.
func (b Board) AppendSquare(dst []byte, m Move) []byte {
	return append(dst, 'a'+byte(m%8)-byte(b), '1'+byte(m/8)-byte(b))
}
