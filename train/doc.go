// Package train teaches a network Othello by playing against itself.
//
// # The loop
//
// A [Run] repeats one iteration until its budget is spent:
//
//	play     the network plays games against itself       [SelfPlay]
//	store    each game goes to the disk                    [Replay]
//	learn    rows of the newest games, again and again     [LearnerConfig]
//	commit   the learner's state, in one step; every few iterations a network
//	judge    every few iterations, against fixed players   [Judge]
//
// The averaged weights play and are published; the newest network always plays
// next, whatever a judgement says of it.
//
// # A game
//
// A game begins with a few moves drawn from the raw policy or at random, so that
// games differ. Then each move is searched: fully, with noise at the root, with
// probability full_search_share, else fast. A full search gives a row for the
// learner: the position, the visit shares as policy target, and the outcome of
// the game, mixed with the search's own value, as value target. Fast searches
// only get the game to its end (playout cap randomisation, Wu 2019). With a few
// empty squares left, positions are solved and both targets are exact.
//
// A row is seen through one of the eight symmetries of the board, drawn anew
// each time it is used. Values, margins and owners of squares are those of the
// side to move.
//
// # The same seed, the same network
//
// All chance in game i of a run with seed s comes from PCG(s, i), one network
// plays all games of an iteration, and what an evaluator says of a position does
// not depend on its batch. So a game is the same whoever plays it, when, and
// beside which others. The learner draws its rows from PCG(^s, iteration) and the
// first network from PCG(s, 1<<63). Nothing reads the clock. Two runs of one
// configuration and seed end with the same files, byte for byte, on machines
// whose kernels and floating point agree, with any number of workers.
//
// # Stopped at any instant
//
// state.json is replaced in one step at the end of an iteration and names
// everything that belongs to it; a checksum tells damage and edits. Nothing is
// removed before all that it names is known to be whole, and never a file that
// is not the run's own. What came after it is done again, to the same
// end, except for the games of the unfinished iteration, which are kept. A
// process may be killed between any two instructions, and a machine lose its
// power. See [Run] for the files and [Replay] for what is flushed when.
//
// # Use
//
//	config, err := train.LoadConfig("quick", "run.seed=7")
//	run, err := train.NewRun(train.NextDir("checkpoints", config), config, train.Options{})
//	defer run.Close()
//	err = run.Loop(ctx, observer, judge)
//
// An [Observer] is told of everything that happens: package report has those that
// show it to people. The loop itself prints nothing.
package train
