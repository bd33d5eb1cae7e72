// Package record reads and writes Othello games: transcripts, GGF, SGF, WTHOR,
// PGN and problem positions in OBF.
//
// A [Game] is one record in any format. [Open] and [NewReader] give the games of
// a file one by one, [Create] and [NewWriter] write them, [Copy] does both.
package record
