// Package model is the network: what it sees of a position, what it answers, how
// it learns, and the files it is kept in.
package model
