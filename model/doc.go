// Package model is the network: what it sees of a position, what it answers, how
// it learns, and the files it is kept in.
//
// # What it sees
//
// [Encode] turns a position into [Planes] planes of 8x8 zeros and ones, always
// from the side to move: its discs, its opponent's, its legal moves, the moves
// that would be legal if the opponent were to move, and the squares of the board
// (a smaller board is the centre of the same grid). Squares are counted a1, b1 to
// h8; the planes of a batch are laid out [row][plane][square].
//
// # What it computes
//
// A [Spec] of C channels, N blocks, V value channels and H hidden units is the
// network, without any normalisation,
//
//	stem       x = relu(conv3x3(planes) + b)                        C planes
//	N blocks   y = relu(conv3x3(x) + b);  x = relu(x + conv3x3(y) + b)
//	           some of them x = relu(x + conv3x3(y) + b + P·g + L·h), if the Spec says so
//	policy     z = w·x                                              one logit a square
//	ownership  o = tanh(w·x + b)                                    one number a square
//	value      f = relu(w·x + b)                                    V planes, flattened to V*64
//	           h = relu(f·W + b)                                    H numbers
//	           h·W + b                                              4 numbers: logits of win, draw and loss, and margin before tanh
//	reply      z = w·x                                              one logit a square, only if the Spec says so
//	soft       z = w·x                                              the same
//
// where w·x is a 1x1 convolution and what lies beyond the edge of the grid counts
// as 0. P·g is one number a plane: g are 2*C numbers of the whole board, the mean of
// every plane of y and then the maximum, over the squares that the board has. L·h is
// a 1x1 convolution: h are 4*K planes, for each of the first K = min(C, 16) planes of
// y the mean along the row, the column, the diagonal and the antidiagonal through
// every square of the board. There is no logit for the pass, which is never a
// choice. [Weights] are its numbers: named row-major tensors, in the order of the
// lines above.
//
// Its answers, all for the side to move:
//
//	priors     softmax of z over the legal squares, 0 elsewhere; all 0 without a legal square
//	value      P(win) - P(loss), -1 to 1
//	margin     expected final margin over the number of squares, -1 to 1
//	ownership  expected final disc of every square, 1 own, -1 the opponent's
//
// [Predictor] gives them fast, by the kernels of package kernel; [Evaluator] gives
// the same from the graph of Gorgonia's own operations, which is the definition
// the kernels are tested against. What either says of a position does not depend,
// bit for bit, on the other positions of the call. [Outputs] has everything, and
// [Weights.Reference] has it in float64 by plain loops, to tell how far the others
// err.
//
// # How it learns
//
// [Trainer.Step] takes one step of Adam on the loss of a [Batch],
//
//	L = L_policy + a L_value + b L_ownership + c L_margin + d L_reply + e L_soft
//
//	L_policy     Σ_i u_i Σ_s -π_is log p_is / Σ_i u_i        u_i weight of row i, π its share of moves, p the priors
//	L_value      1/B Σ_i Σ_k -r_ik log q_ik                   r result as win, draw, loss; q the probabilities
//	L_ownership  1/B Σ_i 1/n_i Σ_s D(t_is, o_is)              over the n_i squares of the board
//	L_margin     1/B Σ_i D(t_i, m_i)
//	L_reply      as L_policy, of the opponent's next move over the squares that are empty now
//	L_soft       as L_policy, of π^(1/4) scaled to the sum 1
//
//	D(t, m) = (1+t)/2 log((1+t)/(1+m)) + (1-t)/2 log((1-t)/(1-m))
//
// over B rows. Illegal squares are in no sum; a row without legal squares or of
// weight 0 is not in L_policy. The reply and the softer policy, in which moves that
// were tried little count for more, are learned for what they do to the tower and
// asked for by nobody. D is the relative entropy of two coins that are 1 or -1 and
// whose means are t and m: it is 0 at m = t; its mean over uncertain t is least at
// the mean of t, so that m is an expectation; and its derivative with respect to
// tanh's argument is m - t, which does not fade where a squared error's does. The
// policy and value losses are at the best the entropy of their targets.
//
// Weight decay is decoupled and spares the biases, the gradient is cut to a norm
// over all tensors, and an average of the weights is kept beside them
// ([Trainer.EMA]). Schedules belong to the caller, who gives the learning rate with
// every step.
//
// Gorgonia owns the graph, its derivatives and their execution. Where its own
// operations are wrong, slow or of unsettled order, ours stand in: the tower, the
// heads and the losses (op*.go, tower_kernel.go). The same weights, configuration
// and batches give the same bytes in every process on every number of cores, also
// through [Trainer.SaveState] and [Trainer.LoadState]. Kernels in assembly and
// kernels in portable Go (see package kernel) round differently; each give the same
// on every processor that has them.
//
// # Files
//
// A checkpoint ([Save], [Load], [Describe]) is a safetensors file of F32 tensors
// under the names above, with [Meta] and the size of the network as metadata:
//
//	format   othellier-weights        version  1
//	spec     {"channels":64,...}      rules    {"start":"standard",...}
//	step     learning steps           games    games learned from
//	config   hash of a configuration  rating   for people
//	sha256   of the numbers' bytes
//
// and whatever else is put there. A trainer's state is the same with the averaged
// weights under "ema." and Adam's moments under "adam.m." and "adam.v.". Files are
// replaced as a whole or not at all. Readers refuse what is truncated, foreign,
// not finite or of another shape, and say what they expected and what they found.
//
// [WriteONNX] writes a network for other programs; nothing reads it back.
//
// # Sources
//
// Residual tower with a policy and a value head: Silver et al., Mastering the game
// of Go without human knowledge (2017). Ownership, margin and the opponent's reply
// as further targets, and biases pooled over the board: Wu, Accelerating self-play
// learning in Go (2019); the softer policy: docs/KataGoMethods.md of
// https://github.com/lightvector/KataGo. The start of a network without
// normalisation: Zhang, Dauphin, Ma, Fixup initialization (2019); He et al., Delving
// deep into rectifiers (2015). Decoupled decay: Loshchilov, Hutter (2019). The
// container: https://github.com/huggingface/safetensors.
package model
