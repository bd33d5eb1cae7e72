// Package record reads and writes Othello games: transcripts, GGF, SGF, WTHOR,
// PGN, and problem positions in OBF.
//
// # Games
//
// A [Game] is one record whatever its format: the first position, the moves with
// every pass among them, players, date, place and tournament, the result as it
// is stated, evaluations and times of moves, comments, and a [Field] for whatever
// else the record holds. Games that come from a reader are legal to the last
// move: readers replay them. [New] and [Game.Replay] lead from and to an
// [env.Game], [Game.Final] to the last position alone.
//
//	r, err := record.Open("games.ggf", record.Unknown, record.Options{})
//	for g, err := range r.Games() { ... }
//	w, err := record.Create("games.wtb", record.Unknown, record.Options{})
//	err = w.Write(g); err = w.Close()
//	games, faults, err := record.Copy(w, r.Games(), report)
//
// # Reading is tolerant
//
// A file is read one record at a time, in memory for one. What is wrong with a
// record is a [Fault] that names the file, the number of the game, the line and
// the byte; the next call goes on behind it. Letter case, blanks, line ends of
// either kind and a byte order mark make no difference. Forced passes may be
// left out, or written after the end of the game. Games may stop anywhere. Texts
// that are not UTF-8 are taken for ISO 8859-1. [Detect] tells formats by their
// first bytes, [ByName] by the extension.
//
// Results are kept as they are stated, and [Game.CheckResult] holds them against
// the moves; only WTHOR, whose rule is exact, is checked as it is read. Margins
// count empty squares for the winner in all formats ([env.ScoreEmpties]).
//
// # Writing is strict
//
// What is written has one form and is read again as it was, as far as the format
// has room. A [Writer] refuses a game that its format can not hold, or that is
// not legal Othello, with an error that is [ErrWrite], and takes the next.
// [Game.Normal] turns a game from the mirrored start to the standard one, for
// the formats that know no other. Texts give way where a format has no sign for
// something: line ends become blanks, "]" in GGF and "}" in comments of PGN
// become ")", names in WTHOR are cut at 19 (tournaments 25) letters of
// ISO 8859-1.
//
//	            start  players  tournament  place  date  result  evals  times  comments  fields
//	transcript                                           read
//	GGF         x      x        x           x      x     x       x      x      game      two capitals
//	SGF         x      x        x           x      day   x       x             x         capitals
//	WTHOR              x        x                  year  x                               Theoretical
//	PGN         x      x        x           x      day   x                     x         any word
//	OBF         x                                                              game      obf
//
// The day of a date takes any form of the others; GGF keeps the time of day too.
//
// # Transcripts
//
// One game a line, in the standard form squares in lower case without blanks and
// without passes:
//
//	f5d6c3d3c4f4
//
// Read are also capitals, blanks and commas, move numbers ("1.", "12)", or bare
// between blanks), passes ("pass", "pa", "ps" or "--"), and a result at the end
// ("34-30" or "*"). Lines that begin with "#" or "%" are comments. The start is
// that of [Options.Rules]. A pass after the last square is not written.
//
// # GGF
//
// The Generic Game Format of the server GGS: one game a line,
//
//	(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[one]PW[two]RB[2196.37]TI[05:00//02:00]TY[8]RE[+0.000]
//	BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[c5/2.39/0.01];)
//
// BO is the number of rows, the squares row by row from a1 (* Black, O White),
// and the side to move; boards of 6 and 4 rows are the centre of the board, as
// in package env, and have a1 in their own corner here. A move is
// SQUARE[/evaluation[/seconds]], the evaluation in discs for the mover; a pass
// is PA. RE is Black's margin, with ":r" for resigned, ":t" for time, ":s" for a
// score agreed on. PC takes the tournament where no place is known.
//
// The start is always read from BO: many files have the mirrored centre. Their
// RE is often both disc counts run together, "3133" or "230", without the empty
// squares: it is read by the counts of the last position, else if there is but
// one way to part it. Lines of archives begin with a count of games, which is
// skipped; the two games of a synchro match are two records. Komi (KM, KB, KW),
// random starts and the game of fewest discs (TY) are kept as fields.
//
// # SGF
//
// The Smart Game Format, FF[4] with GM[2]. Squares are a1 (top left) to h8:
//
//	(;FF[4]GM[2]CA[UTF-8]PB[one]PW[two]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[B+12]
//	;B[f5]
//	;W[d6]V[2.25]C[a comment])
//
// Squares of two letters, dc for d3, as Quarry writes them, are read too.
// The start is set up by AB, AW and PL, or the standard one if they are absent.
// A pass is PA, or an empty value. V is the evaluation for Black. A file may
// hold several games. The main line of a tree is read; variations are not.
// RE is B+12, W+R (resigned), W+T (time), B+F (forfeit), 0, or ? if unknown.
//
// # WTHOR
//
// The database of the French federation, little endian. Every file begins with a
// head of 16 bytes:
//
//	0  century, year in the century, month and day of its making (a byte each)
//	4  number of games in a .wtb, else 0 (4 bytes)
//	8  number of names in a .jou or .trn, else 0 (2 bytes)
//	10 year in which the games were played, 0 where not known (2 bytes)
//	12 rows of the board: 8, and 0 means 8 too
//	13 1 for solitaires, 0 for games
//	14 empties at which the theoretical scores were computed
//	15 0
//
// A .wtb goes on with games of 68 bytes:
//
//	0  number of the tournament (2 bytes)
//	2  number of Black, 4 of White (2 bytes each)
//	6  Black's discs, with the empty squares of the winner: 0 to 64
//	7  the same with best play from the empties of the head on
//	8  60 moves as 10*row+column, f5 = 56; 0 after the last; no passes
//
// A .jou holds names of players in 20 bytes each and a .trn names of tournaments
// in 26, in ISO 8859-1, ended by NUL; their numbers count from 0, which is "???"
// and "Diverses parties". [Open] finds them beside the .wtb. A finished game
// whose score is not that of its moves comes with an [ErrResult]. The
// theoretical score is the field Theoretical, "34/24" from 24 empties on. The
// head says year and depth for all games: where they differ it says 0, and the
// theoretical scores are the real ones. [Create] writes all three files.
//
// # PGN
//
// Tags as in chess, the result as disc counts, squares in capitals, one pair of
// moves a line:
//
//	[Event "Mondial"]
//	[Date "1996.??.??"]
//	[Black "one"]
//	[White "two"]
//	[Result "34-30"]
//
//	1. F5 D6
//	2. C3 PASS
//	34-30
//
// Files made from WTHOR leave passes out, so that the columns change sides: the
// replay tells who moves. Some programs leave out the result after the moves; a file
// whose last game has neither that nor an end, but a result in its tags, is
// [ErrCut]. Points ("1-0") are read too, with the discs of a
// comment such as {one wins 40-24}. Another start is a FEN of the 64 squares and
// the side to move ([env.Position.String]). Variations are skipped.
//
// # OBF
//
// Problem positions, a line each: 64 squares from a1 (X or * Black, O White, - or
// . empty), the side to move, and moves with the final margin for that side:
//
//	--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;
//
// The moves are [Game.Choices]. Lines that begin with "%" are comments on the
// next position. A [Writer] writes a game as its last position.
//
// # Openings
//
// [Game.Opening] names the opening of a game with any of the four first moves;
// [Openings] is the table.
package record
