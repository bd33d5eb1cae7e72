// Package clock decides how long to think: it knows the clocks of games, shares
// their time between moves, and drives a search that stops when there is nothing
// more to find out, or in time.
//
// # Clocks
//
// A [Clock] is what one side has left. [Sudden] makes one of main time and an
// increment for each move, [PerMove] one with a time for every move, [Canadian]
// one with main time and then periods for some moves each; the zero value is no
// limit. [Clock.Budget] says how long to think about a move, [Clock.Spend] counts
// what a move took and says whether the flag has fallen. Clocks are values and
// never look at the time themselves.
//
// # Thinking
//
// A [Thinker] finds a move within a time. It stops for one of these reasons, the
// [Reason] of its [Decision]:
//
//   - there is a single legal move, or all others are proven to be no better;
//   - the root of the tree is proven, or an exact solve has found the result;
//   - the most visited move cannot be overtaken any more in the time that is left,
//     at the rate at which simulations have come so far;
//   - the simulations asked for are done;
//   - the time is used up, but for a reserve; or the context has ended.
//
// Between two looks at the time lies one small batch of simulations. The reserve is
// a tenth of the time, 100 ms at most, and as long as the longest batch so far: it is
// for what a busy machine does to a program. A decision is so never later than its
// time, as far as that can be promised without an operating system for the purpose.
//
// Near the end of the game the position is first given to the solver of package
// endgame, if half of the time is likely to be enough to find who wins. How many empty
// squares that allows follows from what solves have cost so far; at a second a move it
// is some 23. A solve that has used up its half is stopped: if it has a move that wins
// by then, that is played, and if not the search decides in the rest of the time.
// Without a time it is Config.SolveRoot that says how many empty squares are solved.
//
//	t, err := clock.NewThinker(rules, evaluator, clock.Config{Search: mcts.Default()})
//	d, err := t.Think(ctx, position, clock.Limit{Time: time.Second}, nil)
//	fmt.Println(d.Move, d.Reason)
//
// # Trees
//
// A search by time goes on from the tree of the one before, where the position has
// been reached from there, and [Thinker.Ponder] grows it while the other side thinks.
// A search without a time starts from nothing, so that what it finds depends on the
// position and the simulations alone.
package clock
