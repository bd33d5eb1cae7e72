// Package mcts searches Othello games: it spends simulations on the moves that
// an [Evaluator] and its own results recommend, and returns visit counts, values
// and proven results.
package mcts
