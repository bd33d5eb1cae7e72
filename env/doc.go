// Package env holds the rules of Othello and wraps them as a step/reset
// environment.
//
// # Positions and moves
//
// A [Position] is a small comparable value: the discs of the side to move, the
// discs of its opponent, and whose turn it is. Bit 0 of a board is a1, bit 7 is
// h1, bit 63 is h8; columns run a to h from left to right and rows 1 to 8 from
// top to bottom. A [Move] is one of these squares or [Pass]. Everything that
// scores a position (reward, margin, result) speaks from the side to move unless
// it says otherwise.
//
// # Rules
//
// [Rules] is a value as well; its zero value is tournament Othello. It chooses
// the start, the board (4x4 and 6x6 boards are the masked centre of the same
// 8x8 grid, so c3 to f6 and b2 to g7), when the game ends, how empty squares
// count, and whether the players share their discs. All combinations can be
// played. Each choice has a text form, which JSON and YAML use:
//
//	start    standard, mirrored, parallel or free
//	board    8, 6 or 4
//	end      neither or mover
//	scoring  discs or empties
//	supply   shared or separate
//
// Reversi as played in the 1880s is start free and supply separate, and in some
// accounts end mover.
//
// The methods of Rules answer every question about a position: which moves are
// legal ([Rules.Status], [Rules.Mask], [Rules.AppendMoves], [Rules.Legal]),
// where one leads ([Rules.Play], or [Rules.Next] when it is known to be legal),
// whether the game is over and how it stands ([Rules.Over], [Rules.Margin],
// [Rules.Result], [Rules.Scores]). A pass is a move: legal exactly when no
// square is and the opponent can move. Illegal moves return an [*IllegalError].
//
// # Playing
//
// [Env] plays one game after another: [Env.Reset] returns the first
// [Observation], [Env.Step] plays a move and returns the next one with the
// [Reward] of the side that moved. [Game] keeps the moves, with undo and redo,
// and reads and writes transcripts: see [ParseTranscript].
//
// # Symmetry
//
// A [Symmetry] turns or mirrors boards, positions and moves, and with [Permute]
// masks and policies. All rule variants are symmetric: turning a position turns
// its moves. [Position.Canonical] picks one of the eight forms.
//
// # Speed
//
// [Mobility] and [Flips] are the bitboard primitives, for search that needs no
// variants. They and the methods of Rules allocate nothing, except to report an
// error. [Perft] counts the game tree and so holds the rules to published
// figures.
//
// The package uses the standard library only.
package env
