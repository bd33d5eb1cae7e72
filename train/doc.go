// Package train teaches a network Othello by self-play.
package train
