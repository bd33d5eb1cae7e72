// Package arena measures how well a player plays Othello.
//
// # Players
//
// A [Player] chooses moves for many games at once. [Parse] makes one of a
// specification such as "alphabeta:4"; [Specs] lists the forms, from random
// moves to perfect play. Their strength is fixed: they do not change with the
// network that is being trained, so they are the rungs against which its
// progress is told. The forms policy and net are the network itself, alone or
// with a search; whatever answers for it can be replaced ([Options]). The forms
// gtp and nboard are engines outside, programs that speak the Go Text Protocol or
// that of the NBoard interface: each worker runs one of its own, and if it ends, takes too long or talks nonsense
// the game is lost, and the next one is played by a fresh process.
//
// # Matches
//
// [Match.Play] lets two players meet. One game between two players who never
// vary says next to nothing, however often it is repeated; so every pair of
// games starts from an opening of its own, drawn at random and unlike every
// other under the symmetries of the board ([Openings]), and is played twice,
// each side having Black once. An opening that favours one colour then favours
// nobody. [Match.Ladder] plays a list of opponents. On the smallest board
// [Perfect] leaves nothing to chance: it walks every line against a player.
//
// # Results
//
// A [Result] counts wins, draws and losses and gives three estimates with 95 %
// intervals: the score, the difference in rating that such a score stands for
// (400 log10(s/(1-s)), [Elo]), and the mean final margin in discs. The unit of
// the intervals is the pair, whose two games are not independent; they widen to
// something sensible, not to nothing, when all games went the same way. The
// formulas stand at [Estimate]. [Rate] makes one rating of several results, given
// those of the opponents ([Fixed]); [Rank] rates all players of any matches at
// once. Games lost by an illegal move or an error of
// the player count as lost and are listed as faults.
// [Result.GameRecords] returns the games as package record writes them.
//
//	a, err := arena.Parse("alphabeta:4", arena.Options{})
//	b, err := arena.Parse("positional", arena.Options{})
//	r, err := arena.Match{Openings: 100, Seed: 1}.Play(ctx, a, b)
//	err = arena.WriteTable(os.Stdout, []arena.Result{r})
//
// A [League] keeps results in a file, so that an interrupted one goes on where it
// was; [SPRT] and [Match.Test] play two players until it is clear which is
// better; [Ablation] trains networks that differ in one thing and plays them off.
//
// # Time
//
// With [Match.Clock] each side has a time for its game, and loses when that is
// over; engines outside are told of it. A player such as net:1s brings along a time
// for its moves ([Entrant.Clock]), net:clock shares what the match gives it: see
// package clock. Where anybody has a clock a worker plays one game at a time, and
// [Result.Times] says how long both have thought.
//
// A match without clocks can be repeated: the openings and the random streams of both sides
// follow from the seed, and the number of workers changes nothing. With engines
// outside this is so as far as they answer the same game with the same move.
package arena
