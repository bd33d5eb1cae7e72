// Package endgame solves Othello positions exactly: the final margin under
// perfect play of both sides, or only who wins, with a best move and a line to
// the end of the game.
//
//	s, err := endgame.New(env.Rules{Scoring: env.ScoreEmpties}, endgame.Options{})
//	r, err := s.Solve(ctx, position, endgame.ModeMargin)
//	fmt.Println(r) // +18  g8 h7 a8 a6 ...
//
// A margin is in discs, own minus the opponent's, from the side to move, with
// empty squares counted as the scoring of the rules says.
//
// # How it searches
//
// A position is asked one question at a time: does the margin reach a bound?
// That is alpha-beta with a window of no width, which cuts most. The bound
// starts at zero, so that the outcome is known first, and moves until the
// answers meet; each search leaves in a table what it has proven, which makes
// the next one cheap. Bounds of a solve that is cancelled are those answers.
//
// What makes a solver fast is trying the refutation first. With many squares
// empty, moves are tried by the number of replies they leave (fastest first),
// by corners, and by parity: a move into a quadrant with an odd number of empty
// squares tends to be the last one there. With fewer, parity alone decides, and
// the last four squares are searched by functions of their own that carry them
// as arguments; the last move only counts what it turns over.
//
// Nothing is guessed: the order of moves changes the time, never the answer.
package endgame
