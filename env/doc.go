// Package env holds the rules of Othello and wraps them as a step/reset
// environment.
//
// # Positions
//
// A [Position] is a small comparable value: the discs of the side to move, the
// discs of its opponent, and whose turn it is. Bit 0 of a board is a1, bit 7 is
// h1, bit 63 is h8; columns run a to h from left to right and rows 1 to 8 from
// top to bottom. Everything that scores a position (reward, margin, result)
// speaks from the side to move unless it says otherwise.
//
// # Rules
//
// [Rules] is a value as well; its zero value is tournament Othello. It chooses
// the start, the board (4x4 and 6x6 boards are the masked centre of the same
// 8x8 grid, so c3 to f6 and b2 to g7), when the game ends, how empty squares
// count, and whether the players share their discs.
//
// # Environment
//
// [Env] plays one game: [Env.Reset] returns the first [Observation], [Env.Step]
// plays a [Move]. The legal-move mask of an observation has 65 entries, one a
// square and the last for the pass, which is legal exactly when no square is
// and the opponent can move.
//
// The package uses the standard library only.
package env
