// Package protocol lets other programs use an Othello engine: it speaks the Go
// Text Protocol as Othello programs do ([GTP]) and version 2 of the protocol
// of the NBoard interface ([NBoard]).
//
// A session reads lines, keeps one game and asks an [Engine] what it thinks of
// positions. It knows the rules, the clocks and the manners of each protocol
// and nothing of networks, so that it can be tested with any engine.
//
// # What a client may do
//
// Clients disagree about passes. Some never send one and let the same side move
// twice; some send them under several names; some send them for both sides after
// the end of the game. So a forced pass is inserted wherever the side that is
// said to move can only move after it, a pass may be written in every usual way
// or, in GTP, as a move that is left out, and a pass after the end changes
// nothing. A pass in place of a move is refused. A command that fails changes
// nothing at all.
//
// Commands may be sent without waiting for replies. The end of the input ends the
// session once what came before it is answered, or once nobody can read the answers
// any more, where that can be found out ([Config.Unread]).
//
// # Squares
//
// Both protocols count columns and rows from the corner of the board in play.
// Package env counts those of smaller boards from the corner of an 8x8 grid, so
// the c3 of a 4x4 board is a1 here.
package protocol
