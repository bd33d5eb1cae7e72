// Package mcts looks ahead: it grows a tree of the positions that can follow
// from one, guided by an [Evaluator] that judges single positions, and tells
// which move to play, what the position is worth, and what the evaluator should
// have said.
//
// # A simulation
//
// A simulation walks from the root down to a node that has no children yet. At
// each node it takes the move with the greatest
//
//	U(move) + CPuct * P(move) * sqrt(N) / (1 + n(move))
//
// where U is the average utility of the simulations that took the move, seen
// from the side that chooses, P the evaluator's prior, n the number of those
// simulations and N that of all through the node. A move that was never taken
// has the utility of the node, reduced below the root by FPU*sqrt(priors of the
// moves that were taken). The walk ends in one of two ways.
//
//   - In a finished game. Its result goes up the tree at once; the evaluator is
//     never asked about a finished position.
//   - In a leaf, a position with two moves or more. The evaluator answers with
//     priors for its children and a value, which goes up the tree.
//
// A position with a single move, a forced pass above all, needs no judgement:
// it gets its only child without an evaluation and the walk goes on.
//
// The evaluator is outside. [Search.Select] hands out leaves and
// [Search.Expand] takes the answers, so a search never blocks, and whoever
// drives it decides whose leaves share an evaluation: [Batch] gathers leaves of
// many games tick by tick, [Runner] drives a set of searches to the end. In one
// tree several leaves can be under way at a time. Each counts as a simulation
// that was lost by the side that chose it, which sends the next one elsewhere;
// Expand takes this virtual loss back exactly. A [Cache] in front of the evaluator
// remembers its answers; a [Turned] shows it positions in different forms, so that
// its errors cancel.
//
// # Whose value
//
// Every value, margin, utility and bound is for the side to move at the node it
// belongs to, and changes sign between a node and its children, passes
// included. The one exception is for the reader's sake: a [Child] of [Root] is
// seen from the side to move at the root, so that more is better. Values are
// P(win) - P(loss); margins are final disc differences divided by the squares of
// the board, counted as the rules say; the utility that the search maximises is
// (1-MarginWeight)*value + MarginWeight*margin. All are from -1 to 1.
//
// # Bounds and proofs
//
// Every node also has a result that its side to move is sure of and one that it
// cannot exceed. At first they are the worst and the best there are, at the end
// of a game both are the result, and in between they follow from the children:
//
//	lower = max over moves of -upper(child)    upper = max over moves of -lower(child)
//
// A move whose upper bound is not above the lower bound of its node is not
// searched any more: it cannot improve on what is sure. A simulation on its way
// up is kept within the bounds of the nodes it passes, for a side that is sure
// of more would have taken it. A node with equal bounds is proven, and a search
// with a proven root is done. With MarginWeight 0 results are win, draw and loss
// and one won child proves its parent; with more they are exact margins.
//
// With a [Config.Solver] a late position is settled at once: package endgame
// says how it ends, the evaluator is not asked, and the bounds do the rest. A
// root that is late itself has its moves solved one by one.
//
// Where a side has few discs left, Expand looks [Config].WipeOutPlies ahead for a
// forced loss of all of them, and bounds the children by what it finds. Such
// ends are rare in games between equals, so a network that learns from those
// hardly looks for them, but they are cheap to see.
//
// # Moves and targets
//
// Visits say how much a move was searched, not what is known of it: a move may
// have gathered hundreds of visits before it was refuted, and the winning one a
// few before it was proven. So [Search.Best], [Search.Sample] and
// [Search.Policy] look at the bounds first. If the root is proven, only moves
// that are proven to reach its result count. Otherwise a move counts if it is not
// pruned and is expected to be better than the result that is sure, or if it is
// what is sure. Among the moves that count, visits decide.
//
// With [Config.ForcedPlayouts] a root marked by [Search.AddNoise] looks longer at
// the moves that it has tried than their visits so far would earn them, and
// Policy and Sample take back what this brought nothing for: exploration does
// not end up in the targets.
//
// [Search.AddGumbel] replaces both: a root so marked divides few simulations by
// sequential halving, and its targets are what the priors become in the light of
// the utilities found, not shares of visits.
//
// # Determinism
//
// With the same rules, configuration, root and answers a search gives the same
// tree, whatever other searches share its batches. Randomness comes in by the
// methods that take a generator, [Search.AddNoise], [Search.AddGumbel] and
// [Search.Sample]; nothing reads the clock and nothing starts a goroutine. After
// its arrays have grown to the size of the largest tree a search allocates
// nothing more.
package mcts
