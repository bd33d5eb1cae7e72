// Package endgame solves Othello positions exactly: the final margin under
// perfect play of both sides, or only who wins, with a best move and a line to
// the end of the game.
//
//	s, err := endgame.New(env.Rules{Scoring: env.ScoreEmpties}, endgame.Options{})
//	r, err := s.Solve(ctx, position, endgame.ModeMargin)
//	fmt.Println(r) // +18 g8 h7 a8 a6 ...
//
// A margin is in discs, own minus the opponent's, from the side to move, with
// empty squares counted as the scoring of the rules says.
//
// # How to ask
//
// [Solver.Solve] answers one question with a line of play, [Solver.Moves] the
// same for every legal move, both under a context; when that ends first they
// return the bounds proven so far. [Solver.Quick] is for other searches and for
// training targets: it allocates nothing. On one core of a server of the 2020s
// the margin of a position from random play takes some 20 µs with 8 empty
// squares, 100 µs with 10 and 500 µs with 12, the outcome alone a fifth of that;
// well-played positions take some 30 ms with 18 and seconds with 24. The whole
// game on the 6x6 board, after its first move, takes three minutes with
// [Options] HashBits 22.
//
// # How it searches
//
// A position is asked one thing at a time: does the margin reach a bound? That
// is alpha-beta with a window of no width, which cuts most. The bound starts at
// zero, so that the outcome is known first, and moves until the answers meet;
// each search leaves in a table what it has proven, which makes the next one
// cheap.
//
// What makes a solver fast is trying the refutation first. With many squares
// empty, moves are tried by the number of replies they leave (fastest first),
// then by corners, by what the mover can build on, and by parity: a move into a
// quadrant with an odd number of empty squares tends to be the last one there.
// A move that was best in an earlier search goes before all others. With few
// squares empty parity alone decides, and the last four are searched by
// functions of their own that carry them as arguments; the last move is only
// counted. Discs that can never be turned over bound the margin, and end the
// search of a position that is lost anyway.
//
// Nothing is guessed: the order of moves changes the time, never the answer.
// The tests compare it with plain minimax over the rules and with the published
// scores of the FFO end positions 1 to 39.
package endgame
