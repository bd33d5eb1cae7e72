// Package study looks at games that were played: what every move was worth
// ([Analyze]), and how often a network would have made it ([Test]).
//
// Games come as a stream, from package record, and are held only while they are
// worked on. All cores work on one game as on many; what is found depends
// neither on their number nor on the other games.
//
// # The value of a move
//
// Every position of a game is searched, with the same number of simulations, or
// solved if it has few empty squares. A move is worth what the position after it
// is worth. If the search of the position before would have played another move,
// the position after that one is searched too, just as long: so the two are
// compared on equal terms, and a move that turns out to be no worse is no
// mistake, whatever the first search thought. The value before the move is that
// of the better of the two, and the loss is the difference.
//
//	value before = max(value of the move, value of the move that the search prefers)
//	loss         = value before - value of the move
//
// Which is better is decided by the utility that the search maximises, win
// chance and margin mixed. A loss is never below zero: where the better move
// wins more often but by less, no discs are lost. Where a position is solved
// everything is exact: the value before is that of the best move there is.
//
// A win chance counts a draw as half a win. Margins are in discs and count empty
// squares for the winner. Values are those of the side that moves; for Black
// the others are turned over.
//
// # Agreement with games
//
// [Test] asks the network, by itself or with a search, about every position of
// the games in which there was a choice: how high it ranks the move that was
// played, what probability it gives it, and how far its value and its margin are
// from the result. Problems with scored moves (OBF) are a position each, in
// which all moves of the highest score are right.
package study
